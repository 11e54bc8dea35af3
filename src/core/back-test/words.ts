import type { RuleDifference, MovedMoney } from '#core/back-test/differences.ts';
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
  offer: 'Instant exchange or Shop Now offered or not',
};

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
    case 'offer':
      return `${one.offer === 'shopNow' ? 'Shop Now' : 'Instant exchange'} would ${one.after ? 'be' : 'no longer be'} offered.`;
  }
}
