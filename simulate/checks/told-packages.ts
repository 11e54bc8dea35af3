import { COVER_SKU } from '#core/protection/cover-product.ts';
import type { ShippingClaim } from '#core/protection/shipping-claim.ts';
import type { ShopState } from '#sandbox/shopify/state.ts';
import { shippingClaimOfSubject } from '#core/effects/subject.ts';
import { subjectOf, type EffectRow } from '#server/db/effects.ts';
import type { Packages } from '../oracle/oracle.ts';
import type { LostGoods, PackageMoved, PackageRules, Parcel, Sent, Units } from '../oracle/packages.ts';
import type { Bought } from '../oracle/story.ts';
import { RETURN_ADDRESS } from '../story.ts';
import { isBookedFor, isNotedFor, type MoneyFacts } from './facts.ts';
import { movedBy, wasDeclined } from './refunds.ts';
import { BY_HAND } from '../people/platform.ts';

type Order = ShopState['orders'][number];
const sumOf = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);

/** Claims of shipping protection as the oracle knows them, and what partners and books hold for each. */
export function packagesOf(facts: MoneyFacts, sold: Pick<ShopState, 'orders'>): Packages {
  const byName = new Map(facts.shippingClaims.map(({ claim }) => [claim.externalId, claim]));
  return {
    rules: rulesOf(facts),
    lost: facts.shippingClaims.map(({ claim }) => lostOf(claim, facts)),
    sentWith: (order) => sentOf(order, sold, facts),
    movedFor: (name) => {
      const claim = byName.get(name);
      if (!claim) throw new Error(`there is no shipping claim ${name}`);
      return movedOf(claim, facts);
    },
  };
}

const LOST_ABROAD_AFTER_DAYS = 20;
/** Of every store here: none learns that of its shop. */
const STORE_TIME_ZONE = 'UTC';

const rulesOf = ({ packageTerms: terms }: MoneyFacts): PackageRules => ({
  isUnprotectedPermitted: terms.isUnprotectedShippingClaimPermitted,
  missingDays: terms.missingItemFilingDays,
  stolenFromDays: terms.stolenAfterDays,
  lostAfterDays: terms.lostAfterDays,
  lostAbroadAfterDays: LOST_ABROAD_AFTER_DAYS,
  endsAfterDays: terms.filingEndDays,
  timeZone: STORE_TIME_ZONE,
  automatic: terms.isDecidedAutomatically
    ? { most: terms.mostDecidedAutomatically, way: terms.automaticResolution === 'Refund' ? 'Refund' : 'Reorder' }
    : null,
  isEveryCoverRefunded: terms.isRefundMultipleGspEnabled,
});

function sentOf(order: Bought, sold: Pick<ShopState, 'orders'>, { shop, covers }: MoneyFacts): Sent {
  const bought = sold.orders.find(({ id }) => String(id) === order.id);
  const now = shop.orders.find(({ id }) => String(id) === order.id);
  const wasSentSince = bought && covers.ids.includes(bought.id);
  return {
    order,
    isProtected: bought?.lineItems.some(({ sku }) => sku === COVER_SKU) ?? false,
    isAbroad: (bought?.shippingAddress?.countryCode ?? RETURN_ADDRESS.countryCode) !== RETURN_ADDRESS.countryCode,
    parcels: bought ? ((wasSentSince ? now : bought)?.fulfillments ?? []).map(parcelOf) : null,
    isCoverTouched: wasSentSince === true && (now?.cancelledAt !== null || now.refunds.length > 0),
  };
}

function parcelOf({ createdAt, updatedAt, events, lines }: Order['fulfillments'][number]): Parcel {
  return {
    sentOn: createdAt,
    deliveredOn: events.find(({ status }) => status === 'DELIVERED')?.happenedAt ?? null,
    heardOn: updatedAt,
    isGivenUp: events.at(-1)?.status === 'NOT_DELIVERED',
    units: lines.map(({ lineItemId, quantity }) => ({ lineId: String(lineItemId), quantity })),
  };
}

const ENDS = {
  Open: 'open',
  InProgress: 'open',
  Closed_Denied: 'denied',
  Closed_Resolved: 'resolved',
  Closed_Refunded: 'refunded',
  Closed_Reordered: 'reordered',
} as const satisfies Record<ShippingClaim['status'], LostGoods['end']>;

