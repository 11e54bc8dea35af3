import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aroundOf, type TestRule } from '#core/automations/around.fixture.ts';
import { ACTION_TYPES, type ActionType } from '#core/automations/actions.ts';
import type { Condition } from '#core/automations/condition.ts';
import { factOf, type FactName, type Facts } from '#core/automations/facts.ts';
import type { RuledWindow } from '#core/automations/actions/modify-resolution-window.ts';
import { lineEligibility, OFFERED_METHODS, warrantyEligibility } from '#core/claims/eligibility.ts';
import { lineOf, orderOf } from '#core/claims/test-data.ts';
import { endOfDay, endOfDayIn, isAfter, addDays } from '#core/dates.ts';
import { law } from '#core/law.fixture.ts';
import { percentOf } from '#core/money.ts';
import type { Order } from '#core/orders/order.ts';
import type { Choices } from '#core/policy/choices.ts';
import type { LinePolicy, MethodTerms } from '#core/policy/claim-policy.ts';
import { linePolicy, type Policy } from '#core/policy/policy.ts';
import { policyFor } from '#core/policy/policy-for.ts';
import type { Charge } from '#core/policy/published/says.ts';
import { policyStatement } from '#core/policy/published/statement.ts';
import type { Term } from '#core/policy/published/term.ts';
import { isTrue, type When } from '#core/policy/published/when.ts';
import { choiceAskings, orderAsked, type Ruling } from '#core/policy/with-rules.ts';
import { storeSettingsOf } from '#core/settings/settings.fixture.ts';
import type { ClaimType } from '#core/claims/types.ts';

const DELIVERED = '2026-03-06T10:00:00.000Z';
const TIME_ZONE = 'America/New_York';
const GROUP = 7;

const list = (...values: string[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 });

/** Conditions that generated orders often meet; those on the buyer are not published. */
const VALUES = {
  'order/country': list('US', 'DE', 'FR'),
  'order/daysSinceCreated': fc.integer({ min: 0, max: 60 }),
  'order/createdOn': fc.constantFrom('2026-02-15', '2026-03-02'),
  'order/total': fc.constantFrom(5, 15, 60),
  'product/vendor': list('acme', 'other'),
  'product/type': list('Shoes', 'Shirts'),
  'product/group': fc.constantFrom([GROUP], [GROUP + 1]),
  'customer/tags': list('vip', 'b2b'),
  'customer/returnsLastYear': fc.integer({ min: 0, max: 4 }),
  'claim/quantity': fc.constantFrom(1, 2),
  'claim/type': list('Return', 'Warranty'),
  'claim/isGiftReturn': fc.boolean(),
  'claim/reasonCategory': list('Defective_Item', 'No_Longer_Needed'),
  'claim/requestedResolution': list('refund', 'giftCard'),
} as const satisfies Partial<Record<FactName, fc.Arbitrary<Condition['value']>>>;

type Asked = keyof typeof VALUES;
const OPERATORS = {
  number: ['lessThan', 'greaterThan'],
  date: ['lessThan', 'greaterThan'],
  boolean: ['equal', 'notEqual'],
  strings: ['in', 'notIn'],
  numbers: ['in', 'notIn'],
} as const;

const conditionsAt = (hook: TestRule['hook']): fc.Arbitrary<Condition[]> => {
  const facts = Object.keys(VALUES).filter((fact): fact is Asked => factOf(fact as Asked).hooks.includes(hook));
  const condition: fc.Arbitrary<Condition> = fc.constantFrom(...facts).chain((fact) =>
    fc.record({
      fact: fc.constant(fact),
      operator: fc.constantFrom(...OPERATORS[factOf(fact).type]),
      value: VALUES[fact] as fc.Arbitrary<Condition['value']>,
    }),
  );
  return fc.array(condition, { maxLength: 2 });
};

