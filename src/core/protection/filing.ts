import { addDays, dayIn, hourIn, isAfter, isBefore } from '#core/dates.ts';
import type { Fulfillment, Order } from '#core/orders/order.ts';
import { parcelsOf } from '#core/orders/parcels.ts';
import { SHIPPING_REASONS, type ShippingReason } from '#core/protection/reasons.ts';

/** The reasons that are seen when a parcel is opened. */
export type SeenReason = {
  [Reason in ShippingReason]: (typeof SHIPPING_REASONS)[Reason]['filedFrom'] extends 'delivery' ? Reason : never;
}[ShippingReason];
const isSeen = (reason: ShippingReason): reason is SeenReason => SHIPPING_REASONS[reason].filedFrom === 'delivery';

/** The windows in which shoppers file, in days. */
export type FilingTerms = {
  /** From delivery on, for what is seen when a parcel is opened. */
  daysAfterDelivery: Readonly<Record<SeenReason, number>>;
  /** A parcel that counts as delivered may still turn up at a neighbor's. */
  stolenFromDays: number;
  /** Nothing was heard of it for so long, within the store's country and beyond it. */
  lostAfterDays: number;
  lostAbroadAfterDays: number;
  /** The end of every window, from dispatch. */
  endsAfterDays: number;
  /** Where the store sends from; empty where it is unknown, and nothing counts as abroad. */
  homeCountryCode: string;
  /** The store's, whose days are named to shoppers. */
  timeZone: string;
};

/**
 * Whether a parcel can be reported for a reason now. `from`: when it can be, null where nobody knows it yet; where days are
 * waited for, it is the start of a day, since shoppers see no time.
 */
export type Filing =
  | { state: 'open'; from: string; until: string }
  | { state: 'early'; from: string | null; until: string; waitsFor: 'days' | 'delivery' }
  | { state: 'late'; until: string }
  /** A parcel that was delivered is not lost. */
  | { state: 'delivered'; until: string };

type Parcel = Pick<Fulfillment, 'createdOn' | 'deliveredOn'> & { movedOn?: string | null | undefined };

export function filingOf(
  parcel: Parcel,
  reason: ShippingReason,
  { terms, isAbroad, now }: { terms: FilingTerms; isAbroad: boolean; now: string },
): Filing {
  const { createdOn, deliveredOn } = parcel;
  const end = addDays(createdOn, terms.endsAfterDays);
  const { filedFrom } = SHIPPING_REASONS[reason];
  if (filedFrom === 'silence' && deliveredOn !== null) return { state: 'delivered', until: end };
  const from = fromOf(parcel, filedFrom, terms, isAbroad);
  const until =
    isSeen(reason) && deliveredOn !== null ? earlier(addDays(deliveredOn, terms.daysAfterDelivery[reason]), end) : end;
  // One that would open after its end never does, and no day is named to the shopper.
  if (isAfter(now, until) || (from !== null && isAfter(from, until))) return { state: 'late', until };
  if (from === null) return { state: 'early', from: null, until, waitsFor: 'delivery' };
  if (isBefore(now, from)) return { state: 'early', from, until, waitsFor: 'days' };
  return { state: 'open', from, until };
}

function fromOf(
  { createdOn, deliveredOn, movedOn }: Parcel,
  filedFrom: (typeof SHIPPING_REASONS)[ShippingReason]['filedFrom'],
  terms: FilingTerms,
  isAbroad: boolean,
): string | null {
  switch (filedFrom) {
    case 'dispatch':
      return createdOn;
    case 'delivery':
      return deliveredOn;
    case 'afterDelivery':
      return deliveredOn === null ? null : startOfDay(addDays(deliveredOn, terms.stolenFromDays), terms);
    case 'silence':
      return startOfDay(
        addDays(movedOn ?? createdOn, isAbroad ? terms.lostAbroadAfterDays : terms.lostAfterDays),
        terms,
      );
  }
}

const startOfDay = (instant: string, { timeZone }: FilingTerms): string =>
  hourIn(dayIn(instant, timeZone), 0, timeZone);

const earlier = (one: string, other: string): string => (isBefore(one, other) ? one : other);

/** Whether an order leaves the country it is sent from. */
export const isSentAbroad = (
  { shippingAddress }: Pick<Order, 'shippingAddress'>,
  { homeCountryCode }: FilingTerms,
): boolean =>
  homeCountryCode !== '' &&
  (shippingAddress?.countryCode ?? '') !== '' &&
  shippingAddress?.countryCode !== homeCountryCode;

/** A parcel with what can be told of it. */
export type FilingOfParcel = { parcel: Fulfillment; filing: Filing };

/** What a reason can be told of, parcel by parcel, the oldest first. */
export const filings = (order: Order, reason: ShippingReason, terms: FilingTerms, now: string): FilingOfParcel[] =>
  parcelsOf(order).map((parcel) => ({
    parcel,
    filing: filingOf(parcel, reason, { terms, isAbroad: isSentAbroad(order, terms), now }),
  }));

/**
 * The best that can be said of a reason over several parcels: that it is open; else the first day it will be; else why
 * not. Null where nothing was sent.
 */
export function filingOver(all: readonly FilingOfParcel[]): Filing | null {
  const states = all.map(({ filing }) => filing);
  const open = states.find(({ state }) => state === 'open');
  if (open) return open;
  const early = states.flatMap((one) => (one.state === 'early' ? [one] : []));
  const known = early.flatMap((one) => (one.from === null ? [] : [{ ...one, from: one.from }]));
  const first = known.toSorted((one, other) => (isBefore(one.from, other.from) ? -1 : 1))[0];
  return first ?? early[0] ?? states.find(({ state }) => state === 'delivered') ?? states[0] ?? null;
}
