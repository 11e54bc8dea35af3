import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as customer from '#contract/customer/customer.ts';
import type { Selection } from '#contract/customer/customer.ts';
import type { Hook } from '#core/automations/hooks.ts';
import { percentOf } from '#core/money.ts';
import { returnLocations, updateReturnLocation } from '#server/db/return-locations.ts';
import { claimOf, returnableOrder, settledClaim, told, type Returnable } from '#server/testing/claims.ts';
import { onlyRules, type LiveRule } from '#server/testing/live-rules.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { eventually, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

const SETTINGS = {
  // Long, so that many orders of the demo shop can be returned.
  refundValidityDays: 700,
  storeCreditValidityDays: 700,
  giftCardValidityDays: 700,
  variantExchangeValidityDays: 700,
  returnShippingFee: 333,
  exchangeShippingFee: 450,
  isAdvancedExchangeEnabled: true,
};

let server: TestServer;
let staff: Caller;
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.staff('Admin');
});
beforeEach(async () => {
  await carriersAgain();
  await onlyRules(server);
  await server.saveSettings(SETTINGS);
});
afterAll(() => server.close());

const carriers = (init?: RequestInit) => fetch(`${server.easypost.url}/_control/faults`, init);
const carriersAre = (fault: { mode: 'fail' | 'delay'; times: number; ms?: number }) =>
  carriers({ method: 'POST', body: JSON.stringify({ match: 'POST /v2/shipments', ...fault }) });
const carriersFail = () => carriersAre({ mode: 'fail', times: 50 });
const carriersAgain = () => carriers({ method: 'DELETE' });

async function pricedOrder(): Promise<Returnable> {
  for (;;) {
    const from = await returnableOrder(server);
    if (from.order.currencyCode === 'USD') return from;
  }
}

const params = ({ order }: Returnable) => ({ slug: server.slug, idFromPlatform: order.idFromPlatform });
const chosen = (from: Returnable, changes: Partial<Selection> = {}): Selection => ({
  lineIdFromPlatform: from.line.lineIdFromPlatform,
  quantity: 1,
  reasonId: from.order.reasons[0]?.id ?? '',
  method: 'refund',
  ...changes,
});

/** Goods go back to another city from now on; the one before. */
const returnsTo = (city: string): Promise<string> =>
  server.server.deps.database.inStore(server.storeId, async (db) => {
    const [place] = await returnLocations(db, server.storeId);
    if (!place) throw new Error('the store has no return location');
    const { location_id: locationId, name, is_default: isDefault, address } = place;
    await updateReturnLocation(db, server.storeId, locationId, { name, isDefault, address: { ...address, city } });
    return address.city;
  });

type Way = 'label' | 'packingSlip';
const quoted = (from: Returnable, shippingMethod: Way = 'label', changes: Partial<Selection> = {}) =>
  from.call(customer.quote, { params: params(from), body: { selections: [chosen(from, changes)], shippingMethod } });
const submitted = (from: Returnable, more: { sumsKey?: string; requestKey?: string } = {}) =>
  from.call(customer.submit, {
    params: params(from),
    body: { requestKey: randomUUID(), shippingMethod: 'label', selections: [chosen(from)], ...more },
  });

const share = (amount: number, at: Hook = 'beforeClaimSubmission'): LiveRule => ({
  at,
  does: 'chargeForReturnLabel',
  params: { applyLabelMarkup: { shouldModify: true, type: 'percent', amount } },
});
const cents = (amount: number): number => Math.round(amount * 100);

