import { collectCustomFields } from '#core/automations/actions/collect-custom-fields.ts';
import type { ActionType } from '#core/automations/actions.ts';
import type { Condition } from '#core/automations/condition.ts';
import type { Hook } from '#core/automations/hooks.ts';
import { ALL_OFFERED, type Offered } from '#core/automations/lint/closed.ts';
import type { LintFinding } from '#core/automations/lint/finding.ts';
import type { Things } from '#core/automations/lint/gone.ts';
import type { StoreRule } from '#core/automations/rule.ts';

/** A store as its linter sees it. */
export type Linted = { rules: readonly StoreRule[]; things: Things; offered: Offered };
type Edit = (store: Linted) => Linted;

const rule = (id: number, hook: Hook, [type, params]: [ActionType, object], ...all: Condition[]): StoreRule => ({
  id,
  name: `Rule ${id}`,
  hook,
  isEnabled: true,
  createdOn: '2026-01-01T00:00:00.000Z',
  rule: { priority: id, event: { type, params }, conditions: { all } },
});
const is = (fact: string, ...value: string[]): Condition => ({ fact, operator: 'in', value });
const isNot = (fact: string, ...value: string[]): Condition => ({ fact, operator: 'notIn', value });
const above = (fact: string, value: number): Condition => ({ fact, operator: 'greaterThan', value });
const below = (fact: string, value: number): Condition => ({ fact, operator: 'lessThan', value });
const inGroup = (...value: number[]): Condition => ({ fact: 'product/group', operator: 'in', value });

const windows = (refund: number | null, giftCard: number | null, exchange: number | null): [ActionType, object] => [
  'modifyResolutionWindow',
  { kind: 'eligibilityDays', refund, giftCard, exchange, warrantyReview: null, ineligibleLineItemFootnote: '' },
];
const fee = (feeAmount: number): [ActionType, object] => [
  'applyFee',
  { feeAmount, feeType: 'fixed', feeDisplayName: 'Restocking' },
];
const fixed = (amount: number) => ({ shouldModify: true, type: 'fixed', amount });
const label = (amount: number): [ActionType, object] => ['chargeForReturnLabel', { applyLabelMarkup: fixed(amount) }];
const bonus = (amount: number): [ActionType, object] => [
  'modifyIncentives',
  { giftCardIncentive: fixed(amount), shouldApplyVariantExchangeShipping: false },
];
const instant: [ActionType, object] = [
  'offerInstantExchange',
  { timeToReturnBeforeCharging: 7, isInstantExchangeRequired: false },
];
const finalized = (...allowedResolutionMethods: string[]): [ActionType, object] => [
  'autoFinalizeClaim',
  { allowedResolutionMethods },
];
const tagged = (...names: string[]): [ActionType, object] => [
  'applyClaimTags',
  { claimTags: names.map((name) => ({ name })) },
];
const sentTo = (returnLocationId: number): [ActionType, object] => [
  'returnShippingConfig',
  { returnLocationId, returnMethods: ['label'] },
];

const restocked = (restockLocationIdFromPlatform: string | null): [ActionType, object] => [
  'restockInventory',
  { restockPlatform: 'SHOPIFY', shopifyRestockName: 'available', restockLocationIdFromPlatform },
];

const [VIP, OUTLET, ABROAD, REST] = [1, 2, 3, 4];
const [INSTANT, SMALL_FEE, FEE, LABEL, BONUS] = [10, 20, 21, 22, 23];
const [RISKY, SMALL, HEAVY, MOVING] = [30, 31, 32, 40];

/** Rules as a store of some size has them, with nothing wrong. */
export const SOUND: Linted = {
  rules: [
    rule(VIP, 'orderLookup', windows(60, 60, 60), is('customer/tags', 'vip')),
    rule(OUTLET, 'orderLookup', windows(0, 14, 14), is('product/tagsAtPurchase', 'outlet')),
    rule(ABROAD, 'orderLookup', windows(30, 30, 0), isNot('order/country', 'US', 'CA')),
    rule(REST, 'orderLookup', windows(30, 45, 45)),
    rule(INSTANT, 'afterReasonSelection', instant, is('order/country', 'US'), below('claim/lineItemTotal', 200)),
    rule(SMALL_FEE, 'beforeClaimSubmission', fee(3), below('claim/total', 50)),
    rule(FEE, 'beforeClaimSubmission', fee(6), is('claim/type', 'Return')),
    rule(LABEL, 'beforeClaimSubmission', label(5), is('claim/reasonCategory', 'No_Longer_Needed')),
    rule(BONUS, 'beforeClaimSubmission', bonus(10), above('customer/lifetimeOrders', 5)),
    rule(RISKY, 'claimCreated', tagged('High risk'), is('claim/riskLevel', 'High')),
    rule(SMALL, 'claimCreated', finalized('refund'), below('claim/total', 20)),
    rule(HEAVY, 'returnShipmentQuote', sentTo(7), inGroup(4)),
    rule(MOVING, 'returnShipmentWebhook', finalized('giftCard'), is('returnShipment/status', 'in_transit')),
  ],
  things: {
    claimTags: new Set(['High risk', 'Damaged']),
    returnLocations: new Set([7, 8]),
    productGroups: new Set([4, 5]),
    fulfillmentLocations: new Set(['101', '102']),
    customFields: new Set([9, 10]),
    named: {
      productGroup: new Set([4, 5]),
      reason: new Set(['Wrong_Fit', 'Damaged']),
      returnLocation: new Set([7, 8]),
      fulfillmentLocation: new Set(['101', '102']),
    },
  },
  offered: ALL_OFFERED,
};

