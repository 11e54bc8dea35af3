import type { LabelRefund } from '#core/effects/label-refund-state.ts';
import { minorFromDecimal, type Money } from '#core/money.ts';
import type { CallContext, Page, ProviderLabel, TrackerUpdate } from '#partners/ports.ts';
import { NotAtEasyPost, type EasyPostClient } from './client.ts';
import { updateOf } from './webhook.ts';
import { WireRefundPage, WireShipment, WireShipmentPage, WireTrackerPage, type WireRate } from './wire.ts';

const PAGE_SIZE = '100';

export const isBought = (shipment: WireShipment): boolean => Boolean(shipment.postage_label && shipment.tracking_code);

export const costOf = (rate: WireRate): Money => ({
  amount: minorFromDecimal(rate.rate, rate.currency),
  currencyCode: rate.currency,
});

/** The state of a shipment's label refund; null if none was requested. */
export function refundOf({ refund_status: status }: WireShipment): LabelRefund | null {
  switch (status) {
    case 'submitted':
    case 'refunded':
    case 'rejected':
      return status;
    case 'not_applicable':
      return 'notApplicable';
    case null:
    case undefined:
      return null;
    default:
      // One EasyPost invents later must not stop the books: asked for, and not known to have ended.
      return 'submitted';
  }
}

function labelOf(shipment: WireShipment): ProviderLabel[] {
  const { selected_rate: rate, tracking_code: trackingCode } = shipment;
  if (!isBought(shipment) || !rate || !trackingCode) return [];
  return [
    {
      shipmentIdFromProvider: shipment.id,
      trackingCode,
      reference: shipment.reference ?? null,
      cost: costOf(rate),
      createdOn: shipment.created_at,
      refund: refundOf(shipment),
    },
  ];
}

export async function findLabel(
  client: EasyPostClient,
  shipmentId: string,
  context: CallContext,
): Promise<ProviderLabel | null> {
  try {
    const path = `/shipments/${encodeURIComponent(shipmentId)}`;
    const shipment = await client.call({ method: 'GET', path, answer: WireShipment, context });
    // A reference is taken for an id too.
    return shipment.id === shipmentId ? (labelOf(shipment)[0] ?? null) : null;
  } catch (error) {
    if (error instanceof NotAtEasyPost) return null;
    throw error;
  }
}

export async function trackPackage(
  client: EasyPostClient,
  trackingCode: string,
  context: CallContext,
): Promise<TrackerUpdate | null> {
  const query = new URLSearchParams({ tracking_code: trackingCode, page_size: '1' });
  const path = `/trackers?${query.toString()}`;
  const { trackers } = await client.call({ method: 'GET', path, answer: WireTrackerPage, context });
  return trackers[0] ? updateOf(trackers[0]) : null;
}

/** Lists come newest first, and go on before the last id of a page. */
const pagePath = (list: string, since: string, cursor: string | null, filter: Record<string, string> = {}): string => {
  const query = new URLSearchParams({ page_size: PAGE_SIZE, start_datetime: since, ...filter });
  if (cursor !== null) query.set('before_id', cursor);
  return `/${list}?${query.toString()}`;
};

const nextOf = (items: readonly { id: string }[], hasMore: boolean): string | null =>
  hasMore ? (items.at(-1)?.id ?? null) : null;

export async function boughtSince(
  client: EasyPostClient,
  since: string,
  cursor: string | null,
  context: CallContext,
): Promise<Page<ProviderLabel>> {
  const path = pagePath('shipments', since, cursor, { purchased: 'true' });
  const { shipments, has_more } = await client.call({ method: 'GET', path, answer: WireShipmentPage, context });
  return { items: shipments.flatMap(labelOf), nextCursor: nextOf(shipments, has_more) };
}

export async function voidedSince(
  client: EasyPostClient,
  since: string,
  cursor: string | null,
  context: CallContext,
): Promise<Page<{ shipmentIdFromProvider: string }>> {
  const path = pagePath('refunds', since, cursor);
  const { refunds, has_more } = await client.call({ method: 'GET', path, answer: WireRefundPage, context });
  // Not every list of EasyPost heeds the start it is given.
  const recent = refunds.filter(({ created_at }) => Date.parse(created_at) >= Date.parse(since));
  return {
    items: recent.flatMap(({ shipment_id }) => (shipment_id ? [{ shipmentIdFromProvider: shipment_id }] : [])),
    nextCursor: recent.length < refunds.length ? null : nextOf(refunds, has_more),
  };
}