describe('a part of what the label costs', () => {
  test.each<Hook>(['beforeClaimSubmission', 'returnShipmentQuote'])(
    'is told before submitting, frozen with the claim, and is a part of what the label then costs (%s)',
    async (at) => {
      const from = await pricedOrder();
      const [ruleId] = await onlyRules(server, share(0.125, at));
      const { fees, sumsKey } = await quoted(from);
      expect(fees).toMatchObject([{ label: 'Return shipping' }]);
      const amount = fees[0]?.amount ?? 0;
      expect((await quoted(from, 'packingSlip')).fees).toEqual([]);
      const { externalId } = await submitted(from, { sumsKey });
      await onlyRules(server, share(1, at));
      const claim = await eventually(async () => {
        const found = await settledClaim(server, staff, externalId);
        return found.claimReturnShipments.length > 0 && found;
      }, 'the label');
      const cost = (await storedClaim(externalId)).shipments[0]?.cost ?? 0;
      expect(cost).toBeGreaterThan(0);
      expect(cents(amount)).toBe(percentOf(cost, 1250));
      expect(claim.returnShippingAmountApplied).toBe(amount);
      expect((await storedClaim(externalId)).policy).toMatchObject({
        returnLabelShare: { basisPoints: 1250, ofCost: cost },
        ruledBy: { returnLabel: ruleId },
      });
    },
  );

  test('is charged of who submits without a quote too, and once however often they do', async () => {
    const from = await pricedOrder();
    await onlyRules(server, share(0.5));
    const requestKey = randomUUID();
    const [first, again] = [await submitted(from, { requestKey }), await submitted(from, { requestKey })];
    expect(again).toEqual(first);
    const claim = await claimOf(server, staff, first.externalId);
    const { returnLabelShare } = (await storedClaim(first.externalId)).policy;
    expect(cents(claim.returnShippingAmountApplied)).toBe(percentOf(returnLabelShare?.ofCost ?? 0, 5000));
    expect(claim.returnShippingAmountApplied).toBeGreaterThan(0);
  });

  test('is refused while carriers tell no price, and a packing slip is not', async () => {
    const from = await pricedOrder();
    await onlyRules(server, share(0.5));
    await carriersFail();
    expect(await refusalOf(quoted(from))).toBe('409 LABEL_PRICE_UNKNOWN');
    expect(await refusalOf(submitted(from))).toBe('409 LABEL_PRICE_UNKNOWN');
    expect((await quoted(from, 'packingSlip')).fees).toEqual([]);
    await carriersAgain();
    expect((await quoted(from)).fees).toHaveLength(1);
  });

  test('is asked for again where goods are to go elsewhere by the time the carrier answers', async () => {
    const from = await pricedOrder();
    await onlyRules(server, share(0.5));
    await carriersAre({ mode: 'delay', times: 1, ms: 1500 });
    const submitting = submitted(from);
    await eventually(
      async () => ((await (await carriers()).json()) as { faults: object[] }).faults.length === 0,
      'the carrier',
    );
    const before = await returnsTo('Sacramento');
    const { externalId } = await submitting.finally(() => returnsTo(before));
    expect((await claimOf(server, staff, externalId)).returnShippingAmountApplied).toBeGreaterThan(0);
  });

  test('that is an amount at a later moment is that amount', async () => {
    const from = await pricedOrder();
    const amount = { applyLabelMarkup: { shouldModify: true, type: 'fixed', amount: 2 } };
    await onlyRules(server, share(0.5), { at: 'returnShipmentQuote', does: 'chargeForReturnLabel', params: amount });
    expect((await quoted(from)).fees).toEqual([{ kind: 'returnShipping', label: 'Return shipping', amount: 2 }]);
  });
});

test('the ways to send it back are those of the rules for what was chosen, with what each is charged', async () => {
  const from = await pricedOrder();
  const [reason, other] = from.order.reasons;
  const [location] = await server.server.deps.database.readStore(server.storeId, (db) =>
    returnLocations(db, server.storeId),
  );
  const ways = (returnMethods: string[], reasonId = ''): LiveRule => ({
    at: 'returnShipmentQuote',
    does: 'returnShippingConfig',
    params: { returnLocationId: location?.location_id ?? 0, returnMethods },
    when: [{ fact: 'claim/reason', operator: 'in', value: [reasonId] }],
  });
  await server.saveSettings({ ...SETTINGS, shippingMethods: ['packingSlip'] });
  await onlyRules(server, ways(['label'], reason?.id), ways(['label', 'packingSlip'], other?.id), share(0.5));
  const wayOf = async (changes: Partial<Selection>) => (await quoted(from, 'packingSlip', changes)).shippingMethods;
  const [label, ...others] = await wayOf({ reasonId: reason?.id ?? '' });
  expect(others).toEqual([]);
  expect(label).toEqual({ method: 'label', charge: expect.any(Number) });
  expect(label?.charge).toBe((await quoted(from, 'label')).fees[0]?.amount);
  expect(await wayOf({ reasonId: other?.id ?? '' })).toEqual([label, { method: 'packingSlip', charge: 0 }]);
  const third = from.order.reasons.find(({ id }) => id !== reason?.id && id !== other?.id)?.id ?? '';
  expect(await wayOf({ reasonId: third })).toEqual([{ method: 'packingSlip', charge: 0 }]);
  // A way that was offered for another reason is left behind, and cannot be submitted.
  const left = await quoted(from, 'label', { reasonId: third });
  expect(left.fees).toEqual([]);
  const body = {
    requestKey: randomUUID(),
    shippingMethod: 'label' as const,
    selections: [chosen(from, { reasonId: third })],
  };
  expect(await refusalOf(from.call(customer.submit, { params: params(from), body }))).toBe(
    '422 SHIPPING_METHOD_UNKNOWN',
  );
});

