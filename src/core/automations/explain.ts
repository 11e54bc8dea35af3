import type { KnownCondition } from '#core/automations/condition.ts';
import { keyOf } from '#core/automations/fact-index.ts';
import { factOf, type Fact, type Facts, type FactValue } from '#core/automations/facts.ts';
import type { Operator } from '#core/automations/operators.ts';
import type { RunnableRule } from '#core/automations/rule.ts';
import type { Verdict } from '#core/automations/rule-set.ts';
import { formatDate } from '#core/dates.ts';

/** How values are shown: amounts in the store's currency, and the names of what a fact holds as ids. */
export type ValueWords = {
  money(amount: number): string;
  nameOf(fact: Fact, value: string | number): string;
  /** The name of the field that a condition asks about. */
  customField(id: number): string;
};

export const MOST_SHOWN = 3;

/** A condition in words: "Country: any of US, CA, DE and 2 More" (R9.11). */
export function conditionText({ fact, operator, value, customFieldId }: KnownCondition, words: ValueWords): string {
  const its = factOf(fact);
  const label = customFieldId === undefined ? its.label : words.customField(customFieldId);
  if (typeof value === 'boolean') return `${label}: ${yesNo(value === (operator === 'equal'))}`;
  const compares = its.type === 'date' ? OF_DATES[operator] : undefined;
  return `${label}: ${compares ?? COMPARES[operator]} ${valueText(its, value, words)}`;
}

const yesNo = (is: boolean): string => (is ? 'yes' : 'no');

const COMPARES: Readonly<Record<Operator, string>> = {
  equal: 'is',
  notEqual: 'is not',
  lessThan: 'less than',
  greaterThan: 'more than',
  in: 'any of',
  notIn: 'none of',
  contains: 'contains all of',
  doesNotContain: 'does not contain all of',
};
const OF_DATES: Partial<Readonly<Record<Operator, string>>> = { lessThan: 'before', greaterThan: 'after' };

/** Why a rule matched or did not, in a sentence. */
export function verdictText(
  { mode, conditions }: Pick<RunnableRule, 'mode' | 'conditions'>,
  { isMatch, condition: place }: Pick<Verdict, 'isMatch' | 'condition'>,
  facts: Facts,
  words: ValueWords,
): string {
  if (conditions.length === 0) return 'It has no conditions, so it always matches.';
  const wasOf = (condition: KnownCondition): string => {
    const known = facts[keyOf(condition)];
    return known === undefined || known === null ? 'unknown' : valueText(factOf(condition.fact), known, words);
  };
  const one = place === null && conditions.length === 1 ? conditions[0] : conditions[place ?? -1];
  if (one) return `“${conditionText(one, words)}” ${isMatch ? 'holds' : 'does not hold'}: it was ${wasOf(one)}.`;
  const told = conditions
    .slice(0, MOST_SHOWN)
    .map((condition) => `“${conditionText(condition, words)}” (it was ${wasOf(condition)})`);
  const rest = conditions.length - told.length;
  const begin = mode === 'any' ? 'None of its conditions holds' : `All ${conditions.length} conditions hold`;
  return `${begin}: ${[...told, ...(rest > 0 ? [`${rest} more`] : [])].join(', ')}.`;
}

/** A value in words, the first three where it has several. */
export function valueText(fact: Fact, value: FactValue, words: ValueWords): string {
  if (typeof value === 'boolean') return yesNo(value);
  if (typeof value === 'object') return listText(value.map((one) => words.nameOf(fact, one)));
  if (typeof value === 'number') return fact.isMoney === true ? words.money(value) : String(value);
  return fact.type === 'date' ? formatDate(`${value}T00:00:00Z`) : words.nameOf(fact, value);
}

function listText(names: readonly string[]): string {
  if (names.length === 0) return 'none';
  const rest = names.length - MOST_SHOWN;
  const shown = names.slice(0, MOST_SHOWN).join(', ');
  return rest > 0 ? `${shown} and ${rest} More` : shown;
}
