import type { Address } from '#core/address.ts';
import type { Claim } from '#core/claims/claim.ts';
import { allocateFulfillmentLines, type TakenUnits } from '#core/claims/claim-units.ts';
import type { ClaimMedia } from '#core/claims/media-shapes.ts';
import { quoteClaim } from '#core/claims/sums.ts';
import { dayIn, formatDate } from '#core/dates.ts';
import { orderBalance } from '#core/orders/balance.ts';
import { buyerName, type Order, type OrderLine } from '#core/orders/order.ts';
import { filingOver, filings, type Filing, type FilingOfParcel, type FilingTerms } from '#core/protection/filing.ts';
import { SHIPPING_REASONS, type ShippingReason } from '#core/protection/reasons.ts';
import {
  isUncompleted,
  type ShippingClaim,
  type ShippingClaimLine,
  type ShippingMethod,
  type ShippingSource,
} from '#core/protection/shipping-claim.ts';
import { shippingEmail, withShippingEntry, type ShippingDecision } from '#core/protection/shipping-decision.ts';
import { Refusal } from '#core/refusal.ts';
import { keptLanguage, type Language } from '#core/texts/languages.ts';

/** What a store says of claims of shipping protection. */
export type ShippingTerms = FilingTerms & {
  isOffered: boolean;
  /** Orders that bought no cover may be claimed on as well. */
  isUnprotectedPermitted: boolean;
  /** A photo is asked for whatever the reason is. */
  isImageRequired: boolean;
};

/** An order with every claim of it. */
export type ClaimsOfOrder = {
  order: Order;
  claims: readonly Claim[];
  shippingClaims: readonly ShippingClaim[];
};

/** An order that something of may be claimed. */
export type ShippingOrder = ClaimsOfOrder & {
  isProtected: boolean;
  terms: ShippingTerms;
};

export type ShippingSelection = { lineIdFromPlatform: string; quantity: number };

export type FileShippingClaim = ShippingOrder & {
  ids: { claimId: number; externalId: string; orderId: number };
  /** Staff file at any time, and without photos. */
  by: { kind: 'shopper' } | { kind: 'staff'; name: string };
  source: ShippingSource;
  reason: ShippingReason;
  method: ShippingMethod;
  selections: readonly ShippingSelection[];
  noteFromCustomer: string;
  noteFromMerchant: string;
  media: readonly ClaimMedia[];
  /** Where the shopper wants the goods; the order's own address where it is left out. */
  shippingAddress: Address | null;
  email: string;
  isCustomerNotified: boolean;
  language: Language;
  now: string;
};

/** Units of an order line that can be claimed for a reason now. */
export type ClaimableLine = { line: OrderLine; units: number };

/** Why nothing of an order can be claimed; null where something may be (C5.12, C8.06). */
export function whyNotAvailable({ shippingClaims, isProtected, terms }: ShippingOrder): Refusal | null {
  if (!terms.isOffered || !(isProtected || terms.isUnprotectedPermitted))
    return new Refusal(
      'notAllowed',
      'SHIPPING_CLAIM_NOT_AVAILABLE',
      "This order wasn't bought with shipping protection.",
    );
  return anotherExists(shippingClaims);
}

function anotherExists(shippingClaims: readonly ShippingClaim[]): Refusal | null {
  const one = shippingClaims.find(isUncompleted);
  return one
    ? new Refusal(
        'conflict',
        'SHIPPING_CLAIM_EXISTS',
        `Claim ${one.externalId} of this order isn't completed yet.`,
      ).naming({ externalId: one.externalId })
    : null;
}

/** Refuses SHIPPING_CLAIM_EXISTS. */
export function checkNoOther(shippingClaims: readonly ShippingClaim[]): void {
  const refusal = anotherExists(shippingClaims);
  if (refusal) throw refusal;
}

