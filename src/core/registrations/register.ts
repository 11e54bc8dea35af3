import { z } from 'zod';
import { Address, FullAddress } from '#core/address.ts';
import { answersTo, fieldProblems, valuesById } from '#core/claims/field-answers.ts';
import { FieldValues, type FieldAnswer } from '#core/claims/field-shapes.ts';
import { daysBetween } from '#core/dates.ts';
import { normalizeEmail } from '#core/orders/lookup.ts';
import { asDialed, isPhone } from '#core/phone.ts';
import { Refusal } from '#core/refusal.ts';
import type { RegistrationForm } from '#core/registrations/form.ts';
import { Day, type Registration, type RegistrationLine } from '#core/registrations/registration.ts';
import { isSerial, normalizeSerial } from '#core/registrations/serial-number.ts';
import { keptLanguage, type Language } from '#core/texts/languages.ts';

export const MOST_PROOFS = 5;
const MOST_UNITS = 99;
/** Older than anything that is still registered. */
const OLDEST_DAYS = 50 * 365;

const Name = z.string().trim().min(1, 'Must not be empty.').max(100);

/** What someone sends who registers a product. */
export const RegisterRequest = z.object({
  variantIdFromPlatform: z.string().trim().min(1, 'Choose your product.').max(100),
  quantity: z.number().int().min(1).max(MOST_UNITS).default(1),
  email: z.email('Must be a valid email.').max(255),
  firstName: Name,
  lastName: Name,
  phone: z.string().trim().overwrite(asDialed).max(40).default(''),
  address: Address.nullable().default(null),
  registrationChannelName: z.string().trim().max(100).default(''),
  estimatedPurchaseDate: Day,
  customerProvidedOrderNumber: z.string().trim().max(100).default(''),
  proofs: z.array(z.string().max(100)).max(MOST_PROOFS).default([]),
  isConsentGiven: z.boolean().default(false),
  customFields: FieldValues.default([]),
  referrer: z.string().trim().max(500).default(''),
});
export type RegisterRequest = z.output<typeof RegisterRequest>;

/** The product that was picked, as the shop sells it now. */
export type RegisteredProduct = Omit<RegistrationLine, 'id' | 'quantity' | 'serialNumber'>;

export type RegisterInput = {
  request: RegisterRequest;
  form: RegistrationForm;
  /** Null where the product is not among those that can be registered. */
  product: RegisteredProduct | null;
  externalId: string;
  /** ISO instant, and the day it is where the store is. */
  now: string;
  today: string;
  consent: { textHash: string; language: string };
  /** In which the owner is written to. */
  language: Language;
};

/**
 * A new registration. Refuses REGISTRATIONS_DISABLED, PRODUCT_NOT_REGISTRABLE, and REGISTRATION_INVALID with a text for
 * each wrong field.
 */
export function register(input: RegisterInput): Registration {
  const { request, form, product, externalId, now } = input;
  if (!form.isOffered)
    throw new Refusal('notAllowed', 'REGISTRATIONS_DISABLED', "This store doesn't take product registrations online.");
  if (!product)
    throw new Refusal('notAllowed', 'PRODUCT_NOT_REGISTRABLE', "This product can't be registered.", {
      variantIdFromPlatform: 'Choose one of the products listed.',
    });
  const problems = problemsOf(input);
  if (Object.keys(problems).length > 0)
    throw new Refusal('notAllowed', 'REGISTRATION_INVALID', Object.values(problems)[0], problems);
  const customFields = answersTo(form.fields, valuesById(request.customFields));
  return {
    externalId,
    createdOn: now,
    updatedOn: now,
    canceledOn: null,
    owner: {
      email: request.email.trim(),
      firstName: request.firstName,
      lastName: request.lastName,
      phone: request.phone,
      address: form.wantsAddress ? request.address : null,
    },
    registrationChannelName: channelOf(request.registrationChannelName, form),
    estimatedPurchaseDate: request.estimatedPurchaseDate,
    customerProvidedOrderNumber: request.customerProvidedOrderNumber || null,
    proofs: form.wantsProof ? request.proofs : [],
    consent: form.consent && request.isConsentGiven ? consentOf(form.consent, input) : null,
    customFields,
    lines: [{ ...product, id: 1, quantity: request.quantity, serialNumber: serialOf(customFields, form) }],
    referrer: request.referrer || null,
    ...keptLanguage(input.language),
    transferredOn: [],
  };
}

