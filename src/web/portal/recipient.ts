import type { PortalTextId } from '#core/texts/ids.ts';
import type { GiftRecipient } from '#contract/customer/customer.ts';
import { isPhone } from '#core/phone.ts';
import { countryName, needsState, statesOf } from '#core/countries.ts';
import type { DraftRecipient } from './draft.ts';
import { isEmail } from './email.ts';
import { currentLanguage, t } from './texts.ts';

type Field = keyof DraftRecipient;

type MissingId = Extract<PortalTextId, `recipient.${string}.missing`>;
type Check = (recipient: DraftRecipient) => string | null;
const filled =
  (field: Field, words: MissingId): Check =>
  (recipient) =>
    recipient[field].trim() === '' ? t(words) : null;

type FieldCheck = readonly [Field, Check];
const PHONE: FieldCheck = ['phone', ({ phone }) => phoneProblem(phone)];

/** In the order of the form. The server knows addresses better; what is plainly missing is said before it is asked. */
const CHECKS: readonly FieldCheck[] = [
  ['email', emailProblem],
  ['firstName', filled('firstName', 'recipient.firstName.missing')],
  ['lastName', filled('lastName', 'recipient.lastName.missing')],
  ['countryCode', filled('countryCode', 'recipient.country.missing')],
  ['line1', filled('line1', 'recipient.line1.missing')],
  ['city', filled('city', 'recipient.city.missing')],
  ['stateOrProvinceCode', stateProblem],
  ['postalCode', filled('postalCode', 'recipient.postalCode.missing')],
];

function emailProblem({ email }: DraftRecipient): string | null {
  if (email.trim() === '') return t('recipient.email.missing');
  return isEmail(email) ? null : t('recipient.email.wrong');
}

function stateProblem({ stateOrProvinceCode, countryCode }: DraftRecipient): string | null {
  const state = stateOrProvinceCode.trim();
  const states = statesOf(countryCode);
  if (states.length > 0) return states.some(({ code }) => code === state) ? null : t('recipient.state.unchosen');
  return needsState(countryCode) && state === '' ? t('recipient.state.missing') : null;
}

/** What is wrong with a phone number; null for nothing. */
export const phoneProblem = (phone: string): string | null => (isPhone(phone) ? null : t('phone.missing'));

/** What a form asks, where it isn't what all of them do. */
export type RecipientAsked = {
  /** By default; not where it is known. */
  hasEmail?: boolean;
  /** Not by default. */
  isPhoneRequired?: boolean;
  /** The countries to choose from; empty for all. */
  countryCodes?: readonly string[];
};

const served =
  (countryCodes: readonly string[]): Check =>
  ({ countryCode }) =>
    countryCodes.length === 0 || countryCodes.includes(countryCode) ? null : t('recipient.country.missing');

/** What is wrong with who returns a gift, by field and in the order of the form; empty when all is there. */
export const recipientProblems = (
  recipient: DraftRecipient,
  { hasEmail = true, isPhoneRequired = false, countryCodes = [] }: RecipientAsked = {},
): Partial<Record<Field, string>> =>
  Object.fromEntries(
    [
      ...CHECKS.filter(([field]) => hasEmail || field !== 'email'),
      ['countryCode', served(countryCodes)] satisfies FieldCheck,
      ...(isPhoneRequired ? [PHONE] : []),
    ].flatMap(([field, check]) => {
      const problem = check(recipient);
      return problem === null ? [] : [[field, problem]];
    }),
  );

/** In the form of the request. */
export function recipientOf({ email, ...address }: DraftRecipient): GiftRecipient {
  const trimmed = Object.fromEntries(Object.entries(address).map(([name, text]) => [name, text.trim()]));
  const { firstName = '', lastName = '', line1 = '', city = '', postalCode = '', countryCode = '' } = trimmed;
  return {
    email: email.trim(),
    address: {
      firstName,
      lastName,
      line1,
      line2: trimmed['line2'] ?? '',
      city,
      postalCode,
      countryCode,
      phone: trimmed['phone'] ?? '',
      stateOrProvinceCode: trimmed['stateOrProvinceCode'] ?? '',
    },
  };
}

/** A country in the shopper's language. */
export const nameOfCountry = (code: string): string => countryName(code, currentLanguage());
