import type { RuledWindow } from '#core/automations/actions/modify-resolution-window.ts';
import type { ReturnMethod } from '#core/automations/actions/return-shipping-config.ts';
import type { OfferedMethod } from '#core/claims/eligibility.ts';
import { formatDate, LIFETIME_DAYS } from '#core/dates.ts';
import { exponentOf, formatMoney, type CurrencyCode } from '#core/money.ts';
import type { Charge } from '#core/policy/published/says.ts';
import type { Fee, PolicyStatement } from '#core/policy/published/statement.ts';
import type { Term } from '#core/policy/published/term.ts';
import { SOME_ORDERS, whenText, type PolicyNames } from '#core/policy/published/when-words.ts';

/** A part of the policy as people read it. */
export type PolicySection = {
  title: string;
  sentences: string[];
  /** What differs, the first that fits first; empty where nothing does. */
  exceptions: string[];
};

type Words = PolicyNames & { currencyCode: CurrencyCode };

/** The whole policy in plain sentences. */
export function policySections(statement: PolicyStatement, names: Omit<PolicyNames, 'money'>): PolicySection[] {
  const words: Words = {
    ...names,
    currencyCode: statement.currencyCode,
    money: (amount) => moneyText(Math.round(amount * 10 ** exponentOf(statement.currencyCode)), statement.currencyCode),
  };
  return [
    ...(statement.isReturnsOffered ? returnSections(statement, words) : [NO_RETURNS]),
    ...(statement.isWarrantyOffered ? [warrantySection(statement, words)] : []),
  ].map(withWhereToSee);
}

/** Where a rule asks what is not published, only the order itself tells. */
const withWhereToSee = (section: PolicySection): PolicySection =>
  section.exceptions.some((text) => text.startsWith(SOME_ORDERS))
    ? { ...section, sentences: [...section.sentences, MAY_DIFFER] }
    : section;
const MAY_DIFFER = `Where it says “${SOME_ORDERS.toLowerCase()}”, it may differ for yours: look up your order to see what applies.`;

const NO_RETURNS: PolicySection = {
  title: 'Returns',
  sentences: ["We don't accept returns online."],
  exceptions: [],
};

const returnSections = (statement: PolicyStatement, words: Words): PolicySection[] => [
  windowsSection(statement, words),
  exclusionsSection(statement, words),
  conditionSection(statement),
  shippingSection(statement, words),
  feesSection(statement, words),
  ...(isEverOffered(statement.windows.variantExchange) ? [exchangesSection(statement, words)] : []),
  ...(everyOf(statement.bonus).every(isNothing) ? [] : [bonusSection(statement, words)]),
  ...(statement.isGiftReturnOffered ? [GIFTS] : []),
];

const METHODS = {
  refund: 'Refund',
  storeCredit: 'Store credit',
  giftCard: 'Gift card',
  variantExchange: 'Exchange',
} as const satisfies Readonly<Record<OfferedMethod, string>>;
const METHOD_NAMES: readonly OfferedMethod[] = ['refund', 'storeCredit', 'giftCard', 'variantExchange'];

export function windowText(window: RuledWindow): string {
  if (window.kind === 'notOffered') return 'not available';
  if (window.kind === 'until') return `until ${formatDate(`${window.day}T00:00:00Z`)}`;
  if (window.days >= LIFETIME_DAYS) return 'at any time';
  if (window.days === 0) return 'on the day of delivery';
  return `within ${window.days} ${window.days === 1 ? 'day' : 'days'} of delivery`;
}

function windowsSection(statement: PolicyStatement, words: Words): PolicySection {
  const { windows, defaultDeliveryDays } = statement;
  const told = METHOD_NAMES.filter((method) => method === 'refund' || isEverOffered(windows[method]));
  return {
    title: 'How long you can return items, and what you get',
    sentences: [
      ...told.map((method) => `${METHODS[method]}: ${windowText(windows[method].general)}.`),
      'The last day counts in full.',
      `If the carrier doesn't report a delivery, days count from ${defaultDeliveryDays === 0 ? 'the day' : `${daysText(defaultDeliveryDays)} after`} we sent the package.`,
    ],
    exceptions: casesOf(
      told.map((method) => ({
        term: windows[method],
        say: (window: RuledWindow) => `${METHODS[method].toLowerCase()} ${windowText(window)}`,
      })),
      words,
      statement.footnotes,
    ),
  };
}

const isEverOffered = (term: Term<RuledWindow>): boolean => everyOf(term).some(({ kind }) => kind !== 'notOffered');

