import type { Claim } from '#core/claims/claim.ts';
import type { ReturnShipment } from '#core/claims/shipment-shapes.ts';
import type { TimelineEntry } from '#core/claims/timeline-shapes.ts';
import { withoutTexts } from '#core/privacy/without-texts.ts';

/** What lists and pages call a shopper whose data was erased. */
export const ERASED_NAME = 'Erased customer';

const WANTED = ['title', 'sku', 'imgUrl'];
const ofEach = (places: readonly string[], names: readonly string[]): string[] =>
  places.flatMap((place) => names.map((name) => `${place}.${name}`));

/** Texts of a claim that say what happened and to which goods, not to whom. */
const KEPT: ReadonlySet<string> = new Set([
  'claimType',
  'orderNo',
  'source',
  'language',
  'shippingMethod',
  'feeName',
  // The terms are the store's own words.
  'policy',
  ...ofEach(['lines'], ['name', 'variantTitle', 'sku', 'imgUrl', 'reasonName', 'reasonDetail', 'status', 'method']),
  ...ofEach(['lines'], ['requestedMethod', 'denialDetail', 'cancelReason', 'exchangeRemainderMethod']),
  'lines.requestedExchange.exchangeRemainderMethod',
  ...ofEach(['lines.refusal'], ['code', 'text']),
  ...ofEach(['lines.exchange', 'lines.requestedExchange.exchange', 'lines.replacementItems', 'shopNow.items'], WANTED),
  ...ofEach(['lines.inspections'], ['name', 'storeInspectionGrade']),
  ...ofEach(
    ['lines.customFields', 'lines.inspections.customFields'],
    ['displayName', 'description', 'options', 'valueType'],
  ),
  ...ofEach(['payments'], ['provider', 'status']),
  ...ofEach(['shipments', 'sentBack'], ['type', 'provider', 'carrier', 'service', 'trackerStatus']),
  ...ofEach(['lines.repair'], ['state']),
  'lines.repair.steps.state',
  'reservation.state',
  'emailTrouble.kind',
]);

const ENTRY_WORDS: Readonly<Record<TimelineEntry['type'], string>> = {
  email: 'Email',
  shipment: 'Package',
  processing: 'Processed',
  simple: 'Changed',
  money: 'Money moved',
  comment: 'Comment',
  edit: 'Edited',
  shopify: 'Order changed',
  warning: 'Warning',
};

const withoutPlaces = (shipment: ReturnShipment): ReturnShipment => ({ ...shipment, events: [], qrCodeUrl: null });

/** The claim without the shopper: names, addresses, messages and files are gone; amounts, ids, dates and decisions stay. */
export function erasedClaim(claim: Claim, now: string): Claim {
  if (claim.erasedOn !== undefined) return claim;
  const erased = withoutTexts(claim, KEPT);
  const { recipientAccount: _recipient, withdrawal: _withdrawal, ...rest } = erased;
  return {
    ...rest,
    updatedOn: now,
    erasedOn: now,
    customerName: ERASED_NAME,
    shippingAddress: null,
    lines: erased.lines.map((line) => ({
      ...line,
      media: [],
      ...(line.inspections && { inspections: line.inspections.map((one) => ({ ...one, images: [] })) }),
    })),
    shipments: erased.shipments.map(withoutPlaces),
    ...(erased.sentBack ? { sentBack: erased.sentBack.map(withoutPlaces) } : {}),
    timeline: erasedTimeline(claim, now),
  };
}

/** What happened and when, without a word of it. */
export const erasedTimeline = (
  { id: claimId, timeline }: { id: number; timeline: readonly TimelineEntry[] },
  now: string,
): TimelineEntry[] => [
  ...timeline.map(({ id, datetime, type, version }) => ({
    id,
    datetime,
    type,
    subject: ENTRY_WORDS[type],
    message: '',
    ...(version === undefined ? {} : { version }),
  })),
  {
    id: `${claimId}-${timeline.length + 1}`,
    datetime: now,
    type: 'simple',
    subject: "The customer's data was erased",
    message: 'Amounts, ids and dates stay for the books.',
  },
];
