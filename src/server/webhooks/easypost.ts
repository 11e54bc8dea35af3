import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { LabelEvent } from '#partners/ports.ts';
import { effectOfLabelRefund } from '#server/db/effects.ts';
import type { ServerDeps } from '#server/deps.ts';
import { receive, type Handler } from '#server/http/serve.ts';
import { keepEvent } from '#server/webhooks/inbox.ts';

/** Of news that tell of the refund of a label. */
export const REFUND_TOPIC = 'refund.successful';

/** Takes news of parcels and of refunds in: verified over the raw bytes, kept once, answered at once, worked on later. */
export const easyPostWebhook = ({
  database,
  labels,
  metrics,
}: Pick<ServerDeps, 'database' | 'labels' | 'metrics'>): Handler =>
  receive('POST', '/api/webhooks/easypost', async ({ rawBody, headers }, { log }) => {
    const event = labels?.verifyWebhook(rawBody, headers) ?? null;
    if (event === null) {
      metrics.countWebhook('easypost', 'refused');
      return { status: 401 };
    }
    const news = event === 'other' ? null : await database.asOwner((db) => newsOf(db, event));
    // The account may send parcels of others too; an error would in the end switch the webhook off.
    if (event === 'other' || news === null || news.stores.length === 0) {
      metrics.countWebhook('easypost', 'unknown');
      return { status: 200 };
    }
    const kept = await Promise.all(
      news.stores.map((storeId) =>
        keepEvent(database, {
          store_id: storeId,
          partner: 'easypost',
          webhook_id: event.eventId,
          topic: news.topic,
          body: JSON.stringify(news.body),
        }),
      ),
    );
    const isNew = kept.includes(true);
    metrics.countWebhook('easypost', isNew ? 'accepted' : 'repeated');
    log.info({ stores: news.stores, topic: news.topic, isNew }, 'news of a parcel came');
    return { status: 200 };
  });

type News = { stores: number[]; topic: string; body: object };

async function newsOf(db: Db, event: LabelEvent): Promise<News> {
  if (event.kind === 'tracker')
    return { stores: await storesAwaiting(db, event.trackingCode), topic: 'tracker.updated', body: event };
  const effect = await effectOfLabelRefund(db, event.shipmentIdFromProvider);
  const body = { effectId: effect?.effect_id };
  return { stores: effect ? [effect.store_id] : [], topic: REFUND_TOPIC, body };
}

/**
 * The store whose claim has this parcel; when none has, every store that is buying a label right now:
 * news can come before the purchase is recorded. One statement, so that a label recorded meanwhile is in
 * one of the two. Owner only: the provider does not name a store.
 */
async function storesAwaiting(db: Db, trackingCode: string): Promise<number[]> {
  const pattern = `%${trackingCode.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const { rows } = await sql<{ store_id: number; is_owner: boolean }>`
    select store_id, true as is_owner from claim
    where search_text like ${pattern}
      and jsonb_path_query_array(document, '$.shipments[*].trackingCode') @> to_jsonb(${trackingCode}::text)
    union
    select store_id, false from effect where state in ('waiting', 'running') and kind = 'label'`.execute(db);
  const owner = rows.find((row) => row.is_owner);
  return owner ? [owner.store_id] : rows.map((row) => row.store_id);
}
