import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { claimDecisions } from '#contract/merchant/claim-decisions.ts';
import * as customer from '#contract/customer/customer.ts';
import type { Selection } from '#contract/customer/customer.ts';
import type { Condition } from '#core/automations/condition.ts';
import type { Hook } from '#core/automations/hooks.ts';
import { windowDayIn } from '#core/dates.ts';
import type { SettingsChanges } from '#core/settings/settings.fixture.ts';
import { insertProductGroup } from '#server/db/product-groups.ts';
import { receiptsOfClaims } from '#server/db/rule-receipts.ts';
import { verifyReceipt } from '#server/rules/verify-receipt.ts';
import { claimOf, returnableOrder, told, type Returnable } from '#server/testing/claims.ts';
import { PAYING } from '#server/testing/payments.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { onlyRules, type LiveRule } from '#server/testing/live-rules.ts';
import { startTestServer, type TestServer } from '#server/testing/server.ts';

const SETTINGS: SettingsChanges = {
  isWarrantiesEnabled: true,
  defaultWarrantyDays: 900,
  // Long, so that many orders of the demo shop can be returned.
  refundValidityDays: 700,
  storeCreditValidityDays: 700,
  giftCardValidityDays: 700,
  variantExchangeValidityDays: 700,
};

/** That of the shop. */
const ZONE = 'America/Los_Angeles';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.saveSettings(SETTINGS);
});
/** Publishes that there are no rules. */
const none = () => onlyRules(server);
beforeEach(async () => {
  await none();
  await server.saveSettings(SETTINGS);
});
afterAll(() => server.close());

type Rule = LiveRule;
const live = (...rules: Rule[]): Promise<number[]> => onlyRules(server, ...rules);

type Days = number | null;
type Windows = { refund?: Days; giftCard?: Days; exchange?: Days; warrantyReview?: Days; footnote?: string };
const windows = ({ footnote = '', ...its }: Windows): Pick<Rule, 'does' | 'params'> => ({
  does: 'modifyResolutionWindow',
  params: {
    kind: 'eligibilityDays',
    refund: null,
    giftCard: null,
    exchange: null,
    warrantyReview: null,
    ineligibleLineItemFootnote: footnote,
    ...its,
  },
});

const params = ({ order }: Returnable) => ({ slug: server.slug, idFromPlatform: order.idFromPlatform });
const lineIn = (from: Returnable, order: customer.PortalOrder): customer.PortalLine =>
  told(order.lineItems.find((one) => one.lineIdFromPlatform === from.line.lineIdFromPlatform) ?? null);
const looked = (from: Returnable) => from.call(customer.getOrder, { params: params(from) });

const chosen = (from: Returnable, changes: Partial<Selection> = {}): Selection => ({
  lineIdFromPlatform: from.line.lineIdFromPlatform,
  quantity: 1,
  reasonId: from.order.reasons[0]?.id ?? '',
  method: 'refund',
  ...changes,
});
const reasoned = (from: Returnable, changes: Partial<Selection> = {}) => {
  const { lineIdFromPlatform, quantity, reasonId } = chosen(from, changes);
  return from.call(customer.orderForReasons, {
    params: params(from),
    body: { selections: [{ lineIdFromPlatform, quantity, reasonId }] },
  });
};
const submitted = (from: Returnable, changes: Partial<Selection> = {}) =>
  from.call(customer.submit, {
    params: params(from),
    body: { requestKey: randomUUID(), shippingMethod: 'packingSlip', selections: [chosen(from, changes)] },
  });

/** The order as it is stored. */
const orderOf = async ({ order }: Returnable) => {
  const { document } = await server.server.deps.database.readStore(server.storeId, (db) =>
    db
      .selectFrom('store_order')
      .select('document')
      .where('store_id', '=', server.storeId)
      .where('id_from_platform', '=', order.idFromPlatform)
      .executeTakeFirstOrThrow(),
  );
  return document;
};

/** The terms stored with a claim. */
const termsOf = async (externalId: string) => {
  const { document } = await server.server.deps.database.readStore(server.storeId, (db) =>
    db
      .selectFrom('claim')
      .select('document')
      .where('store_id', '=', server.storeId)
      .where('external_id', '=', externalId)
      .executeTakeFirstOrThrow(),
  );
  return document.policy;
};

