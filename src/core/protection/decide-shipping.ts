import type { Address } from '#core/address.ts';
import { holdsUnits } from '#core/claims/active.ts';
import type { Claim } from '#core/claims/claim.ts';
import { linesWithFreeUnits } from '#core/claims/claim-units.ts';
import type { JournalEntry } from '#core/books/entry.ts';
import { settlementsOf } from '#core/protection/settlement.ts';
import { addDays, isAfter } from '#core/dates.ts';
import { aboutShippingClaim } from '#core/effects/subject.ts';
import type { EffectIntent } from '#core/effects/kinds.ts';
import { formatMoney, type Minor } from '#core/money.ts';
import { orderBalance, unitsToGiveFor } from '#core/orders/balance.ts';
import { isEmailOfOrder } from '#core/orders/lookup.ts';
import type { Order } from '#core/orders/order.ts';
import { isAtPlatform } from '#core/orders/order-origin.ts';
import { SHIPPING_DENIALS, type ShippingDenial } from '#core/protection/reasons.ts';
import {
  isAwaitingAddress,
  isClosed,
  linesAmount,
  resolvedAmount,
  type ResolvedIn,
  type ShippingClaim,
  type ShippingResolution,
  wasResolvedExternally,
} from '#core/protection/shipping-claim.ts';
import { checkNoOther, type ClaimsOfOrder } from '#core/protection/file-claim.ts';
import { checkOpen, heldFrom } from '#core/protection/hold-claim.ts';
import {
  asCustomersTurn,
  asTeamsTurn,
  shippingEmail,
  shippingKey,
  withShippingEntry,
  type ShippingDecision,
} from '#core/protection/shipping-decision.ts';
import { Refusal } from '#core/refusal.ts';

/** Who decides, and where. */
export type Decider = { name: string; in: ResolvedIn };

/** How long the link that confirms an address works. */
export const REORDER_LINK_DAYS = 30;

const decided = (
  claim: ShippingClaim,
  effects: EffectIntent[] = [],
  entries: JournalEntry[] = [],
): ShippingDecision => ({
  claim,
  effects,
  entries,
});

/** An order that a claim gives something of, with every claim of it that is no claim of shipping protection. */
type OrderGivenFrom = { order: Order; claims: readonly Claim[] };

/** What a refund gives besides the items, in minor units; units of the cover that are refunded too. */
export type RefundExtras = { shippingFee: Minor; handlingFee: Minor; cover: ShippingResolution['cover'] };

/**
 * Gives the money of the items back, with delivery, other charges and the cover as chosen. Refuses SHIPPING_CLAIM_CLOSED,
 * REFUND_TOO_LARGE and REFUND_NOT_POSSIBLE. `claims`: every claim of the order.
 */
export function refundShippingClaim(
  claim: ShippingClaim,
  { order, claims }: OrderGivenFrom,
  extras: RefundExtras,
  by: Decider,
  now: string,
): ShippingDecision {
  checkOpen(claim);
  const paidOn = order.exchangeOf?.orderIdFromPlatform ?? order.idFromPlatform;
  if (!isAtPlatform(paidOn))
    throw new Refusal(
      'notAllowed',
      'REFUND_NOT_POSSIBLE',
      "The store platform can't refund this order. Reorder the items, or resolve the claim.",
    );
  const gone = goneMeanwhile(claim, { order, claims });
  if (gone !== null) throw new Refusal('notAllowed', 'REFUND_NOT_POSSIBLE', `${gone} Deny or resolve the claim.`);
  const resolution: ShippingResolution = {
    method: 'Refund',
    on: now,
    in: by.in,
    by: by.name,
    lines: linesAmount(claim),
    ...extras,
    refundIdFromPlatform: null,
    order: null,
  };
  const amount = resolvedAmount(resolution);
  const { currencyCode } = claim;
  const most = mostRefundable(claim, order, claims);
  const delivery = deliveryLeft(order, claims);
  if (extras.shippingFee > delivery)
    throw tooMuch(
      'shippingFee',
      delivery === order.shippingPaid
        ? `Delivery cost ${formatMoney({ amount: delivery, currencyCode })}.`
        : `Only ${formatMoney({ amount: delivery, currencyCode })} of what delivery cost is left to refund.`,
    );
  if (amount > most)
    throw tooMuch(
      'handlingFee',
      `Only ${formatMoney({ amount: most, currencyCode })} of what was paid for this order is left to refund.`,
    );
  if (amount === 0)
    throw new Refusal(
      'notAllowed',
      'REFUND_NOT_POSSIBLE',
      'Nothing is left to refund. Reorder the items, or resolve the claim.',
    );
  const text = formatMoney({ amount, currencyCode });
  const closed = withShippingEntry(
    { ...claim, status: 'Closed_Refunded', resolution, reorder: null },
    { type: 'money', subject: 'Refund', message: `${text} goes back to the original payment method.`, ...named(by) },
    now,
  );
  const refundEffect: EffectIntent<'shippingRefund'> = {
    kind: 'shippingRefund',
    purposeKey: shippingKey('shippingRefund', closed),
    subject: aboutShippingClaim(closed),
    payload: {
      shippingClaimId: claim.id,
      claimExternalId: claim.externalId,
      orderIdFromPlatform: paidOn,
      lines:
        order.exchangeOf === undefined
          ? [...claim.lines, ...extras.cover].map(({ lineIdFromPlatform, quantity }) => ({
              lineIdFromPlatform,
              quantity,
            }))
          : [],
      amount: { amount, currencyCode },
      shippingFee: extras.shippingFee,
      note: `Shipping claim ${claim.externalId}`,
    },
  };
  return decided(closed, [refundEffect, ...shippingEmail(closed, 'refunded')], settlementsOf(closed));
}