test('a shopper submits at the sums they were shown, though a rule makes no label of it then and charges none', async () => {
  const [location] = await server.server.deps.database.readStore(server.storeId, (db) =>
    returnLocations(db, server.storeId),
  );
  const slip = { returnLocationId: location?.location_id ?? 0, returnMethods: ['packingSlip'] };
  const rules: LiveRule[] = [
    { at: 'claimCreated', does: 'allowCustomerToKeepItem', params: {} },
    { at: 'claimCreated', does: 'returnShippingConfig', params: slip },
  ];
  for (const rule of rules) {
    const from = await pricedOrder();
    await onlyRules(server, rule);
    const { fees, sumsKey } = await quoted(from);
    expect(fees).toEqual([{ kind: 'returnShipping', label: 'Return shipping', amount: 3.33 }]);
    const { externalId } = await submitted(from, { sumsKey });
    expect((await claimOf(server, staff, externalId)).returnShippingAmountApplied).toBe(0);
  }
});

test('a label whose price nobody tells is shown without one', async () => {
  const from = await pricedOrder();
  await onlyRules(server, share(0.5));
  await carriersFail();
  expect((await quoted(from, 'packingSlip')).shippingMethods).toEqual([
    { method: 'label', charge: null },
    { method: 'packingSlip', charge: 0 },
  ]);
});

test('exchanges for a variant ship free where a rule about bonuses says so, those for another product do not', async () => {
  const from = await pricedOrder();
  const { variants } = await from.call(customer.variants, {
    params: { ...params(from), lineIdFromPlatform: from.line.lineIdFromPlatform },
  });
  const variantIdFromPlatform = variants.find(({ isAvailable }) => isAvailable)?.idFromPlatform ?? null;
  const { products } = await from.call(customer.exchangeOptions, {
    params: params(from),
    query: { lineIdFromPlatform: from.line.lineIdFromPlatform },
  });
  const other = products.find(({ idFromPlatform }) => idFromPlatform !== from.line.productIdFromPlatform);
  const shippingOf = async (changes: Partial<Selection>) =>
    told(
      (await quoted(from, 'packingSlip', { method: 'variantExchange', ...changes })).ledger,
    ).deductions.sections.find(({ type }) => type === 'SHIPPING')?.amount ?? 0;
  const says = (shouldApplyVariantExchangeShipping: boolean, at: Hook = 'beforeClaimSubmission'): LiveRule => ({
    at,
    does: 'modifyIncentives',
    params: {
      giftCardIncentive: { shouldModify: false, type: 'fixed', amount: 0 },
      shouldApplyVariantExchangeShipping,
    },
  });
  expect(await shippingOf({ variantIdFromPlatform })).toBe(4.5);
  await onlyRules(server, says(false));
  expect(await shippingOf({ variantIdFromPlatform })).toBe(0);
  expect(
    await shippingOf({
      variantIdFromPlatform: other?.variants.find(({ isAvailable }) => isAvailable)?.idFromPlatform ?? null,
      productIdFromPlatform: other?.idFromPlatform ?? null,
    }),
  ).toBe(4.5);
  await onlyRules(server, says(false, 'afterReasonSelection'), says(true));
  expect(await shippingOf({ variantIdFromPlatform })).toBe(4.5);
});

const storedClaim = async (externalId: string) => {
  const { document } = await server.server.deps.database.readStore(server.storeId, (db) =>
    db
      .selectFrom('claim')
      .select('document')
      .where('store_id', '=', server.storeId)
      .where('external_id', '=', externalId)
      .executeTakeFirstOrThrow(),
  );
  return document;
};
