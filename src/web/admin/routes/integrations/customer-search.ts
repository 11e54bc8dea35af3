import type { HelpdeskSearch } from '../sign-in/sign-in-search.ts';

export type CustomerSearch =
  | {
      /** Empty where the helpdesk knows none. */
      customerEmail: string;
      customerName: string;
      /** The credentials that open a helpdesk session; null if the person is already signed in. */
      helpdesk: Omit<HelpdeskSearch, 'returnTo'> | null;
    }
  /** The app of the helpdesk asks in a way this version does not know. */
  | 'invalid';

const NAMES = [
  'ref',
  'configId',
  'token',
  'email',
  'appIdVersion',
  'customerEmail',
  'customerId',
  'customerName',
] as const;
type CustomerQuery = Partial<Record<(typeof NAMES)[number], unknown>>;

/** The query of the card, unparsed: the card itself reports what it doesn't understand. */
export const customerQuery = (raw: Record<string, unknown>): CustomerQuery =>
  Object.fromEntries(NAMES.filter((name) => raw[name] !== undefined).map((name) => [name, raw[name]]));

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** The address has numbers and the like without quotes, so they come as such. */
function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? `${value}` : null;
}

/** The query of the customer card (C2.10, C5.17): with a token everything that belongs to it, without one nothing of it. */
export function customerSearch(query: CustomerQuery): CustomerSearch {
  const texts = NAMES.map((name) => textOf(query[name])?.trim());
  if (texts.includes(undefined)) return 'invalid';
  const [ref = '', configId = '', token = '', email = '', version = '', customerEmail = '', , customerName = ''] =
    texts;
  if (customerEmail !== '' && !EMAIL.test(customerEmail)) return 'invalid';
  const customer = { customerEmail, customerName };
  if ([ref, configId, token, email, version].every((text) => text === '')) return { ...customer, helpdesk: null };
  const isWhole = ref !== '' && configId !== '' && token !== '' && EMAIL.test(email) && /^\d{1,9}$/.test(version);
  return isWhole
    ? { ...customer, helpdesk: { ref, configId, token, email, appIdVersion: Number(version) } }
    : 'invalid';
}
