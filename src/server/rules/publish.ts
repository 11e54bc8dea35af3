import { compareRules, isSameRules } from '#core/automations/compare.ts';
import type { StoreRule } from '#core/automations/rule.ts';
import { Refusal } from '#core/refusal.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { draftRules, insertRule, lockRuleSet, removeRules, saveRule, type DraftRule } from '#server/db/draft-rules.ts';
import { liveVersion, publishVersion, versionOf, type RuleSetVersion } from '#server/db/rule-versions.ts';
import type { Author } from '#server/rules/change-draft.ts';

/** What someone who publishes or gives up a draft was looking at. */
type Seen = Author & { draftRevision: number };

type Locked = { draft: readonly DraftRule[]; live: RuleSetVersion | null };

/** The draft as it was seen, while nobody changes it. Refuses DRAFT_CHANGED with who did. */
export const withDraft = <T>(
  database: Database,
  { storeId, draftRevision }: Seen,
  work: (db: Db, locked: Locked) => Promise<T>,
): Promise<T> =>
  database.inStore(storeId, async (db) => {
    const locked = await lockRuleSet(db, storeId);
    const draft = await draftRules(db, storeId);
    if (locked.draftRevision !== draftRevision) {
      const [last] = draft.toSorted((one, other) => (one.updatedOn < other.updatedOn ? 1 : -1));
      throw new Refusal(
        'conflict',
        'DRAFT_CHANGED',
        `${last?.updatedBy ?? 'Someone else'} changed the draft in the meantime. Look at it again first.`,
      );
    }
    return work(db, { draft, live: await liveVersion(db, storeId) });
  });

/** Lets these rules run as a new version. Refuses what runs already. */
export async function publish(
  db: Db,
  { storeId, by }: Author,
  live: RuleSetVersion | null,
  { rules, note }: { rules: readonly StoreRule[]; note: string },
): Promise<RuleSetVersion> {
  if (isSameRules(compareRules(live?.rules ?? [], rules)))
    throw new Refusal('conflict', 'NOTHING_TO_PUBLISH', 'These automations are live already.');
  return versionNumbered(db, storeId, await publishVersion(db, storeId, { rules, note, by }));
}

export async function versionNumbered(db: Db, storeId: number, number: number): Promise<RuleSetVersion> {
  const version = await versionOf(db, storeId, number);
  if (!version) throw new Refusal('notFound', 'VERSION_NOT_FOUND', "This version doesn't exist.");
  return version;
}

/** Gives the draft these rules; those it has already keep their revision. */
export async function replaceDraft(
  db: Db,
  { storeId, by }: Author,
  draft: readonly DraftRule[],
  rules: readonly StoreRule[],
): Promise<void> {
  const { added, removed, changed } = compareRules(draft, rules);
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  await removeRules(
    db,
    storeId,
    removed.map(({ id }) => id),
  );
  for (const { id } of added) {
    const rule = byId.get(id);
    if (rule) await insertRule(db, storeId, rule, by, rule);
  }
  for (const { id } of changed) {
    const document = byId.get(id);
    if (document) await saveRule(db, storeId, id, { document, by });
  }
}
