import type { KnownCondition } from '#core/automations/condition.ts';
import { factOf, type Fact, type FactName } from '#core/automations/facts.ts';
import { categoryName, ReasonCategory } from '#core/claims/reason-category.ts';
import type { When } from '#core/policy/published/when.ts';
import { formatDate } from '#core/dates.ts';

/** How a store's own things are called where its policy is read. */
export type PolicyNames = {
  /** Of a decimal amount in the store's currency. */
  money(amount: number): string;
  country(code: string): string;
  productGroup(id: number): string;
  reason(id: string): string;
};

/** What a fact is called in the middle of a sentence for shoppers. */
const NAMES: Partial<Readonly<Record<FactName, string>>> = {
  'order/createdOn': 'the order date',
  'order/daysSinceCreated': 'the number of days since the order',
  'order/country': 'the country',
  'order/province': 'the state or province',
  'order/total': 'the order total',
  'product/vendor': 'the brand',
  'product/type': 'the product type',
  'product/collection': 'the collection',
  'product/group': 'the product group',
  'claim/total': 'the value of the return',
  'claim/lineItemTotal': 'the value of the item',
  'claim/quantity': 'the quantity',
  'claim/reasonCategory': 'the reason',
  'claim/reason': 'the reason',
  'claim/reasonDetail': 'the detail of the reason',
  'claim/requestedResolution': 'what you choose',
  'claim/exchangeOrderTotal': 'the price of the new items',
};

/** When something holds, as a sentence begins; empty where it always does. */
export function whenText(when: When, names: PolicyNames): string {
  const stated = when.map(({ mode, conditions }) =>
    listText(
      conditions.map((one) => conditionText(one, names)),
      mode === 'all' ? 'and' : 'or',
    ),
  );
  const hidden = when.find(({ isPartlyHidden }) => isPartlyHidden);
  const told = stated.filter((text) => text !== '').join(', and ');
  if (!hidden) return told === '' ? '' : `If ${told}`;
  if (told === '') return SOME_ORDERS;
  return hidden.mode === 'any' ? `${SOME_ORDERS}, and if ${told}` : `${SOME_ORDERS}, if ${told}`;
}

/** How an exception begins whose conditions nobody but the store knows. */
export const SOME_ORDERS = 'For some orders';

function conditionText({ fact, operator, value }: KnownCondition, names: PolicyNames): string {
  const its = factOf(fact);
  const name = NAMES[fact] ?? its.label.toLowerCase();
  if (typeof value === 'boolean')
    return value === (operator === 'equal')
      ? 'the order has shipping protection'
      : 'the order has no shipping protection';
  if (typeof value === 'number')
    return `${name} is ${operator === 'lessThan' ? 'less' : 'more'} than ${its.isMoney === true ? names.money(value) : value}`;
  if (typeof value === 'string')
    return `${name} is ${operator === 'lessThan' ? 'before' : 'after'} ${formatDate(`${value}T00:00:00Z`)}`;
  const values = value.map((one) => valueName(fact, its, one, names));
  switch (operator) {
    case 'contains':
      return `${name} ${its.isText === true ? 'contains' : 'is'} ${listText(values, 'and')}`;
    case 'doesNotContain':
      return `${name} ${its.isText === true ? "doesn't contain" : 'is not'} ${listText(values, 'and')}`;
    case 'notIn':
      return `${name} is not ${listText(values, 'or')}`;
    default:
      return `${name} is ${listText(values, 'or')}`;
  }
}

function valueName(name: FactName, { options }: Fact, value: string | number, names: PolicyNames): string {
  if (name === 'claim/reasonCategory') return REASONS.get(String(value)) ?? String(value);
  if (typeof value === 'number') return `“${names.productGroup(value)}”`;
  if (options?.kind === 'countries') return names.country(value);
  if (options?.kind === 'named' && options.of === 'reason') return `“${names.reason(value)}”`;
  if (options?.kind === 'definite') return options.options.find((one) => one.value === value)?.label ?? value;
  return `“${value}”`;
}

const REASONS = new Map<string, string>(
  ReasonCategory.options.map((category) => [category, categoryName(category).toLowerCase()]),
);

export function listText(texts: readonly string[], word: 'and' | 'or'): string {
  const last = texts.at(-1) ?? '';
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(', ')} ${word} ${last}`;
}
