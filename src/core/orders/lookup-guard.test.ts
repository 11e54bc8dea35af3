import { expect, test } from 'vitest';
import { isThorough } from '#core/law.fixture.ts';
import { lineOf, orderOf } from '#core/claims/test-data.ts';
import { linkBudgets, lookupBudgets, verdictOf, type Budget, type LookupTry } from '#core/orders/lookup-guard.ts';
import { matchesLookup } from '#core/orders/lookup.ts';
import type { Order } from '#core/orders/order.ts';

const DAY_SECONDS = 24 * 3600;
const ORDERS = 50_000;
/** A guess nearly every second: for a day, or for its first hours where a person waits. */
const GUESSES_A_DAY = 100_000;
const GUESSES = isThorough ? GUESSES_A_DAY : GUESSES_A_DAY / 5;
const plain = orderOf([lineOf({ idFromPlatform: 'a' })]);

/** Numbers from 0 to `below`, the same ones each time. */
function chanceOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A store of 50,000 orders: one in twenty lives in the largest town, one in fifty in the next. */
function bigStore() {
  const chance = chanceOf(7);
  const town = (): string =>
    chance(20) === 0 ? '94607' : chance(50) === 0 ? '10001' : String(10_000 + chance(40_000));
  const postalCodes = Array.from({ length: ORDERS }, town);
  const orderOfNumber = (number: string): Order | null => {
    const at = Number(number) - 1;
    const postalCode = postalCodes[at];
    if (postalCode === undefined) return null;
    const address = plain.shippingAddress && { ...plain.shippingAddress, postalCode };
    const email = `buyer${at}@example.com`;
    return {
      ...plain,
      orderNo: `#${number}`,
      email,
      customer: null,
      shippingAddress: address,
      billingAddress: address,
    };
  };
  return { postalCodes, orderOfNumber };
}
const { postalCodes, orderOfNumber } = bigStore();

/** Counts as the server does: each budget by itself, from the first failure to the end of its window. */
function guardedStore() {
  const counts = new Map<string, { since: number; count: number }>();
  const take = (budgets: readonly Budget[], now: number): boolean =>
    budgets
      .map(({ bucket, most, windowSeconds }) => {
        const known = counts.get(bucket);
        const kept = known && now - known.since <= windowSeconds ? known : { since: now, count: 0 };
        kept.count += 1;
        counts.set(bucket, kept);
        return kept.count <= most;
      })
      .every(Boolean);
  const giveBack = (budgets: readonly Budget[]): void => {
    for (const { bucket } of budgets) {
      const kept = counts.get(bucket);
      if (kept) kept.count -= 1;
    }
  };
  const lookUp = (tried: LookupTry, now: number): 'opened' | 'not found' | 'emailNeeded' | 'locked' => {
    const { own, shared, whileSpent } = lookupBudgets(tried);
    const taken: Budget[] = [];
    const isLeft = (budgets: readonly Budget[]): boolean => {
      taken.push(...budgets);
      return take(budgets, now);
    };
    const [ofThisOrder, ofTheStore] = shared;
    const spentByAll = (): 'shared' | null =>
      isLeft(ofThisOrder) && (isLeft(ofTheStore) || (whileSpent.length > 0 && isLeft(whileSpent))) ? null : 'shared';
    const spent = isLeft(own) ? spentByAll() : 'own';
    const verdict = verdictOf(tried.proof, spent);
    if (verdict !== 'compare') return verdict === 'emailNeeded' ? 'emailNeeded' : 'locked';
    if (!matchesLookup(orderOfNumber(tried.number), tried.number, tried.answer)) return 'not found';
    giveBack(taken);
    return 'opened';
  };
  /** Whether a link is mailed to someone who asks for one. */
  const isLinkMailed = (network: string, now: number): boolean => take(linkBudgets({ network }), now);
  return { lookUp, isLinkMailed };
}

const byPostalCode = (network: string, at: number, answer: string): LookupTry => ({
  network,
  number: String(at + 1),
  answer,
  proof: 'postalCode',
});
const byEmail = (network: string, at: number, answer = `buyer${at}@example.com`): LookupTry => ({
  network,
  number: String(at + 1),
  answer,
  proof: 'email',
});

