import { isPhone } from '#core/phone.ts';
import type { PortalTextId } from '#core/texts/ids.ts';
import type { DraftMedia, DraftRecipient } from '../../draft.ts';
import { isEmail } from '../../email.ts';
import { LONGEST_MS } from '../../kept-files.ts';
import { dropKept, readKept, REGISTERING, writeKept } from '../../storage.ts';

/** The product that was picked, as the form shows it. */
export type PickedProduct = {
  idFromPlatform: string;
  title: string;
  imgUrl: string | null;
  variants: readonly { idFromPlatform: string; title: string }[];
};

/** What was typed so far. The device keeps it for a day, or until the product is registered. */
export type RegisterDraft = {
  /** The product that a code named; another code begins with its own. */
  code: string;
  product: PickedProduct | null;
  variantId: string;
  quantity: number;
  channel: string;
  date: string;
  orderNo: string;
  owner: DraftRecipient;
  proofs: DraftMedia[];
  isConsentGiven: boolean;
  fields: Record<string, string>;
};

type Kept = RegisterDraft & { keptOn: number };

export const EMPTY: RegisterDraft = {
  code: '',
  product: null,
  variantId: '',
  quantity: 1,
  channel: '',
  date: '',
  orderNo: '',
  owner: {
    email: '',
    firstName: '',
    lastName: '',
    line1: '',
    line2: '',
    city: '',
    stateOrProvinceCode: '',
    postalCode: '',
    countryCode: '',
    phone: '',
  },
  proofs: [],
  isConsentGiven: false,
  fields: {},
};

const keyOf = (slug: string): string => `${REGISTERING}${slug}`;

export function keptDraft(slug: string): RegisterDraft {
  const text = readKept(keyOf(slug));
  return text === null ? EMPTY : draftIn(text, Date.now());
}

/** The draft in a kept text; an empty one where it is too old. */
export function draftIn(text: string, now: number): RegisterDraft {
  try {
    // An older version of the form may lack fields.
    const { keptOn = 0, ...kept } = JSON.parse(text) as Partial<Kept>;
    if (keptOn < now - LONGEST_MS) return EMPTY;
    return { ...EMPTY, ...kept, owner: { ...EMPTY.owner, ...kept.owner } };
  } catch {
    return EMPTY;
  }
}

export const keepDraft = (slug: string, draft: RegisterDraft): void =>
  writeKept(keyOf(slug), JSON.stringify({ ...draft, keptOn: Date.now() } satisfies Kept));
export const dropDraft = (slug: string): void => dropKept(keyOf(slug));

type Asked = {
  channels: readonly string[];
  wantsProof: boolean;
  wantsAddress: boolean;
  isPhoneRequired: boolean;
  today: string;
};

/** What an order says. */
type Said = {
  purchasedOn: string;
  firstName: string;
  lastName: string;
  phone: string;
  address: Partial<DraftRecipient> | null;
  items: readonly { product: PickedProduct; variantIdFromPlatform: string }[];
};

/** The draft with what its order says; what was typed stays. */
export function filledFrom({ purchasedOn, address, items, ...named }: Said, draft: RegisterDraft): RegisterDraft {
  const { owner } = draft;
  const known: Partial<DraftRecipient> = { ...(owner.line1 === '' ? address : {}), ...named };
  const missing = Object.entries(known).filter(([name]) => owner[name as keyof DraftRecipient] === '');
  const [only] = items.length === 1 ? items : [];
  return {
    ...draft,
    date: draft.date === '' ? purchasedOn : draft.date,
    owner: { ...owner, ...Object.fromEntries(missing) },
    ...(draft.product === null && only ? { product: only.product, variantId: only.variantIdFromPlatform } : {}),
  };
}

/** What is plainly missing, by field and in the order of the form. Fields of the address and the store's own say so themselves. */
export function draftProblems(draft: RegisterDraft, form: Asked): Record<string, PortalTextId> {
  const { owner } = draft;
  const problems: [string, PortalTextId | null][] = [
    ['product', draft.product === null ? 'register.product.missing' : null],
    ['variant', draft.product !== null && draft.variantId === '' ? 'register.variant.missing' : null],
    ['channel', form.channels.length > 1 && draft.channel === '' ? 'register.channel.missing' : null],
    ['date', dateProblem(draft.date, form.today)],
    ['email', emailProblem(owner.email)],
    ['firstName', owner.firstName.trim() === '' ? 'register.firstName.missing' : null],
    ['lastName', owner.lastName.trim() === '' ? 'register.lastName.missing' : null],
    ['phone', form.isPhoneRequired && !isPhone(owner.phone) ? 'register.phone.missing' : null],
    ['proofs', form.wantsProof && draft.proofs.length === 0 ? 'register.proof.missing' : null],
  ];
  return Object.fromEntries(problems.flatMap(([field, id]) => (id === null ? [] : [[field, id]])));
}

function dateProblem(date: string, today: string): PortalTextId | null {
  if (date === '') return 'register.date.missing';
  return date > today ? 'register.date.future' : null;
}

function emailProblem(email: string): PortalTextId | null {
  if (email.trim() === '') return 'register.email.missing';
  return isEmail(email) ? null : 'register.email.wrong';
}

/** What is wrong with a field that the server refuses as invalid although nothing is plainly missing, by its path. */
const INVALID: Readonly<Record<string, PortalTextId>> = {
  registrationChannelName: 'register.channel.missing',
  estimatedPurchaseDate: 'register.date.old',
  phone: 'register.phone.missing',
  proofs: 'register.proof.missing',
  'address.firstName': 'recipient.firstName.missing',
  'address.lastName': 'recipient.lastName.missing',
  'address.line1': 'recipient.line1.missing',
  'address.city': 'recipient.city.missing',
  'address.stateOrProvinceCode': 'recipient.state.missing',
  'address.postalCode': 'recipient.postalCode.missing',
  'address.countryCode': 'register.country.unserved',
};

/**
 * The texts for the fields that a refusal names, by their paths. Null where what is said of the whole refusal says it:
 * the server's own sentence is English.
 */
export const refusedFields = (
  { code, fields }: { code: string; fields: Readonly<Record<string, string>> },
  { serialFieldIds }: { serialFieldIds: readonly string[] },
): Record<string, PortalTextId | null> => {
  const serials = serialFieldIds.map((id) => [`customFields.${id}`, 'register.serial.wrong'] as const);
  const texts = new Map<string, PortalTextId>([...Object.entries(INVALID), ...serials]);
  return Object.fromEntries(
    Object.keys(fields).map((path) => [path, (code === 'REGISTRATION_INVALID' && texts.get(path)) || null]),
  );
};

/** What the server said of fields, by their paths, that are still as they were sent. */
export const saidStill = (
  said: Readonly<Record<string, string>>,
  sent: unknown,
  now: unknown,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(said).filter(([path]) => JSON.stringify(at(sent, path)) === JSON.stringify(at(now, path))),
  );

const at = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (part, name) =>
        typeof part === 'object' && part !== null ? Object.entries(part).find(([key]) => key === name)?.[1] : undefined,
      value,
    );
