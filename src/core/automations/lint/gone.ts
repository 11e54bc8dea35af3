import { ACTIONS } from '#core/automations/actions.ts';
import type { References } from '#core/automations/action.ts';
import { factOf, type NamedThing } from '#core/automations/facts.ts';
import type { LintFinding } from '#core/automations/lint/finding.ts';
import { comparable } from '#core/automations/operators.ts';
import { checkRule, type RunnableRule, type StoreRule } from '#core/automations/rule.ts';

/** What a store has, by what rules name it by. A kind that is left out is not checked. */
export type Things = {
  [Kind in keyof References]: ReadonlySet<number | string>;
} & { named?: Partial<Readonly<Record<NamedThing, ReadonlySet<string | number>>>> };

const GONE: Readonly<Record<keyof References, string>> = {
  productGroups: 'a product group',
  returnLocations: 'a return location',
  fulfillmentLocations: 'a fulfillment location',
  customFields: 'a custom field',
  claimTags: 'a claim tag',
  shipRates: 'a shipping rate',
};
const KINDS = [
  'productGroups',
  'returnLocations',
  'fulfillmentLocations',
  'customFields',
  'claimTags',
  'shipRates',
] as const;

/** Texts compare without regard to case and outer spaces, as conditions compare them. */
function has(there: ReadonlySet<string | number>, one: string | number): boolean {
  if (there.has(one) || typeof one === 'number') return there.has(one);
  return [...there].some((its) => typeof its === 'string' && comparable(its) === comparable(one));
}

/** Kinds of things the rule names and the store does not have any more. */
export function goneFrom(rule: RunnableRule, things: Things): string[] {
  const references = ACTIONS[rule.type].references(rule.params);
  const inParams = KINDS.filter((kind) => {
    const there = things[kind];
    return there !== undefined && (references[kind] ?? []).some((one) => !has(there, one));
  }).map((kind) => GONE[kind]);
  const inConditions = rule.conditions.flatMap(({ fact, value }) => {
    const { options, label } = factOf(fact);
    const there = options?.kind === 'named' ? things.named?.[options.of] : undefined;
    if (!there || !Array.isArray(value)) return [];
    return value.every((one: string | number) => has(there, one)) ? [] : [`a value of ${label}`];
  });
  return [...new Set([...inParams, ...inConditions])];
}

/**
 * Rules with a condition on a custom field that none of the rules asks for. The settings name no custom field, so only
 * claims that were answered under earlier rules could still fulfill it.
 */
export function aboutUnasked(rules: readonly RunnableRule[]): LintFinding[] {
  const asked = new Set(rules.flatMap(({ type, params }) => ACTIONS[type].references(params).customFields ?? []));
  return rules
    .filter(({ conditions }) =>
      conditions.some(({ customFieldId }) => customFieldId !== undefined && !asked.has(customFieldId)),
    )
    .map(({ id, name }) => ({
      kind: 'unasked',
      ruleId: id,
      others: [],
      message: `“${name}” asks about the answer to a custom field, but no enabled automation collects it.`,
    }));
}

/** What is wrong with a stored rule, a sentence each: why it is skipped, or what it runs without. */
export function problemsOf(
  stored: StoreRule,
  things: Things,
): { whySkipped: readonly string[]; gone: readonly string[] } {
  const checked = checkRule(stored);
  if ('problems' in checked) return { whySkipped: checked.problems, gone: [] };
  return {
    whySkipped: [],
    gone: goneFrom(checked.rule, things).map((what) => `Names ${what} that no longer exists.`),
  };
}