describe('windows', () => {
  test('a rule stops offering a method in its words, and the claim stores which rule opened the other', async () => {
    const from = await returnableOrder(server);
    const [ruleId] = await live({
      at: 'orderLookup',
      ...windows({ refund: 0, exchange: 900, footnote: 'Final sale' }),
    });
    const line = lineIn(from, await looked(from));
    expect(line.methods.refund).toMatchObject({ reasonText: 'Final sale', whyNot: 'Final sale' });
    expect(line.methods.giftCard).toEqual(from.line.methods.giftCard);
    expect(line.methods.variantExchange.lastEligibleDate).not.toBe(from.line.methods.variantExchange.lastEligibleDate);
    expect(await refusalOf(submitted(from))).toBe('422 METHOD_NOT_ELIGIBLE');
    const { externalId } = await submitted(from, { method: 'giftCard' });
    const [stored] = (await termsOf(externalId)).lines;
    expect(stored).toMatchObject({
      footnote: 'Final sale',
      ruledBy: { refund: ruleId, exchange: ruleId, footnote: ruleId },
      methods: { refund: { isOffered: false }, variantExchange: { isOffered: true, windowDays: 900 } },
    });
  });

  test('a rule about a product group holds for items whose product is in it', async () => {
    const from = await returnableOrder(server);
    const { productIdFromPlatform } = from.line;
    const product = told(server.shop.products.find(({ id }) => String(id) === productIdFromPlatform) ?? null);
    const [collection] = product.collections ?? [];
    const group = (name: string, id: string) =>
      server.server.deps.database.inStore(server.storeId, (db) =>
        insertProductGroup(db, server.storeId, {
          name,
          tags: [],
          types: [],
          collections: [{ id, name }],
          warrantyDays: null,
        }),
      );
    const mine = told(await group('Mine', String(collection?.id)));
    const other = told(await group('Other', 'none'));
    const closed = (id: number) =>
      live({
        at: 'orderLookup',
        ...windows({ refund: 0 }),
        when: [{ fact: 'product/group', operator: 'in', value: [id] }],
      });
    await closed(other.group_id);
    expect(lineIn(from, await looked(from)).methods.refund.isEligible).toBe(true);
    await closed(mine.group_id);
    expect(lineIn(from, await looked(from)).methods.refund.isEligible).toBe(false);
    await none();
    const named = { fact: 'product/collection', operator: 'in', value: [collection?.title ?? ''] } as const;
    await live({ at: 'orderLookup', ...windows({ refund: 0 }), when: [{ ...named, value: [...named.value] }] });
    expect(lineIn(from, await looked(from)).methods.refund.isEligible).toBe(false);
  });

  test('end on a day where a rule names one, and a method the settings do not offer is offered where a rule does', async () => {
    const from = await returnableOrder(server);
    await server.saveSettings({ ...SETTINGS, isRefundsEnabled: false });
    expect(lineIn(from, await looked(from)).methods.refund.isEligible).toBe(false);
    const until = { ...windows({}).params, kind: 'returnableUntil', refund: '2099-12-31' };
    await live({ at: 'orderLookup', does: 'modifyResolutionWindow', params: until });
    expect(lineIn(from, await looked(from)).methods.refund).toMatchObject({
      isEligible: true,
      lastEligibleDate: '2099-12-31T23:59:59.999Z',
    });
    await submitted(from);
  });

  test('of a warranty last for life, or are not offered at all', async () => {
    const from = await returnableOrder(server);
    await live({ at: 'orderLookup', ...windows({ warrantyReview: 999_999 }) });
    expect(lineIn(from, await looked(from)).warranty?.lastEligibleDate).toBe('9999-12-31T00:00:00Z');
    await none();
    await live({ at: 'orderLookup', ...windows({ warrantyReview: 0, footnote: 'No warranty' }) });
    expect(lineIn(from, await looked(from)).warranty).toMatchObject({ isEligible: false, reasonText: 'No warranty' });
  });

  test('hold only for the lines that match', async () => {
    const from = await returnableOrder(server);
    const { sku = '' } =
      (await orderOf(from)).lines.find((one) => one.idFromPlatform === from.line.lineIdFromPlatform) ?? {};
    const ofSku = (value: string): Condition[] => [{ fact: 'product/sku', operator: 'in', value: [value] }];
    await live(
      { at: 'orderLookup', ...windows({ refund: 0 }), when: ofSku(sku.toLowerCase()) },
      { at: 'orderLookup', ...windows({ giftCard: 0 }), when: ofSku('none of ours') },
    );
    const { methods } = lineIn(from, await looked(from));
    expect([methods.refund.isEligible, methods.giftCard.isEligible]).toEqual([false, true]);
  });

  test('after a reason replace those of the look-up, and submitting enforces them', async () => {
    const from = await returnableOrder(server);
    const [reason, other] = from.order.reasons;
    await live(
      { at: 'orderLookup', ...windows({ refund: 900 }) },
      {
        at: 'afterReasonSelection',
        ...windows({ refund: 0, footnote: 'Exchange only' }),
        when: [{ fact: 'claim/reason', operator: 'in', value: [reason?.id ?? ''] }],
      },
    );
    expect(lineIn(from, await looked(from)).methods.refund.isEligible).toBe(true);
    expect(lineIn(from, await reasoned(from)).methods.refund.reasonText).toBe('Exchange only');
    expect(lineIn(from, await reasoned(from, { reasonId: other?.id ?? '' })).methods.refund.isEligible).toBe(true);
    expect(await refusalOf(submitted(from))).toBe('422 METHOD_NOT_ELIGIBLE');
    await submitted(from, { reasonId: other?.id ?? '' });
  });

  test('that a reason alone opens can be chosen before it is said, for as many units as it opens', async () => {
    const from = await returnableOrder(server, 2);
    const [reason, other] = from.order.reasons;
    const choosable = async () => lineIn(from, await looked(from)).choosable;
    const { choosable: open, warranty } = from.line;
    expect(open).toEqual({ Return: from.line.returnableQuantity, Warranty: warranty?.quantity });
    const closed: Rule = { at: 'orderLookup', ...windows({ refund: 0, giftCard: 0, exchange: 0, warrantyReview: 0 }) };
    const opening = (when: Condition[], its: Windows = { refund: 900 }): Rule => ({
      at: 'afterReasonSelection',
      ...windows(its),
      when,
    });
    const because = (id = ''): Condition => ({ fact: 'claim/reason', operator: 'in', value: [id] });
    await live(closed, opening([because(reason?.id)]));
    expect(lineIn(from, await looked(from))).toMatchObject({
      isEligible: false,
      choosable: { Return: 2, Warranty: 0 },
    });
    expect(lineIn(from, await reasoned(from))).toMatchObject({ isEligible: true, choosable: { Return: 2 } });
    expect(lineIn(from, await reasoned(from, { reasonId: other?.id ?? '' }))).toMatchObject({
      isEligible: false,
      reasonText: "This store doesn't offer this.",
      choosable: { Return: 2 },
    });
    await none();
    await live(closed, opening([because(reason?.id), { fact: 'claim/quantity', operator: 'greaterThan', value: 1 }]));
    expect(await choosable()).toEqual({ Return: 2, Warranty: 0 });
    await none();
    await live(closed, opening([because(reason?.id), { fact: 'claim/quantity', operator: 'greaterThan', value: 2 }]));
    expect(await choosable()).toEqual({ Return: 0, Warranty: 0 });
    await none();
    await live(closed, opening([because('gone')]));
    expect(await choosable()).toEqual({ Return: 0, Warranty: 0 });
    await none();
    await live(closed, opening([], { warrantyReview: 900 }));
    expect(await choosable()).toEqual({ Return: 0, Warranty: 2 });
    await none();
    await live(closed, opening([because(reason?.id)]));
    await submitted(from);
    expect(await choosable()).toEqual({ Return: 1, Warranty: 0 });
  });

  test('facts that are not known never open or close one', async () => {
    const from = await returnableOrder(server);
    await live(
      {
        at: 'orderLookup',
        ...windows({ refund: 0 }),
        when: [{ fact: 'registration/daysSincePurchase', operator: 'lessThan', value: 9 }],
      },
      {
        at: 'orderLookup',
        ...windows({ giftCard: 0 }),
        when: [{ fact: 'registration/channel', operator: 'notIn', value: ['x'] }],
      },
    );
    expect(lineIn(from, await looked(from)).methods).toEqual(from.line.methods);
  });

  test('follow the segments that the platform has the buyer in, asked for once an hour', async () => {
    const from = await returnableOrder(server);
    const { customer: buyer } = await orderOf(from);
    const kept = server.shop.customers.find(({ id }) => String(id) === buyer?.idFromPlatform);
    const [vips] = server.shop.segments.filter(({ query }) => query.includes('VIP'));
    if (!kept || !vips) throw new Error('the sandbox does not know the buyer, or has no segment of VIPs');
    kept.tags = [];
    const among = (operator: 'in' | 'notIn'): Condition => ({
      fact: 'customer/segment',
      operator,
      value: [String(vips.id)],
    });
    await live(
      { at: 'orderLookup', ...windows({ refund: 0, footnote: 'Not for VIPs' }), when: [among('in')] },
      { at: 'orderLookup', ...windows({ refund: 0, footnote: 'For VIPs' }), when: [among('notIn')] },
    );
    const refund = async () => lineIn(from, await looked(from)).methods.refund;
    // While the platform doesn't answer, nobody knows.
    server.shopify.faults.add({ shop: null, match: 'Segments', mode: 'fail', times: 4, ms: 0 });
    expect(await refund()).toMatchObject({ isEligible: true });
    server.shopify.faults.clear();
    expect((await refund()).reasonText).toBe('For VIPs');
    kept.tags = ['VIP'];
    expect((await refund()).reasonText).toBe('For VIPs');
    await aged(sql`interval '61 minutes'`);
    expect((await refund()).reasonText).toBe('Not for VIPs');
    server.shopify.faults.add({ shop: null, match: 'Segments', mode: 'fail', times: 4, ms: 0 });
    await aged(sql`interval '2 hours'`);
    expect((await refund()).reasonText).toBe('Not for VIPs');
    server.shopify.faults.clear();
  });
});

