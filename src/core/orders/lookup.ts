import { z } from 'zod';
import type { Order } from '#core/orders/order.ts';
import { Refusal } from '#core/refusal.ts';

const withoutSpaces = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/g, '').toLowerCase();

/** Order number as it is compared: no case, no spaces, no leading '#'. */
export const normalizeOrderNo = (text: string): string => withoutSpaces(text).replace(/^#+/, '');

/** E-mail as it is compared: no case, no spaces. */
export const normalizeEmail = (text: string): string => withoutSpaces(text);

/** Postal code as it is compared: no case, no spaces. */
export const normalizePostalCode = (text: string): string => withoutSpaces(text);

type Contact = Pick<Order, 'orderNo' | 'email' | 'customer' | 'shippingAddress' | 'billingAddress'>;

const NOBODY: Contact = {
  orderNo: '#0',
  email: 'nobody@invalid',
  customer: null,
  shippingAddress: null,
  billingAddress: null,
};

/**
 * Whether an order number with an e-mail or a postal code belongs to this order. Every comparison
 * is made in full whatever the others say, and for an unknown order (null) too, so that the time
 * of the answer tells nothing.
 */
export function matchesLookup(order: Contact | null, orderNo: string, emailOrPostalCode: string): boolean {
  const known = order ?? NOBODY;
  const email = normalizeEmail(emailOrPostalCode);
  const postalCode = normalizePostalCode(emailOrPostalCode);
  const answers = [
    isSame(normalizeEmail(known.email), email),
    isSame(normalizeEmail(known.customer?.email ?? ''), email),
    isSame(normalizePostalCode(known.shippingAddress?.postalCode ?? ''), postalCode),
    isSame(normalizePostalCode(known.billingAddress?.postalCode ?? ''), postalCode),
  ];
  const isNumber = isSame(normalizeOrderNo(known.orderNo), normalizeOrderNo(orderNo));
  const isContact = answers.reduce((one, other) => one || other);
  return order !== null && isNumber && isContact;
}

/** Length of what is asked decides the time, never where the first difference is. An empty text equals nothing. */
function isSame(known: string, asked: string): boolean {
  let difference = known.length ^ asked.length;
  for (let index = 0; index < asked.length; index += 1) {
    difference |= (known.charCodeAt(index) || 0) ^ asked.charCodeAt(index);
  }
  return difference === 0 && asked !== '';
}

/** The one answer to a wrong pair and to an unknown order. */
export const orderNotFound = (): Refusal =>
  new Refusal(
    'notFound',
    'ORDER_NOT_FOUND',
    'We could not find an order with these details. Please check the order number and your e-mail or postal code.',
  );

const EMAIL = z.email('Must be a valid email.').max(255);
/** As the post of most countries writes them: letters and digits, at least one of these, with spaces or dashes between. */
const POSTAL_CODE = /^(?=.*\d)[\p{L}\d](?:[\p{L}\d\s-]{1,14}[\p{L}\d])$/u;

/** What staff type to find an order (C5.10). */
export const OrderLookup = z.object({
  emailOrPostalCode: z
    .string()
    .trim()
    .refine((text) => POSTAL_CODE.test(text) || EMAIL.safeParse(text).success, 'Must be a valid email.'),
  orderNo: z.string().trim().min(1, 'Must not be empty.').max(100),
});
