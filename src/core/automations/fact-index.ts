import type { KnownCondition } from '#core/automations/condition.ts';
import { customFieldKey, factOf, type FactName, type FactValue, type ValueType } from '#core/automations/facts.ts';
import { knownOf, testOf, wantedBy, type Known, type Test } from '#core/automations/operators.ts';

/** Bits of rules, 32 in a word; a rule is its place in the order in which they run. */
export type Bits = Uint32Array;
export const bitsFor = (rules: number): Bits => new Uint32Array((rules + 31) >> 5);
export const setBit = (bits: Bits, place: number): void => {
  bits[place >> 5] = (bits[place >> 5] ?? 0) | (1 << (place & 31));
};
export const hasBit = (bits: Bits, place: number): boolean => ((bits[place >> 5] ?? 0) & (1 << (place & 31))) !== 0;

/** A condition of the rule at `place`, with its test. */
export type Asked = { place: number; needsAll: boolean; condition: KnownCondition; test: Test };

export function askedOf(asked: Omit<Asked, 'test'>): Asked {
  const { fact, operator, value } = asked.condition;
  return { ...asked, test: testOf(operator, value, factOf(fact).isText === true) };
}

export const keyOf = ({ fact, customFieldId }: Pick<KnownCondition, 'fact' | 'customFieldId'>): string =>
  customFieldId === undefined ? fact : customFieldKey(customFieldId);

/**
 * What one value of a fact decides: rules that need all their conditions and lose one, rules that need any and have
 * one, and which conditions hold, by their place among those on the fact.
 */
export type Decided = { lost: Bits; won: Bits; held: Bits };

/** What the conditions on one fact come to for what is known of it. */
export type Decide = (value: FactValue | null | undefined) => Decided;

// Texts come from outside, so only so many are remembered.
const MOST_TEXTS = 256;

/**
 * An index of the conditions on one fact. Values that no condition can tell apart form a class. What a class decides is
 * worked out when it is first seen and kept, so that one look-up stands for hundreds of conditions.
 */
export function indexOf(fact: FactName, asked: readonly Asked[], rules: number): Decide {
  const { type } = factOf(fact);
  const unknown = decide(asked, () => false, rules);
  const classOf = classesOf(type, asked);
  const kept = new Map<string | number, Decided>();
  const ofKnown = (known: Known): Decided => {
    const its = classOf(known);
    if (its === null) return decide(asked, ({ test }) => test(known), rules);
    const before = kept.get(its);
    if (before) return before;
    const decided = decide(asked, ({ test }) => test(known), rules);
    kept.set(its, decided);
    return decided;
  };
  const ofValue: Decide = (value) => {
    const known = knownOf(type, value);
    return known === null ? unknown : ofKnown(known);
  };
  if (type !== 'strings') return ofValue;
  // Most lists have one text, and few texts are ever seen: they are not made comparable each time.
  const texts = new Map<string, Decided>();
  return (value) => {
    const text = typeof value === 'object' && value?.length === 1 ? value[0] : value;
    if (typeof text !== 'string') return ofValue(value);
    const before = texts.get(text);
    if (before) return before;
    const decided = ofValue(value);
    if (texts.size < MOST_TEXTS) texts.set(text, decided);
    return decided;
  };
}

function decide(asked: readonly Asked[], holds: (asked: Asked) => boolean, rules: number): Decided {
  const decided = { lost: bitsFor(rules), won: bitsFor(rules), held: bitsFor(asked.length) };
  for (const [index, one] of asked.entries()) {
    const isTrue = holds(one);
    if (isTrue) setBit(decided.held, index);
    if (one.needsAll && !isTrue) setBit(decided.lost, one.place);
    if (!one.needsAll && isTrue) setBit(decided.won, one.place);
  }
  return decided;
}

/** The class of a value; null where it has none, and is worked out each time. */
type ClassOf = (known: Known) => string | number | null;

function classesOf(type: ValueType, asked: readonly Asked[]): ClassOf {
  if (type === 'boolean') return (known) => (known === true ? 1 : 0);
  if (type === 'number' || type === 'date') return amongBounds(asked);
  return ofLists(asked);
}

/** Values between two bounds are alike. The class is twice the place among the bounds, odd on a bound itself. */
function amongBounds(asked: readonly Asked[]): ClassOf {
  const bounds = [...new Set(asked.map(({ condition: { value } }) => value))].toSorted((one, other) =>
    one < other ? -1 : 1,
  );
  return (known) => {
    let low = 0;
    let high = bounds.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const bound = bounds[middle];
      if (bound !== undefined && bound < known) low = middle + 1;
      else high = middle;
    }
    return bounds[low] === known ? low * 2 + 1 : low * 2;
  };
}

/** A list has the class of the only element that rules name. A part of a text cannot be looked up. */
function ofLists(asked: readonly Asked[]): ClassOf {
  const hasParts = asked.some(
    ({ condition: { fact, operator } }) =>
      factOf(fact).isText === true && (operator === 'contains' || operator === 'doesNotContain'),
  );
  if (hasParts) return () => null;
  const named = new Set(asked.flatMap(({ condition: { value } }) => wantedBy(value)));
  return (known) => {
    if (typeof known !== 'object') return null;
    let found: string | number = NOTHING_NAMED;
    for (const element of known) {
      if (element === found || !named.has(element)) continue;
      if (found !== NOTHING_NAMED) return null;
      found = element;
    }
    return found;
  };
}

// No comparable text begins with a space.
const NOTHING_NAMED = ' ';
