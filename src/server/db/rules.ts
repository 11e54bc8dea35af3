import type { QueryCreator } from 'kysely';
import type { RunnableRule } from '#core/automations/rule.ts';
import { compileRules, type RuleSet } from '#core/automations/rule-set.ts';
import { compileStored, runnableOf } from '#core/automations/stored.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';

/** A compiled rule set is at most a few hundred kilobytes. */
const MOST_KEPT = 100;
/** The rule sets asked last, by content hash: the same content compiles to the same rule set. */
const compiled = new Map<string, RuleSet>();

/** As in a process that was just started. */
export const forgetCompiled = (): void => compiled.clear();

const NO_RULES = compileStored([], '');

/** The rules that run for a store: the enabled and valid ones of its live version. */
export async function liveRules(db: Db, storeId: number): Promise<RuleSet> {
  const live = await liveHash(db, storeId).executeTakeFirst();
  return rulesThatRun(db, storeId, live?.content_hash ?? null);
}

/** The content hash of a store's live version, none before its first; a statement to be made part of a larger one. */
export const liveHash = (db: Db, storeId: number) => liveVersion(db, storeId).select('content_hash');

/** The rules of the live version whose hash was just read. */
export async function rulesThatRun(db: Db, storeId: number, hash: string | null): Promise<RuleSet> {
  if (hash === null) return NO_RULES;
  const kept = compiled.get(hash);
  if (kept) {
    compiled.delete(hash);
    compiled.set(hash, kept);
    return kept;
  }
  const { content_hash, rules } = await liveVersion(db, storeId)
    .select(['content_hash', 'rules'])
    .executeTakeFirstOrThrow();
  const ruleSet = compileStored(rules, content_hash);
  compiled.set(content_hash, ruleSet);
  const [oldest] = compiled.keys();
  if (compiled.size > MOST_KEPT && oldest !== undefined) compiled.delete(oldest);
  return ruleSet;
}

export const liveVersion = (db: QueryCreator<Tables>, storeId: number) =>
  db
    .selectFrom('rule_set')
    .innerJoin('rule_set_version as version', (join) =>
      join.onRef('version.store_id', '=', 'rule_set.store_id').onRef('version.number', '=', 'rule_set.live_number'),
    )
    .where('rule_set.store_id', '=', storeId);

/** The rules of a version by its content hash, and compiled; null where it is not kept. */
export async function rulesOfVersion(
  db: Db,
  storeId: number,
  contentHash: string,
): Promise<{ rules: RunnableRule[]; ruleSet: RuleSet } | null> {
  const version = await db
    .selectFrom('rule_set_version')
    .select('rules')
    .where('store_id', '=', storeId)
    .where('content_hash', '=', contentHash)
    .limit(1)
    .executeTakeFirst();
  if (!version) return null;
  const rules = runnableOf(version.rules);
  return { rules, ruleSet: compileRules(rules, contentHash) };
}