/** As if the buyers of all orders had been asked about so much earlier. */
const aged = (by: ReturnType<typeof sql>) =>
  server.server.deps.database.inStore(server.storeId, (db) =>
    db
      .updateTable('store_order')
      .set({ segments_asked_on: sql`segments_asked_on - ${by}` })
      .where('store_id', '=', server.storeId)
      .where('segments_asked_on', 'is not', null)
      .execute(),
  );

const quoted = (
  from: Returnable,
  changes: Partial<Selection> = {},
  shippingMethod: 'label' | 'packingSlip' = 'packingSlip',
) => from.call(customer.quote, { params: params(from), body: { selections: [chosen(from, changes)], shippingMethod } });
const fee = (
  feeAmount: number,
  feeType: 'fixed' | 'percent',
  feeDisplayName = 'Handling',
): Pick<Rule, 'at' | 'does' | 'params'> => ({
  at: 'beforeClaimSubmission',
  does: 'applyFee',
  params: { feeAmount, feeType, feeDisplayName },
});
const change = (type: 'fixed' | 'percent', amount: number) => ({ shouldModify: true, type, amount });
const cents = (amount: number): number => Math.round(amount * 100);

/** One in the store's currency, in which the amounts of rules are. */
async function pricedOrder(units = 1): Promise<Returnable> {
  for (;;) {
    const from = await returnableOrder(server, units);
    if (from.order.currencyCode === 'USD') return from;
  }
}

