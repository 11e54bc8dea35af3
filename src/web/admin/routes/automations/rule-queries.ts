import { queryOptions } from '@tanstack/react-query';
import { call } from '#contract/client.ts';
import { createRule, listRules, updateRule, type RuleShown } from '#contract/merchant/rules.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { draftOf, type RuleForm } from './rule-form.ts';

export type ListedRule = RuleShown;
export type ListedRules = RouteAnswer<typeof listRules>;

export const rulesKey = (storeId: number) => ['rules', storeId] as const;

/** The rules of the draft. */
export const rulesQuery = (storeId: number) =>
  queryOptions({
    queryKey: [...rulesKey(storeId), 'draft'],
    queryFn: ({ signal }) => call(listRules, { params: { storeId } }, { signal }),
  });

/** Saves a new rule, or over the one that was read. */
export function saveRule(storeId: number, read: Pick<ListedRule, 'id' | 'revision' | 'rule'> | null, form: RuleForm) {
  const body = draftOf(form, read?.rule.priority ?? 1);
  if (!body) throw new Error('a rule without an action was saved');
  return read
    ? call(updateRule, { params: { storeId, storeRuleId: read.id }, query: { revision: read.revision }, body })
    : call(createRule, { params: { storeId }, body });
}
