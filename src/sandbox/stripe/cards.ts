import { ApiError } from './errors.ts';
import { integer, needed, type Fields } from './form.ts';
import type { CardBehavior, PaymentMethod } from './state.ts';

const declines = (code: string, declineCode: string | null, message: string): CardBehavior => ({
  kind: 'declines',
  code,
  declineCode,
  message,
});
const APPROVES: CardBehavior = { kind: 'approves' };
export const INSUFFICIENT_FUNDS = declines('card_declined', 'insufficient_funds', 'Your card has insufficient funds.');
const GENERIC_DECLINE = declines('card_declined', 'generic_decline', 'Your card was declined.');

type TestCard = { brand: string; funding: string; behavior: CardBehavior };
const card = (brand: string, behavior: CardBehavior = APPROVES, funding = 'credit'): TestCard => ({
  brand,
  funding,
  behavior,
});

/** Stripe's published test numbers. */
export const TEST_CARDS: Readonly<Record<string, TestCard>> = {
  '4242424242424242': card('visa'),
  '4000056655665556': card('visa', APPROVES, 'debit'),
  '5555555555554444': card('mastercard'),
  '5200828282828210': card('mastercard', APPROVES, 'debit'),
  '378282246310005': card('amex'),
  '6011111111111117': card('discover'),
  '4000000000000002': card('visa', GENERIC_DECLINE),
  '4000000000009995': card('visa', INSUFFICIENT_FUNDS),
  '4000000000000069': card('visa', declines('expired_card', null, 'Your card has expired.')),
  '4000000000000127': card('visa', declines('incorrect_cvc', null, "Your card's security code is incorrect.")),
  '4000000000000119': card(
    'visa',
    declines('processing_error', null, 'An error occurred while processing your card. Try again in a little bit.'),
  ),
  '4000002500003155': card('visa', { kind: 'authenticatesUnlessKept' }),
  '4000002760003184': card('visa', { kind: 'authenticatesAlways' }),
  '4000000000003220': card('visa', { kind: 'authenticatesAlways' }),
};

const NAMED_METHODS: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_visa_debit: '4000056655665556',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_discover: '6011111111111117',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_threeDSecure2Required: '4000000000003220',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
};

type CardOfMethod = Pick<PaymentMethod, 'card' | 'behavior'>;

/** The card behind one of Stripe's ready-made test payment methods, or null. */
export function namedCard(name: string): CardOfMethod | null {
  const number = NAMED_METHODS[name];
  return number === undefined ? null : describe(number, 12, new Date().getFullYear() + 3);
}

/** The card in `card[number]`, `[exp_month]`, `[exp_year]`, `[cvc]`. A number that is no card's is refused. */
export function readCard(fields: Fields, now: Date): CardOfMethod {
  const number = needed(fields, 'number').replaceAll(/[\s-]/g, '');
  if (!isLuhn(number)) throw wrongCard('Your card number is incorrect.', 'number', 'incorrect_number');
  const month = integer(fields, 'exp_month') ?? 0;
  const year = integer(fields, 'exp_year') ?? 0;
  const fullYear = year < 100 ? 2000 + year : year;
  if (month < 1 || month > 12)
    throw wrongCard("Your card's expiration month is invalid.", 'exp_month', 'invalid_expiry_month');
  if (new Date(Date.UTC(fullYear, month, 1)) <= now)
    throw wrongCard("Your card's expiration year is invalid.", 'exp_year', 'invalid_expiry_year');
  const cvc = fields['cvc'];
  if (cvc !== undefined && (typeof cvc !== 'string' || !/^\d{3,4}$/.test(cvc)))
    throw wrongCard("Your card's security code is invalid.", 'cvc', 'invalid_cvc');
  return describe(number, month, fullYear);
}

function describe(number: string, month: number, year: number): CardOfMethod {
  const known = TEST_CARDS[number] ?? {
    brand: number.startsWith('5') ? 'mastercard' : 'visa',
    funding: 'credit',
    behavior: declines(
      'card_declined',
      'test_mode_live_card',
      'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    ),
  };
  return {
    behavior: known.behavior,
    card: {
      brand: known.brand,
      funding: known.funding,
      last4: number.slice(-4),
      exp_month: month,
      exp_year: year,
      fingerprint: `fp${[...number].reduce((sum, digit) => (sum * 31 + Number(digit)) % 2_147_483_647, 7)}`,
    },
  };
}

const wrongCard = (message: string, param: string, code: string): ApiError =>
  new ApiError(402, { type: 'card_error', message, param, code }, { isValidation: true });

function isLuhn(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, sign, index) => {
    const digit = Number(sign) * (index % 2 === 1 ? 2 : 1);
    return total + (digit > 9 ? digit - 9 : digit);
  }, 0);
  return sum % 10 === 0;
}
