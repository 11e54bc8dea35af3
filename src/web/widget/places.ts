import type { OfferedCover } from '#core/protection/offered-cover.ts';
import { buttonWords, wordsIn } from './button-words.ts';
import { coverView, withoutView, type Said, type Shown, type View } from './cover-view.ts';
import { findAll, rootsOf, type Root } from './find.ts';

/** Where a block of the theme keeps room for the cover. */
const ROOM = '[data-makegood-cover]';
const CHECKOUT = ['[name="checkout"]', 'a[href$="/checkout"]'];

const WHERE = {
  insertAdjacentBeforeBegin: 'beforebegin',
  insertAdjacentAfterBegin: 'afterbegin',
  insertAdjacentBeforeEnd: 'beforeend',
  insertAdjacentAfterEnd: 'afterend',
} as const;

type Placed = View & { target: Element; name: number };

export type Places = {
  /** Puts the views where they belong, also after the theme has drawn its cart again. */
  fill: () => void;
  /** Null hides them: the cover isn't offered for this cart. */
  show: (shown: Shown | null) => void;
  checkoutButtons: () => Element[];
  said: () => Said;
};

type Actions = { choose: (isOn: boolean) => void; leave: () => void };

export function placesOf(offered: OfferedCover, { choose, leave }: Actions): Places {
  const { elements, checkoutSelectors, checkoutButtonText } = offered;
  const nameButton = buttonWords();
  let placed: Placed[] = [];
  let shown: Shown | null = null;
  let said: Said = offered;

  const roots = (): Root[] => rootsOf(offered.shouldQueryShadowDom);
  const checkoutButtons = (): Element[] => findAll(roots(), [...CHECKOUT, ...checkoutSelectors]);

  // A view that the theme makes us draw again meanwhile shows what was chosen.
  const pick = (isOn: boolean): void => {
    shown &&= { ...shown, isOn };
    choose(isOn);
  };

  function draw({ host, show }: View): void {
    host.hidden = !shown;
    if (shown) show(shown);
  }

  function put(name: number, targets: readonly Element[], make: () => View, where: InsertPosition): void {
    for (const target of targets) {
      if (placed.some((one) => one.target === target && one.name === name)) continue;
      const view = make();
      placed.push({ ...view, target, name });
      draw(view);
      try {
        target.insertAdjacentElement(where, view.host);
      } catch {
        // Nothing goes next to the page itself.
      }
    }
  }

  function fill(): void {
    placed = placed.filter(({ target, host }) => (target.isConnected && host.isConnected) || host.remove());
    const rooms = findAll(roots(), [ROOM]);
    put(-1, rooms, () => coverView(offered, null, offered, pick), 'beforeend');
    for (const [name, element] of elements.entries()) {
      const isInfo = element.kind === 'checkoutInfo';
      if (isInfo && rooms.length > 0) continue;
      if (isInfo)
        said = { label: element.title || offered.label, description: element.description || offered.description };
      put(
        name,
        findAll(roots(), element.selectors),
        () => (isInfo ? coverView(offered, element, said, pick) : withoutView(offered, element, leave)),
        WHERE[element.insertionStrategy],
      );
    }
    for (const button of checkoutButtons()) nameButton(wordsIn(button), shown?.isOn ? checkoutButtonText : '');
  }

  function show(now: Shown | null): void {
    shown = now;
    fill();
    for (const view of placed) draw(view);
  }

  return { fill, show, checkoutButtons, said: () => said };
}
