import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { liveHash, rulesThatRun } from '#server/db/rules.ts';
import type { CustomerSegment } from '#partners/ports.ts';

/** The buyer of an order whose segments rules may ask about; null where they do not, or where nobody is known. */
export async function buyerToAskAbout(
  db: Db,
  storeId: number,
  orderId: number,
  { isAsked }: { isAsked: boolean },
): Promise<{ idFromPlatform: string; customerId: string; askedOn: Date | null } | null> {
  const { content_hash: hash = null } = (await liveHash(db, storeId).executeTakeFirst()) ?? {};
  if (!isAsked && !(await rulesThatRun(db, storeId, hash)).asksAbout('customer/segment')) return null;
  const order = await db
    .selectFrom('store_order')
    .select(['id_from_platform', 'segments_asked_on'])
    .select(sql<string | null>`document #>> '{customer,idFromPlatform}'`.as('customerId'))
    .where('store_id', '=', storeId)
    .where('order_id', '=', orderId)
    .where('erased_on', 'is', null)
    .executeTakeFirst();
  if (!order?.customerId) return null;
  return {
    idFromPlatform: order.id_from_platform,
    customerId: order.customerId,
    askedOn: order.segments_asked_on,
  };
}

export const keepSegmentsOfBuyer = (db: Db, storeId: number, orderId: number, segmentIds: readonly string[]) =>
  db
    .updateTable('store_order')
    .set({ segment_ids: [...segmentIds], segments_asked_on: sql`now()` })
    .where('store_id', '=', storeId)
    .where('order_id', '=', orderId)
    .where('erased_on', 'is', null)
    .execute();

/** The segments of the store's platform as they were last asked for; null while nobody asked. */
export async function keptSegments(db: Db, storeId: number): Promise<CustomerSegment[] | null> {
  const store = await db
    .selectFrom('store')
    .select('customer_segments')
    .where('store_id', '=', storeId)
    .executeTakeFirst();
  return store?.customer_segments ?? null;
}

/** What the platform has, so that rules which name one that is gone are found. */
export async function keepSegments(db: Db, storeId: number, segments: readonly CustomerSegment[]): Promise<void> {
  const kept = JSON.stringify(segments);
  await db
    .updateTable('store')
    .set({ customer_segments: kept })
    .where('store_id', '=', storeId)
    .where(sql<boolean>`customer_segments is distinct from ${kept}::jsonb`)
    .execute();
}
