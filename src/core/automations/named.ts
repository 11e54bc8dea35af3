import { ACTIONS } from '#core/automations/actions.ts';
import { factOf } from '#core/automations/facts.ts';
import { checkRule, type StoreRule } from '#core/automations/rule.ts';

/** Things with an id that a rule cannot do without. */
export type Named = 'productGroup' | 'customField';

/** The ids of these things that a rule names, in its action or a condition; none when the rule cannot run anyway. */
export function namedBy(stored: StoreRule, of: Named): ReadonlySet<number> {
  const checked = checkRule(stored);
  if ('problems' in checked) return new Set();
  const { type, params, conditions } = checked.rule;
  const references = ACTIONS[type].references(params);
  const inConditions = conditions.flatMap(({ fact, value, customFieldId }) => {
    if (of === 'customField') return customFieldId ?? [];
    const { options } = factOf(fact);
    if (options?.kind !== 'named' || options.of !== of || !Array.isArray(value)) return [];
    return value.flatMap((one: string | number) => (typeof one === 'number' ? one : []));
  });
  const inAction = of === 'customField' ? references.customFields : references.productGroups;
  return new Set([...(inAction ?? []), ...inConditions]);
}