describe('money', () => {
  test('a fee is a part of what the items give back, or an amount once, and beats that of the settings', async () => {
    const from = await pricedOrder();
    await server.saveSettings({ ...SETTINGS, returnFee: 300 });
    expect((await quoted(from)).fees).toEqual([{ kind: 'fee', label: 'Handling fee', amount: 3 }]);
    const [ruleId] = await live(fee(0.125, 'percent'));
    const share = Math.floor((cents(from.line.unitValue) * 1250 + 5000) / 10_000);
    expect((await quoted(from)).fees).toEqual([{ kind: 'fee', label: 'Handling', amount: share / 100 }]);
    const { externalId } = await submitted(from);
    expect(await termsOf(externalId)).toMatchObject({
      returnFee: share,
      returnFeeName: 'Handling',
      ruledBy: { fee: ruleId },
    });
    await none();
    await live(fee(0, 'fixed', ''));
    const other = await pricedOrder();
    expect((await quoted(other)).fees).toEqual([]);
  });

  test('a part of the items counts as a fee where only they match', async () => {
    const from = await pricedOrder();
    const [reason, other] = from.order.reasons;
    const when: Condition[] = [{ fact: 'claim/reason', operator: 'in', value: [reason?.id ?? ''] }];
    await live({ ...fee(0.1, 'percent'), when });
    expect((await quoted(from)).fees).toHaveLength(1);
    expect((await quoted(from, { reasonId: other?.id ?? '' })).fees).toEqual([]);
  });

  test('a label and the shipping of an exchange cost what a rule says', async () => {
    const from = await pricedOrder();
    await live(
      { at: 'beforeClaimSubmission', does: 'chargeForReturnLabel', params: { applyLabelMarkup: change('fixed', 5) } },
      {
        at: 'beforeClaimSubmission',
        does: 'chargeForExchangeOrderShipping',
        params: { applyExchangeOrderShippingMarkup: change('fixed', 4.5) },
        when: [{ fact: 'claim/exchangeOrderTotal', operator: 'greaterThan', value: 0 }],
      },
    );
    expect((await quoted(from, {}, 'packingSlip')).fees).toEqual([]);
    const deductions = async (changes: Partial<Selection>, way: 'label' | 'packingSlip') =>
      told((await quoted(from, changes, way)).ledger).deductions;
    expect(await deductions({}, 'label')).toMatchObject({ total: 5, sections: [{ type: 'RETURN_SHIPPING' }] });
    const { variants } = await from.call(customer.variants, {
      params: { ...params(from), lineIdFromPlatform: from.line.lineIdFromPlatform },
    });
    const wanted = variants.find(({ isAvailable }) => isAvailable)?.idFromPlatform ?? null;
    const exchange = { method: 'variantExchange', variantIdFromPlatform: wanted } as const;
    expect((await deductions(exchange, 'packingSlip')).sections).toContainEqual({
      type: 'SHIPPING',
      label: 'Shipping',
      amount: 4.5,
    });
  });

  test('a bonus is a part of the value, or an amount once for the claim, and goes out with it', async () => {
    const from = await pricedOrder(2);
    const bonus = (incentive: object, at: Hook = 'beforeClaimSubmission'): Rule => ({
      at,
      does: 'modifyIncentives',
      params: { giftCardIncentive: incentive, shouldApplyVariantExchangeShipping: false },
    });
    await live(bonus(change('fixed', 2), 'afterReasonSelection'));
    expect(await reasoned(from)).toMatchObject({ incentiveAmount: 2 });
    const selections = [
      { ...chosen(from), method: 'giftCard' as const },
      { ...chosen(from), method: 'storeCredit' as const },
    ];
    const quote = await from.call(customer.quote, { params: params(from), body: { selections } });
    expect(quote.totals?.incentive).toBe(2);
    const { externalId } = await submitted(from, { method: 'giftCard' });
    expect(await termsOf(externalId)).toMatchObject({ incentiveAmount: 200, incentiveBasisPoints: 0 });
    await live(bonus(change('percent', 0.1)));
    const { totals } = await quoted(from, { method: 'giftCard' });
    expect(totals?.incentive).toBe(Math.floor((cents(totals?.giftCard ?? 0) * 1000 + 5000) / 10_000) / 100);
  });

  test('that changed since the quote is shown again before it is submitted', async () => {
    const from = await pricedOrder();
    const { sumsKey } = await quoted(from);
    await live(fee(1, 'fixed'));
    const body = { requestKey: randomUUID(), shippingMethod: 'packingSlip' as const, selections: [chosen(from)] };
    const submit = (key: string) =>
      from.call(customer.submit, { params: params(from), body: { ...body, sumsKey: key } });
    expect(await refusalOf(submit(sumsKey))).toBe('409 SUMS_CHANGED');
    await submit((await quoted(from)).sumsKey);
  });
});

