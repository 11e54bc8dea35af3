import { sql } from 'kysely';
import type { RuleDraft } from '#core/automations/rule.ts';
import type { Database } from '#server/db/connect.ts';
import { draftRules, insertRule, lockRuleSet } from '#server/db/draft-rules.ts';
import { publishVersion } from '#server/db/rule-versions.ts';

/** Adds these rules to a store's draft and publishes it; their ids, in order. */
export const publishRules = (database: Database, storeId: number, rules: readonly RuleDraft[]): Promise<number[]> =>
  database.inStore(storeId, async (db) => {
    await lockRuleSet(db, storeId);
    const ids: number[] = [];
    for (const rule of rules) ids.push(await insertRule(db, storeId, rule, 'Test'));
    await publishVersion(db, storeId, { rules: await draftRules(db, storeId), note: '', by: 'Test' });
    return ids;
  });

/** Takes the rules of a store away, as if it never had any. */
export const forgetRules = (database: Database, storeId: number): Promise<void> =>
  database.asOwner(async (db) => {
    await sql`select set_config('app.erased_store', ${String(storeId)}, true)`.execute(db);
    for (const table of ['rule_set', 'draft_rule', 'rule_set_version'] as const)
      await db.deleteFrom(table).where('store_id', '=', storeId).execute();
  });