const daysText = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`;

function exclusionsSection(
  { questions, isReviewOffered, isPartlyFulfilledTaken }: PolicyStatement,
  words: Words,
): PolicySection {
  return {
    title: "What can't be returned",
    sentences: [
      "Gift cards and shipping protection can't be returned.",
      "Final-sale items can't be returned.",
      ...(isPartlyFulfilledTaken ? [] : ["Items can't be returned before the whole order has shipped."]),
      'When you look up your order, you see for each item whether and until when it can be returned.',
      ...(isReviewOffered ? ['You can ask us to make an exception. Our team then decides.'] : []),
    ],
    exceptions: questions.map(({ when, question }) =>
      led(whenText(when, words), `we ask: “${question}” If the answer is yes, the item can't be returned.`),
    ),
  };
}

const conditionSection = ({ itemCondition, isDamageAccepted }: PolicyStatement): PolicySection => ({
  title: 'Condition of the items',
  sentences: [
    itemCondition === 'unused' ? 'Items have to be unused.' : 'Items can be unused or used.',
    ...(isDamageAccepted ? ['Items that arrived damaged or are defective can be returned as they are.'] : []),
  ],
  exceptions: [],
});

const WAYS = {
  label: 'a prepaid shipping label that we provide',
  packingSlip: 'a packing slip, with a carrier you choose and pay',
} as const satisfies Readonly<Record<ReturnMethod, string>>;

const waysText = (ways: readonly ReturnMethod[]): string => ways.map((way) => WAYS[way]).join(', or ');

function shippingSection({ returnMethods, label, currencyCode }: PolicyStatement, words: Words): PolicySection {
  const hasLabel = everyOf(returnMethods).some((ways) => ways.includes('label'));
  const labelText = (charge: Charge): string => {
    if (isNothing(charge)) return 'the label is free';
    return charge.kind === 'part'
      ? `the label costs you ${percentText(charge)} of its price, which you see before you submit`
      : `the label costs you ${moneyText(charge.amount, currencyCode)}`;
  };
  return {
    title: 'Sending items back',
    sentences: [
      `You send items back by mail with ${waysText(returnMethods.general)}.`,
      ...(hasLabel ? [`${capital(labelText(label.general))}.`] : []),
      ...(hasLabel && ofSeveral(label, returnMethods) ? [OF_SEVERAL] : []),
      ...(hasLabel && !everyOf(label).every(isNothing) ? ['We deduct it from what you get back.'] : []),
      ...(hasLabel ? onlyIn(currencyCode, everyOf(label)) : []),
    ],
    exceptions: [
      ...casesOf([{ term: returnMethods, say: (ways) => `you use ${waysText(ways)}` }], words),
      ...(hasLabel ? casesOf([{ term: label, say: labelText }], words) : []),
    ],
  };
}

function feesSection({ fee, currencyCode }: PolicyStatement, words: Words): PolicySection {
  const feeText = (charge: Fee): string => {
    if (isNothing(charge)) return 'there is no return fee';
    const name = charge.name === '' ? 'return fee' : charge.name;
    return charge.kind === 'part'
      ? `we deduct “${name}”, ${percentText(charge)} of the value of these items`
      : `we deduct “${name}”, ${moneyText(charge.amount, currencyCode)} for each return`;
  };
  const isEverCharged = !everyOf(fee).every(isNothing);
  return {
    title: 'Return fees',
    sentences: [
      `${capital(feeText(fee.general))}.`,
      ...(isEverCharged ? ['You see all fees before you submit a return.'] : []),
      ...onlyIn(currencyCode, everyOf(fee)),
      ...(ofSeveral(fee) ? [OF_SEVERAL] : []),
    ],
    exceptions: casesOf([{ term: fee, say: feeText }], words),
  };
}

function exchangesSection(
  { exchangeShipping, isVariantShippingCharged, isExchangeOfExchangeTaken, currencyCode }: PolicyStatement,
  words: Words,
): PolicySection {
  const shippingText = (charge: Charge): string => {
    if (isNothing(charge)) return 'sending the new items is free';
    return charge.kind === 'part'
      ? `sending the new items costs ${percentText(charge)} of their price`
      : `sending the new items costs ${moneyText(charge.amount, currencyCode)}`;
  };
  const variantText = (isCharged: boolean): string =>
    isCharged
      ? 'another variant of the same product is charged the same shipping'
      : 'another variant of the same product ships free';
  const isEverCharged = !everyOf(exchangeShipping).every(isNothing);
  return {
    title: 'Exchanges',
    sentences: [
      `${capital(shippingText(exchangeShipping.general))}.`,
      ...(isEverCharged && !isVariantShippingCharged.general ? [`${capital(variantText(false))}.`] : []),
      ...onlyIn(currencyCode, everyOf(exchangeShipping)),
      ...(isExchangeOfExchangeTaken ? [] : ["Items you got in an exchange can't be exchanged again."]),
      ...(ofSeveral(exchangeShipping) ? [OF_SEVERAL] : []),
    ],
    exceptions: [
      ...casesOf([{ term: exchangeShipping, say: shippingText }], words),
      ...(isEverCharged ? casesOf([{ term: isVariantShippingCharged, say: variantText }], words) : []),
    ],
  };
}

