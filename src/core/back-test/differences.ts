import type { Replayed, ReplayedLine } from '#core/back-test/replay.ts';
import type { Minor } from '#core/money.ts';

/** What the shopper gets back by a method, or pays or gets for something. */
export const MONEY_OF_BACK_TEST = [
  'refund',
  'giftCard',
  'storeCredit',
  'variantExchange',
  'otherMethods',
  'fee',
  'returnShipping',
  'exchangeShipping',
  'bonus',
] as const;
export type MovedMoney = (typeof MONEY_OF_BACK_TEST)[number];

/** One thing about a past claim that comes out differently. */
export type RuleDifference =
  | { kind: 'refused' | 'accepted'; item: string; amount: Minor; method: ReplayedLine['method']; why: string }
  | { kind: 'charge'; charge: 'fee' | 'returnShipping' | 'exchangeShipping' | 'bonus'; before: Minor; after: Minor }
  | { kind: 'asked' | 'notAsked'; item: string; question: string }
  | { kind: 'commentRequired'; item: string; before: boolean; after: boolean }
  | { kind: 'leastMedia'; item: string; before: number; after: number }
  | { kind: 'held' | 'notHeld'; item: string }
  | { kind: 'tags' | 'orderTags'; added: readonly string[]; removed: readonly string[] }
  | { kind: 'finalized' | 'leftToStaff'; amount: Minor }
  | { kind: 'offer'; offer: 'instantExchange' | 'shopNow'; after: boolean };

const CHARGES = ['fee', 'returnShipping', 'exchangeShipping', 'bonus'] as const;

/** Everything that comes out differently; of a claim that is refused whole, what it would have cost is left out. */
export function differencesOf(before: Replayed, after: Replayed): RuleDifference[] {
  const lines = before.lines.flatMap((line, index) => {
    const other = after.lines[index];
    return other ? ofLine(line, other) : [];
  });
  const costs = [chargesOf(before), chargesOf(after)] as const;
  const charges = CHARGES.flatMap((charge): RuleDifference[] =>
    costs[0][charge] === costs[1][charge]
      ? []
      : [{ kind: 'charge', charge, before: costs[0][charge], after: costs[1][charge] }],
  );
  // A claim that is refused whole is never made.
  const created = isRefused(after) ? [] : ofCreation(before, after);
  return [...lines, ...charges, ...offersOf(before, after), ...created];
}

function ofLine(before: ReplayedLine, after: ReplayedLine): RuleDifference[] {
  const { name: item, amount, method } = before;
  const found: RuleDifference[] = [];
  if (before.refusal === null && after.refusal !== null)
    found.push({ kind: 'refused', item, amount, method, why: after.refusal });
  if (before.refusal !== null && after.refusal === null)
    found.push({ kind: 'accepted', item, amount, method, why: before.refusal });
  const askedBefore = questionsOf(before);
  const askedAfter = questionsOf(after);
  const added = askedAfter.filter((one) => !askedBefore.includes(one));
  const gone = askedBefore.filter((one) => !askedAfter.includes(one));
  found.push(...added.map((question): RuleDifference => ({ kind: 'asked', item, question })));
  found.push(...gone.map((question): RuleDifference => ({ kind: 'notAsked', item, question })));
  if (before.isCommentRequired !== after.isCommentRequired)
    found.push({ kind: 'commentRequired', item, before: before.isCommentRequired, after: after.isCommentRequired });
  if (before.leastMedia !== after.leastMedia)
    found.push({ kind: 'leastMedia', item, before: before.leastMedia, after: after.leastMedia });
  if (before.isHeld !== after.isHeld && after.refusal === null)
    found.push({ kind: after.isHeld ? 'held' : 'notHeld', item });
  return found;
}

/** Everything that the shopper is asked about an item, in words. */
const questionsOf = ({ questions, fields }: ReplayedLine): string[] => [...questions, ...fields];

function offersOf(before: Replayed, after: Replayed): RuleDifference[] {
  const found: RuleDifference[] = [];
  if (before.isInstantExchangeOffered !== after.isInstantExchangeOffered)
    found.push({ kind: 'offer', offer: 'instantExchange', after: after.isInstantExchangeOffered });
  if (before.isShopNowOffered !== after.isShopNowOffered)
    found.push({ kind: 'offer', offer: 'shopNow', after: after.isShopNowOffered });
  return found;
}

function ofCreation(before: Replayed, after: Replayed): RuleDifference[] {
  const found: RuleDifference[] = [];
  for (const kind of ['tags', 'orderTags'] as const) {
    const added = after[kind].filter((tag) => !before[kind].includes(tag));
    const removed = before[kind].filter((tag) => !after[kind].includes(tag));
    if (added.length + removed.length > 0) found.push({ kind, added, removed });
  }
  const amount = after.lines.reduce((sum, line) => sum + line.amount, 0);
  if (before.isFinalized !== after.isFinalized)
    found.push({ kind: after.isFinalized ? 'finalized' : 'leftToStaff', amount });
  return found;
}

const isRefused = ({ lines }: Replayed): boolean => lines.every(({ refusal }) => refusal !== null);

type Charges = Record<(typeof CHARGES)[number], Minor>;

function chargesOf(replayed: Replayed): Charges {
  const { fee, returnShipping, exchangeShipping, bonus } = replayed;
  return isRefused(replayed)
    ? { fee: 0, returnShipping: 0, exchangeShipping: 0, bonus: 0 }
    : { fee, returnShipping, exchangeShipping, bonus };
}

/** By what the money of a claim changes: what shoppers get back or on top, and what they are charged. */
export function moneyMoved(differences: readonly RuleDifference[]): Partial<Record<MovedMoney, Minor>> {
  const moved: Partial<Record<MovedMoney, Minor>> = {};
  const add = (what: MovedMoney, amount: Minor): void => {
    moved[what] = (moved[what] ?? 0) + amount;
  };
  for (const one of differences) {
    if (one.kind === 'refused') add(givenBy(one.method), -one.amount);
    if (one.kind === 'accepted') add(givenBy(one.method), one.amount);
    if (one.kind === 'charge') add(one.charge, one.after - one.before);
  }
  return moved;
}

const givenBy = (method: ReplayedLine['method']): MovedMoney =>
  method === 'refund' || method === 'giftCard' || method === 'storeCredit' || method === 'variantExchange'
    ? method
    : 'otherMethods';
