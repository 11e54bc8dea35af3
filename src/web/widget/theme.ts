/** A part of the page that shows the cart: the selector finds it inside the element with the id, and in its section. */
type Part = readonly [id: string, section: string, selector: string];

/** An element of a page that shows the cart. Those of many themes name the parts to draw again, without what is usual. */
export type CartElement = {
  id: string;
  closest(selector: string): CartElement | null;
  querySelectorAll(selector: string): Iterable<CartElement>;
  getSectionsToRender?(): readonly { id: string; section?: string; selector?: string }[];
};

const SECTION = 'shopify-section-';
const MOST_SECTIONS = 5;

/** The part an element is, or the parts it names; none where the page lacks what the theme looks for. */
function partsOf(element: CartElement | null): Part[] {
  try {
    // A form with a field called "id" has the field here.
    const own = element?.id ?? '';
    if (own.startsWith(SECTION)) return [[own, own.slice(SECTION.length), `[id="${own}"]`]];
    const named = element?.getSectionsToRender?.() ?? [];
    return named.map(({ id, section = id, selector = '.shopify-section' }) => [id, section, selector]);
  } catch {
    return [];
  }
}

/** The parts of the page that show the cart. */
export const partsShown = (carts: readonly CartElement[]): Part[] =>
  carts.flatMap((cart) => {
    const all = [cart.closest(`[id^=${SECTION}]`), ...cart.querySelectorAll('*')];
    // A drawer that is drawn whole loses what closes it, so what is inside it names its parts.
    if (!all.some((one) => one?.getSectionsToRender)) all.push(cart);
    return all.flatMap(partsOf);
  });

/** The names that the platform draws them again with. */
export const sectionsOf = (parts: readonly Part[]): string[] =>
  [...new Set(parts.map(([, section]) => section))].slice(0, MOST_SECTIONS);

/** Puts in what the platform has drawn again, and asks themes that draw their cart themselves to do so. */
export function drawAgain(parts: readonly Part[], sections: Readonly<Record<string, string | null>>): void {
  for (const [id, section, selector] of parts) {
    const place = document.getElementById(id);
    const made = new DOMParser().parseFromString(sections[section] ?? '', 'text/html').querySelector(selector);
    if (place && made) (place.querySelector(selector) ?? place).innerHTML = made.innerHTML;
  }
  document.dispatchEvent(new Event('cart:refresh', { bubbles: true }));
}