/** What of the order's money a refund of the claim can give: what is left, and what it holds itself. */
export const mostRefundable = (claim: ShippingClaim, order: Order, claims: readonly Claim[]): Minor =>
  Math.max(0, Math.min(leftFor(claim, order, claims), order.exchangeOf?.refundable ?? Infinity));

/** What is left of the order's worth for the claim, whether or not a refund can give it. */
function leftFor(claim: ShippingClaim, order: Order, claims: readonly Claim[]): Minor {
  const own = order.shippingClaims?.find(({ id }) => id === claim.id)?.money ?? 0;
  return orderBalance(order, claims).left + own;
}

/** What of the cost of delivery was given neither by another claim of shipping protection nor by a withdrawal. */
function deliveryLeft({ shippingPaid, shippingClaims = [] }: Order, claims: readonly Claim[]): Minor {
  const withdrawn = claims.flatMap(({ lines }) => lines.filter(holdsUnits).map((line) => line.deliveryAmount ?? 0));
  const given = [...withdrawn, ...shippingClaims.map((one) => one.delivery ?? 0)];
  return Math.max(0, shippingPaid - given.reduce((sum, amount) => sum + amount, 0));
}

const tooMuch = (field: string, text: string): Refusal =>
  new Refusal('notAllowed', 'REFUND_TOO_LARGE', text, { [field]: text });

const named = ({ name }: Decider): { by?: string } => (name === '' ? {} : { by: name });

/**
 * What of a claim's items is not for it to give any more; null where all is. Others refunded them or removed them from
 * the order since, or refunded all that was paid.
 */
export function goneMeanwhile(claim: ShippingClaim, { order, claims }: OrderGivenFrom): string | null {
  const others = { ...order, shippingClaims: (order.shippingClaims ?? []).filter(({ id }) => id !== claim.id) };
  const byLine = Map.groupBy(claim.lines, ({ lineIdFromPlatform }) => lineIdFromPlatform);
  for (const [id, lines] of byLine) {
    const line = order.lines.find(({ idFromPlatform }) => idFromPlatform === id);
    const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
    if (line && unitsToGiveFor(others, line, claims).all < units)
      return `"${line.name}" was refunded or removed from the order.`;
  }
  return linesAmount(claim) > 0 && leftFor(claim, order, claims) <= 0
    ? 'All that was paid for the order was refunded.'
    : null;
}

/**
 * Grants a new package: the shopper is asked for the address by a link that works once. Refuses SHIPPING_CLAIM_CLOSED and
 * REORDER_NOT_POSSIBLE.
 */