export const effectsOf = (claim: ShippingClaim, { effects }: Pick<MoneyFacts, 'effects'>): EffectRow[] =>
  effects.filter((effect) => shippingClaimOfSubject(subjectOf(effect)) === claim.id);

function lostOf(claim: ShippingClaim, facts: MoneyFacts): LostGoods {
  const { packages } = facts;
  const { externalId, resolution, timeline } = claim;
  const filed = packages.filedAs(externalId);
  const unsure = effectsOf(claim, facts).find(
    ({ kind, state }) => kind === 'shippingRefund' && state !== 'done' && state !== 'calledOff',
  );
  return {
    name: externalId,
    orderId: claim.orderIdFromPlatform,
    createdOn: claim.createdOn,
    email: claim.customerEmail,
    reason: claim.reason,
    isByStaff: claim.source !== 'Customer_UI',
    asked: filed?.units ?? null,
    lines: claim.lines.map(({ lineIdFromPlatform, variantIdFromPlatform, quantity, amount }) => ({
      lineId: lineIdFromPlatform,
      variant: variantIdFromPlatform,
      quantity,
      toldWorth: amount,
    })),
    end: ENDS[claim.status],
    endedOn: resolution?.on ?? '',
    hasWavered: timeline.some(({ subject }) => subject === 'Denied' || subject === 'Resolved'),
    told:
      resolution?.method === 'Refund'
        ? {
            goods: resolution.lines,
            delivery: resolution.shippingFee,
            charges: resolution.handlingFee,
            cover: resolution.cover.map(({ lineIdFromPlatform, quantity, amount }) => ({
              lineId: lineIdFromPlatform,
              quantity,
              amount,
            })),
          }
        : null,
    typed: packages.refundsOf(externalId).map(({ refundsBefore, ...typed }) => ({
      ...typed,
      goneBefore: goneByHand(claim, refundsBefore, facts),
    })),
    wasGranted: packages.wasGranted(externalId),
    wasConfirmed: packages.confirmedFor(claim.id).length > 0,
    doubt: unsure ? `the refund of a shipping claim is ${unsure.state}` : null,
  };
}

/** Units of the order that the shop had refunded itself by then, and that their payment provider did not decline. */
const goneByHand = (
  { orderIdFromPlatform }: ShippingClaim,
  refundsBefore: readonly number[],
  { shop }: MoneyFacts,
): Units[] =>
  shop.orders
    .filter(({ id }) => String(id) === orderIdFromPlatform)
    .flatMap((order) =>
      order.refunds
        .filter((refund) => refund.note === BY_HAND && refundsBefore.includes(refund.id))
        .filter((refund) => movedBy(refund, order) > 0 && !wasDeclined(refund, order)),
    )
    .flatMap(({ lines }) => lines.map(({ lineItemId, quantity }) => ({ lineId: String(lineItemId), quantity })));

function movedOf(claim: ShippingClaim, { shop, packages, booked }: MoneyFacts): PackageMoved {
  const { externalId } = claim;
  const confirmed = packages.confirmedFor(claim.id).map(({ postalCode }) => postalCode);
  return {
    refunds: shop.orders.flatMap((order) =>
      order.refunds.filter(({ note }) => isNotedFor(note, externalId)).map((refund) => movedBy(refund, order)),
    ),
    orders: ordersFor(claim, shop).map((order) => ({
      goods: order.lineItems
        .map(({ variantId, quantity }) => `${quantity} of ${variantId}`)
        .toSorted()
        .join(', '),
      price: sumOf(order.transactions.filter(({ kind }) => kind === 'SALE').map(({ amount }) => amount.presentment)),
      isToConfirmed: confirmed.includes(order.shippingAddress?.zip ?? ''),
    })),
    booked: sumOf(
      booked
        .filter(isBookedFor('shippingClaim', claim.id))
        .filter(({ account }) => account === 'store:protection')
        .map(({ amount }) => amount),
    ),
  };
}

/** Orders at the platform that send the goods of a claim again. */
export const ordersFor = ({ externalId }: ShippingClaim, { orders }: ShopState): Order[] =>
  orders.filter(
    ({ sourceIdentifier, note, cancelledAt }) =>
      sourceIdentifier !== null && cancelledAt === null && isNotedFor(note, externalId),
  );