describe('offers', () => {
  test('a rule words Shop Now and switches it on, with its bonus', async () => {
    const from = await pricedOrder();
    await server.saveSettings({ ...SETTINGS, isShopNowEnabled: false, isAdvancedExchangeEnabled: false });
    const onSale = () => from.call(customer.exchangeOptions, { params: params(from), query: {} });
    expect(await refusalOf(onSale())).toMatch(/EXCHANGE_NOT_OFFERED$/);
    expect(await looked(from)).toMatchObject({ offerShopNow: false, asksAfterReasons: false, shopNow: null });
    await live({
      at: 'afterReasonSelection',
      does: 'shopNow',
      params: {
        shopNowHeadline: 'Keep shopping',
        shopNowDescription: 'Spend it now.',
        startShoppingUrl: 'https://shop.example/new',
        shopNowIncentive: change('percent', 0.15),
      },
    });
    expect((await looked(from)).asksAfterReasons).toBe(true);
    expect(await reasoned(from)).toMatchObject({
      offerShopNow: true,
      shopNowIncentiveBasisPoints: 1500,
      shopNow: {
        headline: 'Keep shopping',
        description: 'Spend it now.',
        startShoppingUrl: 'https://shop.example/new',
      },
    });
    expect((await onSale()).products.length).toBeGreaterThan(0);
  });

  test('a rule offers instant exchanges, and may send every exchange ahead', async () => {
    const from = await pricedOrder();
    const offer = (isInstantExchangeRequired: boolean): Rule => ({
      at: 'orderLookup',
      does: 'offerInstantExchange',
      params: { timeToReturnBeforeCharging: 7, isInstantExchangeRequired },
    });
    await live(offer(true));
    // Nobody can hold money yet.
    expect(await looked(from)).toMatchObject({ offerInstantExchange: false, isInstantExchangeRequired: false });
    await server.saveSettings({ ...SETTINGS, ...PAYING });
    expect(await looked(from)).toMatchObject({
      offerInstantExchange: true,
      isInstantExchangeRequired: true,
      instantExchangeReturnBefore: windowDayIn(new Date().toISOString(), 7, ZONE),
    });
    const { variants } = await from.call(customer.variants, {
      params: { ...params(from), lineIdFromPlatform: from.line.lineIdFromPlatform },
    });
    const wanted = variants.find(({ isAvailable }) => isAvailable)?.idFromPlatform ?? null;
    const exchange = { method: 'variantExchange', variantIdFromPlatform: wanted } as const;
    expect(await refusalOf(submitted(from, exchange))).toBe('422 INSTANT_EXCHANGE_REQUIRED');
  });
});

