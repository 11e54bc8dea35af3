import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import { overview } from '#contract/customer/customer.ts';
import * as inspections from '#contract/merchant/inspections.ts';
import { Address } from '#core/address.ts';
import type { ActionType } from '#core/automations/actions.ts';
import type { Hook } from '#core/automations/hooks.ts';
import type { RuleDraft } from '#core/automations/rule.ts';
import { COVER_SKU } from '#core/protection/cover-product.ts';
import { warehouseReported } from '#server/claims/warehouse-report.ts';
import { orderByPlatformId, upsertOrders } from '#server/db/orders.ts';
import { insertReturnLocation } from '#server/db/return-locations.ts';
import { receiptsOfClaims } from '#server/db/rule-receipts.ts';
import {
  approveAndFinalize,
  changeLine,
  claimOf,
  finalizeAll,
  returnableOrder,
  settledClaim,
  submitReturn,
  type Returnable,
  type Wanted,
} from '#server/testing/claims.ts';
import { forgetRules, publishRules } from '#server/testing/rules.ts';
import { choiceOf, stockUp } from '#server/testing/staff-claims.ts';
import { eventually, LONG_WINDOWS, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let staff: Caller;
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.staff();
});
beforeEach(() => forgetRules(server.server.deps.database, server.storeId));
afterAll(async () => {
  await server.close();
});

type Condition = { fact: string; operator: string; value: unknown };
type RuleOf = { hook: Hook; type: ActionType; params: object; name?: string; conditions?: Condition[] };

/** Publishes a rule for one order alone. */
const publish = (
  { order }: Pick<Returnable, 'order'>,
  { hook, type, params, name = `Rule ${randomUUID()}`, conditions = [] }: RuleOf,
): Promise<unknown> =>
  publishRules(server.server.deps.database, server.storeId, [
    {
      name,
      hook,
      isEnabled: true,
      rule: {
        priority: 1,
        event: { type, params },
        conditions: { all: [{ fact: 'order/number', operator: 'contains', value: [order.orderNo] }, ...conditions] },
      },
    } as RuleDraft,
  ]);

const submitted = async (to: Returnable, wanted?: Wanted): Promise<ClaimShown> =>
  settledClaim(server, staff, await submitReturn(server, to, wanted));
const entryOf = ({ timeline }: ClaimShown, subject: string) => timeline.filter((one) => one.subject === subject);
const receiptsOf = ({ id }: ClaimShown) =>
  server.server.deps.database.readStore(server.storeId, (db) => receiptsOfClaims(db, server.storeId, [id]));
const track = (trackingCode: string, status: string): Promise<Response> =>
  fetch(`${server.easypost.url}/_control/track`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tracking_code: trackingCode, status }),
  });
const trackingCodeOf = ({ claimReturnShipments }: ClaimShown): string =>
  claimReturnShipments[0]?.tracker.carrier.trackingCode ?? '';

const REPAIRS = Address.parse({
  company: 'Repair desk',
  line1: '1 Workshop Way',
  city: 'Oakland',
  stateOrProvinceCode: 'CA',
  postalCode: '94607',
  countryCode: 'US',
});
const REFUNDS = { allowedResolutionMethods: ['refund'] };