const aMode = fc.constantFrom<'all' | 'any'>('all', 'any');
const aFraction = fc.constantFrom(0, 0.1, 0.255, 1);
const anAmount = fc.constantFrom(0, 1, 7.5);
const aChange = fc.oneof(
  fc.record({ shouldModify: fc.boolean(), type: fc.constant('percent'), amount: aFraction }),
  fc.record({ shouldModify: fc.boolean(), type: fc.constant('fixed'), amount: anAmount }),
);
const aDays = fc.constantFrom(null, 0, 1, 20, 45);
const anUntil = fc.constantFrom(null, '', '2026-03-20', '2026-04-10');
const windows = <Each>(kind: string, each: fc.Arbitrary<Each>) =>
  fc.record({
    kind: fc.constant(kind),
    refund: each,
    giftCard: each,
    exchange: each,
    warrantyReview: each,
    ineligibleLineItemFootnote: fc.constantFrom('', 'Not this one'),
  });
const aWindow = fc.oneof(windows('eligibilityDays', aDays), windows('returnableUntil', anUntil));

type Kind = Pick<TestRule, 'hook' | 'type'> & { params: fc.Arbitrary<object> };
const KINDS: readonly Kind[] = [
  { hook: 'orderLookup', type: 'modifyResolutionWindow', params: aWindow },
  { hook: 'afterReasonSelection', type: 'modifyResolutionWindow', params: aWindow },
  {
    hook: 'beforeClaimSubmission',
    type: 'applyFee',
    params: fc.oneof(
      fc.record({ feeType: fc.constant('percent'), feeAmount: aFraction, feeDisplayName: fc.constant('Share') }),
      fc.record({ feeType: fc.constant('fixed'), feeAmount: anAmount, feeDisplayName: fc.constant('Handling') }),
    ),
  },
  {
    hook: 'beforeClaimSubmission',
    type: 'chargeForExchangeOrderShipping',
    params: fc.record({ applyExchangeOrderShippingMarkup: aChange }),
  },
  {
    hook: 'beforeClaimSubmission',
    type: 'chargeForReturnLabel',
    params: fc.record({ applyLabelMarkup: aChange }),
  },
  { hook: 'returnShipmentQuote', type: 'chargeForReturnLabel', params: fc.record({ applyLabelMarkup: aChange }) },
  ...(['afterReasonSelection', 'beforeClaimSubmission'] as const).map((hook): Kind => ({
    hook,
    type: 'modifyIncentives',
    params: fc.record({ giftCardIncentive: aChange, shouldApplyVariantExchangeShipping: fc.boolean() }),
  })),
  {
    hook: 'returnShipmentQuote',
    type: 'returnShippingConfig',
    params: fc.record({
      returnLocationId: fc.constant(1),
      returnMethods: fc.subarray(['label', 'packingSlip'], { minLength: 1 }),
    }),
  },
  {
    hook: 'afterReasonSelection',
    type: 'askAPolicyEnforcingQuestion',
    params: fc.constant({ question: 'Was it worn?', onYesMessage: '', yes: 'Yes', no: 'No' }),
  },
];

const someRules: fc.Arbitrary<TestRule[]> = fc
  .array(
    fc.constantFrom(...KINDS).chain(({ hook, type, params }) =>
      fc.record({
        hook: fc.constant(hook),
        type: fc.constant(type),
        params,
        conditions: conditionsAt(hook),
        mode: aMode,
      }),
    ),
    { maxLength: 10 },
  )
  .map((rules) => rules.map((rule, index) => ({ ...rule, id: index + 1 })));