describe('receipts', () => {
  const receiptsOf = (claimId: number) =>
    server.server.deps.database.readStore(server.storeId, (db) => receiptsOfClaims(db, server.storeId, [claimId]));
  const verified = (receiptId: number) => verifyReceipt(server.server.deps.database, receiptId);

  test('of every moment asked are stored, say why, and come out the same after the rules changed', async () => {
    const from = await pricedOrder();
    const staff = await server.staff();
    const when: Condition[] = [{ fact: 'order/total', operator: 'greaterThan', value: 0 }];
    await live({ at: 'orderLookup', ...windows({ refund: 900 }) }, { ...fee(1, 'fixed'), when });
    const { externalId } = await submitted(from);
    const { id } = await claimOf(server, staff, externalId);
    const before = await receiptsOf(id);
    expect(before.map(({ moment }) => moment)).toEqual(['orderLookup', 'beforeClaimSubmission']);
    const terms = await termsOf(externalId);
    const { decisions } = await staff(claimDecisions, { params: { storeId: server.storeId, claimId: id } });
    expect(decisions[1]?.rules).toMatchObject([
      {
        name: 'Rule 2',
        type: 'applyFee',
        action: 'Apply Fee',
        does: ['Handling: $1.00'],
        isMatch: true,
        reasons: [{ item: null }],
      },
    ]);
    expect(decisions[1]?.rules[0]?.reasons[0]?.text).toMatch(
      /^“Order total: more than \$0.00” holds: it was \$\d+\.\d\d\.$/,
    );
    await none();
    await live(fee(9, 'fixed'));
    expect(await receiptsOf(id)).toEqual(before);
    expect(await termsOf(externalId)).toEqual(terms);
    for (const { receipt_id } of before) expect(await verified(receipt_id)).toMatchObject({ isSame: true });
    await server.server.deps.database.asOwner(async (db) => {
      await sql`alter table rule_receipt disable trigger user`.execute(db);
      const { receipt_id = 0, receipt } = before[1] ?? {};
      const changed = { ...receipt, subjects: receipt?.subjects.map((one) => ({ ...one, facts: {} })) };
      await db
        .updateTable('rule_receipt')
        .set({ receipt: JSON.stringify(changed) })
        .where('receipt_id', '=', receipt_id)
        .execute();
      await sql`alter table rule_receipt enable trigger user`.execute(db);
    });
    expect(await verified(before[1]?.receipt_id ?? 0)).toMatchObject({ isSame: false });
    await expect(verified(999_999)).rejects.toThrow('There is no receipt 999999.');
  });

  test('know the tags of the buyer and how the order was paid from the sync', async () => {
    const from = await pricedOrder();
    const { customer: buyer, paymentGateways } = await orderOf(from);
    const customerInShop = server.shop.customers.find(({ id }) => String(id) === buyer?.idFromPlatform);
    expect(buyer).toMatchObject({ tags: customerInShop?.tags, accountStatus: 'disabled' });
    expect(buyer?.lifetimeOrders).toBeGreaterThan(0);
    expect(paymentGateways?.length).toBeGreaterThan(0);
  });
});