describe('tags', () => {
  test('a claim is tagged when it is created, and says by which rule', async () => {
    const to = await returnableOrder(server);
    await publish(to, {
      hook: 'claimCreated',
      type: 'applyClaimTags',
      params: { claimTags: [{ name: 'Watch' }, { name: 'VIP' }] },
      name: 'Watch list',
    });
    const claim = await submitted(to);
    expect(claim.tags).toEqual(['Watch', 'VIP']);
    expect(entryOf(claim, 'Tagged by rule “Watch list”')).toMatchObject([{ message: 'Added “Watch”, “VIP”' }]);
    const [receipt, ...others] = await receiptsOf(claim);
    expect(others).toEqual([]);
    expect(receipt).toMatchObject({
      moment: 'claimCreated',
      receipt: { version: receipt?.version, hook: 'claimCreated' },
      decided: { applyClaimTags: { tags: ['Watch', 'VIP'] } },
    });
  });

  test('a rule that does not match changes nothing, and its receipt says why', async () => {
    const to = await returnableOrder(server);
    await publish(to, {
      hook: 'claimCreated',
      type: 'applyClaimTags',
      params: { claimTags: [{ name: 'Never' }] },
      conditions: [{ fact: 'claim/requestedResolution', operator: 'in', value: ['giftCard'] }],
    });
    const claim = await submitted(to, { method: 'refund' });
    expect(claim.tags).toEqual([]);
    expect(claim.timeline.filter((one) => one.subject.includes('by rule'))).toEqual([]);
    const [receipt] = await receiptsOf(claim);
    expect(receipt?.decided).toEqual({});
    expect(receipt?.receipt.subjects[0]?.facts).toMatchObject({ 'claim/requestedResolution': 'refund' });
  });

  test('when its parcel exists, moves and is finalized, each tag once', async () => {
    const to = await returnableOrder(server);
    const tagAt = (hook: Hook, name: string, conditions: Condition[] = []) =>
      publish(to, { hook, type: 'applyClaimTags', params: { claimTags: [{ name }] }, conditions });
    await tagAt('returnShipmentCreated', 'Papers');
    await tagAt('returnShipmentWebhook', 'Arrived', [
      { fact: 'returnShipment/status', operator: 'in', value: ['delivered'] },
    ]);
    await tagAt('claimFinalized', 'Done');
    const externalId = await submitReturn(server, to, { shippingMethod: 'label' });
    const shipped = await eventually(async () => {
      const claim = await settledClaim(server, staff, externalId);
      return claim.claimReturnShipments.length > 0 && claim;
    }, 'the label');
    expect(shipped.tags).toEqual(['Papers']);
    for (const status of ['delivered', 'delivered']) await track(trackingCodeOf(shipped), status);
    await eventually(async () => (await claimOf(server, staff, externalId)).tags.includes('Arrived'), 'the tag');
    const done = await approveAndFinalize(server, staff, externalId);
    expect(done.tags).toEqual(['Papers', 'Arrived', 'Done']);
    expect(done.timeline.filter((one) => one.subject.startsWith('Tagged by'))).toHaveLength(3);
  });

  test('a replacement order is not called tagged where none is sent', async () => {
    const to = await returnableOrder(server);
    await publish(to, {
      hook: 'claimFinalized',
      type: 'applyOrderTags',
      params: { orderTags: [{ name: 'sent-again' }], orderTagAction: 'Replacement Order', tagWithReason: false },
      name: 'Sent again',
    });
    const done = await approveAndFinalize(server, staff, (await submitted(to)).externalId);
    expect(entryOf(done, 'Order tagged by rule “Sent again”')).toEqual([]);
    expect((await receiptsOf(done)).map(({ moment }) => moment)).toEqual(['claimFinalized']);
  });

  test('the order is tagged, with the reason', async () => {
    const to = await returnableOrder(server);
    const shopOrder = () => server.shop.orders.find((one) => one.id === to.shopOrder.id);
    await publish(to, {
      hook: 'claimCreated',
      type: 'applyOrderTags',
      params: { orderTags: [{ name: 'has-return' }], orderTagAction: 'Original Order', tagWithReason: true },
      name: 'Mark orders',
    });
    const claim = await submitted(to);
    expect(shopOrder()?.tags).toEqual(expect.arrayContaining(['has-return', to.order.reasons[0]?.name]));
    expect(entryOf(claim, 'Order tagged by rule “Mark orders”')).toHaveLength(1);
  });
});

test('what a rule decided before the claim was submitted has its receipt beside the claim', async () => {
  const to = await returnableOrder(server);
  await publish(to, {
    hook: 'beforeClaimSubmission',
    type: 'applyFee',
    params: { feeAmount: 0, feeType: 'fixed', feeDisplayName: 'Restocking' },
  });
  const [receipt] = await receiptsOf(await submitted(to));
  expect(receipt).toMatchObject({ moment: 'beforeClaimSubmission', decided: { applyFee: expect.anything() } });
});

