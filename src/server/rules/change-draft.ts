import type { RuleShown } from '#contract/merchant/rules.ts';
import { ACTIONS } from '#core/automations/actions.ts';
import { newPriority } from '#core/automations/rule-order.ts';
import { checkRule, MOST_RULES, type RuleDraft, type StoreRule } from '#core/automations/rule.ts';
import { Refusal } from '#core/refusal.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { draftRules, insertRule, lockRuleSet, type DraftRule } from '#server/db/draft-rules.ts';
import { liveVersion, publishVersion } from '#server/db/rule-versions.ts';
import { namedTags } from '#server/db/tags.ts';
import type { StoreContext } from '#server/http/context.ts';
import { staffName } from '#server/merchant/staff-name.ts';
import { loadRuleSet, ruleOf, showRules } from '#server/rules/rule-set.ts';

/** A change of the draft: which rules it is about, and what it is called in the list of versions. */
type Change = { ids: readonly number[]; note: string };
export type Author = { storeId: number; by: string };
export const authorOf = ({ storeId, user }: StoreContext): Author => ({ storeId, by: staffName(user) });

/** Changes the draft while nobody else does. Where the store publishes at once, the changed rules also go live. */
export const changeDraft = <Changed extends Change>(
  database: Database,
  { storeId, by }: Author,
  change: (db: Db, draft: readonly DraftRule[]) => Promise<Changed>,
): Promise<{ changed: Changed; rules: RuleShown[] }> =>
  database.inStore(storeId, async (db) => {
    await lockRuleSet(db, storeId);
    const changed = await change(db, await draftRules(db, storeId));
    const state = await loadRuleSet(db, storeId);
    if (!state.isPublishedAtOnce || changed.ids.length === 0) return { changed, rules: showRules(state) };
    const rules = withChanged(state.live?.rules ?? [], state.draft, changed.ids);
    await publishVersion(db, storeId, { rules, note: changed.note, by });
    return { changed, rules: showRules({ ...state, live: await liveVersion(db, storeId) }) };
  });

/** What runs, with these rules as they are in the draft; what else waits in the draft goes on waiting. */
function withChanged(live: readonly StoreRule[], draft: readonly StoreRule[], ids: readonly number[]): StoreRule[] {
  const isChanged = ({ id }: StoreRule): boolean => ids.includes(id);
  return [...live.filter((rule) => !isChanged(rule)), ...draft.filter(isChanged)];
}

/** Adds a rule after every other one of its moment. */
export async function addRule(
  db: Db,
  { storeId, by }: Author,
  draft: readonly DraftRule[],
  rule: RuleDraft,
): Promise<number> {
  if (draft.length >= MOST_RULES)
    throw new Refusal(
      'conflict',
      'TOO_MANY_RULES',
      `A store can have up to ${MOST_RULES} automations. Delete one first.`,
    );
  await addTags(db, storeId, rule);
  return insertRule(db, storeId, withPriority(rule, newPriority(draft, rule.hook)), by);
}

export const withPriority = (draft: RuleDraft, priority: number): RuleDraft => ({
  ...draft,
  rule: { ...draft.rule, priority },
});

/** Tags that a rule applies are on the store's list, where filters offer them. */
export async function addTags(db: Db, storeId: number, { rule: { event } }: RuleDraft): Promise<void> {
  const action = ACTIONS[event.type];
  const { data } = action.read(event.params);
  if (data) await namedTags(db, storeId, action.references(data).claimTags ?? []);
}

/** The rule, unless someone changed it since the revision it was read at. */
export function unchangedRule(draft: readonly DraftRule[], id: number, revision: number): DraftRule {
  const rule = ruleOf(draft, id);
  if (rule.revision !== revision)
    throw new Refusal(
      'conflict',
      'RULE_CHANGED',
      `${rule.updatedBy} changed this automation while you were editing it.`,
    );
  return rule;
}

export function refuseInvalid(rule: StoreRule): void {
  const checked = checkRule(rule);
  if ('problems' in checked)
    throw new Refusal('notAllowed', 'RULE_INVALID', `This automation can't run: ${checked.problems.join(' ')}`);
}
