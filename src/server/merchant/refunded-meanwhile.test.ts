import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import * as actions from '#contract/merchant/claim-actions.ts';
import { getOrder } from '#contract/merchant/orders.ts';
import { changeLine, claimOf, finalizeAll } from '#server/testing/claims.ts';
import { shopOf, type Shop } from '#server/testing/effect-claims.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { eventually, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';
import { onlyLine, quiet, staffClaim } from '#server/testing/staff-claims.ts';

let server: TestServer;
let shop: Shop;
let staff: Caller;
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.staff('Staff');
  shop = await shopOf(server);
});
afterAll(async () => {
  await server.close();
});

const approve = (claim: ClaimShown, named?: { refund: string | null }): Promise<ClaimShown> =>
  changeLine(server, staff, claim, 1, {
    kind: 'approved',
    resolutionMethod: 'giftCard',
    wasResolvedExternally: named !== undefined,
    externalRefundIdFromPlatform: named?.refund ?? null,
  });
const paramsOf = (claim: ClaimShown) => ({ storeId: server.storeId, claimId: claim.id });
const byHandOf = async (claim: ClaimShown) => (await staff(actions.refundsByHand, { params: paramsOf(claim) })).data;
const moneyOf = async ({ originalStoreOrder: { idFromPlatform } }: ClaimShown) =>
  (await staff(getOrder, { params: { storeId: server.storeId, idFromPlatform } })).money;

/** Staff give the claim's unit back in the shop's own admin. */
async function refundByHand(claim: ClaimShown, isSumAlone = false): Promise<void> {
  const line = onlyLine(claim);
  const { idFromPlatform } = line.originalStoreOrderLineItem;
  const order = shop.orders.find(({ order: one }) => one.idFromPlatform === claim.originalStoreOrder.idFromPlatform);
  const sent = order?.order.fulfillments
    .flatMap(({ lines }) => lines)
    .find((one) => one.lineIdFromPlatform === idFromPlatform);
  const amount = Math.round(line.requestedAmount * 100);
  const storefront = await server.server.deps.storefrontOf(server.storeId);
  await storefront.refund(
    {
      purposeKey: `by-hand:${randomUUID()}`,
      orderIdFromPlatform: claim.originalStoreOrder.idFromPlatform,
      claimExternalId: 'by hand',
      lines: isSumAlone
        ? []
        : [
            {
              lineIdFromPlatform: idFromPlatform,
              fulfillmentLineIdFromPlatform: sent?.idFromPlatform ?? '',
              quantity: 1,
            },
          ],
      amount: { amount, currencyCode: claim.currencyCode },
      to: 'originalPayment',
      note: 'by hand',
    },
    { requestId: randomUUID(), isStillOurs: () => true },
  );
}

const transactionsOf = ({ originalStoreOrder: { idFromPlatform } }: ClaimShown) =>
  server.shop.orders.find(({ id }) => String(id) === idFromPlatform)?.transactions ?? [];

const webhooksAreLost = (): void =>
  server.shopify.faults.add({ shop: null, match: 'webhook', mode: 'drop', times: 1000, ms: 0 });

const cardsOf = ({ externalId }: ClaimShown) =>
  server.shop.giftCards.filter(({ note }) => note?.includes(externalId) === true);

