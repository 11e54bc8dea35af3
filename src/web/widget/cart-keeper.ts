import { COVER_ATTRIBUTES, settle, type Choice, type Market, type ShopCart } from '#core/protection/cover-in-cart.ts';
import type { OfferedCover } from '#core/protection/offered-cover.ts';

export type CartCalls = {
  read(): Promise<ShopCart>;
  /** In one call of `cart/update.js`, so that no other tab sees half of it. */
  write(change: { updates: Record<string, number>; attributes: Record<string, string> }): Promise<ShopCart>;
};

/** The cover as it stands in the cart. */
export type Seen = { cart: ShopCart; variantId: string | null; isOn: boolean };

/** A choice that the cart is about to have. */
export type Chosen = Omit<Seen, 'isOn'> & { id: string; choice: Choice; wasAdded: boolean };

type Around = {
  offered: OfferedCover;
  /** As it is now: it may change while the keeper is there. */
  market: () => Market;
  calls: CartCalls;
  priceOf: (variantId: string) => string;
  newId: () => string;
  now: () => number;
  wait: (ms: number) => Promise<void>;
  /**
   * After each look at the cart; `isNew` where it was written to. What was seen last where the cart didn't answer, and
   * nothing where it never did.
   */
  show: (seen?: Seen, isNew?: boolean) => void;
  tell: (chosen: Chosen) => void;
};

export type CartKeeper = {
  /** Looks at the cart, once more where a look is under way, and mends its cover. */
  look(isPageLoad?: boolean): Promise<void>;
  choose(choice: Choice): Promise<void>;
  isBusy(): boolean;
};

const TRIES = 3;
const FIRST_WAIT_MS = 300;
// Scripts that answer each change with another must not keep us writing.
const MOST_WRITES = 15;
const WITHIN_MS = 10_000;

/** Keeps the right cover, or none, in a cart that others change too. */
export function keepCart({ offered, market, calls, priceOf, newId, now, wait, show, tell }: Around): CartKeeper {
  let running: Promise<void> | null = null;
  let isAsked = false;
  let isPageLoad = false;
  let chosen: { choice: Choice; id: string } | null = null;
  let writes: number[] = [];
  let told: string | null = null;
  let seen: Seen | undefined;

  const mayWrite = (): boolean => {
    writes = writes.filter((at) => at > now() - WITHIN_MS);
    return chosen !== null || writes.length < MOST_WRITES;
  };

  async function lookOnce(wasPageLoad: boolean): Promise<void> {
    let cart = await calls.read();
    let isNew = false;
    for (let tries = 0; ; tries += 1) {
      const asked = chosen;
      const settled = settle(offered, cart, {
        market: market(),
        choice: asked?.choice ?? null,
        isPageLoad: wasPageLoad,
        priceOf,
        now: new Date(now()).toISOString(),
      });
      const { change } = settled;
      if (change === null || tries === TRIES || !mayWrite()) {
        seen = { cart, ...settled };
        show(seen, isNew);
        return;
      }
      writes.push(now());
      const id = change.choice === null ? null : (asked?.id ?? newId());
      const { updates, attributes } = change;
      // Before it is written: an answer may get lost, and what was chosen must not.
      if (id !== null && change.choice !== null && id !== told)
        tell({ id, choice: change.choice, wasAdded: change.wasAdded, cart, variantId: settled.variantId });
      told = id ?? told;
      cart = await calls.write({
        updates,
        attributes: id === null ? attributes : { ...attributes, [COVER_ATTRIBUTES.consent]: id },
      });
      isNew = true;
      if (chosen === asked) chosen = null;
    }
  }

  async function lookUntilQuiet(): Promise<void> {
    for (let failures = 0; isAsked && failures < TRIES;) {
      const wasPageLoad = isPageLoad;
      isAsked = false;
      isPageLoad = false;
      try {
        await lookOnce(wasPageLoad);
      } catch {
        failures += 1;
        isAsked = true;
        isPageLoad ||= wasPageLoad;
        if (failures === TRIES) {
          // The shopper sees that it stayed as it was, and can choose again.
          chosen = null;
          show(seen);
        } else await wait(FIRST_WAIT_MS * 2 ** failures);
      }
    }
  }

  const look = (isLoad = false): Promise<void> => {
    isAsked = true;
    isPageLoad ||= isLoad;
    running ??= lookUntilQuiet().finally(() => {
      running = null;
    });
    return running;
  };

  return {
    look,
    choose(choice) {
      chosen = { choice, id: newId() };
      return look();
    },
    isBusy: () => running !== null,
  };
}
