import type { KnownCondition } from '#core/automations/condition.ts';
import { factOf, type Fact } from '#core/automations/facts.ts';
import { testOf, wantedBy, type Known } from '#core/automations/operators.ts';
import { DAY_MS } from '#core/dates.ts';
import { exponentOf } from '#core/currency.ts';
import type { CurrencyCode } from '#core/money.ts';

/** A value a fact can have (null: unknown), and the conditions on the fact that hold for it. */
export type Witness = { known: Known | null; holds: ReadonlySet<KnownCondition> };

/** More values than this are not told apart; the linter then says nothing rather than guess. */
const MOST_VALUES = 4096;

/**
 * Values of one fact, so that every combination of conditions that any value fulfills is fulfilled by one of them.
 * null where there would be too many. Amounts are in `currencyCode`.
 */
export function witnessesOf(conditions: readonly KnownCondition[], currencyCode: CurrencyCode): Witness[] | null {
  const [first] = conditions;
  if (!first) return [];
  const fact = factOf(first.fact);
  const values = valuesOf(fact, conditions, currencyCode);
  if (values === null) return null;
  const tests = conditions.map((condition) => ({
    condition,
    test: testOf(condition.operator, condition.value, fact.isText === true),
  }));
  const byTruth = new Map<string, Witness>();
  for (const known of values) {
    const those = tests.filter(({ test }) => test(known));
    const truth = tests.map(({ test }) => (test(known) ? '1' : '0')).join('');
    if (!byTruth.has(truth)) byTruth.set(truth, { known, holds: new Set(those.map(({ condition }) => condition)) });
  }
  return [{ known: null, holds: new Set() }, ...byTruth.values()];
}

function valuesOf(
  fact: Fact,
  conditions: readonly KnownCondition[],
  currencyCode: CurrencyCode,
): readonly Known[] | null {
  switch (fact.type) {
    case 'boolean':
      return [true, false];
    case 'number':
      return numbersAround(fact, conditions, currencyCode);
    case 'date':
      return daysAround(conditions);
    case 'strings':
    case 'numbers':
      return listsOf(fact, conditions);
  }
}

/**
 * Amounts have the decimals of the currency, percentages two; everything else is counted. Nothing is below zero, some of
 * it not below one.
 */
function numbersAround(
  { isMoney, hasDecimals, isFromOne }: Fact,
  conditions: readonly KnownCondition[],
  currencyCode: CurrencyCode,
): number[] {
  const decimals = isMoney === true ? exponentOf(currencyCode) : hasDecimals === true ? 2 : 0;
  const perUnit = 10 ** decimals;
  const bounds = conditions.flatMap(({ value }) => (typeof value === 'number' ? value * perUnit : []));
  const units = bounds.flatMap((bound) => [
    Math.floor(bound) - 1,
    Math.floor(bound),
    Math.ceil(bound),
    Math.ceil(bound) + 1,
  ]);
  const least = isFromOne === true ? 1 : 0;
  return [...new Set([least, ...units.filter((unit) => unit >= least)])].map((unit) => unit / perUnit);
}

function daysAround(conditions: readonly KnownCondition[]): string[] {
  const bounds = conditions.flatMap(({ value }) => (typeof value === 'string' ? Date.parse(value) : []));
  const days = bounds.flatMap((bound) => [bound - DAY_MS, bound, bound + DAY_MS]);
  return [...new Set(days)].map((day) => new Date(day).toISOString().slice(0, 10));
}

type Element = string | number;

// It is part of no value that people type.
const BETWEEN = '\u0001';

function listsOf({ isSingle, isText }: Fact, conditions: readonly KnownCondition[]): readonly Known[] | null {
  const isPart = ({ operator }: KnownCondition): boolean =>
    isText === true && (operator === 'contains' || operator === 'doesNotContain');
  const elementsOf = (those: readonly KnownCondition[]) => [...new Set(those.flatMap(({ value }) => wantedBy(value)))];
  const parts = elementsOf(conditions.filter(isPart));
  const whole = elementsOf(conditions.filter((one) => !isPart(one)));
  if (isSingle !== true && parts.length === 0) return listsOfGroups(whole, conditions);
  // Texts that have exactly these parts, and are none of the named values.
  const texts = subsetsOf(parts)?.map((some) => [[...some, ''].join(BETWEEN)]) ?? null;
  if (texts === null) return null;
  if (isSingle === true) return [...whole.map((one) => [one]), ...texts, [BETWEEN]];
  const lists = subsetsOf(whole);
  if (lists === null || lists.length * texts.length > MOST_VALUES) return null;
  return lists.flatMap((list) => texts.map((text) => [...list, ...text]));
}

/**
 * Lists of the values that conditions name. Values named by the same conditions are alike: it matters only whether the
 * list has none, some or all of them.
 */
function listsOfGroups(named: readonly Element[], conditions: readonly KnownCondition[]): readonly Known[] | null {
  const namedBy = conditions.map(({ value }) => new Set(wantedBy(value)));
  const groups = Map.groupBy(named, (one) => namedBy.map((values) => (values.has(one) ? '1' : '0')).join(''));
  let lists: Element[][] = [[]];
  for (const group of groups.values()) {
    const states = group.length === 1 ? [[], group] : [[], group.slice(0, 1), group];
    if (lists.length * states.length > MOST_VALUES) return null;
    lists = lists.flatMap((list) => states.map((state) => [...list, ...state]));
  }
  return lists;
}

function subsetsOf<T>(all: readonly T[]): T[][] | null {
  if (2 ** all.length > MOST_VALUES) return null;
  let subsets: T[][] = [[]];
  for (const one of all) subsets = subsets.flatMap((some) => [some, [...some, one]]);
  return subsets;
}
