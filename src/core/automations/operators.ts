import { z } from 'zod';
import type { FactValue, ValueType } from '#core/automations/facts.ts';

export const Operator = z.enum([
  'equal',
  'notEqual',
  'lessThan',
  'greaterThan',
  'in',
  'notIn',
  'contains',
  'doesNotContain',
]);
export type Operator = z.infer<typeof Operator>;

/** The operators of each value type (R3.17); the first is the default. */
export const OPERATORS_OF: Readonly<Record<ValueType, readonly [Operator, ...Operator[]]>> = {
  number: ['lessThan', 'greaterThan'],
  date: ['lessThan', 'greaterThan'],
  boolean: ['equal', 'notEqual'],
  strings: ['in', 'notIn', 'contains', 'doesNotContain'],
  numbers: ['in', 'notIn'],
};

const LABELS: Readonly<Record<Operator, string>> = {
  equal: 'is',
  notEqual: 'is not',
  lessThan: 'is less than',
  greaterThan: 'is greater than',
  in: 'is any of',
  notIn: 'is none of',
  contains: 'contains all of',
  doesNotContain: 'does not contain all of',
};

/** The words of an operator; dates are compared as Before and After (R3.16). */
export function operatorLabel(operator: Operator, type: ValueType): string {
  if (type === 'date' && operator === 'lessThan') return 'Before';
  if (type === 'date' && operator === 'greaterThan') return 'After';
  return LABELS[operator];
}

/** Text compares without regard to case and outer spaces. */
export const comparable = (text: string): string => text.trim().toLowerCase();

export type ConditionValue = number | boolean | string | readonly string[] | readonly number[];

type Element = string | number;
/** A known fact, ready to be tested: lists are compared by their comparable elements. */
export type Known = number | boolean | string | readonly Element[];

/** The fact as conditions test it; null when it is unknown or of another type, so that no condition on it holds. */
export function knownOf(type: ValueType, value: FactValue | null | undefined): Known | null {
  if (value === null || value === undefined) return null;
  switch (type) {
    case 'number':
      return typeof value === 'number' && !Number.isNaN(value) ? value : null;
    case 'date':
      return typeof value === 'string' && value !== '' ? value : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'strings':
      return listOf('string', value);
    case 'numbers':
      return listOf('number', value);
  }
}

/** A single text or number counts as a list of one. */
function listOf(type: 'string' | 'number', value: FactValue): readonly Element[] | null {
  if (typeof value === 'boolean') return null;
  if (typeof value !== 'object') return typeof value === type ? [comparableElement(value)] : null;
  const elements: Element[] = [];
  for (const element of value) {
    if (typeof element !== type) return null;
    elements.push(comparableElement(element));
  }
  return elements;
}

/** The values of a condition's list as elements compare with them. */
export const wantedBy = (value: ConditionValue): readonly Element[] =>
  typeof value === 'object' ? value.map(comparableElement) : [];

const comparableElement = (element: Element): Element => (typeof element === 'string' ? comparable(element) : element);

export type Test = (known: Known) => boolean;

/**
 * The test a condition makes of a known fact. `isText` marks a fact that is one text, so that `contains` finds a part
 * of it.
 */
export function testOf(operator: Operator, value: ConditionValue, isText: boolean): Test {
  switch (operator) {
    case 'equal':
      return (known) => known === value;
    case 'notEqual':
      return (known) => known !== value;
    // Calendar days written the same way are in the order of their text.
    case 'lessThan':
      return (known) => known < value;
    case 'greaterThan':
      return (known) => known > value;
    case 'in':
      return ofLists(value, isAnyIn);
    case 'notIn':
      return ofLists(value, (elements, wanted) => !isAnyIn(elements, wanted));
    case 'contains':
      return ofLists(value, isText ? hasEveryPart : hasEvery);
    case 'doesNotContain':
      return ofLists(value, isText ? (...both) => !hasEveryPart(...both) : (...both) => !hasEvery(...both));
  }
}

type ListTest = (elements: readonly Element[], wanted: ReadonlySet<Element>) => boolean;

function ofLists(value: ConditionValue, holds: ListTest): Test {
  const wanted = new Set(wantedBy(value));
  return (known) => typeof known === 'object' && holds(known, wanted);
}

const isAnyIn: ListTest = (elements, wanted) => {
  for (const element of elements) if (wanted.has(element)) return true;
  return false;
};

const hasEvery: ListTest = (elements, wanted) => {
  for (const one of wanted) if (!elements.includes(one)) return false;
  return true;
};

const hasEveryPart: ListTest = (elements, wanted) => {
  for (const one of wanted) if (!elements.some((element) => String(element).includes(String(one)))) return false;
  return true;
};
