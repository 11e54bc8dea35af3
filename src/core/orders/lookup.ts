import { z } from 'zod';
import type { Address } from '#core/address.ts';
import type { Order } from '#core/orders/order.ts';
import { Refusal } from '#core/refusal.ts';

const withoutSpaces = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/g, '').toLowerCase();

/** Order number as it is compared: no case, no spaces, no leading '#'. */
export const normalizeOrderNo = (text: string): string => withoutSpaces(text).replace(/^#+/, '');

/** Email as it is compared: no case, no spaces. */
export const normalizeEmail = (text: string): string => withoutSpaces(text);

/** Postal code as it is compared: no case, no spaces, no dashes, also of other scripts. */
export const normalizePostalCode = (text: string): string =>
  withoutSpaces(text).replaceAll(/[\p{Pd}\u2212\u30fc]/gu, '');

/** Postal code as one of the United States: the first five digits name the place, and people leave the other four out. */
const asZip = (postalCode: string): string => postalCode.replace(/^(\d{5})\d{4}$/, '$1');

/** Postal code as guesses at it are counted: those that may open the same order are one. */
export const guessedPostalCode = (text: string): string => asZip(normalizePostalCode(text));

/** Tracking number as it is compared: no case, no spaces. */
export const normalizeTrackingCode = (text: string): string => withoutSpaces(text);

/** SKU as it is compared: no case, no spaces. */
export const normalizeSku = (text: string): string => withoutSpaces(text);

type Contact = Pick<
  Order,
  'idFromPlatform' | 'orderNo' | 'email' | 'customer' | 'shippingAddress' | 'billingAddress' | 'fulfillments'
>;

const NOBODY: Contact = {
  idFromPlatform: '0',
  fulfillments: [],
  orderNo: '#0',
  email: 'nobody@invalid',
  customer: null,
  shippingAddress: null,
  billingAddress: null,
};

/**
 * Whether an order number with an email or a postal code belongs to this order. Every comparison
 * is made in full whatever the others say, and for an unknown order (null) too, so that the time
 * of the answer tells nothing. Where gifts can be returned the postal code of the buyer's own address counts, if there is one.
 */
export function matchesLookup(
  order: Contact | null,
  orderNo: string,
  emailOrPostalCode: string,
  isGiftReturnOffered = false,
): boolean {
  const known = order ?? NOBODY;
  const email = normalizeEmail(emailOrPostalCode);
  const { billingAddress, shippingAddress } = known;
  const isBilled = normalizePostalCode(billingAddress?.postalCode ?? '') !== '';
  // A gift recipient knows the shipping address, so it alone must not open the buyer's payment details.
  const sentTo = isGiftReturnOffered && isBilled ? billingAddress : shippingAddress;
  const answers = [
    isSame(normalizeEmail(known.email), email),
    isSame(normalizeEmail(known.customer?.email ?? ''), email),
    isPostalCodeOf(sentTo, emailOrPostalCode),
    isPostalCodeOf(billingAddress, emailOrPostalCode),
  ];
  const isNumber = isSame(normalizeOrderNo(known.orderNo), normalizeOrderNo(orderNo));
  const isContact = answers.reduce((one, other) => one || other);
  return order !== null && isNumber && isContact;
}

/**
 * Whether a number (the order's, a tracking number of its parcels, or its id at the platform, which the link of a
 * gift carries) with the postal code it was sent to belongs to this order. In full and for null, as matchesLookup.
 * `isTrackingOnly`: the numbers that follow one another do not count.
 */
export function matchesGiftLookup(
  order: Contact | null,
  number: string,
  postalCode: string,
  isTrackingOnly = false,
): boolean {
  const known = order ?? NOBODY;
  const codes = known.fulfillments.flatMap((sent) => sent.trackingCodes);
  const isOrderNo = isSame(normalizeOrderNo(known.orderNo), normalizeOrderNo(number));
  const isId = isSame(known.idFromPlatform, number.trim());
  const answers = [
    !isTrackingOnly && isOrderNo,
    !isTrackingOnly && isId,
    ...codes.map((code) => isSame(normalizeTrackingCode(code), normalizeTrackingCode(number))),
  ];
  const isNumber = answers.reduce((one, other) => one || other);
  const isPostalCode = isPostalCodeOf(known.shippingAddress, postalCode);
  return order !== null && isNumber && isPostalCode;
}

/** The address an order belongs to by what someone typed, as the order has it; null when it is not the order's. In full, as matchesLookup. */
export function emailOfOrder(order: Contact | null, orderNo: string, email: string): 'order' | 'customer' | null {
  const known = order ?? NOBODY;
  const isNumber = isSame(normalizeOrderNo(known.orderNo), normalizeOrderNo(orderNo));
  const isOfOrder = isSame(normalizeEmail(known.email), normalizeEmail(email));
  const isOfCustomer = isSame(normalizeEmail(known.customer?.email ?? ''), normalizeEmail(email));
  if (order === null || !isNumber) return null;
  return isOfOrder ? 'order' : isOfCustomer ? 'customer' : null;
}

/** Whether an address is one that the order came with, of the order itself or of its customer. */
export const isEmailOfOrder = ({ email, customer }: Pick<Contact, 'email' | 'customer'>, asked: string): boolean =>
  normalizeEmail(asked) !== '' &&
  [email, customer?.email ?? ''].some((known) => normalizeEmail(known) === normalizeEmail(asked));

function isPostalCodeOf(address: Address | null, asked: string): boolean {
  const compared = address?.countryCode === 'US' ? guessedPostalCode : normalizePostalCode;
  return isSame(compared(address?.postalCode ?? ''), compared(asked));
}

/** The input's length decides the time, never the first difference. Empty text equals nothing. */
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
    "We couldn't find an order with these details. Check the order number and your email or postal code.",
  );

/** The one answer when no gift is found. */
export const giftNotFound = (): Refusal =>
  new Refusal(
    'notFound',
    'ORDER_NOT_FOUND',
    "We couldn't find a gift with these details. Check the number and the postal code it was sent to.",
  ).naming({ kind: 'gift' });

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