const someSettings = fc
  .record({
    isReturnsEnabled: fc.boolean(),
    isWarrantiesEnabled: fc.boolean(),
    isRefundsEnabled: fc.boolean(),
    isStoreCreditEnabled: fc.boolean(),
    isGiftCardEnabled: fc.boolean(),
    isExchangeEnabled: fc.boolean(),
    isExchangeOfExchangeAllowed: fc.boolean(),
    refundValidityDays: fc.constantFrom(0, 14, 30, 999_999),
    storeCreditValidityDays: fc.constantFrom(10, 40),
    giftCardValidityDays: fc.constantFrom(10, 40),
    variantExchangeValidityDays: fc.constantFrom(10, 40),
    defaultWarrantyDays: fc.constantFrom(30, 365),
    returnFee: fc.constantFrom(0, 250),
    returnShippingFee: fc.constantFrom(0, 700),
    exchangeShippingFee: fc.constantFrom(0, 500),
    giftCardIncentiveType: fc.constantFrom('none', 'percent', 'fixed'),
    giftCardIncentiveAmount: fc.constantFrom(0, 10, 12.5),
  } as const)
  .map((changes) => storeSettingsOf(changes));

const someOrder: fc.Arbitrary<Order> = fc
  .record({
    country: fc.constantFrom('US', 'DE', 'FR'),
    vendor: fc.constantFrom('acme', 'other', ''),
    productType: fc.constantFrom('Shoes', 'Shirts'),
    quantity: fc.constantFrom(1, 2, 4),
    tags: fc.subarray(['vip', 'b2b']),
    purposeKey: fc.constantFrom(null, 'exchangeOrder:claim:7:round-1:R-7'),
  })
  .map(({ country, tags, purposeKey, ...line }) => {
    const order = orderOf([lineOf({ idFromPlatform: 'a', ...line })]);
    return {
      ...order,
      purposeKey,
      shippingAddress: order.shippingAddress && { ...order.shippingAddress, countryCode: country },
      customer: order.customer && { ...order.customer, tags },
    };
  });

const someCase = fc.record({
  settings: someSettings,
  rules: someRules,
  order: someOrder,
  claimType: fc.constantFrom<ClaimType>('Return', 'Warranty'),
  canMakeLabels: fc.boolean(),
  returnsLastYear: fc.integer({ min: 0, max: 4 }),
  isInGroup: fc.boolean(),
  groupDays: fc.option(fc.constantFrom(0, 30, 730, 999_999)),
  hours: fc.integer({ min: 0, max: 24 * 60 }),
  reason: fc.nat(),
  resolution: fc.constantFrom<'refund' | 'giftCard'>('refund', 'giftCard'),
});
type Case = typeof someCase extends fc.Arbitrary<infer Its> ? Its : never;

/** A case with what the page says, and what the engine answers. */
function answered({
  settings,
  rules,
  order,
  claimType,
  canMakeLabels,
  isInGroup,
  groupDays,
  hours,
  reason,
  ...its
}: Case) {
  const means = { canTakeCards: false, canMakeLabels };
  const compiled = aroundOf(order, rules).rules;
  const now = new Date(Date.parse(DELIVERED) + hours * 3_600_000).toISOString();
  const reasons = settings.reasons.reasons;
  const line = order.lines[0];
  const choices: Choices = {
    lines: [
      {
        lineIdFromPlatform: 'a',
        quantity: 1,
        reasonId: reasons[reason % reasons.length]?.id ?? '',
        reasonDetail: '',
        amount: (line?.paidTotal ?? 0) / (line?.quantity ?? 1),
        fieldValues: [],
        resolution: its.resolution,
      },
    ],
    goodsTotal: 3300,
  };
  const ruling: Ruling = {
    rules: compiled,
    timeZone: TIME_ZONE,
    returnsLastYear: its.returnsLastYear,
    warrantiesLastYear: 0,
    segmentIds: null,
    registrations: [],
    products: new Map([['product-1', { groupIds: isInGroup ? [GROUP] : [], collections: [] }]]),
    now,
    fields: [],
    choices,
  };
  const input = {
    settings,
    order,
    claimType,
    asker: 'buyer' as const,
    means,
    storeCurrencyCode: 'USD',
    ruling,
    products: new Map([
      ['product-1', { groupIds: isInGroup ? [GROUP] : [], warrantyDays: isInGroup ? groupDays : null }],
    ]),
  };
  const policy = policyFor(input);
  const known = { order, storeCurrencyCode: 'USD', ruling };
  const facts = choiceAskings(policy, choices, { ...known, asked: orderAsked(policy, known) })[0]?.facts ?? {};
  const statement = policyStatement({
    settings,
    rules: compiled,
    means,
    storeCurrencyCode: 'USD',
    warrantyGroups: groupDays === null ? [] : [{ id: GROUP, warrantyDays: groupDays }],
  });
  return { statement, policy, facts, choices, order, now, line: linePolicy(policy.terms, { idFromPlatform: 'a' }) };
}

