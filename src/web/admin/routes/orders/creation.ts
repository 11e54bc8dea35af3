import { methodEnum } from '#core/claims/method-names.ts';
import type { WantedGoods } from '../claim/approval.ts';
import type { OrderLineShown, OrderShown } from '#contract/merchant/orders.ts';
import { createClaim, type quoteClaim } from '#contract/merchant/claim-actions.ts';
import type { RouteAnswer, RouteInput } from '#contract/route.ts';
import { Address, FullAddress } from '#core/address.ts';
import type { ResolutionMethod } from '#core/claims/claim.ts';
import { CLAIM_TYPES, type ClaimType } from '#core/claims/types.ts';
import { moneyText } from '../../../ui/money-text.tsx';
import { errorsOf, type FieldErrors } from '../../field-errors.ts';
import { FILES_FAILED } from '../claim/use-uploads.ts';

/** An order line with the input for its claim. */
export type LineDraft = {
  isSelected: boolean;
  quantity: number;
  reasonId: string;
  reasonDetailId: string;
  method: ResolutionMethod;
  exchange: WantedGoods | null;
  comments: string;
  mediaIds: readonly string[];
  isUploading: boolean;
  hasFailedFiles: boolean;
};
/** A claim as staff have put it together so far. */
export type Creation = {
  customerName: string;
  customerEmail: string;
  shippingAddress: Address;
  shippingMethod: OrderShown['shippingMethods'][number];
  /** By line id. */
  lines: Readonly<Record<string, LineDraft>>;
};

/** Whether a line can be claimed at all: units are left, and it is not the protection product. */
export const canSelect = (line: OrderLineShown): boolean => line.claimableQuantity > 0 && !line.isProtection;

/** The ways a line can be asked for; where none is open, why. */
export function methodsOf(
  line: OrderLineShown,
  claimType: ClaimType,
): { methods: ResolutionMethod[]; refusalText: string | null } {
  const all = line.claimMethods[claimType];
  const methods = all.flatMap(({ method, refusalText }) => (refusalText === null ? [method] : []));
  return { methods, refusalText: methods.length > 0 ? null : (all[0]?.refusalText ?? "This item can't be claimed.") };
}

const addressOf = (order: OrderShown): Address => order.shippingAddress ?? order.billingAddress ?? Address.parse({});

const chosen = (creation: Creation): [string, LineDraft][] =>
  Object.entries(creation.lines).filter(([, line]) => line.isSelected);

const sendsGoods = (creation: Creation): boolean =>
  chosen(creation).some(([, { method }]) => method === 'variantExchange' || method === 'replacementOrder');

/** Whether the order's address is used as it is, whole or not: only labels and goods that are sent need all of it. */
const isLeftAsOrdered = (creation: Creation, order: OrderShown): boolean =>
  creation.shippingMethod !== 'label' &&
  !sendsGoods(creation) &&
  JSON.stringify(creation.shippingAddress) === JSON.stringify(addressOf(order));

export function firstCreation(order: OrderShown, claimType: ClaimType): Creation {
  return {
    customerName: order.customerName,
    customerEmail: order.email,
    shippingAddress: addressOf(order),
    shippingMethod: CLAIM_TYPES[claimType].shipping === 'firstOffered' ? (order.shippingMethods[0] ?? 'none') : 'none',
    lines: Object.fromEntries(
      order.lineItems.map((line) => [
        line.idFromPlatform,
        {
          isSelected: false,
          quantity: 1,
          reasonId: '',
          reasonDetailId: '',
          method: methodsOf(line, claimType).methods[0] ?? 'other',
          exchange: null,
          comments: '',
          mediaIds: [],
          isUploading: false,
          hasFailedFiles: false,
        },
      ]),
    ),
  };
}

type Body = RouteInput<typeof createClaim>['body'];