const withRule =
  (...added: StoreRule[]): Edit =>
  (store) => ({ ...store, rules: [...store.rules, ...added] });
const changed =
  (id: number, parts: Partial<StoreRule['rule']>): Edit =>
  (store) => ({
    ...store,
    rules: store.rules.map((one) => (one.id === id ? { ...one, rule: { ...one.rule, ...parts } } : one)),
  });
const asking = (id: number, ...all: Condition[]): Edit => changed(id, { conditions: { all } });
const saying = (id: number, [type, params]: [ActionType, object]): Edit => changed(id, { event: { type, params } });
const atPriority = (id: number, priority: number): Edit => changed(id, { priority });
const withThings =
  (things: Partial<Things>): Edit =>
  (store) => ({ ...store, things: { ...store.things, ...things } });
const withOffered =
  (offered: Partial<Offered>): Edit =>
  (store) => ({ ...store, offered: { ...store.offered, ...offered } });
const together =
  (...edits: Edit[]): Edit =>
  (store) =>
    edits.reduce((one, edit) => edit(one), store);

export type Fault = { name: string; edit: Edit; kind: LintFinding['kind']; ruleId: number };
const fault = (kind: LintFinding['kind'], ruleId: number, name: string, edit: Edit): Fault => ({
  name,
  edit,
  kind,
  ruleId,
});

const country = 'order/country';
const date = (operator: 'lessThan' | 'greaterThan', value: string): Condition => ({
  fact: 'order/createdOn',
  operator,
  value,
});
const answered = (customFieldId: number): Condition => ({
  fact: 'claim/customField',
  customFieldId,
  operator: 'in',
  value: ['Worn'],
});
const collects = (customFieldId: number): [ActionType, object] => [
  'collectCustomFields',
  Object.assign({}, collectCustomFields.initial, { customFieldIds: [customFieldId] }),
];
const canceled = (value: boolean): Condition => ({ fact: 'order/isCanceled', operator: 'equal', value });