export function grantReorder(claim: ShippingClaim, at: OrderGivenFrom, by: Decider, now: string): ShippingDecision {
  checkOpen(claim);
  const gone = goneMeanwhile(claim, at);
  if (gone !== null) throw new Refusal('notAllowed', 'REORDER_NOT_POSSIBLE', gone);
  if (claim.customerEmail === '')
    throw new Refusal(
      'notAllowed',
      'REORDER_NOT_POSSIBLE',
      "This claim has no email address, so the customer can't confirm where the items go.",
    );
  const unknown = claim.lines.find(({ variantIdFromPlatform }) => variantIdFromPlatform === null);
  if (unknown)
    throw new Refusal(
      'notAllowed',
      'REORDER_NOT_POSSIBLE',
      `"${unknown.name}" is no product of the store, so it can't be ordered again.`,
    );
  const reorder = { askedOn: now, endsOn: addDays(now, REORDER_LINK_DAYS), in: by.in, by: by.name };
  const asked = withShippingEntry(
    asCustomersTurn({ ...claim, status: 'InProgress', reorder }, now),
    {
      type: 'processing',
      subject: claim.reorder === null ? 'Reorder granted' : 'Link sent again',
      message: 'The customer is asked to confirm the address.',
      ...named(by),
    },
    now,
  );
  return decided(asked, shippingEmail(asked, 'confirmAddress'));
}

/** Whether the link that was sent with a grant still works. */
export const isLinkOpen = (claim: ShippingClaim, askedOn: string, now: string): boolean =>
  isAwaitingAddress(claim) && claim.reorder?.askedOn === askedOn && !isAfter(now, claim.reorder.endsOn);

/**
 * The address that the reader of the link starts from. Null where somebody typed the email address of the claim, who may
 * be a stranger to the buyer: they type it.
 */
export const addressToConfirm = (claim: ShippingClaim, order: Order): Address | null =>
  claim.source === 'Customer_UI' && !isEmailOfOrder(order, claim.customerEmail) ? null : claim.shippingAddress;

/**
 * The shopper confirms where the goods go, and they are ordered. Refuses LINK_USED. `isZeroPriced`: as the store has set.
 */
export function confirmReorder(
  claim: ShippingClaim,
  {
    order,
    address,
    isZeroPriced,
    tags,
  }: { order: Order; address: Address; isZeroPriced: boolean; tags: readonly string[] },
  now: string,
): ShippingDecision {
  const { reorder } = claim;
  if (reorder === null || !isAwaitingAddress(claim)) throw linkUsed();
  const resolution = reorderedBy({ in: reorder.in, name: reorder.by }, now);
  const confirmed = withShippingEntry(
    { ...claim, status: 'Closed_Reordered', reorder: null, resolution, shippingAddress: address },
    {
      type: 'processing',
      subject: 'Address confirmed',
      message: 'The items are ordered again.',
      by: claim.customerName.trim() || 'Customer',
    },
    now,
  );
  const reorderKey = shippingKey('reorder', confirmed);
  const closed: ShippingClaim = { ...confirmed, resolution: { ...resolution, reorderKey } };
  const effect: EffectIntent<'reorder'> = {
    kind: 'reorder',
    purposeKey: reorderKey,
    subject: aboutShippingClaim(closed),
    payload: {
      shippingClaimId: claim.id,
      claimExternalId: claim.externalId,
      originalOrder: {
        idFromPlatform: order.idFromPlatform,
        orderNo: order.orderNo,
        email: claim.customerEmail,
        customerIdFromPlatform: order.customer?.idFromPlatform ?? null,
        shippingAddress: address,
      },
      lines: claim.lines.flatMap(({ id, variantIdFromPlatform, quantity }) =>
        variantIdFromPlatform === null ? [] : [{ claimLineId: id, variantIdFromPlatform, quantity }],
      ),
      isZeroPriced,
      currencyCode: claim.currencyCode,
      note: `Reorder of ${order.orderNo} for shipping claim ${claim.externalId}`,
      tags: [...tags],
    },
  };
  return decided(closed, [effect, ...shippingEmail(closed, 'reordered')]);
}

export const linkUsed = (): Refusal =>
  new Refusal('conflict', 'LINK_USED', 'This link was used already, or no longer works.');