function bonusSection({ bonus, currencyCode }: PolicyStatement, words: Words): PolicySection {
  const bonusText = (charge: Charge): string => {
    if (isNothing(charge)) return 'there is no bonus';
    return charge.kind === 'part'
      ? `we add ${percentText(charge)} of the value of the items`
      : `we add ${moneyText(charge.amount, currencyCode)}, once for each return`;
  };
  return {
    title: 'Bonus on gift cards and store credit',
    sentences: [
      `${capital(bonusText(bonus.general))}.`,
      ...onlyIn(currencyCode, everyOf(bonus)),
      ...(ofSeveral(bonus) ? [OF_SEVERAL] : []),
    ],
    exceptions: casesOf([{ term: bonus, say: bonusText }], words),
  };
}

const GIFTS: PolicySection = {
  title: 'Gifts',
  sentences: [
    "The recipient of a gift can return it without the buyer. They can't choose a refund to the buyer's payment method.",
  ],
  exceptions: [],
};

function warrantySection(
  { warranty, isClaimedAgain, isPartlyFulfilledTaken }: PolicyStatement,
  words: Words,
): PolicySection {
  const warrantyText = (window: RuledWindow): string => `a warranty claim is possible ${windowText(window)}`;
  const say = (window: RuledWindow): string =>
    window.kind === 'notOffered' ? 'there is no warranty' : warrantyText(window);
  return {
    title: 'Warranty',
    sentences: [
      `${capital(say(warranty.general))}.`,
      ...(isClaimedAgain ? [] : ['Each item can be claimed once.']),
      ...(isPartlyFulfilledTaken ? [] : ["Items can't be claimed before the whole order has shipped."]),
    ],
    exceptions: casesOf([{ term: warranty, say }], words),
  };
}

const OF_SEVERAL = 'An exception counts for a whole return as soon as it fits one of its items.';
const everyOf = <Value>({ general, cases }: Term<Value>): Value[] => [general, ...cases.map(({ value }) => value)];

/** Amounts count in the store's currency alone. */
const onlyIn = (currencyCode: CurrencyCode, charges: readonly Charge[]): string[] =>
  charges.some((charge) => charge.kind === 'amount' && !isNothing(charge))
    ? [`Amounts apply to orders in ${currencyCode} only.`]
    : [];

const ofSeveral = (...terms: readonly Term<unknown>[]): boolean => terms.some(({ cases }) => cases.length > 0);

type Said = { ruleId: number; when: string; texts: string[]; footnote: string | undefined };
type Part<Value> = { term: Term<Value>; say: (value: Value) => string };

/** The cases of several terms, those of one rule in one sentence, in the order in which they count. */
function casesOf<Value>(
  parts: readonly Part<Value>[],
  words: Words,
  footnotes: ReadonlyMap<number, string> = new Map(),
): string[] {
  const said: Said[] = [];
  for (const { term, say } of parts) {
    let place = 0;
    for (const { ruleId, when, value } of term.cases) {
      const text = whenText(when, words);
      const known = said.findIndex((one) => one.when === text && one.ruleId === ruleId);
      const its = said[known];
      if (its) its.texts.push(say(value));
      else said.splice(place, 0, { ruleId, when: text, texts: [say(value)], footnote: footnotes.get(ruleId) });
      place = (known === -1 ? place : known) + 1;
    }
  }
  return said.map(({ when, texts, footnote }) =>
    led(when, `${texts.join('; ')}.${footnote === undefined ? '' : ` ${footnote}`}`),
  );
}

const led = (when: string, text: string): string => (when === '' ? capital(text) : `${when}: ${text}`);
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const isNothing = (charge: Charge): boolean => (charge.kind === 'part' ? charge.basisPoints : charge.amount) === 0;
const percentText = ({ basisPoints }: { basisPoints: number }): string => `${basisPoints / 100}%`;
const moneyText = (amount: number, currencyCode: CurrencyCode): string => formatMoney({ amount, currencyCode });
