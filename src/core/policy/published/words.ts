import type { RuledWindow } from '#core/automations/actions/modify-resolution-window.ts';
import type { ReturnMethod } from '#core/automations/actions/return-shipping-config.ts';
import type { OfferedMethod } from '#core/claims/eligibility.ts';
import { LIFETIME_DAYS } from '#core/dates.ts';
import { exponentOf } from '#core/currency.ts';
import type { CurrencyCode } from '#core/money.ts';
import type { Charge } from '#core/policy/published/says.ts';
import type { Fee, PolicyStatement } from '#core/policy/published/statement.ts';
import type { Term } from '#core/policy/published/term.ts';
import { isPartlyHidden, whenText, type PolicyNames, type PolicyWords } from '#core/policy/published/when-words.ts';
import type { PortalTextId } from '#core/texts/ids.ts';
import type { PhraseValue } from '#core/texts/phrase.ts';
import type { Writer } from '#core/texts/writer.ts';

/** A part of the policy as people read it. */
export type PolicySection = {
  title: string;
  sentences: string[];
  /** What differs, the first that fits first; empty where nothing does. */
  exceptions: string[];
};

/** A part before it is read: an exception may be one of which only the store knows when it holds. */
type Part = Omit<PolicySection, 'exceptions'> & { exceptions: Exception[] };
type Exception = { text: string; isVague: boolean };

type Words = PolicyWords & {
  currencyCode: CurrencyCode;
  say(id: PortalTextId, values?: Readonly<Record<string, PhraseValue>>): string;
  /** A part of a sentence as a sentence. */
  sentence(text: string): string;
};

/** The whole policy in plain sentences, for the readers of one language. */
export function policySections(statement: PolicyStatement, names: PolicyNames & { writer: Writer }): PolicySection[] {
  const { currencyCode } = statement;
  const { writer } = names;
  const say: Words['say'] = (id, values = {}) => writer.write({ id, values });
  const words: Words = {
    ...names,
    currencyCode,
    money: (amount) => writer.money({ amount: Math.round(amount * 10 ** exponentOf(currencyCode)), currencyCode }),
    say,
    sentence: (text) => capital(say('policy.sentence', { text }), writer),
  };
  return [
    ...(statement.isReturnsOffered ? returnSections(statement, words) : [noReturns(words)]),
    ...(statement.isWarrantyOffered ? [warrantySection(statement, words)] : []),
  ].map((part) => withWhereToSee(part, words));
}

/** Where a rule asks what is not published, only the order itself tells. */
const withWhereToSee = ({ title, sentences, exceptions }: Part, { say }: Words): PolicySection => ({
  title,
  sentences: exceptions.some(({ isVague }) => isVague) ? [...sentences, say('policy.mayDiffer')] : sentences,
  exceptions: exceptions.map(({ text }) => text),
});

const noReturns = ({ say }: Words): Part => ({
  title: say('policy.none.title'),
  sentences: [say('policy.none')],
  exceptions: [],
});

const returnSections = (statement: PolicyStatement, words: Words): Part[] => [
  windowsSection(statement, words),
  exclusionsSection(statement, words),
  conditionSection(statement, words),
  shippingSection(statement, words),
  feesSection(statement, words),
  ...(isEverOffered(statement.windows.variantExchange) ? [exchangesSection(statement, words)] : []),
  ...(everyOf(statement.bonus).every(isNothing) ? [] : [bonusSection(statement, words)]),
  ...(statement.isGiftReturnOffered ? [giftsSection(words)] : []),
];

const METHODS: readonly OfferedMethod[] = ['refund', 'storeCredit', 'giftCard', 'variantExchange'];

function windowText(window: RuledWindow, { say }: Words): string {
  if (window.kind === 'notOffered') return say('policy.window.none');
  if (window.kind === 'until') return say('policy.window.until', { date: { day: `${window.day}T00:00:00Z` } });
  if (window.days >= LIFETIME_DAYS) return say('policy.window.always');
  return say('policy.window.days', { days: window.days });
}

function windowsSection({ windows, defaultDeliveryDays, footnotes }: PolicyStatement, words: Words): Part {
  const { say, sentence, writer } = words;
  const told = METHODS.filter((method) => method === 'refund' || isEverOffered(windows[method]));
  const values = (method: OfferedMethod, window: RuledWindow): Record<string, PhraseValue> => ({
    method: { id: `policy.method.${method}` },
    window: windowText(window, words),
  });
  return {
    title: say('policy.windows.title'),
    sentences: [
      ...told.map((method) => sentence(say('policy.windows.general', values(method, windows[method].general)))),
      say('policy.windows.whole'),
      say('policy.windows.assumed', { days: defaultDeliveryDays }),
    ],
    exceptions: casesOf(
      told.map((method) => ({
        term: windows[method],
        say: (window: RuledWindow) => say('policy.windows.case', values(method, window)),
      })),
      words,
      new Map([...footnotes].map(([ruleId, text]) => [ruleId, writer.own(text)])),
    ),
  };
}

