import type { KnownCondition } from '#core/automations/condition.ts';
import { keyOf } from '#core/automations/fact-index.ts';
import { factOf, type FactName, type Facts } from '#core/automations/facts.ts';
import { knownOf, testOf } from '#core/automations/operators.ts';
import type { RunnableRule } from '#core/automations/rule.ts';

/** The conditions of one rule that anyone may read: all of them hold, or any does. */
type Clause = {
  mode: 'all' | 'any';
  conditions: readonly (KnownCondition & { fact: PublicFact })[];
  /** It has conditions that are the store's own business too. */
  isPartlyHidden: boolean;
};

/** When something holds: every clause does. Without one it always does. */
export type When = readonly Clause[];

/** What shoppers know of their order themselves. Anything else, such as a customer's tags, is never published. */
const PUBLIC_FACTS = [
  'order/createdOn',
  'order/daysSinceCreated',
  'order/country',
  'order/province',
  'order/total',
  'order/isShippingProtected',
  'product/vendor',
  'product/type',
  'product/collection',
  'product/group',
  'claim/total',
  'claim/lineItemTotal',
  'claim/quantity',
  'claim/reasonCategory',
  'claim/reason',
  'claim/reasonDetail',
  'claim/requestedResolution',
  'claim/exchangeOrderTotal',
] as const satisfies readonly FactName[];
export type PublicFact = (typeof PUBLIC_FACTS)[number];

const NAMED: ReadonlySet<FactName> = new Set(PUBLIC_FACTS);
const isPublic = (condition: KnownCondition): condition is KnownCondition & { fact: PublicFact } =>
  NAMED.has(condition.fact);

/** When a rule matches as far as it is open, given what is known; null where it never does. */
export function whenOf({ mode, conditions }: Pick<RunnableRule, 'mode' | 'conditions'>, known: Facts): When | null {
  const verdicts = conditions.map((condition) => verdictOf(condition, known));
  if (conditions.length === 0) return [];
  const decides = mode === 'any';
  if (verdicts.includes(decides)) return decides ? [] : null;
  const open = conditions.filter((_condition, index) => verdicts[index] === null);
  if (open.length === 0) return decides ? null : [];
  const stated = open.filter(isPublic);
  return [{ mode, conditions: stated, isPartlyHidden: stated.length < open.length }];
}

function verdictOf(condition: KnownCondition, facts: Facts): boolean | null {
  const key = keyOf(condition);
  return key in facts ? isTrue(condition, facts) : null;
}

/** Whether a condition holds for these facts, of which a missing one is unknown. */
export function isTrue(condition: KnownCondition, facts: Facts): boolean {
  const { fact, operator, value } = condition;
  const its = factOf(fact);
  const known = knownOf(its.type, facts[keyOf(condition)]);
  return known !== null && testOf(operator, value, its.isText === true)(known);
}