/** One thing done wrong each, and what the linter has to say about which rule. */
export const FAULTS: readonly Fault[] = [
  fault(
    'neverMatches',
    VIP,
    'a total above 100 and below 50',
    asking(VIP, above('order/total', 100), below('order/total', 50)),
  ),
  fault(
    'neverMatches',
    VIP,
    'above 100 and below 100',
    asking(VIP, above('order/total', 100), below('order/total', 100)),
  ),
  fault(
    'neverMatches',
    ABROAD,
    'in the US and not in the US',
    asking(ABROAD, is(country, 'US'), isNot(country, 'US', 'CA')),
  ),
  fault('neverMatches', ABROAD, 'in the US and in Canada', asking(ABROAD, is(country, 'US'), is(country, 'CA'))),
  fault('neverMatches', ABROAD, 'spelled in other letters', asking(ABROAD, is(country, 'us'), isNot(country, 'US '))),
  fault('neverMatches', REST, 'canceled and not canceled', asking(REST, canceled(true), canceled(false))),
  fault(
    'neverMatches',
    VIP,
    'after May and before April',
    asking(VIP, date('greaterThan', '2026-05-01'), date('lessThan', '2026-04-01')),
  ),
  fault(
    'neverMatches',
    RISKY,
    'of high and of low risk',
    asking(RISKY, is('claim/riskLevel', 'High'), is('claim/riskLevel', 'Low')),
  ),
  fault(
    'neverMatches',
    VIP,
    'tagged and without the tag',
    asking(VIP, is('customer/tags', 'vip'), { fact: 'customer/tags', operator: 'doesNotContain', value: ['vip'] }),
  ),
  fault(
    'neverMatches',
    OUTLET,
    'one SKU of two kinds',
    asking(OUTLET, is('product/sku', 'A-1'), { fact: 'product/sku', operator: 'contains', value: ['B'] }),
  ),
  fault(
    'neverMatches',
    HEAVY,
    'in a group and in none of it',
    asking(HEAVY, inGroup(4), { fact: 'product/group', operator: 'notIn', value: [4, 5] }),
  ),

  fault('shadowed', REST, 'everything is decided before the last rule', asking(VIP)),
  fault('shadowed', FEE, 'a fee for all comes before', asking(SMALL_FEE)),
  fault('shadowed', SMALL_FEE, 'the broader fee comes first', together(asking(FEE), atPriority(FEE, 1))),
  fault(
    'shadowed',
    50,
    'a copy of a rule below it',
    withRule(rule(50, 'beforeClaimSubmission', fee(9), below('claim/total', 50))),
  ),
  fault(
    'shadowed',
    50,
    'a narrower copy below',
    withRule(
      rule(50, 'beforeClaimSubmission', label(9), is('claim/reasonCategory', 'No_Longer_Needed'), is(country, 'US')),
    ),
  ),
  fault(
    'shadowed',
    50,
    'two rules before cover it together',
    together(
      asking(FEE, above('claim/total', 49)),
      withRule(
        rule(
          50,
          'beforeClaimSubmission',
          fee(1),
          above('claim/quantity', 1),
          below('claim/total', 1000),
          above('claim/total', 10),
        ),
      ),
    ),
  ),
  fault(
    'shadowed',
    50,
    'each of its windows is decided before',
    withRule(rule(50, 'orderLookup', windows(90, null, null), is('order/tags', 'loyal'))),
  ),
  fault(
    'shadowed',
    50,
    'a second bonus below the first',
    withRule(rule(50, 'beforeClaimSubmission', bonus(20), above('customer/lifetimeOrders', 20))),
  ),
  fault(
    'shadowed',
    50,
    'a narrower automatic finalizing below',
    withRule(rule(50, 'claimCreated', finalized('refund'), below('claim/total', 10), is('claim/type', 'Warranty'))),
  ),
  fault(
    'shadowed',
    50,
    'a second place below the first',
    withRule(rule(50, 'returnShipmentQuote', sentTo(8), inGroup(4), is(country, 'US'))),
  ),

  fault('samePriority', FEE, 'both fees have the same number', atPriority(FEE, SMALL_FEE)),
  fault('samePriority', OUTLET, 'windows with the same number', atPriority(OUTLET, VIP)),

  fault('gone', RISKY, 'the tag was deleted', withThings({ claimTags: new Set(['Damaged']) })),
  fault('gone', HEAVY, 'the return location was deleted', withThings({ returnLocations: new Set([8]) })),
  fault('gone', HEAVY, 'the product group was deleted', withThings({ named: { productGroup: new Set([5]) } })),
  fault('gone', LABEL, 'the reason was deleted', asking(LABEL, is('claim/reason', 'Too_Late'))),
  fault(
    'gone',
    MOVING,
    'the place of the shipment was deleted',
    asking(MOVING, { fact: 'returnShipment/location', operator: 'in', value: [6] }),
  ),
  fault(
    'gone',
    FEE,
    'the location that sends was deleted at the platform',
    asking(FEE, is('order/fulfillmentLocation', '103')),
  ),
  fault(
    'gone',
    60,
    'the location to restock was deleted at the platform',
    withRule(rule(60, 'claimFinalized', restocked('103'))),
  ),

  fault('noWayBack', OUTLET, 'an item that is closed for everything', saying(OUTLET, windows(0, 0, 0))),
  fault('noWayBack', ABROAD, 'two rules take what the other leaves', saying(OUTLET, windows(0, 0, null))),
  fault(
    'noWayBack',
    OUTLET,
    'a date range without a way back',
    together(asking(OUTLET, date('lessThan', '2020-01-01')), saying(OUTLET, windows(0, 0, 0))),
  ),
  fault(
    'noWayBack',
    REST,
    'the settings offer no exchanges',
    together(withOffered({ exchange: false }), saying(REST, windows(0, 0, null))),
  ),

  fault(
    'deadWindow',
    INSTANT,
    'instant exchanges where exchanges are closed',
    together(
      asking(VIP, is('order/tags', 'none')),
      saying(VIP, windows(60, 60, 0)),
      saying(OUTLET, windows(0, 14, 0)),
      saying(REST, windows(30, 45, 0)),
    ),
  ),
  fault(
    'deadWindow',
    BONUS,
    'a bonus on what the settings do not offer',
    together(
      withOffered({ giftCard: false }),
      ...[VIP, OUTLET, ABROAD, REST].map((id) => saying(id, windows(30, null, 30))),
    ),
  ),
  fault(
    'neverFinalizes',
    SMALL,
    'it waits for refunds that are closed',
    together(
      withOffered({ refund: false }),
      ...[VIP, OUTLET, ABROAD, REST].map((id) => saying(id, windows(null, 30, 30))),
    ),
  ),

  fault(
    'unasked',
    SMALL_FEE,
    'the answer to a custom field that nothing collects',
    together(asking(SMALL_FEE, answered(9)), withRule(rule(50, 'afterReasonSelection', collects(10)))),
  ),
  fault('neverMatches', FEE, 'less than one unit', asking(FEE, below('claim/quantity', 1))),

  // What only somebody who knows what the facts mean can see.
  fault(
    'neverMatches',
    SMALL_FEE,
    'an item worth more than the claim',
    asking(SMALL_FEE, above('claim/lineItemTotal', 100), below('claim/total', 50)),
  ),
  fault(
    'neverMatches',
    VIP,
    'a province of another country',
    asking(VIP, is(country, 'US'), is('order/province', 'Bavaria')),
  ),
];

