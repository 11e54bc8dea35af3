import { z } from 'zod';
import { factOf, isFactName, type FactName, type ValueType } from '#core/automations/facts.ts';
import { comparable, Operator, OPERATORS_OF, type ConditionValue } from '#core/automations/operators.ts';
import type { Hook } from '#core/automations/hooks.ts';

export const MOST_VALUES = 200;

const Value = z.union([
  z.boolean(),
  z.number(),
  z.string().max(200),
  z.array(z.string().max(200)),
  z.array(z.number().int()),
]);

/** The parts of a condition (R3.02). `customFieldId` says which custom field "claim/customField" asks about. */
export const ConditionParts = z.strictObject({
  fact: z.string().max(100),
  operator: Operator,
  value: Value,
  customFieldId: z.number().int().positive().exactOptional(),
});

/** A question about one fact whose parts fit each other. */
export const Condition = ConditionParts.superRefine(({ fact, operator, value, customFieldId }, context) => {
  if (!isFactName(fact)) {
    context.addIssue({ code: 'custom', path: ['fact'], message: 'Unexpected Fact' });
    return;
  }
  const { type } = factOf(fact);
  if (!OPERATORS_OF[type].includes(operator))
    context.addIssue({ code: 'custom', path: ['operator'], message: 'Must fit the fact.' });
  const problem = valueProblem(type, value);
  if (problem !== null) context.addIssue({ code: 'custom', path: ['value'], message: problem });
  if ((fact === 'claim/customField') !== (customFieldId !== undefined))
    context.addIssue({ code: 'custom', path: ['customFieldId'], message: 'Please select a custom field' });
});
export type Condition = z.infer<typeof Condition>;

/** The parts of a condition that was found valid. */
export type KnownCondition = Omit<Condition, 'fact'> & { fact: FactName };

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const isDay = (text: string): boolean => DAY.test(text) && !Number.isNaN(Date.parse(text)) && isSameDay(text);
// Date.parse takes February 30 for March 2.
const isSameDay = (text: string): boolean => new Date(text).toISOString().startsWith(text);

/** Why the value does not fit the type; null when it does. */
function valueProblem(type: ValueType, value: ConditionValue): string | null {
  switch (type) {
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? null : 'Must be a number.';
    case 'date':
      return typeof value === 'string' && isDay(value) ? null : 'Must be a date.';
    case 'boolean':
      return typeof value === 'boolean' ? null : 'Must be yes or no.';
    case 'strings':
      return listProblem(value, (one) => typeof one === 'string' && comparable(one) !== '');
    case 'numbers':
      return listProblem(value, (one) => typeof one === 'number');
  }
}

function listProblem(value: ConditionValue, isFitting: (one: string | number) => boolean): string | null {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isFitting)) return 'Select at least one value.';
  return value.length > MOST_VALUES ? `At most ${MOST_VALUES} values.` : null;
}

/** The value a condition begins with when its fact is chosen (R4.02). */
export function emptyValue(type: ValueType): Condition['value'] {
  if (type === 'boolean') return true;
  if (type === 'number') return 0;
  return type === 'date' ? '' : [];
}

export const isKnownAt = (fact: FactName, hook: Hook): boolean => factOf(fact).hooks.includes(hook);
