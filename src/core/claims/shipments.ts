import { Address } from '#core/address.ts';
import { aboutClaim } from '#core/effects/subject.ts';
import { TRACKER_LABELS, TrackerStatus, type ReturnShipment, type SentBack } from '#core/claims/shipment-shapes.ts';
import { isActive, isOver } from '#core/claims/active.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import { isYetToBeSent, shippedBy } from '#core/claims/carriers.ts';
import { areSentGoodsOut, heldMoney, isReturnAwaited } from '#core/claims/payments.ts';
import { usualEmail } from '#core/claims/email-wishes.ts';
import { emailEffect, type Decision } from '#core/claims/decision.ts';
import type { EffectIntent } from '#core/effects/kinds.ts';
import { withEntry } from '#core/claims/timeline.ts';
import { isAfter, isBefore, type End } from '#core/dates.ts';
import { Refusal } from '#core/refusal.ts';

export type NewShipment = Omit<
  ReturnShipment,
  'id' | 'createdOn' | 'canceledOn' | 'trackerStatus' | 'trackerUpdatedOn' | 'events' | 'estimatedDeliveryOn'
>;

/** Every package of a claim, either way. */
export const allShipments = ({ shipments, sentBack = [] }: Pick<Claim, 'shipments' | 'sentBack'>): ReturnShipment[] => [
  ...shipments,
  ...sentBack,
];

const withShipments = (claim: Claim, change: (shipment: ReturnShipment) => ReturnShipment): Claim => ({
  ...claim,
  shipments: claim.shipments.map(change),
  ...(claim.sentBack ? { sentBack: claim.sentBack.map(change) } : {}),
});

/** Whether a package goes to the shopper. */
export const isSentBack = ({ sentBack = [] }: Pick<Claim, 'sentBack'>, id: number): boolean =>
  sentBack.some((one) => one.id === id);

const numbered = (claim: Claim, shipment: NewShipment, now: string): ReturnShipment => ({
  ...shipment,
  id: Math.max(0, ...allShipments(claim).map((one) => one.id)) + 1,
  createdOn: now,
  canceledOn: null,
  trackerStatus: 'unknown',
  trackerUpdatedOn: null,
  events: [],
});

/** The claim with one more package to its shopper, with the items of these lines. */
export const sentTo = (claim: Claim, shipment: NewShipment, lineIds: readonly number[], now: string): Claim => ({
  ...claim,
  updatedOn: now,
  sentBack: [...(claim.sentBack ?? []), { ...numbered(claim, shipment, now), lineIds: [...lineIds] }],
});

/** The lines whose items are in a package to the shopper; without a record of them, all that were sent back. */
export const linesSentIn = ({ lines }: Claim, { lineIds }: SentBack): ClaimLine[] =>
  lines.filter(({ id, repair }) => repair?.state === 'sentBack' && (lineIds?.includes(id) ?? true));

/**
 * Whether a label or packing slip became needless after it was wanted: everything was canceled or denied meanwhile.
 * Staff may still want one for what they denied before.
 */
export const isShipmentNeedless = ({ lines, finalizedOn }: Claim, wantedOn: string): boolean =>
  lines.every(isOver) && (finalizedOn === null || !isAfter(wantedOn, finalizedOn));

/**
 * The label or packing slip that the email about it offers, the newest where it doesn't name one; null once that is no
 * longer true: it was canceled, or everything was canceled or denied after it was made.
 */
export function offeredShipment({ lines, shipments }: Claim, shipmentId?: number): ReturnShipment | null {
  const offered = shipments.findLast(
    ({ id, canceledOn }) => canceledOn === null && (shipmentId === undefined || id === shipmentId),
  );
  if (!offered) return null;
  const isEndedSince = ({ canceledOn, deniedOn }: ClaimLine): boolean => {
    const endedOn = canceledOn ?? deniedOn;
    return endedOn !== null && isAfter(endedOn, offered.createdOn);
  };
  return !lines.some(isActive) && lines.some(isEndedSince) ? null : offered;
}

type AroundShipment = {
  /** When the document was wanted; with the claim when absent. */
  wantedOn?: string;
  /** When items sent ahead must be paid for. */
  backBy?: End | null;
};

/**
 * Adds a label or packing slip that now exists, and emails the shopper. The same document twice changes nothing; one
 * that became needless is canceled at once. A claim that asked for no return waits for it from now on.
 */