const isEverOffered = (term: Term<RuledWindow>): boolean => everyOf(term).some(({ kind }) => kind !== 'notOffered');

function exclusionsSection(
  { questions, isReviewOffered, isPartlyFulfilledTaken }: PolicyStatement,
  words: Words,
): Part {
  const { say, writer } = words;
  return {
    title: say('policy.cannot.title'),
    sentences: [
      say('policy.cannot.cards'),
      say('policy.cannot.finalSale'),
      ...(isPartlyFulfilledTaken ? [] : [say('policy.cannot.partly')]),
      say('policy.cannot.lookUp'),
      ...(isReviewOffered ? [say('policy.cannot.review')] : []),
    ],
    exceptions: questions.map(({ when, question }) => ({
      text: led(whenText(when, words), say('policy.cannot.question', { question: writer.own(question) }), words),
      isVague: isPartlyHidden(when),
    })),
  };
}

const conditionSection = ({ itemCondition, isDamageAccepted }: PolicyStatement, { say }: Words): Part => ({
  title: say('policy.condition.title'),
  sentences: [say(`policy.condition.${itemCondition}`), ...(isDamageAccepted ? [say('policy.condition.damaged')] : [])],
  exceptions: [],
});

function waysText(ways: readonly ReturnMethod[], { say }: Words): string {
  const [first = '', ...others] = ways.map((way) => say(`policy.way.${way}`));
  return others.reduce((text, second) => say('policy.ways', { first: text, second }), first);
}

function shippingSection({ returnMethods, label }: PolicyStatement, words: Words): Part {
  const { say, sentence } = words;
  const hasLabel = everyOf(returnMethods).some((ways) => ways.includes('label'));
  const labelText = (charge: Charge): string =>
    isNothing(charge) ? say('policy.label.free') : said('label', charge, words);
  return {
    title: say('policy.shipping.title'),
    sentences: [
      sentence(say('policy.shipping.by', { ways: waysText(returnMethods.general, words) })),
      ...(hasLabel ? [sentence(labelText(label.general))] : []),
      ...(hasLabel ? ofSeveral([label, returnMethods], words) : []),
      ...(hasLabel && !everyOf(label).every(isNothing) ? [say('policy.label.deducted')] : []),
      ...(hasLabel ? onlyIn(everyOf(label), words) : []),
    ],
    exceptions: [
      ...casesOf(
        [{ term: returnMethods, say: (ways) => say('policy.shipping.use', { ways: waysText(ways, words) }) }],
        words,
      ),
      ...(hasLabel ? casesOf([{ term: label, say: labelText }], words) : []),
    ],
  };
}

function feesSection({ fee }: PolicyStatement, words: Words): Part {
  const { say, sentence, writer } = words;
  const feeText = (charge: Fee): string => {
    if (isNothing(charge)) return say('policy.fee.none');
    const name = charge.name === '' ? say('policy.fee.unnamed') : writer.own(charge.name);
    return said('fee', charge, words, { name });
  };
  const isEverCharged = !everyOf(fee).every(isNothing);
  return {
    title: say('policy.fee.title'),
    sentences: [
      sentence(feeText(fee.general)),
      ...(isEverCharged ? [say('policy.fee.seen')] : []),
      ...onlyIn(everyOf(fee), words),
      ...ofSeveral([fee], words),
    ],
    exceptions: casesOf([{ term: fee, say: feeText }], words),
  };
}

function exchangesSection(
  { exchangeShipping, isVariantShippingCharged, isExchangeOfExchangeTaken }: PolicyStatement,
  words: Words,
): Part {
  const { say, sentence } = words;
  const shippingText = (charge: Charge): string =>
    isNothing(charge) ? say('policy.exchange.free') : said('exchange', charge, words);
  const variantText = (isCharged: boolean): string =>
    say(isCharged ? 'policy.exchange.variantCharged' : 'policy.exchange.variantFree');
  const isEverCharged = !everyOf(exchangeShipping).every(isNothing);
  return {
    title: say('policy.exchange.title'),
    sentences: [
      sentence(shippingText(exchangeShipping.general)),
      ...(isEverCharged && !isVariantShippingCharged.general ? [sentence(variantText(false))] : []),
      ...onlyIn(everyOf(exchangeShipping), words),
      ...(isExchangeOfExchangeTaken ? [] : [say('policy.exchange.once')]),
      ...ofSeveral([exchangeShipping], words),
    ],
    exceptions: [
      ...casesOf([{ term: exchangeShipping, say: shippingText }], words),
      ...(isEverCharged ? casesOf([{ term: isVariantShippingCharged, say: variantText }], words) : []),
    ],
  };
}