describe('what is sent back', () => {
  test('nothing by itself where a rule holds the claim for review, and the shopper is told so', async () => {
    const to = await returnableOrder(server);
    await publish(to, { hook: 'claimCreated', type: 'allowCustomerToKeepItem', params: {}, name: 'Worn items' });
    await publish(to, { hook: 'claimCreated', type: 'autoFinalizeClaim', params: REFUNDS });
    const claim = await submitted(to, { shippingMethod: 'label' });
    expect(claim.claimRollup).toMatchObject({ code: 'Open', detail: 'Pending_Review', name: 'Manual Review' });
    const papers = claim.effects.filter(({ kind }) => ['label', 'packingSlip', 'autoFinalize'].includes(kind));
    expect(papers).toEqual([]);
    expect(entryOf(claim, 'Held for review by rule “Worn items”')).toHaveLength(1);
    const mail = server.mailbox.messages().find(({ subject }) => subject.includes(claim.externalId));
    expect(mail?.text).toContain('Please keep your items for now.');
    const { externalId } = claim;
    const shown = () => to.call(overview, { params: { slug: server.slug, externalId } });
    const asked = await shown();
    expect(asked.nextSteps).toEqual(['Please keep your items for now.', "We'll review your request and email you."]);
    expect(asked.shippingMethod).toBe('none');
    expect(asked.progress.map(({ step }) => step)).toEqual(['submitted', 'reviewed', 'completed']);
    await approveAndFinalize(server, staff, externalId);
    const done = await settledClaim(server, staff, externalId);
    expect(done.claimRollup.code).toBe('Completed');
    expect((await shown()).nextSteps.join(' ')).not.toContain('package');
  });

  test.each(['claimCreated', 'returnShipmentQuote'] as const)(
    'to the place and in the way that a rule says, at %s',
    async (hook) => {
      const returnLocationId = await server.server.deps.database.inStore(server.storeId, (db) =>
        insertReturnLocation(db, server.storeId, { name: 'Repair desk', address: REPAIRS }),
      );
      const to = await returnableOrder(server);
      await publish(to, {
        hook,
        type: 'returnShippingConfig',
        params: { returnLocationId, returnMethods: ['packingSlip'] },
      });
      const claim = await submitted(to, { shippingMethod: 'label' });
      expect(claim.claimReturnShipments).toMatchObject([
        { returnShipmentType: 'Packing_Slip', toAddress: { line1: REPAIRS.line1 } },
      ]);
      expect(claim.effects.filter(({ kind }) => kind === 'label')).toEqual([]);
    },
  );
});

describe('finalizing by rule', () => {
  test('when the parcel arrives, money moves once, however often the carrier says so', async () => {
    const to = await returnableOrder(server);
    await publish(to, {
      hook: 'returnShipmentWebhook',
      type: 'autoFinalizeClaim',
      params: REFUNDS,
      name: 'Fast refunds',
      conditions: [{ fact: 'returnShipment/status', operator: 'in', value: ['delivered'] }],
    });
    const externalId = await submitReturn(server, to, { shippingMethod: 'label' });
    const shipped = await eventually(async () => {
      const claim = await settledClaim(server, staff, externalId);
      return claim.claimReturnShipments.length > 0 && claim;
    }, 'the label');
    for (const status of ['delivered', 'delivered']) await track(trackingCodeOf(shipped), status);
    await eventually(
      async () => entryOf(await settledClaim(server, staff, externalId), 'Finalized by rule “Fast refunds”').length > 0,
      'the rule finalizes',
    );
    const done = await settledClaim(server, staff, externalId);
    expect(done.effects.filter(({ kind }) => kind === 'refund')).toHaveLength(1);
    expect(server.shop.orders.find((one) => one.id === to.shopOrder.id)?.refunds).toHaveLength(1);
    expect(done).toMatchObject({ canFinalize: false, finalizedOn: expect.any(String) });
  });

  test('leaves a claim to staff that asks for anything else', async () => {
    const to = await returnableOrder(server);
    await publish(to, { hook: 'claimCreated', type: 'autoFinalizeClaim', params: REFUNDS });
    const claim = await submitted(to, { method: 'giftCard' });
    expect(claim.finalizedOn).toBeNull();
    expect(claim.effects.filter(({ kind }) => kind === 'autoFinalize')).toEqual([]);
    const [receipt] = await receiptsOf(claim);
    expect(receipt?.decided).toMatchObject({
      autoFinalizeClaim: { leftToStaff: 'An item asks for a resolution that the rule does not allow.' },
    });
  });

  test('at once when the claim is created', async () => {
    const to = await returnableOrder(server);
    await publish(to, { hook: 'claimCreated', type: 'autoFinalizeClaim', params: REFUNDS, name: 'At once' });
    const done = await submitted(to, { method: 'refund' });
    expect(entryOf(done, 'Finalized by rule “At once”')).toHaveLength(1);
    expect(done.effects.filter(({ kind }) => kind === 'refund')).toMatchObject([{ state: 'done' }]);
  });
});