const consentOf = ({ text, policyUrl }: NonNullable<RegistrationForm['consent']>, { consent, now }: RegisterInput) => ({
  text,
  textHash: consent.textHash,
  policyUrl,
  language: consent.language,
  collectedOn: now,
});

/** With one channel only, nobody is asked. */
export const channelOf = (said: string, { channels }: Pick<RegistrationForm, 'channels'>): string =>
  channels.length === 1 ? (channels[0] ?? '') : said;

export const FUTURE_DATE = "The purchase date can't be in the future.";
const TOO_OLD = 'Check the year of the purchase.';

function problemsOf({ request, form, today }: RegisterInput): Record<string, string> {
  const { channels } = form;
  const problems: Record<string, string> = {};
  if (channels.length > 0 && !channels.includes(channelOf(request.registrationChannelName, form)))
    problems['registrationChannelName'] = 'Choose where you bought it.';
  const date = dateProblem(request.estimatedPurchaseDate, today);
  if (date !== null) problems['estimatedPurchaseDate'] = date;
  if (form.isPhoneRequired && !isPhone(request.phone)) problems['phone'] = 'Enter your phone number.';
  if (form.wantsProof && request.proofs.length === 0) problems['proofs'] = 'Add a photo or PDF of your receipt.';
  return {
    ...problems,
    ...(form.wantsAddress ? addressProblems(request.address, form) : {}),
    ...prefixed('customFields.', answerProblems(request, form)),
  };
}

/** What is wrong with a day of purchase; null for a good one. */
export function dateProblem(day: string, today: string): string | null {
  if (day > today) return FUTURE_DATE;
  return daysBetween(`${day}T00:00:00Z`, `${today}T00:00:00Z`) > OLDEST_DAYS ? TOO_OLD : null;
}

/** What is wrong with an owner's address, by field. */
export function addressProblems(
  address: Address | null,
  { countryCodes }: Pick<RegistrationForm, 'countryCodes'>,
): Record<string, string> {
  const parsed = FullAddress.safeParse(address ?? {});
  if (!parsed.success)
    return prefixed(
      'address.',
      Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.'), message])),
    );
  const isServed = countryCodes.length === 0 || countryCodes.includes(parsed.data.countryCode);
  return isServed ? {} : { 'address.countryCode': "Products can't be registered in this country." };
}

function answerProblems({ customFields, quantity }: RegisterRequest, form: RegistrationForm): Record<string, string> {
  const values = valuesById(customFields);
  const problems = fieldProblems(form.fields, values);
  for (const id of form.serialFieldIds) {
    const typed = values[id]?.trim() ?? '';
    if (typed === '' || Object.hasOwn(problems, id)) continue;
    if (!isSerial(typed)) problems[id] = "This isn't a serial number. Check the label on the product.";
    else if (quantity > 1) problems[id] = 'Register one item at a time when it has a serial number.';
  }
  return problems;
}

/** The answer that is a serial number, as it was typed; null without one. */
const serialOf = (
  answers: readonly FieldAnswer[],
  { serialFieldIds }: Pick<RegistrationForm, 'serialFieldIds'>,
): string | null => answers.find(({ id }) => serialFieldIds.includes(id))?.value ?? null;

/**
 * What two registrations of one thing have in common: sent again, it is the one that is there. A serial number tells
 * apart units bought on the same day.
 */
export const sameThing = ({ owner, lines, estimatedPurchaseDate }: Registration): string => {
  const [first] = lines;
  return JSON.stringify([
    normalizeEmail(owner.email),
    first?.variantIdFromPlatform,
    estimatedPurchaseDate,
    first?.serialNumber ? normalizeSerial(first.serialNumber) : '',
  ]);
};

const prefixed = (prefix: string, problems: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(problems).map(([path, text]) => [`${prefix}${path}`, text]));
