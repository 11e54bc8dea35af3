import { emptyValue, type Condition } from '#core/automations/condition.ts';
import { keyOf } from '#core/automations/fact-index.ts';
import { factOf, isFactName, type FactName, type Facts, type FactValue } from '#core/automations/facts.ts';
import type { RunnableRule } from '#core/automations/rule.ts';
import type { TypedRule } from '#core/automations/try-rule.ts';

/** A fact that an order that is made up may have. */
export type MadeUpField = { key: string; fact: FactName; customFieldId?: number };

/** What a rule and the others with its action ask for, each once. */
export function fieldsOf(rule: TypedRule, others: readonly RunnableRule[]): MadeUpField[] {
  const rivals = others.filter(({ hook, type }) => hook === rule.hook && type === rule.type);
  const asked = [rule, ...rivals].flatMap(({ conditions }) =>
    conditions.flatMap(({ fact, customFieldId }) => {
      if (!isFactName(fact) || (fact === 'claim/customField' && customFieldId === undefined)) return [];
      return customFieldId === undefined ? { fact } : { fact, customFieldId };
    }),
  );
  return [...new Map(asked.map((field) => [keyOf(field), { key: keyOf(field), ...field }])).values()];
}

export type MadeUp = Readonly<Record<string, FactValue>>;

/** What a field shows before anything was typed: no number, no day, nothing in a list, and no. */
export function valueIn(made: MadeUp, { key, fact }: MadeUpField): Condition['value'] {
  const { type } = factOf(fact);
  const value = made[key];
  if (value === undefined) return type === 'boolean' ? false : type === 'number' ? Number.NaN : emptyValue(type);
  if (typeof value === 'string' && type !== 'date') return [value];
  return typeof value === 'object' ? listOf(value) : value;
}

const listOf = (value: readonly string[] | readonly number[]): string[] | number[] =>
  isTexts(value) ? [...value] : [...value];
const isTexts = (value: readonly string[] | readonly number[]): value is readonly string[] =>
  value.length === 0 || typeof value[0] === 'string';

/** What is known of an order that is made up. A number or day that is not typed is unknown. */
export const madeUpFacts = (made: MadeUp, fields: readonly MadeUpField[]): Facts => ({
  ...made,
  ...Object.fromEntries(fields.map((field) => [field.key, valueIn(made, field)])),
});
