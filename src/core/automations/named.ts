import type { References } from '#core/automations/action.ts';
import { ACTIONS } from '#core/automations/actions.ts';
import { factOf } from '#core/automations/facts.ts';
import { comparable } from '#core/automations/operators.ts';
import { checkRule, type StoreRule } from '#core/automations/rule.ts';

/** Things of a store that can't be deleted while a rule names them, and where actions name them. */
const IN_ACTIONS = {
  productGroup: 'productGroups',
  customField: 'customFields',
  returnLocation: 'returnLocations',
  claimTag: 'claimTags',
  reason: null,
} as const satisfies Readonly<Record<string, keyof References | null>>;
export type Named = keyof typeof IN_ACTIONS;

/** An id, or a name however it is written. */
export const namedKey = (one: string | number): string | number => (typeof one === 'string' ? comparable(one) : one);

/** The keys of these things that a rule names, in its action or a condition; none when the rule cannot run anyway. */
export function namedBy(stored: StoreRule, of: Named): ReadonlySet<string | number> {
  const checked = checkRule(stored);
  if ('problems' in checked) return new Set();
  const { type, params, conditions } = checked.rule;
  const kind = IN_ACTIONS[of];
  const inAction: readonly (string | number)[] = kind === null ? [] : (ACTIONS[type].references(params)[kind] ?? []);
  const inConditions = conditions.flatMap(({ fact, value, customFieldId }): readonly (string | number)[] => {
    if (of === 'customField') return customFieldId === undefined ? [] : [customFieldId];
    const { options } = factOf(fact);
    return options?.kind === 'named' && options.of === of && Array.isArray(value) ? value : [];
  });
  return new Set([...inAction, ...inConditions].map(namedKey));
}