test('a unit that staff refunded in the shop is told on the claim and not given for again, until it counts as resolved externally', async () => {
  const { claim } = await staffClaim(shop, staff, 'giftCard');
  await refundByHand(claim);
  const told = await eventually(async () => {
    const shown = await claimOf(server, staff, claim.externalId);
    return onlyLine(shown).errors.length > 0 && shown;
  }, 'the claim says that the unit was refunded');
  const text = expect.stringMatching(/were already refunded or removed at the store/);
  // Before anything is finalized.
  expect(onlyLine(told)).toMatchObject({ errors: [text], isLeftOut: false });
  const approved = await approve(told);
  const params = { storeId: server.storeId, claimId: claim.id };
  const { lineItems, effects } = await staff(actions.finalizePreview, { params, query: {} });
  expect(lineItems.giftCards).toMatchObject([{ id: 1, errors: [text] }]);
  expect(effects).toEqual([]);
  const left = await finalizeAll(server, staff, approved);
  expect(left.claim.finalizedOn).toBeNull();
  expect(onlyLine(left.claim)).toMatchObject({ errors: [text], isLeftOut: true });
  const [refund] = await byHandOf(claim);
  expect(refund).toMatchObject({ amount: onlyLine(claim).requestedAmount, lines: [{ quantity: 1 }] });
  expect(await refusalOf(approve(left.claim, { refund: 'nobody-made-it' }))).toBe('422 REFUND_UNKNOWN');
  const outside = await approve(left.claim, { refund: refund?.idFromPlatform ?? null });
  expect(onlyLine(outside)).toMatchObject({ errors: [], externalRefundIdFromPlatform: refund?.idFromPlatform });
  expect((await finalizeAll(server, staff, outside)).claim.finalizedOn).not.toBeNull();
  // It counts once, as part of the claim, and is nobody else's to name.
  const { left: still, totalPaid } = await moneyOf(claim);
  expect(still).toBeCloseTo(totalPaid - onlyLine(claim).requestedAmount);
  expect(await byHandOf(claim)).toEqual([]);
  await quiet(shop, staff, claim);
  expect(cardsOf(claim)).toEqual([]);
});

test('a refund that staff made in place of a step of ours is asked for, and counts once', async () => {
  const { claim } = await staffClaim(shop, staff, 'giftCard');
  server.shopify.faults.add({ shop: null, match: 'giftCardCreate', mode: 'fail', times: 10_000, ms: 0 });
  await finalizeAll(server, staff, await approve(claim));
  const step = await eventually(async () => {
    const { effects } = await claimOf(server, staff, claim.externalId);
    return effects.find(({ kind, lastError }) => kind === 'giftCard' && lastError !== null);
  }, 'the gift card cannot be issued');
  expect(step.asksForRefundOf).toEqual({ kind: 'claim', id: claim.id });
  const { left: before } = await moneyOf(claim);
  await refundByHand(claim, true);
  const [refund] = await eventually(async () => {
    const made = await byHandOf(claim);
    return made.length > 0 && made;
  }, 'the refund is told');
  const settle = (refundIdFromPlatform: string | null) =>
    staff(actions.settleEffect, {
      params: { storeId: server.storeId, effectId: step.id },
      body: { reason: 'Refunded in the shop', refundIdFromPlatform },
    });
  expect(await refusalOf(settle('nobody-made-it'))).toBe('422 REFUND_UNKNOWN');
  await settle(refund?.idFromPlatform ?? null);
  server.shopify.faults.clear();
  expect(await byHandOf(claim)).toEqual([]);
  expect((await moneyOf(claim)).left).toBe(before);
  await quiet(shop, staff, claim);
});

test.each([
  ['was not told yet', 'SUCCESS'],
  ['the payment provider has yet to carry out', 'PENDING'],
] as const)('a refund in the shop that %s counts all the same', async (_, status) => {
  const { claim } = await staffClaim(shop, staff, 'giftCard');
  const approved = await approve(claim);
  webhooksAreLost();
  await refundByHand(claim);
  for (const moved of transactionsOf(claim)) if (moved.kind === 'REFUND') moved.status = status;
  const { lineItems } = await finalizeAll(server, staff, approved);
  server.shopify.faults.clear();
  expect(lineItems.giftCards).toMatchObject([{ errors: [expect.stringContaining('were already refunded')] }]);
  expect(cardsOf(claim)).toEqual([]);
});

test('nothing is given while the shop does not say what became of the order', async () => {
  const { claim } = await staffClaim(shop, staff, 'giftCard');
  const approved = await approve(claim);
  server.shopify.faults.add({ shop: null, match: 'OrderUpdated', mode: 'fail', times: 10, ms: 0 });
  expect(await refusalOf(finalizeAll(server, staff, approved))).toBe('503 PARTNER_UNAVAILABLE');
  server.shopify.faults.clear();
  expect((await finalizeAll(server, staff, approved)).claim.finalizedOn).not.toBeNull();
});