type Attack = (guess: number, chance: (below: number) => number) => LookupTry;
const ATTACKS: [string, Attack, number][] = [
  // One postal code in twenty is right: what is let through opens a few, and then no more.
  ['one postal code for every order', (guess) => byPostalCode(`bot ${guess % 2000}`, guess % ORDERS, '94607'), 10],
  [
    'any postal code',
    (guess, chance) => byPostalCode(`bot ${guess % 5000}`, guess % ORDERS, String(10_000 + chance(40_000))),
    2,
  ],
  [
    'every postal code for one order',
    (guess) => byPostalCode(`bot ${guess % 5000}`, 4711, String(10_000 + (guess % 40_000))),
    0,
  ],
  ['one network', (guess) => byPostalCode('bot', guess % ORDERS, '94607'), 10],
  ['one email for every order', (guess) => byEmail(`bot ${guess % 5000}`, guess % ORDERS, 'buyer4711@example.com'), 0],
  [
    'emails of other buyers',
    (guess, chance) => byEmail(`bot ${guess % 5000}`, chance(ORDERS), `buyer${chance(ORDERS)}@example.com`),
    1,
  ],
];

test.each(ATTACKS)('100,000 guesses a day, %s: shoppers are let in, guesses are not', (_name, attack, most) => {
  const { lookUp, isLinkMailed } = guardedStore();
  const chance = chanceOf(11);
  let opened = 0;
  let shoppers = 0;
  let mailed = 0;
  for (let guess = 0; guess < GUESSES; guess += 1) {
    const now = (guess / GUESSES_A_DAY) * DAY_SECONDS;
    if (lookUp(attack(guess, chance), now) === 'opened') opened += 1;
    if (guess % 200 !== 0) continue;
    // Meanwhile a shopper comes, every other one with a typo first and every third with the postal code.
    const at = 10_000 + shoppers;
    const home = `home ${shoppers}`;
    shoppers += 1;
    if (shoppers % 2 === 0) lookUp(byEmail(home, at, `byer${at}@example.com`), now);
    if (shoppers % 3 === 0) {
      const first = lookUp(byPostalCode(home, at, postalCodes[at] ?? ''), now);
      expect(['opened', 'emailNeeded']).toContain(first);
      if (first === 'opened') continue;
    }
    const isOpened = lookUp(byEmail(home, at), now) === 'opened';
    if (!isOpened) mailed += 1;
    expect(isOpened || isLinkMailed(home, now)).toBe(true);
  }
  expect(shoppers).toBe(GUESSES / 200);
  expect(opened).toBeLessThanOrEqual(most);
  // Nobody is sent to their mailbox, though the emails of thousands of buyers are tried from thousands of networks.
  expect(mailed).toBe(0);
});

test('a stranger who guesses at a number locks it for their own network alone', () => {
  const { lookUp } = guardedStore();
  const guesses = Array.from({ length: 20 }, (_, guess) =>
    lookUp(byPostalCode('stranger', 7, String(60_000 + guess)), 0),
  );
  expect(guesses.slice(0, 8)).toEqual(Array.from({ length: 8 }, () => 'not found'));
  expect(guesses.slice(8)).toEqual(Array.from({ length: 12 }, () => 'locked'));
  expect(lookUp(byPostalCode('home', 7, postalCodes[7] ?? ''), 1)).toBe('opened');
});

test('who guesses at a number from many networks leaves its buyer their email', () => {
  const { lookUp } = guardedStore();
  for (let guess = 0; guess < 200; guess += 1) lookUp(byPostalCode(`bot ${guess}`, 7, String(60_000 + guess)), guess);
  expect(lookUp(byPostalCode('home', 7, postalCodes[7] ?? ''), 300)).toBe('emailNeeded');
  expect(lookUp(byEmail('home', 7), 300)).toBe('opened');
});

test('ways to write one postal code, and places within a ZIP code, are one guess', () => {
  const sharedBy = (answer: string) => lookupBudgets(byPostalCode('one', 1, answer)).shared;
  for (const answer of ['94607-1804', '946079999', ' 94607 ']) expect(sharedBy(answer)).toEqual(sharedBy('94607'));
  expect(sharedBy('100-0001')).toEqual(sharedBy('1000001'));
  expect(sharedBy('94608')).not.toEqual(sharedBy('94607'));
});

test('what one network wrote in vain does not count against others', () => {
  const { lookUp } = guardedStore();
  for (let guess = 0; guess < 20_000; guess += 1) lookUp(byPostalCode('bot', guess, '94607'), 0);
  const at = postalCodes.indexOf('94607', 30_000);
  expect(lookUp(byPostalCode('home', at, '94607'), 0)).toBe('opened');
});

test('a gift is found by its tracking number when numbers are guessed at', () => {
  expect(verdictOf('gift', 'shared')).toBe('trackingOnly');
  expect(verdictOf('gift', 'own')).toBe('locked');
});
