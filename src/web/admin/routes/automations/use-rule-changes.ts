import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#contract/client.ts';
import { duplicateRule, enableRule, orderRules } from '#contract/merchant/rules.ts';
import { toast } from '../../../ui/toast.ts';
import { problemText } from '../../problem-words.ts';
import { reordered } from './flow.ts';
import { rulesKey, rulesQuery, type ListedRule, type ListedRules } from './rule-queries.ts';

/** What the rows of the list do. Shown at once, and taken back with a word when the server refuses it (R8.07). */
export function useRuleChanges(storeId: number) {
  const client = useQueryClient();
  const { queryKey } = rulesQuery(storeId);
  const show = (change: (rule: ListedRule) => ListedRule): void => {
    // An answer under way knows nothing of this change yet.
    void client.cancelQueries({ queryKey });
    client.setQueryData<ListedRules>(queryKey, (shown) => shown && { ...shown, rules: shown.rules.map(change) });
  };
  const mutationKey = ['change rules', storeId];
  const shared = {
    mutationKey,
    // One after the other: each is made of what the one before left.
    scope: { id: `rules ${storeId}` },
    onError: (error: Error) => toast(problemText(error), 'bad'),
    // Of several changes the last one reads what they all led to.
    onSettled: async () => {
      if (client.isMutating({ mutationKey }) === 1) await client.invalidateQueries({ queryKey: rulesKey(storeId) });
    },
  };
  const enabling = useMutation({
    ...shared,
    mutationFn: ({ id, isEnabled }: { id: number; isEnabled: boolean }) =>
      call(enableRule, { params: { storeId, storeRuleId: id }, body: { isEnabled } }),
  });
  const duplicating = useMutation({
    ...shared,
    mutationFn: (id: number) => call(duplicateRule, { params: { storeId, storeRuleId: id } }),
    onSuccess: ({ name }) => toast(`Added “${name}”, switched off`),
  });
  const ordering = useMutation({
    ...shared,
    mutationFn: (body: { hook: ListedRule['hook']; ruleIds: number[]; madeOf: number[] }) =>
      call(orderRules, { params: { storeId }, body }),
  });
  return {
    enable: ({ id }: ListedRule, isEnabled: boolean): void => {
      show((rule) => (rule.id === id ? { ...rule, isEnabled } : rule));
      enabling.mutate({ id, isEnabled });
    },
    duplicate: ({ id }: ListedRule): void => duplicating.mutate(id),
    move: ({ id, hook }: ListedRule, to: number): void => {
      const rules = client.getQueryData(queryKey)?.rules ?? [];
      const { madeOf, ruleIds } = reordered(rules, { id, hook, to });
      show((rule) =>
        rule.hook === hook ? { ...rule, rule: { ...rule.rule, priority: ruleIds.indexOf(rule.id) + 1 } } : rule,
      );
      ordering.mutate({ hook, ruleIds, madeOf });
    },
  };
}
