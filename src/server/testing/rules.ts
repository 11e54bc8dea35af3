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
