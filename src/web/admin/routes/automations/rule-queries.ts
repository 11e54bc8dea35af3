import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#contract/client.ts';
import { factValues } from '#contract/merchant/facts.ts';
import { compareVersions, lintDraft, lintRule, listVersions } from '#contract/merchant/rule-sets.ts';
import { createRule, listNamedByRules, listRules, updateRule, type RuleShown } from '#contract/merchant/rules.ts';
import type { RouteAnswer } from '#contract/route.ts';
import type { FactName } from '#core/automations/facts.ts';
import { draftOf, problemsOf, type RuleForm } from './rule-form.ts';
import type { Thing } from './store-things.ts';

export type ListedRule = RuleShown;
export type ListedRules = RouteAnswer<typeof listRules>;

export const rulesKey = (storeId: number) => ['rules', storeId] as const;

/** The rules of the draft. */
export const rulesQuery = (storeId: number) =>
  queryOptions({
    queryKey: [...rulesKey(storeId), 'draft'],
    queryFn: ({ signal }) => call(listRules, { params: { storeId } }, { signal }),
  });

/** What can't be deleted because rules name it. */
export const namedByRulesQuery = (storeId: number) =>
  queryOptions({
    queryKey: [...rulesKey(storeId), 'named'],
    queryFn: ({ signal }) => call(listNamedByRules, { params: { storeId } }, { signal }),
  });

/** Saves a new rule, or over the one that was read. */
export function saveRule(storeId: number, read: Pick<ListedRule, 'id' | 'revision' | 'rule'> | null, form: RuleForm) {
  const body = draftOf(form, read?.rule.priority ?? 1);
  if (!body) throw new Error('a rule without an action was saved');
  return read
    ? call(updateRule, { params: { storeId, storeRuleId: read.id }, query: { revision: read.revision }, body })
    : call(createRule, { params: { storeId }, body });
}

const MOST_VALUES = 300;

/** Values that a fact can be compared with, as many as fit the search; open where others can be typed. */
export const factValuesQuery = (
  storeId: number,
  { fact, customFieldId }: { fact: FactName; customFieldId?: number | undefined },
  searchTerm: string,
) =>
  queryOptions({
    queryKey: ['fact-values', storeId, fact, customFieldId, searchTerm],
    queryFn: async ({ signal }): Promise<{ options: Thing[]; isOpen: boolean; isUnreachable: boolean }> => {
      const query = { fact, customFieldId, searchTerm, take: MOST_VALUES };
      const { definite, arbitrary, unreachable } = await call(factValues, { params: { storeId }, query }, { signal });
      const options = definite[fact] ?? arbitrary[fact] ?? [];
      return {
        options: options.map(({ value, label }) => ({ value: String(value), label })),
        isOpen: definite[fact] === undefined,
        isUnreachable: unreachable.includes(fact),
      };
    },
    placeholderData: keepPreviousData,
  });

/** What is wrong with the draft. Asked for again with every change of it. */
export const lintQuery = (storeId: number, draftRevision: number) =>
  queryOptions({
    queryKey: [...rulesKey(storeId), 'lint', draftRevision],
    queryFn: async ({ signal }) => (await call(lintDraft, { params: { storeId } }, { signal })).findings,
  });

/** What would be wrong with a rule that is edited; only a valid one can be asked about. */
export const lintRuleQuery = (
  storeId: number,
  { ruleId, priority, form }: { ruleId: number | null; priority: number; form: RuleForm },
) => {
  const draft = draftOf(form, priority);
  return queryOptions({
    queryKey: [...rulesKey(storeId), 'lint-rule', ruleId, draft],
    queryFn: async ({ signal }) => {
      if (!draft) return [];
      const body = { draft, ...(ruleId === null ? {} : { storeRuleId: ruleId }) };
      return (await call(lintRule, { params: { storeId }, body }, { signal })).findings;
    },
    enabled: Object.keys(problemsOf(form)).length === 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
};

export const versionsQuery = (storeId: number) =>
  infiniteQueryOptions({
    queryKey: [...rulesKey(storeId), 'versions'],
    queryFn: ({ signal, pageParam }) =>
      call(listVersions, { params: { storeId }, query: pageParam === null ? {} : { before: pageParam } }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ versions, hasMore }) => (hasMore ? (versions.at(-1)?.number ?? null) : null),
  });

/** What it takes from a version to the draft. */
export const comparisonQuery = (storeId: number, number: number) =>
  queryOptions({
    queryKey: [...rulesKey(storeId), 'comparison', number],
    queryFn: ({ signal }) =>
      call(compareVersions, { params: { storeId }, query: { from: number, to: 'draft' } }, { signal }),
    staleTime: 0,
  });
