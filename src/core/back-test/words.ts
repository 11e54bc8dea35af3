import type { RuleDifference, MovedMoney } from '#core/back-test/differences.ts';
import type { Tally } from '#core/back-test/tally.ts';
import { methodName } from '#core/claims/method-names.ts';
import { formatMoney, type CurrencyCode, type Minor } from '#core/money.ts';

/** What money of a back-test is called. */
export const MONEY_NAMES: Readonly<Record<MovedMoney, string>> = {
  refund: methodName('refund'),
  giftCard: methodName('giftCard'),
  storeCredit: methodName('storeCredit'),
  variantExchange: methodName('variantExchange'),
  otherMethods: 'Other resolutions',
  fee: 'Fees',
  returnShipping: 'Return shipping charged',
  exchangeShipping: 'Exchange shipping charged',
  bonus: 'Bonus',
};

/** What kinds of difference are called. */
export const KIND_NAMES: Readonly<Record<RuleDifference['kind'], string>> = {
  refused: 'Items refused',
  accepted: 'Items accepted',
  charge: 'Charges or bonus changed',
  asked: 'A question more',
  notAsked: 'A question less',
  commentRequired: 'Comment required or not',
  leastMedia: 'Photos required',
  held: 'Items held for review',
  notHeld: 'Items no longer held for review',
  tags: 'Claim tags',
  orderTags: 'Order tags',
  finalized: 'Finalized automatically',
  leftToStaff: 'Left to staff',
  offer: 'Instant exchange or Shop Now offered or not',
};

/** What a back-test came to: how many claims first, then each kind of difference and each sum that moves. */
export function tallyLines({ claims, changed, byKind, money }: Tally): [string, ...string[]] {
  const kinds = Object.entries(KIND_NAMES).flatMap(([kind, name]) => {
    const count = Object.entries(byKind).find(([one]) => one === kind)?.[1];
    return count ? [`${name}: ${count}`] : [];
  });
  const sums = Object.entries(money).flatMap(([currencyCode, moved = {}]) =>
    Object.entries(MONEY_NAMES).flatMap(([what, name]) => {
      const amount = Object.entries(moved).find(([one]) => one === what)?.[1];
      return amount ? [`${name}: ${amount > 0 ? '+' : ''}${formatMoney({ amount, currencyCode })}`] : [];
    }),
  );
  const counted = claims === 1 ? '1 claim' : `${claims} claims`;
  return [`${changed} of ${counted} would come out differently.`, ...kinds, ...sums];
}

/** A difference in a sentence. */
export function differenceText(one: RuleDifference, currencyCode: CurrencyCode): string {
  const money = (amount: Minor): string => formatMoney({ amount, currencyCode });
  switch (one.kind) {
    case 'refused':
      return `“${one.item}” would be refused as ${methodName(one.method)} (${money(one.amount)}). ${one.why}`;
    case 'accepted':
      return `“${one.item}” would be accepted as ${methodName(one.method)} (${money(one.amount)}). Without the draft: ${one.why}`;
    case 'charge':
      return `${MONEY_NAMES[one.charge]}: ${money(one.after)} instead of ${money(one.before)}.`;
    case 'asked':
      return `“${one.item}” would bring the question: ${one.question}`;
    case 'notAsked':
      return `“${one.item}” would no longer bring the question: ${one.question}`;
    case 'commentRequired':
      return one.after ? `“${one.item}” would need a comment.` : `“${one.item}” would no longer need a comment.`;
    case 'leastMedia':
      return `“${one.item}” would need ${one.after} photos or videos instead of ${one.before}.`;
    case 'held':
      return `“${one.item}” would be held for review.`;
    case 'notHeld':
      return `“${one.item}” would no longer be held for review.`;
    case 'tags':
      return `The claim would be ${taggedText(one)}.`;
    case 'orderTags':
      return `The order would be ${taggedText(one)}.`;
    case 'finalized':
      return `It would be finalized automatically (${money(one.amount)}).`;
    case 'leftToStaff':
      return `It would be left to staff to finalize (${money(one.amount)}).`;
    case 'offer':
      return `${one.offer === 'shopNow' ? 'Shop Now' : 'Instant exchange'} would ${one.after ? 'be' : 'no longer be'} offered.`;
  }
}

const taggedText = ({ added, removed }: { added: readonly string[]; removed: readonly string[] }): string =>
  [
    ...(added.length > 0 ? [`tagged ${quoted(added)}`] : []),
    ...(removed.length > 0 ? [`no longer tagged ${quoted(removed)}`] : []),
  ].join(' and ');

const quoted = (tags: readonly string[]): string => tags.map((tag) => `“${tag}”`).join(', ');