/** Whether what people read fits an order; null where only the store knows. */
function fits(when: When, facts: Facts): boolean | null {
  const verdicts = when.map(({ mode, conditions, isPartlyHidden }) => {
    const read = conditions.map((condition) => isTrue(condition, facts));
    const decides = mode === 'any';
    if (read.includes(decides)) return decides;
    return isPartlyHidden ? null : !decides;
  });
  return verdicts.includes(false) ? false : verdicts.includes(null) ? null : true;
}

/** What a reader of the page has to expect for an order: one value, or several where it says "for some orders". */
function promised<Value>({ general, cases }: Term<Value>, facts: Facts): Value[] {
  const values: Value[] = [];
  for (const { when, value } of cases) {
    const verdict = fits(when, facts);
    if (verdict !== false) values.push(value);
    if (verdict === true) return values;
  }
  return [...values, general];
}

const windowOf = ({ isOffered, windowDays, until }: MethodTerms): RuledWindow => {
  if (!isOffered) return { kind: 'notOffered' };
  return until ? { kind: 'until', day: until.day } : { kind: 'days', days: windowDays };
};
const warrantyOf = ({ isWarrantyRefused, warrantyUntil, warrantyWindowDays }: LinePolicy): RuledWindow =>
  windowOf({
    isOffered: isWarrantyRefused !== true,
    windowDays: warrantyWindowDays,
    ...(warrantyUntil ? { until: warrantyUntil } : {}),
  });

/** What a person who reads the words does: count days from the day of delivery, the last one whole. */
function isOpen(window: RuledWindow, now: string): boolean {
  if (window.kind === 'notOffered') return false;
  if (window.kind === 'until') return !isAfter(now, endOfDayIn(window.day, TIME_ZONE));
  return window.days > 100_000 || !isAfter(now, endOfDay(addDays(DELIVERED, window.days)));
}

const sumOf = (charge: Charge, of: number): number =>
  charge.kind === 'part' ? percentOf(of, charge.basisPoints) : charge.amount;

const labelOf = ({ labelShare, terms }: Policy): Charge =>
  labelShare
    ? { kind: 'part', basisPoints: labelShare.basisPoints }
    : { kind: 'amount', amount: terms.returnShippingFee };

const bonusOf = ({ incentiveAmount = 0, incentiveBasisPoints }: Policy['terms']) => ({
  amount: incentiveAmount,
  basisPoints: incentiveBasisPoints,
});

/** What is for staff, or for other moments than a return, or only adds a choice. */
const NOT_PART: readonly ActionType[] = [
  'allowClaimTypeSelection',
  'allowCustomerToKeepItem',
  'applyClaimTags',
  'applyOrderTags',
  'autoFinalizeClaim',
  'collectCustomFields',
  'customizeClaimFinalizationSettings',
  'customizeClaimLineItemInspection',
  'offerAdvancedExchange',
  'offerInstantExchange',
  'orderEditing',
  'productRegistrationSelection',
  'quoteOrderShipment',
  'quoteOrderShipmentDeliveryEstimate',
  'quoteOrderShipmentModify',
  'quoteOrderShipmentParcel',
  'restockInventory',
  'shopNow',
  'themeAppExtensionLoad',
];

test('every action is tried against the page, or no part of it', () => {
  const tried = KINDS.map(({ type }) => type);
  expect(new Set([...tried, ...NOT_PART])).toEqual(new Set(ACTION_TYPES));
  expect(NOT_PART.filter((type) => tried.includes(type))).toEqual([]);
});