/** Closes it without giving anything, for a reason the shopper reads and can answer. Refuses SHIPPING_CLAIM_CLOSED. */
export function denyShippingClaim(
  claim: ShippingClaim,
  { reason, note }: { reason: ShippingDenial; note: string },
  by: Decider,
  now: string,
): ShippingDecision {
  checkOpen(claim);
  if (reason === 'Other' && note.trim() === '')
    throw new Refusal('notAllowed', 'NOTE_REQUIRED', 'Tell the customer why.', { note: 'Tell the customer why.' });
  const denied = withShippingEntry(
    {
      ...claim,
      status: 'Closed_Denied',
      reorder: null,
      denial: { reason, note: note.trim(), on: now, by: by.name },
      closing: { on: now, in: by.in, by: by.name },
    },
    { type: 'processing', subject: 'Denied', message: SHIPPING_DENIALS[reason], ...named(by) },
    now,
  );
  return decided(denied, shippingEmail(denied, 'denied'));
}

/** Closes what solved itself, such as a parcel that turned up. Refuses SHIPPING_CLAIM_CLOSED. */
export function resolveShippingClaim(
  claim: ShippingClaim,
  { note, isCustomerNotified }: { note: string; isCustomerNotified: boolean },
  by: Decider,
  now: string,
): ShippingDecision {
  checkOpen(claim);
  const resolved = withShippingEntry(
    {
      ...claim,
      status: 'Closed_Resolved',
      reorder: null,
      answeredOn: now,
      closing: { on: now, in: by.in, by: by.name },
      noteFromMerchant: note.trim() || claim.noteFromMerchant,
    },
    { type: 'processing', subject: 'Resolved', message: note.trim() || 'Nothing more is to be done.', ...named(by) },
    now,
  );
  return decided(resolved, isCustomerNotified ? shippingEmail(resolved, 'resolved') : []);
}

/**
 * Opens a claim again that was denied or resolved. Refuses SHIPPING_CLAIM_OPEN, SHIPPING_CLAIM_EXISTS, VALUE_GIVEN and
 * UNITS_TAKEN. `why` is the shopper's answer to a denial, or empty.
 */
export function reopenShippingClaim(
  claim: ShippingClaim,
  { order, claims, shippingClaims, why }: ClaimsOfOrder & { why: string },
  by: string,
  now: string,
): ShippingDecision {
  if (!isClosed(claim)) throw new Refusal('conflict', 'SHIPPING_CLAIM_OPEN', 'This claim is open.');
  if (claim.resolution !== null)
    throw new Refusal('conflict', 'VALUE_GIVEN', 'The customer was given a refund or new items for this claim.');
  checkNoOther(shippingClaims);
  const free = linesWithFreeUnits(order, claims, claim.lines);
  const taken = claim.lines.find(({ id }) => !free.has(id));
  if (taken)
    throw new Refusal(
      'conflict',
      'UNITS_TAKEN',
      `"${taken.name}" is now part of another claim or was already returned.`,
    );
  return decided(
    withShippingEntry(
      {
        ...claim,
        status: claim.assignee === null ? 'Open' : 'InProgress',
        // Who denied it knows it.
        assignee: claim.assignee && heldFrom(claim.assignee, now),
        denial: null,
        turn: 'Team',
        turnOn: now,
      },
      {
        type: why === '' ? 'processing' : 'comment',
        subject: why === '' ? 'Opened again' : 'Answered',
        message: why,
        by,
      },
      now,
    ),
  );
}

/** What the platform made for the claim is known from now on. */
export const refundKnown = (claim: ShippingClaim, refundIdFromPlatform: string, now: string): ShippingClaim =>
  claim.resolution === null
    ? claim
    : withShippingEntry(
        { ...claim, resolution: { ...claim.resolution, refundIdFromPlatform } },
        { type: 'money', subject: 'Refunded', message: `The refund was made at the store.` },
        now,
      );

/** Staff gave it outside: nothing is on its way. */
export const resolvedExternally = (claim: ShippingClaim, now: string): ShippingClaim =>
  claim.resolution === null
    ? claim
    : { ...claim, updatedOn: now, resolution: { ...claim.resolution, wasResolvedExternally: true } };

/** Which refund at the platform it was that staff made in its place. */
export const refundNamed = (claim: ShippingClaim, refundIdFromPlatform: string, now: string): ShippingClaim =>
  claim.resolution !== null && wasResolvedExternally(claim)
    ? { ...claim, updatedOn: now, resolution: { ...claim.resolution, refundIdFromPlatform } }
    : claim;