/** What can be claimed for a reason now; for staff whatever was sent, whenever. */
export function claimableLines(
  at: ShippingOrder,
  reason: ShippingReason,
  now: string,
  isStaff = false,
): ClaimableLine[] {
  const { order, claims, terms } = at;
  const parcels = filings(order, reason, terms, now);
  const { lines } = orderBalance(order, claims);
  return order.lines
    .filter(({ isProtection, requiresShipping }) => !isProtection && requiresShipping)
    .map((line) => ({
      line,
      units: (lines.get(line.idFromPlatform)?.pools ?? [])
        .filter((pool) => isStaff || isOpenFor(parcels, pool.fulfillmentLineIdFromPlatform))
        .reduce((sum, { quantity }) => sum + quantity, 0),
    }))
    .filter(({ units }) => units > 0);
}

const isOpenFor = (parcels: readonly FilingOfParcel[], fulfillmentLineId: string): boolean =>
  parcels.some(
    ({ parcel, filing }) =>
      filing.state === 'open' && parcel.lines.some(({ idFromPlatform }) => idFromPlatform === fulfillmentLineId),
  );

/** Whether a reason can be told of an order now; null where nothing was sent. */
export const filingOfOrder = ({ order, terms }: ShippingOrder, reason: ShippingReason, now: string): Filing | null =>
  filingOver(filings(order, reason, terms, now));

export const isPhotoRequired = ({ isImageRequired }: Pick<ShippingTerms, 'isImageRequired'>, reason: ShippingReason) =>
  isImageRequired || SHIPPING_REASONS[reason].isShown;

/**
 * A new claim of shipping protection. Refuses SHIPPING_CLAIM_NOT_AVAILABLE, SHIPPING_CLAIM_EXISTS, CLAIM_EMPTY,
 * LINE_UNKNOWN, LINE_NOT_COVERED, QUANTITY_TOO_LARGE, NOT_SENT, FILED_EARLY, FILED_LATE, PARCEL_DELIVERED,
 * PHOTO_REQUIRED and ADDRESS_REQUIRED.
 */
export function fileShippingClaim(input: FileShippingClaim): ShippingDecision {
  const { order, reason, method, terms, now, media, by } = input;
  const refusal = whyNotAvailable(input);
  if (refusal) throw refusal;
  if (input.selections.length === 0)
    throw new Refusal('notAllowed', 'CLAIM_EMPTY', 'Must select at least one line item.');
  for (const { lineIdFromPlatform } of input.selections) checkLine(order, lineIdFromPlatform);
  if (by.kind === 'shopper') {
    checkWindow(input, filingOfOrder(input, reason, now));
    if (media.length === 0 && isPhotoRequired(terms, reason))
      throw new Refusal('notAllowed', 'PHOTO_REQUIRED', 'Please add a photo.');
  }
  const shippingAddress = input.shippingAddress ?? order.shippingAddress;
  if (method === 'Reorder' && shippingAddress === null)
    throw new Refusal('notAllowed', 'ADDRESS_REQUIRED', 'Enter the address the new package goes to.');
  const lines = linesOf(input);
  const { ids, noteFromCustomer, noteFromMerchant, source } = input;
  const claim: ShippingClaim = {
    id: ids.claimId,
    externalId: ids.externalId,
    orderId: ids.orderId,
    orderIdFromPlatform: order.idFromPlatform,
    orderNo: order.orderNo,
    currencyCode: order.currencyCode,
    createdOn: now,
    updatedOn: now,
    source,
    reason,
    requestedMethod: method,
    noteFromCustomer: noteFromCustomer.trim(),
    noteFromMerchant: noteFromMerchant.trim(),
    customerId: order.customer?.idFromPlatform ?? null,
    customerName: buyerName(order),
    customerEmail: input.email,
    customerPhone: order.phone || (shippingAddress?.phone ?? ''),
    ...keptLanguage(input.language),
    shippingAddress,
    lines,
    media: [...media],
    status: 'Open',
    assignee: null,
    turn: 'Team',
    turnOn: now,
    reorder: null,
    resolution: null,
    denial: null,
    timeline: [],
  };
  const filed = withShippingEntry(
    claim,
    {
      type: 'processing',
      subject: 'Shipping claim filed',
      message: `${SHIPPING_REASONS[reason].label}, ${method === 'Refund' ? 'a refund' : 'a reorder'} is asked for.`,
      ...(by.kind === 'staff' ? { by: by.name } : {}),
    },
    now,
  );
  return {
    claim: filed,
    effects: input.isCustomerNotified ? shippingEmail(filed, 'filed') : [],
    entries: [],
  };
}

