import { paymentsByPlatformId } from '#server/db/payments.ts';
import type { ServerDeps } from '#server/deps.ts';
import { receive, type Handler } from '#server/http/serve.ts';
import { keepEvent } from '#server/webhooks/inbox.ts';

/** Takes news of payments in: verified over the raw bytes, kept once, answered at once, worked on later. */
export const stripeWebhook = ({
  database,
  payments,
  metrics,
}: Pick<ServerDeps, 'database' | 'payments' | 'metrics'>): Handler =>
  receive('POST', '/api/webhooks/stripe', async ({ rawBody, headers }, { log }) => {
    const event = payments?.verifyWebhook(rawBody, headers) ?? null;
    if (event === null || !payments) {
      metrics.countWebhook('stripe', 'refused');
      return { status: 401 };
    }
    const rows =
      event === 'other'
        ? []
        : await database.asOwner((db) => paymentsByPlatformId(db, payments.provider, event.paymentIdFromPlatform));
    // Others may use the account too, and a hold made again is told by the answer of its own effect.
    if (event === 'other' || rows.length === 0) {
      metrics.countWebhook('stripe', 'unknown');
      return { status: 200 };
    }
    const kept = await Promise.all(
      rows.map((row) =>
        // The state is asked for anew: events come late and out of order.
        keepEvent(database, {
          store_id: row.store_id,
          partner: 'stripe',
          webhook_id: event.eventId,
          topic: 'payment',
          body: JSON.stringify({ paymentId: row.payment_id }),
        }),
      ),
    );
    const isNew = kept.includes(true);
    metrics.countWebhook('stripe', isNew ? 'accepted' : 'repeated');
    log.info({ stores: rows.map((row) => row.store_id), isNew }, 'news of a payment came');
    return { status: 200 };
  });
