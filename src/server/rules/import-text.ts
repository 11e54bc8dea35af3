import { compareRules, isSameRules, type RuleSetDifference } from '#core/automations/compare.ts';
import type { Finding } from '#contract/merchant/rule-sets.ts';
import type { StoreRule } from '#core/automations/rule.ts';
import { Refusal } from '#core/refusal.ts';
import type { Db } from '#server/db/connect.ts';
import { insertRule, lockRuleSet, removeRules, saveRule, type DraftRule } from '#server/db/draft-rules.ts';
import { contentHash } from '#server/db/rule-versions.ts';
import { addTags, type Author } from '#server/rules/change-draft.ts';
import { lintOf } from '#server/rules/lint-rules.ts';
import { publish } from '#server/rules/publish.ts';
import { loadRuleSet, type RuleSetState } from '#server/rules/rule-set.ts';
import { readText } from '#server/rules/text.ts';

/** What a file would change in the draft. */
export type Plan = { difference: RuleSetDifference; findings: Finding[] };
type Wanted = { rules: readonly StoreRule[]; state: RuleSetState };

/** Refuses RULES_TEXT_OUTDATED when the draft is not the one the file was exported from. */
function wantedBy(text: string, state: RuleSetState): Wanted {
  const { basedOn, rules } = readText(text);
  const now = contentHash(state.draft);
  if (basedOn !== now && (state.draft.length > 0 || basedOn !== null))
    throw new Refusal(
      'conflict',
      'RULES_TEXT_OUTDATED',
      'Someone changed the draft since this file was exported. Export it again and repeat your changes there.',
    );
  const known = new Map(state.draft.map((rule) => [rule.id, rule]));
  const last = Math.max(0, ...[...state.draft, ...(state.live?.rules ?? [])].map(({ id }) => id));
  return {
    state,
    // A new rule has no id yet. It will have one after all others, which decides among equal priorities.
    rules: rules.map(({ id, draft }, place) => {
      const former = id === null ? undefined : known.get(id);
      return { ...draft, id: former?.id ?? last + 1 + place, createdOn: former?.createdOn ?? '' };
    }),
  };
}

const planOf = ({ rules, state }: Wanted): Plan => ({
  difference: compareRules(state.draft, rules),
  findings: lintOf(rules, state),
});

/** `live` and `rules`: what runs now, and what would once the file is published. */
export async function planText(
  db: Db,
  storeId: number,
  text: string,
): Promise<Plan & { live: readonly StoreRule[]; rules: readonly StoreRule[] }> {
  const wanted = wantedBy(text, await loadRuleSet(db, storeId));
  return { ...planOf(wanted), live: wanted.state.live?.rules ?? [], rules: wanted.rules };
}

/** Makes the draft what the file says, and lets it run where that is asked for or the store publishes at once. */
export async function applyText(
  db: Db,
  { storeId, by }: Author,
  { text, isPublished, note }: { text: string; isPublished: boolean; note: string },
): Promise<Plan & { number: number | null }> {
  await lockRuleSet(db, storeId);
  const wanted = wantedBy(text, await loadRuleSet(db, storeId));
  const { state } = wanted;
  const { difference } = planOf(wanted);
  await saveAll(db, { storeId, by }, state.draft, wanted.rules);
  const after = await loadRuleSet(db, storeId);
  const findings = lintOf(after.draft, after);
  const isWaiting = !isSameRules(compareRules(after.live?.rules ?? [], after.draft));
  if (!isWaiting || !(isPublished || state.isPublishedAtOnce)) return { difference, findings, number: null };
  const { number } = await publish(db, { storeId, by }, after.live, { rules: after.draft, note });
  return { difference, findings, number };
}

async function saveAll(
  db: Db,
  { storeId, by }: Author,
  draft: readonly DraftRule[],
  rules: readonly StoreRule[],
): Promise<void> {
  const { added, removed, changed } = compareRules(draft, rules);
  const ids = (some: readonly { id: number }[]) => new Set(some.map(({ id }) => id));
  const [isNew, isChanged] = [ids(added), ids(changed)];
  await removeRules(
    db,
    storeId,
    removed.map(({ id }) => id),
  );
  for (const rule of rules) {
    if (isNew.has(rule.id) || isChanged.has(rule.id)) await addTags(db, storeId, rule);
    if (isNew.has(rule.id)) await insertRule(db, storeId, rule, by);
    if (isChanged.has(rule.id)) await saveRule(db, storeId, rule.id, { document: rule, by });
  }
}