function bonusSection({ bonus }: PolicyStatement, words: Words): Part {
  const { say, sentence } = words;
  const bonusText = (charge: Charge): string =>
    isNothing(charge) ? say('policy.bonus.none') : said('bonus', charge, words);
  return {
    title: say('policy.bonus.title'),
    sentences: [sentence(bonusText(bonus.general)), ...onlyIn(everyOf(bonus), words), ...ofSeveral([bonus], words)],
    exceptions: casesOf([{ term: bonus, say: bonusText }], words),
  };
}

const giftsSection = ({ say }: Words): Part => ({
  title: say('policy.gifts.title'),
  sentences: [say('policy.gifts')],
  exceptions: [],
});

function warrantySection({ warranty, isClaimedAgain, isPartlyFulfilledTaken }: PolicyStatement, words: Words): Part {
  const { say, sentence } = words;
  const warrantyText = (window: RuledWindow): string =>
    window.kind === 'notOffered'
      ? say('policy.warranty.none')
      : say('policy.warranty.window', { window: windowText(window, words) });
  return {
    title: say('policy.warranty.title'),
    sentences: [
      sentence(warrantyText(warranty.general)),
      ...(isClaimedAgain ? [] : [say('policy.warranty.once')]),
      ...(isPartlyFulfilledTaken ? [] : [say('policy.warranty.partly')]),
    ],
    exceptions: casesOf([{ term: warranty, say: warrantyText }], words),
  };
}

const everyOf = <Value>({ general, cases }: Term<Value>): Value[] => [general, ...cases.map(({ value }) => value)];

/** Amounts count in the store's currency alone. */
const onlyIn = (charges: readonly Charge[], { say, currencyCode }: Words): string[] =>
  charges.some((charge) => charge.kind === 'amount' && !isNothing(charge))
    ? [say('policy.onlyIn', { currency: currencyCode })]
    : [];

const ofSeveral = (terms: readonly Term<unknown>[], { say }: Words): string[] =>
  terms.some(({ cases }) => cases.length > 0) ? [say('policy.ofSeveral')] : [];

type Case = { ruleId: number; when: string; isVague: boolean; texts: string[] };
type Worded<Value> = { term: Term<Value>; say: (value: Value) => string };

/** The cases of several terms, those of one rule in one sentence, in the order in which they count. */
function casesOf<Value>(
  parts: readonly Worded<Value>[],
  words: Words,
  footnotes: ReadonlyMap<number, string> = new Map(),
): Exception[] {
  const found: Case[] = [];
  for (const { term, say } of parts) {
    let place = 0;
    for (const { ruleId, when, value } of term.cases) {
      const text = whenText(when, words);
      const known = found.findIndex((one) => one.when === text && one.ruleId === ruleId);
      const its = found[known];
      if (its) its.texts.push(say(value));
      else found.splice(place, 0, { ruleId, when: text, isVague: isPartlyHidden(when), texts: [say(value)] });
      place = (known === -1 ? place : known) + 1;
    }
  }
  return found.map(({ ruleId, when, isVague, texts: [first = '', ...others] }) => {
    const all = others.reduce((text, second) => words.say('policy.also', { first: text, second }), first);
    const footnote = footnotes.get(ruleId);
    const sentence = words.say('policy.sentence', { text: all });
    return { text: led(when, footnote === undefined ? sentence : `${sentence} ${footnote}`, words), isVague };
  });
}

/** What is charged or given: an amount, or a part. */
const said = (
  area: 'label' | 'fee' | 'exchange' | 'bonus',
  charge: Charge,
  { say, writer, currencyCode }: Words,
  values: Readonly<Record<string, string>> = {},
): string =>
  charge.kind === 'part'
    ? say(`policy.${area}.part`, { ...values, percent: percentText(charge.basisPoints, writer) })
    : say(`policy.${area}.amount`, { ...values, amount: writer.money({ amount: charge.amount, currencyCode }) });

const led = (when: string, text: string, { say, writer }: Words): string =>
  capital(when === '' ? text : say('policy.case', { when, text }), writer);
const capital = (text: string, { locale }: Writer): string =>
  text.replace(/^\p{Ll}/u, (start) => start.toLocaleUpperCase(locale));
const isNothing = (charge: Charge): boolean => (charge.kind === 'part' ? charge.basisPoints : charge.amount) === 0;
const percentText = (basisPoints: number, { locale }: Writer): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(basisPoints / 10_000);