export function attachShipment(
  claim: Claim,
  shipment: NewShipment,
  now: string,
  { wantedOn = claim.createdOn, backBy = null }: AroundShipment = {},
): Decision {
  if (claim.shipments.some((one) => one.documentKey === shipment.documentKey)) return { claim, effects: [] };
  const added = numbered(claim, shipment, now);
  const { id } = added;
  const subject = shipment.type === 'Label' ? 'Shipping label created' : 'Packing slip created';
  const message = [shippedBy(shipment.carrier, shipment.service), shipment.trackingCode].filter(Boolean).join(' ');
  const saved = withEntry(
    {
      ...claim,
      shipments: [...claim.shipments, added],
      returnRequired: claim.returnRequired || claim.finalizedOn === null,
    },
    { type: 'shipment', subject, message },
    now,
  );
  if (isShipmentNeedless(claim, wantedOn)) return callOffShipments(saved, [added], now);
  return {
    claim: saved,
    effects: emailEffect(
      'labelReady',
      saved,
      `email:labelReady:shipment:${id}:claim:${claim.id}`,
      usualEmail('labelReady', {
        ...saved,
        ...lastDayOf(shipment),
        ...sentAheadOf(saved, backBy, now),
      }),
    ).map((email) => ({ ...email, payload: { ...email.payload, shipmentId: id } })),
  };
}

/** The send-by date as emails have it. */
export function lastDayOf({ expiresOn, lastDay = expiresOn }: Pick<NewShipment, 'expiresOn' | 'lastDay'>): {
  sendUntil?: string;
} {
  return lastDay === undefined ? {} : { sendUntil: lastDay };
}

/** What the email says of goods that are sent ahead, while there is time to bring the others back. */
const sentAheadOf = (claim: Claim, backBy: End | null, now: string) =>
  backBy !== null && isBefore(now, backBy.instant) && areSentGoodsOut(claim) && isReturnAwaited(claim)
    ? { sentAhead: { backBy: backBy.shown, held: heldMoney(claim, now) } }
    : {};

/** Whether its paper tells who the shopper is or where they live: every label does, a packing slip unless made without. */
export const isSenderNamed = ({
  type,
  fromAddress: { firstName, lastName, company = '', line1, line2 },
}: Pick<ReturnShipment, 'type' | 'fromAddress'>): boolean =>
  type === 'Label' || [firstName, lastName, company, line1, line2].some((part) => part !== '');

/**
 * Whom a packing slip names as its sender. Without an email address the shopper can prove nothing and gets the slip from
 * the page alone, which strangers open too: it says the country, for the size of the paper.
 */
export function senderOnSlip({ customerEmail, customerName, shippingAddress }: Claim): Address {
  if (customerEmail === '') return Address.parse({ countryCode: shippingAddress?.countryCode ?? '' });
  return shippingAddress ?? Address.parse({ firstName: customerName.slice(0, 100) });
}

export type TrackerNews = {
  status: TrackerStatus;
  updatedOn: string;
  events: ReturnShipment['events'];
  /** Null or absent where the carrier says nothing of it. */
  estimatedDeliveryOn?: string | null | undefined;
};

/**
 * Carriers' news is timed to the second, and two scans share one: of the same second, the longer history is
 * the newer; of the same length, the one whose status comes later in the list of all.
 */
function isNews(known: ReturnShipment, news: TrackerNews): boolean {
  if (known.trackerUpdatedOn === null) return true;
  if (isBefore(known.trackerUpdatedOn, news.updatedOn)) return true;
  if (isBefore(news.updatedOn, known.trackerUpdatedOn)) return false;
  if (news.events.length !== known.events.length) return news.events.length > known.events.length;
  const { options } = TrackerStatus;
  return options.indexOf(news.status) > options.indexOf(known.trackerStatus);
}

/** What the carrier says about a parcel. News older than what is known, or repeated, changes nothing. */
export function applyTracker(claim: Claim, shipmentId: number, news: TrackerNews, now: string): Decision {
  const shipment = allShipments(claim).find((one) => one.id === shipmentId);
  if (!shipment || !isNews(shipment, news)) return { claim, effects: [] };
  const updated: ReturnShipment = {
    ...shipment,
    trackerStatus: news.status,
    trackerUpdatedOn: news.updatedOn,
    events: news.events,
    ...(news.estimatedDeliveryOn ? { estimatedDeliveryOn: news.estimatedDeliveryOn } : {}),
  };
  const saved = {
    ...withShipments(claim, (one) => (one.id === shipmentId ? updated : one)),
    updatedOn: now,
  };
  if (news.status === shipment.trackerStatus) return { claim: saved, effects: [] };
  const message = news.events.at(-1)?.message ?? '';
  const label = TRACKER_LABELS[news.status];
  return {
    claim: withEntry(
      saved,
      { type: 'shipment', subject: isSentBack(claim, shipmentId) ? `To the customer: ${label}` : label, message },
      now,
    ),
    effects: [],
  };
}

