import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import { contentText } from '#core/automations/content.ts';
import type { StoreRule } from '#core/automations/rule.ts';
import type { Db } from '#server/db/connect.ts';
import { documentOf } from '#server/db/draft-rules.ts';

/** The name of what a rule set says: equal rules have equal hashes. */
export const contentHash = (rules: readonly StoreRule[]): string =>
  createHash('sha256').update(contentText(rules)).digest('hex');

/** Keeps these rules as a new version and lets it run. The rule set is locked. */
export async function publishVersion(
  db: Db,
  storeId: number,
  { rules, note, by }: { rules: readonly StoreRule[]; note: string; by: string },
): Promise<number> {
  const { number } = await db
    .insertInto('rule_set_version')
    .values(({ selectFrom, fn, lit }) => ({
      store_id: storeId,
      number: selectFrom('rule_set_version')
        .select(({ eb }) => eb(fn.coalesce(fn.max('number'), lit(0)), '+', 1).as('number'))
        .where('store_id', '=', storeId),
      content_hash: contentHash(rules),
      note,
      rules: JSON.stringify(
        rules.map((rule): StoreRule => ({ id: rule.id, createdOn: rule.createdOn, ...documentOf(rule) })),
      ),
      published_by: by,
    }))
    .returning('number')
    .executeTakeFirstOrThrow();
  await db.updateTable('rule_set').set({ live_number: number }).where('store_id', '=', storeId).execute();
  return number;
}

export type RuleSetVersion = {
  number: number;
  contentHash: string;
  note: string;
  publishedOn: string;
  publishedBy: string;
  rules: StoreRule[];
};

/** One version with its rules. */
export async function versionOf(db: Db, storeId: number, number: number): Promise<RuleSetVersion | null> {
  const row = await db
    .selectFrom('rule_set_version')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('number', '=', number)
    .executeTakeFirst();
  if (!row) return null;
  return {
    number: row.number,
    contentHash: row.content_hash,
    note: row.note,
    publishedOn: row.published_on.toISOString(),
    publishedBy: row.published_by,
    rules: row.rules,
  };
}

export const liveNumber = async (db: Db, storeId: number): Promise<number | null> =>
  (await db.selectFrom('rule_set').select('live_number').where('store_id', '=', storeId).executeTakeFirst())
    ?.live_number ?? null;

/** The version that runs. */
export async function liveVersion(db: Db, storeId: number): Promise<RuleSetVersion | null> {
  const number = await liveNumber(db, storeId);
  return number === null ? null : versionOf(db, storeId, number);
}

/** Versions without their rules, the newest first. */
export async function versionsOf(db: Db, storeId: number, before: number | null, take: number) {
  const rows = await db
    .selectFrom('rule_set_version')
    .select(['number', 'content_hash', 'note', 'published_on', 'published_by'])
    .select(sql<number>`jsonb_array_length(rules)`.as('rule_count'))
    .where('store_id', '=', storeId)
    .$if(before !== null, (query) => query.where('number', '<', before))
    .orderBy('number', 'desc')
    .limit(take)
    .execute();
  return rows.map((row) => ({
    number: row.number,
    contentHash: row.content_hash,
    note: row.note,
    publishedOn: row.published_on.toISOString(),
    publishedBy: row.published_by,
    ruleCount: row.rule_count,
  }));
}