/** What is wrong with a claim, by field ("customerEmail", "lines.{id}.reasonId"), in the words of C5.11 and C5.14. */
export function creationErrors(creation: Creation, order: OrderShown): FieldErrors {
  const errors: Record<string, string> = {};
  if (!isLeftAsOrdered(creation, order))
    for (const [field, text] of Object.entries(errorsOf(FullAddress, creation.shippingAddress)))
      errors[`shippingAddress.${field}`] = text;
  const { customerName, customerEmail } = createClaim.body.shape;
  for (const [field, checked] of [
    ['customerName', customerName.safeParse(creation.customerName)],
    ['customerEmail', customerEmail.safeParse(creation.customerEmail.trim())],
  ] as const)
    if (!checked.success) errors[field] = checked.error.issues[0]?.message ?? 'Must not be empty.';
  const lines = chosen(creation);
  if (lines.length === 0) errors['lines'] = 'Must select at least one line item.';
  for (const [id, line] of lines) {
    const most = order.lineItems.find((one) => one.idFromPlatform === id)?.claimableQuantity ?? 0;
    if (Number.isNaN(line.quantity)) errors[`lines.${id}.quantity`] = 'Must provide a number.';
    else if (!Number.isSafeInteger(line.quantity)) errors[`lines.${id}.quantity`] = 'Must be a whole number.';
    else if (line.quantity < 1 || line.quantity > most)
      errors[`lines.${id}.quantity`] = most === 1 ? 'Must be 1.' : `Must be between 1 and ${most}.`;
    if (line.reasonId === '') errors[`lines.${id}.reasonId`] = 'Must not be empty.';
    if (line.method === 'variantExchange' && line.exchange === null)
      errors[`lines.${id}.exchange`] = 'Exchange variant required.';
    if (line.isUploading) errors[`lines.${id}.media`] = 'Wait for the files to finish uploading, or remove them.';
    else if (line.hasFailedFiles) errors[`lines.${id}.media`] = FILES_FAILED;
  }
  return errors;
}

export type Quoted = RouteInput<typeof quoteClaim>['body'];

/** The input of the quote; null until every chosen item has a quantity and a new item where it needs one. */
export function quoteBody(creation: Creation, order: OrderShown, claimType: ClaimType): Quoted | null {
  const wrong = creationErrors(creation, order);
  const lines = chosen(creation);
  const isUnsaid = ([id]: (typeof lines)[number]): boolean =>
    wrong[`lines.${id}.quantity`] !== undefined || wrong[`lines.${id}.exchange`] !== undefined;
  if (lines.length === 0 || lines.some(isUnsaid)) return null;
  return {
    claimType,
    originalStoreOrderId: order.id,
    shippingAddress: creation.shippingMethod === 'label' ? creation.shippingAddress : null,
    shippingMethod: creation.shippingMethod,
    claimLineItems: lines.map(quotedItem),
  };
}

const quotedItem = ([lineIdFromPlatform, line]: [string, LineDraft]) => {
  const { quantity, reasonId, reasonDetailId, method, exchange } = line;
  return {
    lineIdFromPlatform,
    quantity,
    reasonId,
    reasonDetailId,
    requestedResolutionMethodEnum: methodEnum(method),
    variantExchangeLineItem:
      method === 'variantExchange' && exchange
        ? {
            variantIdFromPlatform: exchange.variantIdFromPlatform,
            productIdFromPlatform: exchange.productIdFromPlatform ?? '',
          }
        : null,
  };
};

/** What goods wanted in exchange cost over what comes back, in words; empty while that is not known. */
export function differenceText(
  quote: RouteAnswer<typeof quoteClaim> | undefined,
  lineIdFromPlatform: string,
  currencyCode: string,
): string {
  const line = quote?.claimLineItems.find((one) => one.lineIdFromPlatform === lineIdFromPlatform);
  if (!line) return '';
  const { exchangeDeltaAmount: delta } = line;
  if (delta === 0) return 'even exchange';
  return `${moneyText(Math.abs(delta), currencyCode)} ${delta > 0 ? 'more' : 'less'} than the returned item`;
}

/** The request body of the claim. */
export const creationBody = (
  creation: Creation,
  order: OrderShown,
  claimType: ClaimType,
  requestKey: string,
): Body => ({
  claimType,
  originalStoreOrderId: order.id,
  customerName: creation.customerName.trim(),
  customerEmail: creation.customerEmail.trim(),
  shippingAddress: isLeftAsOrdered(creation, order) ? null : creation.shippingAddress,
  shippingMethod: creation.shippingMethod,
  requestKey,
  claimLineItems: chosen(creation).map(([id, line]) => ({
    ...quotedItem([id, line]),
    comments: line.comments.trim(),
    mediaIds: [...line.mediaIds],
  })),
});