const BEFORE_TRANSIT: ReadonlySet<TrackerStatus> = new Set(['unknown', 'pre_transit', 'cancelled', 'error']);

/** When the carrier first had the package, by its news; null if it never did. */
export const inTransitOn = ({ events }: Pick<ReturnShipment, 'events'>): string | null =>
  events
    .filter(({ status }) => !BEFORE_TRANSIT.has(status))
    .map(({ date }) => date)
    .toSorted()[0] ?? null;

const NOWHERE = { city: '', state: '', country: '', zip: '' };

/** Marks a shipment as received that no carrier reports on. Refuses SHIPMENT_UNKNOWN. */
export function markReceived(claim: Claim, shipmentId: number, now: string): Decision {
  const shipment = claim.shipments.find((one) => one.id === shipmentId && one.canceledOn === null);
  if (!shipment) throw new Refusal('notFound', 'SHIPMENT_UNKNOWN', "This shipment isn't part of the claim.");
  if (shipment.trackerStatus === 'delivered') return { claim, effects: [] };
  const received = { date: now, message: 'Received', status: 'delivered', location: NOWHERE } as const;
  const news = { status: received.status, updatedOn: now, events: [...shipment.events, received] };
  return applyTracker(claim, shipmentId, news, now);
}

export const isUnusedShipment = ({ canceledOn, trackerStatus }: ReturnShipment): boolean =>
  canceledOn === null && isYetToBeSent(trackerStatus);

/** Calls shipments off; their labels go back to their provider. */
export function callOffShipments(claim: Claim, unused: readonly ReturnShipment[], now: string): Decision {
  const ids = new Set(unused.map(({ id }) => id));
  const canceled = withShipments(claim, (one) => (ids.has(one.id) ? { ...one, canceledOn: now } : one));
  return { claim: canceled, effects: unused.flatMap((shipment) => labelRefund(claim, shipment)) };
}

const labelRefund = (claim: Claim, { id: shipmentId, shipmentIdFromProvider }: ReturnShipment): EffectIntent[] =>
  shipmentIdFromProvider === null
    ? []
    : [
        {
          kind: 'labelRefund',
          purposeKey: `labelRefund:claim:${claim.id}:shipment:${shipmentId}`,
          subject: aboutClaim(claim),
          payload: { shipmentId, shipmentIdFromProvider },
        },
      ];

/** Whether a label can be voided: it was bought and no one has used it. */
export const canCancelLabel = (shipment: ReturnShipment): boolean =>
  shipment.type === 'Label' && shipment.shipmentIdFromProvider !== null && isUnusedShipment(shipment);

/**
 * Staff cancel an unused label: it goes back to its provider, and the shopper no longer sees it. Refuses
 * SHIPMENT_UNKNOWN, NOT_A_LABEL, LABEL_ALREADY_CANCELED and LABEL_USED.
 */
export function cancelLabel(claim: Claim, shipmentId: number, now: string): Decision {
  const shipment = allShipments(claim).find((one) => one.id === shipmentId);
  if (!shipment) throw new Refusal('notFound', 'SHIPMENT_UNKNOWN', "This shipment isn't part of the claim.");
  if (shipment.type !== 'Label' || shipment.shipmentIdFromProvider === null)
    throw new Refusal('notAllowed', 'NOT_A_LABEL', 'Only a shipping label can be voided.');
  if (shipment.canceledOn !== null)
    throw new Refusal('conflict', 'LABEL_ALREADY_CANCELED', 'This label was already canceled and voided.');
  if (!canCancelLabel(shipment))
    throw new Refusal('conflict', 'LABEL_USED', 'This label was already used: the carrier has scanned the package.');
  const message = [shippedBy(shipment.carrier, shipment.service), shipment.trackingCode].filter(Boolean).join(' ');
  const noted = withEntry(claim, { type: 'shipment', subject: 'Shipping label canceled', message }, now);
  return callOffShipments(noted, [shipment], now);
}