test('a warehouse’s report tags and finalizes once, however often it comes', async () => {
  const to = await returnableOrder(server);
  const conditions = [{ fact: 'rma/isEveryItemReceived', operator: 'equal', value: true }];
  await publish(to, { hook: 'rmaWebhook', type: 'autoFinalizeClaim', params: REFUNDS, name: 'Received', conditions });
  await publish(to, {
    hook: 'rmaWebhook',
    type: 'applyClaimTags',
    params: { claimTags: [{ name: 'In stock' }] },
    conditions,
  });
  const claim = await submitted(to);
  const report = async (minute: number, isReceived: boolean): Promise<ClaimShown> => {
    await server.server.deps.database.inStore(server.storeId, (db) =>
      warehouseReported(
        db,
        { storeId: server.storeId, claimId: claim.id, requestId: randomUUID() },
        {
          status: isReceived ? 'Received' : 'Announced',
          updatedOn: `2026-03-17T12:${minute}:00.000Z`,
          lines: claim.claimLineItems.map(({ id: lineId }) => ({ lineId, isReceived, disposition: null })),
        },
      ),
    );
    return settledClaim(server, staff, claim.externalId);
  };
  expect((await report(10, false)).tags).toEqual([]);
  await report(12, true);
  await report(12, true);
  await report(11, false);
  const done = await report(13, true);
  expect(done.tags).toEqual(['In stock']);
  expect(entryOf(done, 'Finalized by rule “Received”')).toHaveLength(1);
  expect(done.effects.filter(({ kind }) => kind === 'refund')).toHaveLength(1);
});

test('an inspection collects what a rule says, with its receipt', async () => {
  await server.saveSettings({ isReturnInspectionEnabled: true, ...LONG_WINDOWS });
  const to = await returnableOrder(server);
  await publish(to, {
    hook: 'beforeClaimLineItemInspection',
    type: 'customizeClaimLineItemInspection',
    params: {
      inspectionCustomFieldIds: [],
      showInspectionMediaUpload: false,
      showInspectionComment: false,
      shouldCollectInspectionGrade: true,
      inspectionInstructions: 'Look at the seams.',
    },
  });
  const claim = await submitted(to);
  const params = { storeId: server.storeId, claimId: claim.id, claimLineItemId: 1 };
  const { template } = await staff(inspections.inspectionSettings, { params });
  expect(template).toMatchObject({ inspectionInstructions: 'Look at the seams.', showInspectionComment: false });
  await staff(inspections.addInspection, {
    params,
    body: {
      version: claim.version,
      name: 'Ivy',
      comment: 'Torn',
      storeInspectionGrade: 'B_Stock',
      customFields: [],
      images: [],
    },
  });
  const after = await settledClaim(server, staff, claim.externalId);
  expect(after.claimLineItems[0]?.inspections).toMatchObject([
    { comment: '', storeInspectionGrade: { id: 'B_Stock' } },
  ]);
  const moments = (await receiptsOf(claim)).map(({ moment }) => moment);
  expect(moments).toEqual(['beforeClaimLineItemInspection']);
});