test('law: what the page promises for an order is what eligibility answers', () => {
  fc.assert(
    fc.property(someCase, (its) => {
      const { statement, policy, facts, line, order, now } = answered(its);
      const [item] = order.lines;
      if (!item) throw new Error('an order without lines');
      if (its.claimType === 'Return') {
        expect(statement.isReturnsOffered).toBe(policy.isOffered);
        const [eligible] = lineEligibility(order, policy, [], now);
        for (const method of OFFERED_METHODS) {
          if (method === 'variantExchange' && order.purposeKey !== null && !statement.isExchangeOfExchangeTaken) {
            expect(eligible?.methods[method].isEligible).toBe(false);
            continue;
          }
          const expected = promised(statement.windows[method], facts);
          expect(expected).toContainEqual(windowOf(line.methods[method]));
          const isPromised = expected.map((window) => policy.isOffered && isOpen(window, now));
          expect(isPromised).toContain(eligible?.methods[method].isEligible);
        }
      } else {
        expect(statement.isWarrantyOffered).toBe(policy.isOffered);
        const expected = promised(statement.warranty, facts);
        expect(expected).toContainEqual(warrantyOf(line));
        const isPromised = expected.map((window) => policy.isOffered && isOpen(window, now));
        expect(isPromised).toContain(warrantyEligibility(order, item, policy, [], now).isEligible);
      }
    }),
    law(4000),
  );
});

test('law: what the page says a return costs, gives and asks is what a quote takes, gives and asks', () => {
  fc.assert(
    fc.property(someCase, (one) => {
      const { statement, policy, facts, choices } = answered({ ...one, claimType: 'Return' });
      const { terms } = policy;
      const value = choices.lines[0]?.amount ?? 0;
      const fees = promised(statement.fee, facts).map((fee) => ({ sum: sumOf(fee, value), name: fee.name }));
      expect(fees).toContainEqual({ sum: terms.returnFee, name: terms.returnFeeName });
      const shippings = promised(statement.exchangeShipping, facts).map((one) => sumOf(one, choices.goodsTotal));
      expect(shippings).toContain(terms.exchangeShippingFee);
      expect(promised(statement.label, facts)).toContainEqual(labelOf(policy));
      expect(promised(statement.isVariantShippingCharged, facts)).toContain(terms.isVariantShippingFree !== true);
      expect(promised(statement.returnMethods, facts)).toContainEqual(policy.shippingMethods);
      const bonuses = promised(statement.bonus, facts).map((bonus) =>
        bonus.kind === 'part'
          ? { amount: 0, basisPoints: bonus.basisPoints }
          : { amount: bonus.amount, basisPoints: 0 },
      );
      expect(bonuses).toContainEqual(bonusOf(terms));
      const asked = new Set(policy.chosen.flatMap(({ questions }) => questions.map(({ ruleId }) => ruleId)));
      const read = statement.questions.map(({ ruleId, when }) => ({ ruleId, verdict: fits(when, facts) }));
      for (const { ruleId, verdict } of read) if (verdict !== null) expect(asked.has(ruleId)).toBe(verdict);
      expect(read.map(({ ruleId }) => ruleId)).toEqual(expect.arrayContaining([...asked]));
    }),
    law(4000),
  );
});

test('law: where rules ask only what the page tells, it leaves nothing open', () => {
  const HIDDEN = new Set<string>(['customer/tags', 'customer/returnsLastYear']);
  fc.assert(
    fc.property(someCase, (its) => {
      const rules = its.rules.filter(({ conditions = [] }) => conditions.every(({ fact }) => !HIDDEN.has(fact)));
      const { statement, facts } = answered({ ...its, claimType: 'Return', rules });
      const { windows, fee, label, exchangeShipping, bonus, returnMethods } = statement;
      for (const term of [...Object.values(windows), fee, label, exchangeShipping, bonus, returnMethods])
        expect(promised<unknown>(term, facts)).toHaveLength(1);
    }),
    law(1000),
  );
});
