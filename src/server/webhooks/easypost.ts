import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { keepEvent } from '#server/webhooks/inbox.ts';
import type { ServerDeps } from '#server/deps.ts';
import { receive, type Handler } from '#server/http/serve.ts';

/** Takes tracking news in: verified over the raw bytes, kept once, answered at once, worked on later. */
export const easyPostWebhook = ({ database, labels }: Pick<ServerDeps, 'database' | 'labels'>): Handler =>
  receive('POST', '/api/webhooks/easypost', async ({ rawBody, headers }, { log }) => {
    const update = labels?.verifyWebhook(rawBody, headers) ?? null;
    if (update === null) return { status: 401 };
    if (update === 'other') return { status: 200 };
    const storeId = await database.asOwner((db) => storeOfTrackingCode(db, update.trackingCode));
    // The account may send parcels of others too; an error would in the end switch the webhook off.
    if (storeId === null) return { status: 200 };
    const isNew = await database.inStore(storeId, (db) =>
      keepEvent(db, {
        store_id: storeId,
        partner: 'easypost',
        webhook_id: update.eventId,
        topic: 'tracker.updated',
        body: JSON.stringify(update),
      }),
    );
    log.info({ storeId, isNew }, 'tracking news came');
    return { status: 200 };
  });

/** The store whose claim has this parcel. Owner only: the provider does not name a store. */
async function storeOfTrackingCode(db: Db, trackingCode: string): Promise<number | null> {
  const pattern = `%${trackingCode.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const rows = await sql<{ store_id: number; codes: unknown }>`
    select store_id, jsonb_path_query_array(document, '$.shipments[*].trackingCode') as codes from claim where search_text like ${pattern}`.execute(
    db,
  );
  return rows.rows.find(({ codes }) => Array.isArray(codes) && codes.includes(trackingCode))?.store_id ?? null;
}