test('finalizing sends goods that are out of stock where a rule says so, and tags the order that sends them', async () => {
  const to = await returnableOrder(server);
  const claim = await submitted(to);
  const { productIdFromPlatform } = claim.claimLineItems[0]?.originalStoreOrderLineItem ?? {};
  const [variant] = server.shop.products.find(({ id }) => String(id) === productIdFromPlatform)?.variants ?? [];
  if (!variant) throw new Error('the product has a variant');
  stockUp(variant, 5);
  const approved = await changeLine(server, staff, claim, 1, {
    kind: 'approved',
    resolutionMethod: 'variantExchange',
    variantExchangeLineItem: choiceOf(variant),
  });
  stockUp(variant, 0);
  const refused = await finalizeAll(server, staff, approved);
  expect(refused.lineItems.variantExchanges[0]?.errors).toEqual([`${variant.title} is out of stock.`]);
  expect(await receiptsOf(claim)).toEqual([]);
  await publish(to, {
    hook: 'claimFinalized',
    type: 'customizeClaimFinalizationSettings',
    params: {
      restockToShopify: false,
      failOnOutOfStockScenarios: false,
      failureToFinalizeNotificationEmails: [],
      inventoryBehavior: 'bypass',
    },
  });
  await publish(to, {
    hook: 'claimFinalized',
    type: 'applyOrderTags',
    params: { orderTags: [{ name: 'sent-again' }], orderTagAction: 'Replacement Order', tagWithReason: false },
    name: 'Sent again',
  });
  expect((await finalizeAll(server, staff, refused.claim)).claim.finalizedOn).not.toBeNull();
  const done = await settledClaim(server, staff, claim.externalId);
  expect(done.effects.find(({ kind }) => kind === 'exchangeOrder')).toMatchObject({ state: 'done' });
  const sent = server.shop.orders.find(({ note }) => note?.includes(claim.externalId));
  expect(sent?.tags).toEqual(expect.arrayContaining(['makegood-exchange', 'sent-again']));
  expect(entryOf(done, 'Order tagged by rule “Sent again”')).toMatchObject([{ message: '“sent-again”' }]);
  expect(variant.quantities['available']).toBe(0);
  expect((await receiptsOf(claim)).map(({ moment }) => moment)).toEqual(['claimFinalized']);
});

test('a claim does not count among the returns of its own buyer, at any moment', async () => {
  const to = await returnableOrder(server);
  const conditions = [{ fact: 'customer/returnsLastYear', operator: 'greaterThan', value: 0 }];
  for (const hook of ['claimCreated', 'returnShipmentCreated'] as const)
    await publish(to, { hook, type: 'applyClaimTags', params: { claimTags: [{ name: 'Again' }] }, conditions });
  const claim = await submitted(to, { shippingMethod: 'label' });
  const counts = (await receiptsOf(claim)).map(({ receipt }) => receipt.subjects[0]?.facts['customer/returnsLastYear']);
  expect(counts).toHaveLength(2);
  expect(counts[1]).toBe(counts[0]);
});

test('an order with a bought cover is protected at every moment of its claims', async () => {
  const to = await returnableOrder(server);
  await server.server.deps.database.inStore(server.storeId, async (db) => {
    const order = (await orderByPlatformId(db, server.storeId, to.order.idFromPlatform))?.document;
    const [line] = order?.lines ?? [];
    if (!order || !line) throw new Error('the order is synced');
    const updatedOn = new Date(Date.now() + 1e6).toISOString();
    const lines = [...order.lines, { ...line, idFromPlatform: 'cover', sku: COVER_SKU }];
    await upsertOrders(db, server.storeId, [{ ...order, updatedOn, lines }]);
  });
  const conditions = [{ fact: 'order/isShippingProtected', operator: 'equal', value: true }];
  for (const hook of ['claimCreated', 'returnShipmentCreated'] as const)
    await publish(to, { hook, type: 'applyClaimTags', params: { claimTags: [{ name: hook }] }, conditions });
  const claim = await submitted(to, { shippingMethod: 'label' });
  expect(claim.tags).toEqual(['claimCreated', 'returnShipmentCreated']);
});

test('without rules nothing is kept', async () => {
  const claim = await submitted(await returnableOrder(server));
  expect(claim.tags).toEqual([]);
  expect(await receiptsOf(claim)).toEqual([]);
});