test('the choice between a return and a warranty claim comes with the words of a rule', async () => {
  const from = await returnableOrder(server);
  expect(await looked(from)).toMatchObject({ allowClaimTypeSelection: true, claimTypeSelectionDetailText: '' });
  await live({
    at: 'orderLookup',
    does: 'allowClaimTypeSelection',
    params: { claimTypeSelectionDetailText: 'Broken? Choose warranty.' },
  });
  expect((await looked(from)).claimTypeSelectionDetailText).toBe('Broken? Choose warranty.');
});

describe('what a rule asks about an item', () => {
  test('a question needs an answer, a yes is refused in its words, and a no is stored with the claim', async () => {
    const from = await returnableOrder(server);
    const question = { question: 'Was it worn?', onYesMessage: 'Worn items stay with you.', yes: 'Yes', no: 'Never' };
    const [ruleId = 0] = await live({
      at: 'afterReasonSelection',
      does: 'askAPolicyEnforcingQuestion',
      params: question,
    });
    expect(lineIn(from, await looked(from)).questions).toEqual([]);
    expect(lineIn(from, await reasoned(from)).questions).toEqual([{ ruleId, ...question }]);
    expect(await refusalOf(submitted(from))).toBe('422 QUESTION_UNANSWERED');
    await expect(submitted(from, { answers: [{ ruleId, answer: 'yes' }] })).rejects.toMatchObject({
      code: 'ITEM_INELIGIBLE',
      message: 'Worn items stay with you.',
    });
    const { externalId } = await submitted(from, { answers: [{ ruleId, answer: 'no' }] });
    const staff = await server.staff();
    const { claimLineItems } = await claimOf(server, staff, externalId);
    expect(claimLineItems[0]?.policyAnswers).toEqual([{ question: 'Was it worn?', answer: 'Never' }]);
  });

  test('a comment and photos are demanded', async () => {
    const from = await returnableOrder(server);
    await live({
      at: 'afterReasonSelection',
      does: 'collectCustomFields',
      params: {
        customFieldIds: [],
        showDefaultCommentField: true,
        isDefaultCommentFieldRequired: true,
        isMediaUploadRequired: true,
        mediaUploadInstructions: 'Show the seam',
        minimumMediaUploadAmount: 2,
      },
    });
    expect(lineIn(from, await reasoned(from)).demands).toEqual({
      fields: [],
      isCommentShown: true,
      isCommentRequired: true,
      leastMedia: 2,
      mediaInstructions: ['Show the seam'],
    });
    expect(await refusalOf(submitted(from))).toBe('422 COMMENT_REQUIRED');
    expect(await refusalOf(submitted(from, { comments: 'Torn' }))).toBe('422 MEDIA_REQUIRED');
  });
});