/** What looks wrong and is not. */
export const SOUND_EDITS: readonly { name: string; edit: Edit }[] = [
  { name: 'nothing', edit: (store) => store },
  { name: 'a total between two bounds', edit: asking(VIP, above('order/total', 50), below('order/total', 100)) },
  { name: 'two tags at once', edit: asking(VIP, is('customer/tags', 'vip'), is('customer/tags', 'staff')) },
  { name: 'a range of dates', edit: asking(VIP, date('greaterThan', '2026-04-01'), date('lessThan', '2026-05-01')) },
  {
    name: 'one of two countries, and not the other',
    edit: asking(ABROAD, is(country, 'DE', 'FR'), isNot(country, 'FR')),
  },
  {
    name: 'a narrower fee before a broader one',
    edit: withRule(rule(19, 'beforeClaimSubmission', fee(1), below('claim/total', 10))),
  },
  {
    name: 'a rule that overlaps with one before',
    edit: withRule(rule(50, 'beforeClaimSubmission', label(8), above('claim/total', 300))),
  },
  { name: 'the same number at another moment', edit: atPriority(INSTANT, VIP) },
  {
    name: 'the same number where they exclude each other',
    edit: together(asking(FEE, above('claim/total', 50)), atPriority(FEE, SMALL_FEE)),
  },
  { name: 'the same number and the same fee', edit: together(atPriority(FEE, SMALL_FEE), saying(FEE, fee(3))) },
  {
    name: 'a tag more for a part of the claims',
    edit: withRule(rule(50, 'claimCreated', tagged('Damaged'), is('claim/riskLevel', 'High'))),
  },
  {
    name: 'a question beside another rule',
    edit: withRule(
      rule(
        50,
        'afterReasonSelection',
        ['askAPolicyEnforcingQuestion', { question: 'Worn?', onYesMessage: '', yes: 'Yes', no: 'No' }],
        inGroup(5),
      ),
    ),
  },
  { name: 'closed for refunds alone', edit: saying(REST, windows(0, 30, 30)) },
  { name: 'closed for all but what came before', edit: saying(OUTLET, windows(0, 14, 0)) },
  {
    name: 'a tag that is spelled in other letters',
    edit: withThings({ claimTags: new Set(['high risk ', 'Damaged']) }),
  },
  { name: 'a location that is there is restocked', edit: withRule(rule(60, 'claimFinalized', restocked('101'))) },
  {
    name: 'items are restocked where they were sent from',
    edit: withRule(rule(60, 'claimFinalized', restocked(null))),
  },
  { name: 'a place that nobody names is gone', edit: withThings({ returnLocations: new Set([7]) }) },
  { name: 'no exchanges by the settings, but by a rule', edit: withOffered({ exchange: false }) },
  { name: 'instant exchanges where only orders from abroad are closed', edit: asking(INSTANT, is(country, 'CA')) },
  {
    name: 'finalized for a method that is closed and one that is not',
    edit: saying(SMALL, finalized('refund', 'giftCard')),
  },
  {
    name: 'the answer to a custom field that another rule collects',
    edit: together(asking(SMALL_FEE, answered(9)), withRule(rule(50, 'afterReasonSelection', collects(9)))),
  },
  {
    name: 'the last rule is switched off',
    edit: (store) => ({ ...store, rules: store.rules.filter(({ id }) => id !== REST) }),
  },
];
