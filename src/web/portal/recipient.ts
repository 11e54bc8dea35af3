import type { GiftRecipient } from '#contract/customer/customer.ts';
import { needsState, statesOf } from '#core/countries.ts';
import type { DraftRecipient } from './draft.ts';

type Field = keyof DraftRecipient;

// The server knows addresses better; what is plainly missing is said before it is asked.
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

type Check = (recipient: DraftRecipient) => string | null;
const filled =
  (field: Field, words: string): Check =>
  (recipient) =>
    recipient[field].trim() === '' ? words : null;

/** In the order of the form. */
const CHECKS: readonly (readonly [Field, Check])[] = [
  ['email', emailProblem],
  ['firstName', filled('firstName', 'Enter your first name.')],
  ['lastName', filled('lastName', 'Enter your last name.')],
  ['countryCode', filled('countryCode', 'Choose your country.')],
  ['line1', filled('line1', 'Enter your street address.')],
  ['city', filled('city', 'Enter your city.')],
  ['stateOrProvinceCode', stateProblem],
  ['postalCode', filled('postalCode', 'Enter your postal code.')],
];

function emailProblem({ email }: DraftRecipient): string | null {
  if (email.trim() === '') return 'Enter your email address.';
  return EMAIL.test(email.trim()) ? null : 'Check your email address.';
}

function stateProblem({ stateOrProvinceCode, countryCode }: DraftRecipient): string | null {
  const state = stateOrProvinceCode.trim();
  const states = statesOf(countryCode);
  if (states.length > 0) return states.some(({ code }) => code === state) ? null : 'Choose your state or province.';
  return needsState(countryCode) && state === '' ? 'Enter your state or province.' : null;
}

/** What is wrong with who returns a gift, by field and in the order of the form; empty when all is there. */
export const recipientProblems = (recipient: DraftRecipient): Partial<Record<Field, string>> =>
  Object.fromEntries(
    CHECKS.flatMap(([field, check]) => {
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
