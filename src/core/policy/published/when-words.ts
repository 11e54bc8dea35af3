import type { KnownCondition } from '#core/automations/condition.ts';
import { factOf, type Fact } from '#core/automations/facts.ts';
import type { ResolutionMethod } from '#core/claims/claim.ts';
import { METHOD_TEXTS } from '#core/claims/method-texts.ts';
import { ReasonCategory } from '#core/claims/reason-category.ts';
import { countryName } from '#core/countries.ts';
import type { PublicFact, When } from '#core/policy/published/when.ts';
import type { PortalTextId } from '#core/texts/ids.ts';
import type { Phrase } from '#core/texts/phrase.ts';
import type { Writer } from '#core/texts/writer.ts';

/** How a store's own things are called where its policy is read. */
export type PolicyNames = {
  productGroup(id: number): string;
  reason(id: string): string;
};

/** Who reads the policy, and how amounts are written for them. */
export type PolicyWords = PolicyNames & {
  writer: Writer;
  /** Of a decimal amount in the store's currency. */
  money(amount: number): string;
};

/** What a fact is called in the middle of a sentence. */
const NAMES = {
  'order/createdOn': 'policy.fact.orderedOn',
  'order/daysSinceCreated': 'policy.fact.daysSinceOrder',
  'order/country': 'policy.fact.country',
  'order/province': 'policy.fact.province',
  'order/total': 'policy.fact.orderTotal',
  'product/vendor': 'policy.fact.brand',
  'product/type': 'policy.fact.productType',
  'product/collection': 'policy.fact.collection',
  'product/group': 'policy.fact.productGroup',
  'claim/total': 'policy.fact.claimTotal',
  'claim/lineItemTotal': 'policy.fact.itemTotal',
  'claim/quantity': 'policy.fact.quantity',
  'claim/reasonCategory': 'policy.fact.reason',
  'claim/reason': 'policy.fact.reason',
  'claim/reasonDetail': 'policy.fact.reasonDetail',
  'claim/requestedResolution': 'policy.fact.resolution',
  'claim/exchangeOrderTotal': 'policy.fact.newTotal',
} as const satisfies Readonly<Record<Exclude<PublicFact, 'order/isShippingProtected'>, PortalTextId>>;

/** When something holds, as a sentence begins; empty where it always does. */
export function whenText(when: When, words: PolicyWords): string {
  const { write } = words.writer;
  const stated = when.map(({ mode, conditions }) =>
    listText(
      conditions.map((one) => conditionText(one, words)),
      mode === 'all' ? 'and' : 'or',
      words.writer,
    ),
  );
  const told = stated.filter((text) => text !== '');
  const conditions = listText(told, 'and', words.writer);
  const hidden = when.find(({ isPartlyHidden }) => isPartlyHidden);
  if (!hidden) return told.length === 0 ? '' : write({ id: 'policy.when.if', values: { conditions } });
  if (told.length === 0) return write({ id: 'policy.when.some' });
  const id = hidden.mode === 'any' ? 'policy.when.some.and' : 'policy.when.some.if';
  return write({ id, values: { conditions } });
}

/** Only the store knows when it holds. */
export const isPartlyHidden = (when: When): boolean => when.some((clause) => clause.isPartlyHidden);

type Condition = KnownCondition & { fact: PublicFact };

function conditionText({ fact, operator, value }: Condition, words: PolicyWords): string {
  const { write } = words.writer;
  const is = typeof value === 'boolean' && value === (operator === 'equal');
  if (fact === 'order/isShippingProtected') return write({ id: is ? 'policy.isProtected' : 'policy.isUnprotected' });
  const its = factOf(fact);
  const about: Phrase = { id: NAMES[fact] };
  if (typeof value === 'number')
    return write({
      id: operator === 'lessThan' ? 'policy.isLess' : 'policy.isMore',
      values: { fact: about, value: its.isMoney === true ? words.money(value) : value },
    });
  if (typeof value === 'string')
    return write({
      id: operator === 'lessThan' ? 'policy.isBefore' : 'policy.isAfter',
      values: { fact: about, date: { day: `${value}T00:00:00Z` } },
    });
  const names = typeof value === 'boolean' ? [] : value.map((one) => valueName(fact, its, one, words));
  const say = (id: PortalTextId, word: 'and' | 'or'): string =>
    write({ id, values: { fact: about, values: listText(names, word, words.writer) } });
  switch (operator) {
    case 'contains':
      return say(its.isText === true ? 'policy.contains' : 'policy.is', 'and');
    case 'doesNotContain':
      return say(its.isText === true ? 'policy.containsNot' : 'policy.isNot', 'and');
    case 'notIn':
      return say('policy.isNot', 'or');
    default:
      return say('policy.is', 'or');
  }
}

function valueName(fact: PublicFact, { options }: Fact, value: string | number, words: PolicyWords): string {
  const { write, locale } = words.writer;
  const quoted = (name: string): string => write({ id: 'policy.quoted', values: { name } });
  if (typeof value === 'number') return quoted(words.productGroup(value));
  if (fact === 'claim/reasonCategory') {
    const category = ReasonCategory.safeParse(value).data;
    return category === undefined ? value : write({ id: `policy.reason.${category}` });
  }
  if (fact === 'claim/requestedResolution') return isResolution(value) ? write({ id: RESOLUTIONS[value] }) : value;
  if (options?.kind === 'countries') return countryName(value, locale);
  return quoted(options?.kind === 'named' && options.of === 'reason' ? words.reason(value) : value);
}

const RESOLUTIONS = {
  ...METHOD_TEXTS,
  shopNow: 'method.shopNow',
} as const satisfies Readonly<Record<ResolutionMethod | 'shopNow', PortalTextId>>;
const isResolution = (value: string): value is keyof typeof RESOLUTIONS => Object.hasOwn(RESOLUTIONS, value);

const listText = (texts: readonly string[], word: 'and' | 'or', { locale }: Writer): string =>
  new Intl.ListFormat(locale, { type: word === 'and' ? 'conjunction' : 'disjunction' }).format(texts);
