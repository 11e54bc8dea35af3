import type Stripe from 'stripe';
import type { Page, ProviderPayment } from '#partners/ports.ts';
import { paymentOf, type WirePayment } from './wire.ts';
import { paymentIdOf } from './webhook.ts';

const EVENTS_A_PAGE = 100;
const LOOKUPS_AT_ONCE = 10;

/** Everything that changes a payment in a way we book or tell staff. Stripe takes up to 20. */
const TYPES = [
  'payment_intent.amount_capturable_updated',
  'payment_intent.canceled',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'payment_intent.succeeded',
  'charge.captured',
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.expired',
  'charge.refunded',
  'refund.failed',
];

export type ChangedPayment = ProviderPayment & { purposeKey: string };

/**
 * Stripe lists payments by when they were made, not by when they changed; its events, kept for 30 days, tell that.
 * They come newest first: the first page is found by walking to the oldest, the others lie before the cursor.
 */
export async function changedSince(
  stripe: Stripe,
  find: (id: string) => Promise<WirePayment | null>,
  range: { sinceIso: string; cursor: string | null },
  options: Stripe.RequestOptions,
): Promise<Page<ChangedPayment>> {
  const query = {
    types: TYPES,
    created: { gte: Math.floor(Date.parse(range.sinceIso) / 1000) },
    limit: EVENTS_A_PAGE,
  };
  const { events, hasNewer } =
    range.cursor === null ? await oldest(stripe, query, options) : await after(stripe, query, range.cursor, options);
  const ids = new Set(events.toReversed().flatMap((event) => paymentIdOf(event) ?? []));
  return { items: await lookUp([...ids], find), nextCursor: hasNewer ? (events[0]?.id ?? null) : null };
}

type Query = { types: string[]; created: { gte: number }; limit: number };
type Events = { events: Stripe.Event[]; hasNewer: boolean };

async function oldest(stripe: Stripe, query: Query, options: Stripe.RequestOptions): Promise<Events> {
  let page = await stripe.events.list(query, options);
  let hasNewer = false;
  for (let last = page.data.at(-1); page.has_more && last; last = page.data.at(-1)) {
    page = await stripe.events.list({ ...query, starting_after: last.id }, options);
    hasNewer = true;
  }
  return { events: page.data, hasNewer };
}

async function after(stripe: Stripe, query: Query, cursor: string, options: Stripe.RequestOptions): Promise<Events> {
  const page = await stripe.events.list({ ...query, ending_before: cursor }, options);
  return { events: page.data, hasNewer: page.has_more };
}

/** The payments as they are now, in the order given; those that are not ours left out. */
async function lookUp(ids: readonly string[], find: (id: string) => Promise<WirePayment | null>) {
  const items: ChangedPayment[] = [];
  for (let start = 0; start < ids.length; start += LOOKUPS_AT_ONCE) {
    const found = await Promise.all(ids.slice(start, start + LOOKUPS_AT_ONCE).map(find));
    for (const wire of found) {
      const purposeKey = wire?.metadata['purposeKey'];
      if (wire && purposeKey !== undefined) items.push({ ...paymentOf(wire), purposeKey });
    }
  }
  return items;
}
