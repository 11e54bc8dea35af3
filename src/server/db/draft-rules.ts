import { sql, type Selectable } from 'kysely';
import type { RuleDraft, StoreRule } from '#core/automations/rule.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';

/** A rule of the draft, with the revision it was read at and who changed it last. */
export type DraftRule = StoreRule & { revision: number; updatedOn: string; updatedBy: string };

export const draftRules = async (db: Db, storeId: number): Promise<DraftRule[]> => {
  const rows = await db
    .selectFrom('draft_rule')
    .selectAll()
    .where('store_id', '=', storeId)
    .orderBy('rule_id')
    .execute();
  return rows.map(draftRule);
};

const draftRule = (row: Selectable<Tables['draft_rule']>): DraftRule => ({
  ...row.document,
  id: row.rule_id,
  createdOn: row.created_on.toISOString(),
  revision: row.revision,
  updatedOn: row.updated_on.toISOString(),
  updatedBy: row.updated_by,
});

/** The draft and the version that runs. Nobody else changes either until the end of the transaction. */
export async function lockRuleSet(
  db: Db,
  storeId: number,
): Promise<{ draftRevision: number; liveNumber: number | null }> {
  await db
    .insertInto('rule_set')
    .values({ store_id: storeId })
    .onConflict((conflict) => conflict.column('store_id').doNothing())
    .execute();
  const row = await db
    .selectFrom('rule_set')
    .select(['draft_revision', 'live_number'])
    .where('store_id', '=', storeId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { draftRevision: row.draft_revision, liveNumber: row.live_number };
}

/** A change of the draft. The rule set is locked. */
const touchDraft = (db: Db, storeId: number): Promise<unknown> =>
  db
    .updateTable('rule_set')
    .set({ draft_revision: sql`draft_revision + 1` })
    .where('store_id', '=', storeId)
    .execute();

/** What is kept of a rule beside its id. */
export const documentOf = ({ name, hook, isEnabled, rule }: RuleDraft): RuleDraft => {
  const { priority, event, conditions } = rule;
  return { name, hook, isEnabled, rule: { priority, event: { type: event.type, params: event.params }, conditions } };
};

/** Adds a rule to the draft; one that comes back from an older version under its former id. */
export async function insertRule(
  db: Db,
  storeId: number,
  document: RuleDraft,
  by: string,
  former?: { id: number; createdOn: string },
): Promise<number> {
  const { rule_id } = await db
    .insertInto('draft_rule')
    .values({
      store_id: storeId,
      document: JSON.stringify(documentOf(document)),
      updated_by: by,
      ...(former ? { rule_id: former.id, created_on: former.createdOn } : {}),
    })
    .returning('rule_id')
    .executeTakeFirstOrThrow();
  await touchDraft(db, storeId);
  return rule_id;
}

type RuleChange = { document: RuleDraft; by: string };

/** Saves a rule, which makes a new revision of it. The rule set is locked. */
export async function saveRule(db: Db, storeId: number, ruleId: number, { document, by }: RuleChange): Promise<void> {
  await db
    .updateTable('draft_rule')
    .set({
      document: JSON.stringify(documentOf(document)),
      revision: sql`revision + 1`,
      updated_on: sql`now()`,
      updated_by: by,
    })
    .where('store_id', '=', storeId)
    .where('rule_id', '=', ruleId)
    .execute();
  await touchDraft(db, storeId);
}

/** Gives rules these numbers. Their revisions stay: an edit never changes the number. */
export async function savePriorities(
  db: Db,
  storeId: number,
  changed: readonly { id: number; priority: number }[],
  by: string,
): Promise<void> {
  if (changed.length === 0) return;
  await sql`
    update draft_rule set
      document = jsonb_set(document, '{rule,priority}', to_jsonb(changed.priority)),
      updated_on = now(), updated_by = ${by}
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as changed (id bigint, priority integer)
    where draft_rule.store_id = ${storeId} and draft_rule.rule_id = changed.id`.execute(db);
  await touchDraft(db, storeId);
}

export async function removeRules(db: Db, storeId: number, ruleIds: readonly number[]): Promise<void> {
  if (ruleIds.length === 0) return;
  await db
    .deleteFrom('draft_rule')
    .where('store_id', '=', storeId)
    .where('rule_id', 'in', [...ruleIds])
    .execute();
  await touchDraft(db, storeId);
}

/** 0 before the first change. */
export const draftRevision = async (db: Db, storeId: number): Promise<number> =>
  (await db.selectFrom('rule_set').select('draft_revision').where('store_id', '=', storeId).executeTakeFirst())
    ?.draft_revision ?? 0;