export const reorderKnown = (
  claim: ShippingClaim,
  order: NonNullable<ShippingResolution['order']>,
  now: string,
): ShippingClaim =>
  claim.resolution === null
    ? claim
    : withShippingEntry(
        { ...claim, resolution: { ...claim.resolution, order } },
        { type: 'shopify', subject: 'Ordered again', message: `Order ${order.orderNo} was made.` },
        now,
      );

/** Whether the claim is still to be solved by this order: staff may have decided otherwise since it failed. */
export const awaitsReorder = ({ resolution }: ShippingClaim, purposeKey: string): boolean =>
  resolution?.method === 'Reorder' &&
  resolution.order === null &&
  (resolution.reorderKey === undefined || resolution.reorderKey === purposeKey);

/** The platform refused the order, or gave no answer for too long: staff decide once more. */
export function reorderRefused(claim: ShippingClaim, why: string, now: string): ShippingDecision {
  if (claim.resolution?.method !== 'Reorder' || claim.resolution.order !== null) return decided(claim);
  const open = withShippingEntry(
    asTeamsTurn({ ...claim, status: 'InProgress', resolution: null, reorder: null }, now),
    { type: 'warning', subject: 'Not ordered again', message: `${why} Choose a refund, or grant the reorder again.` },
    now,
  );
  return decided(open, shippingEmail(open, 'notSent'));
}

/**
 * The platform made the order of this step all the same, before the claim came back to staff: the claim ends with it.
 * Refuses SHIPPING_CLAIM_CLOSED.
 */
export function reorderMadeAfterAll(
  claim: ShippingClaim,
  { reorderKey, orderNo }: { reorderKey: string; orderNo: string },
  by: Decider,
  now: string,
): ShippingDecision {
  checkOpen(claim);
  const closed = withShippingEntry(
    { ...claim, status: 'Closed_Reordered', reorder: null, resolution: { ...reorderedBy(by, now), reorderKey } },
    { type: 'warning', subject: 'Ordered again after all', message: `Order ${orderNo} was created after all.` },
    now,
  );
  return decided(closed, shippingEmail(closed, 'reordered'));
}

const reorderedBy = (by: Decider, now: string): ShippingResolution => ({
  method: 'Reorder',
  on: now,
  in: by.in,
  by: by.name,
  lines: 0,
  shippingFee: 0,
  handlingFee: 0,
  cover: [],
  refundIdFromPlatform: null,
  order: null,
});

/** The store has too few of an item when the shopper confirms the address: staff decide once more. */
export const reorderShort = (claim: ShippingClaim, what: string, now: string): ShippingDecision =>
  withoutReorder(
    claim,
    { subject: 'Out of stock', message: `${what} Choose a refund, or grant the reorder again.` },
    now,
  );

/** When the shopper confirms the address, the items are not the claim's to give any more: staff decide once more. */
export const reorderGone = (claim: ShippingClaim, what: string, now: string): ShippingDecision =>
  withoutReorder(claim, { subject: 'Not ordered again', message: `${what} Deny or resolve the claim.` }, now);

const withoutReorder = (
  claim: ShippingClaim,
  why: { subject: string; message: string },
  now: string,
): ShippingDecision =>
  decided(withShippingEntry(asTeamsTurn({ ...claim, reorder: null }, now), { type: 'warning', ...why }, now));

/** What is short of the items to send; null where all can be sent. `stock`: null where the platform does not count it. */
export function shortOf(
  { lines }: Pick<ShippingClaim, 'lines'>,
  stock: ReadonlyMap<string, number | null>,
): string | null {
  const wanted = new Map<string, { name: string; units: number }>();
  for (const { variantIdFromPlatform: id, name, quantity } of lines)
    if (id !== null) wanted.set(id, { name, units: (wanted.get(id)?.units ?? 0) + quantity });
  for (const [id, { name, units }] of wanted) {
    const left = stock.has(id) ? stock.get(id) : 0;
    if (left !== null && left !== undefined && left < units)
      return left <= 0 ? `"${name}" is out of stock.` : `Only ${left} of "${name}" are in stock.`;
  }
  return null;
}