function checkLine(order: Order, lineId: string): void {
  const line = order.lines.find(({ idFromPlatform }) => idFromPlatform === lineId);
  if (!line) throw new Refusal('notAllowed', 'LINE_UNKNOWN', "This item isn't part of the order.");
  if (line.isProtection || !line.requiresShipping)
    throw new Refusal('notAllowed', 'LINE_NOT_COVERED', `"${line.name}" isn't shipped, so it can't be claimed.`);
}

function checkWindow({ terms }: FileShippingClaim, filing: Filing | null): void {
  if (filing === null) throw new Refusal('notAllowed', 'NOT_SENT', 'Nothing of this order was sent yet.');
  switch (filing.state) {
    case 'open':
      return;
    case 'early': {
      if (filing.from === null)
        throw new Refusal('notAllowed', 'FILED_EARLY', 'This can be claimed once the package is delivered.');
      const day = dayIn(filing.from, terms.timeZone);
      throw new Refusal(
        'notAllowed',
        'FILED_EARLY',
        `This can be claimed from ${formatDate(`${day}T00:00:00Z`)} on.`,
      ).naming({ day });
    }
    case 'late':
      throw new Refusal('notAllowed', 'FILED_LATE', 'The time in which this could be claimed has ended.');
    case 'delivered':
      throw new Refusal(
        'notAllowed',
        'PARCEL_DELIVERED',
        "The carrier says that the package was delivered. If you don't have it, say that it was stolen.",
      );
  }
}

/** The units asked for, parcel by parcel, each worth what was paid for it. */
function linesOf({ order, claims, reason, selections, terms, by, now }: FileShippingClaim): ShippingClaimLine[] {
  const parcels = filings(order, reason, terms, now);
  const balance = orderBalance(order, claims);
  const taken: TakenUnits = new Map();
  const parts = selections.flatMap(({ lineIdFromPlatform, quantity }) => {
    const units = allocateFulfillmentLines(
      balance,
      lineIdFromPlatform,
      quantity,
      taken,
      (pool) => by.kind === 'staff' || isOpenFor(parcels, pool.fulfillmentLineIdFromPlatform),
    );
    const found = units.reduce((sum, one) => sum + one.quantity, 0);
    if (found < quantity) {
      const name = order.lines.find(({ idFromPlatform }) => idFromPlatform === lineIdFromPlatform)?.name ?? '';
      throw new Refusal(
        'notAllowed',
        'QUANTITY_TOO_LARGE',
        found === 0 ? `"${name}" can't be claimed any more.` : `Only ${found} of "${name}" can be claimed.`,
      );
    }
    return units.map((one) => ({ lineIdFromPlatform, ...one }));
  });
  const quote = quoteClaim(
    order,
    NO_BONUS,
    parts.map(({ lineIdFromPlatform, quantity }) => ({ lineIdFromPlatform, quantity, method: 'refund' as const })),
    claims,
  );
  return parts.flatMap((part, index): ShippingClaimLine[] => {
    const line = order.lines.find(({ idFromPlatform }) => idFromPlatform === part.lineIdFromPlatform);
    const worth = quote.lines[index];
    if (!line || !worth) return [];
    return [
      {
        id: index + 1,
        lineIdFromPlatform: line.idFromPlatform,
        fulfillmentLineIdFromPlatform: part.fulfillmentLineIdFromPlatform,
        productIdFromPlatform: line.productIdFromPlatform,
        variantIdFromPlatform: line.variantIdFromPlatform,
        name: line.name,
        variantTitle: line.variantTitle,
        sku: line.sku,
        imgUrl: line.imgUrl,
        quantity: part.quantity,
        subtotal: worth.subtotal,
        tax: worth.tax,
        amount: worth.requestedAmount,
      },
    ];
  });
}

const NO_BONUS = {
  incentiveBasisPoints: 0,
  incentiveAmount: 0,
  shopNowIncentiveBasisPoints: 0,
  shopNowIncentiveAmount: 0,
} as const;
