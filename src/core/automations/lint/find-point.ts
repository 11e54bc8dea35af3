import type { KnownCondition } from '#core/automations/condition.ts';
import { keyOf } from '#core/automations/fact-index.ts';
import { witnessesOf, type Witness } from '#core/automations/lint/witnesses.ts';
import type { RunnableRule } from '#core/automations/rule.ts';
import type { CurrencyCode } from '#core/money.ts';

/** The values each fact can have, as far as some rules can tell them apart. */
export type Space = ReadonlyMap<string, readonly Witness[] | null>;

export function spaceOf(rules: readonly RunnableRule[], currencyCode: CurrencyCode): Space {
  const byKey = Map.groupBy(
    rules.flatMap(({ conditions }) => conditions),
    keyOf,
  );
  return new Map([...byKey].map(([key, conditions]) => [key, witnessesOf(conditions, currencyCode)]));
}

/** Facts by key. */
export type Point = ReadonlyMap<string, Witness>;
type Allowed = ReadonlyMap<string, readonly Witness[]>;
type Wanted = { rule: RunnableRule; isMatch: boolean };

/** Beyond this many tries the answer is unknown. */
const MOST_TRIES = 20_000;

/**
 * Facts that all of `must` match and none of `avoid` does: `null` where there are none, and `'unknown'` where the
 * search was given up.
 */
export function findPoint(
  space: Space,
  must: readonly RunnableRule[],
  avoid: readonly RunnableRule[],
): Point | null | 'unknown' {
  const everything = new Map<string, readonly Witness[]>();
  for (const [key, witnesses] of space) {
    if (witnesses === null) return 'unknown';
    everything.set(key, witnesses);
  }
  let tries = 0;
  let isGivenUp = false;

  const search = (allowed: Allowed, [rule, ...wanted]: readonly Wanted[]): Allowed | null => {
    tries += 1;
    isGivenUp ||= tries > MOST_TRIES;
    if (isGivenUp || !rule) return isGivenUp ? null : allowed;
    for (const conditions of rule.isMatch ? waysToHold(rule.rule) : waysToFail(rule.rule)) {
      const narrowed = narrow(allowed, conditions, rule.isMatch);
      const found = narrowed && search(narrowed, wanted);
      if (found) return found;
    }
    return null;
  };
  const found = search(everything, [
    ...must.map((rule) => ({ rule, isMatch: true })),
    ...avoid.map((rule) => ({ rule, isMatch: false })),
  ]);
  if (found) return new Map([...found].flatMap(([key, [first]]) => (first ? [[key, first] as const] : [])));
  return isGivenUp ? 'unknown' : null;
}

/** Sets of conditions, one of which must hold whole. */
const waysToHold = ({ mode, conditions }: RunnableRule): readonly (readonly KnownCondition[])[] =>
  mode === 'all' || conditions.length === 0 ? [conditions] : conditions.map((one) => [one]);

/** Sets of conditions, one of which must fail whole. A rule without conditions cannot fail. */
function waysToFail({ mode, conditions }: RunnableRule): readonly (readonly KnownCondition[])[] {
  if (conditions.length === 0) return [];
  return mode === 'any' ? [conditions] : conditions.map((one) => [one]);
}

/** What is left of the facts when each of the conditions comes out so; null when nothing is. */
function narrow(allowed: Allowed, conditions: readonly KnownCondition[], holds: boolean): Allowed | null {
  const narrowed = new Map(allowed);
  for (const condition of conditions) {
    const key = keyOf(condition);
    const left = (narrowed.get(key) ?? []).filter((witness) => witness.holds.has(condition) === holds);
    if (left.length === 0) return null;
    narrowed.set(key, left);
  }
  return narrowed;
}
