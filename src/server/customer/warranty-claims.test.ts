import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as customer from '#contract/customer/customer.ts';
import * as actions from '#contract/merchant/claim-actions.ts';
import { methodEnum } from '#core/claims/method-names.ts';
import * as risk from '#contract/merchant/risk.ts';
import {
  changeLine,
  claimOf,
  finalizeAll,
  returnableOrder,
  submitReturn,
  type Returnable,
} from '#server/testing/claims.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { eventually, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';
import { changeSettings } from '#server/testing/settings.ts';
import { onePixel, upload } from '#server/testing/uploads.ts';

let server: TestServer;
let staff: Caller;
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.staff();
  await changeSettings(staff, server.storeId, { isWarrantiesEnabled: true, defaultWarrantyDays: 999_999 });
}, 240_000);
afterAll(async () => {
  await server.close();
});

const paramsOf = ({ order }: Returnable) => ({ slug: server.slug, idFromPlatform: order.idFromPlatform });

const claimWarranty = async (from: Returnable, change: object = {}): Promise<{ externalId: string }> => {
  const mediaIds = [await upload(from.call, paramsOf(from), onePixel)];
  return from.call(customer.submit, {
    params: paramsOf(from),
    body: {
      requestKey: randomUUID(),
      claimType: 'Warranty',
      shippingMethod: 'none',
      selections: [
        {
          lineIdFromPlatform: from.line.lineIdFromPlatform,
          quantity: from.line.quantity,
          reasonId: 'Defective_Item',
          method: 'warrantyReview',
          mediaIds,
          ...change,
        },
      ],
    },
  });
};

const lineNow = async (from: Returnable) => {
  const { lineItems } = await from.call(customer.getOrder, { params: paramsOf(from) });
  const line = lineItems.find(({ lineIdFromPlatform: id }) => id === from.line.lineIdFromPlatform);
  if (!line) throw new Error('the line is gone');
  return line;
};

test('a shopper claims on the warranty in the portal; once it is repaired, the item can be claimed again', async () => {
  const from = await returnableOrder(server);
  expect(from.order.allowClaimTypeSelection).toBe(true);
  expect(from.line.warranty).toMatchObject({ isEligible: true, quantity: from.line.returnableQuantity });
  const { externalId } = await claimWarranty(from);
  expect(externalId).toMatch(/^W-/);
  const shown = await from.call(customer.overview, { params: { slug: server.slug, externalId } });
  expect(shown).toMatchObject({ claimType: 'Warranty', shippingMethod: 'none', status: { label: 'Under review' } });
  expect(shown.nextSteps).toEqual([
    "You don't need to send anything back.",
    "We'll review your request and email you.",
  ]);
  const kept = { noReturnRequiredItemsHeadline: 'Keep it.', noReturnRequiredItemsDetailText: 'We look at it today.' };
  await changeSettings(staff, server.storeId, kept);
  const told = await from.call(customer.overview, { params: { slug: server.slug, externalId } });
  expect(told.nextSteps).toEqual(['Keep it.', 'We look at it today.']);
  expect((await lineNow(from)).warranty).toMatchObject({ isEligible: false });
  expect(await refusalOf(claimWarranty(from))).toBe('422 METHOD_NOT_ELIGIBLE');

  const claim = await claimOf(server, staff, externalId);
  const [line] = claim.claimLineItems;
  const repaired = await changeLine(server, staff, claim, line?.id ?? 0, {
    kind: 'approved',
    resolutionMethod: 'repair',
  });
  await finalizeAll(server, staff, repaired);
  expect((await lineNow(from)).warranty).toMatchObject({ isEligible: true });
  expect((await claimWarranty(from)).externalId).not.toBe(externalId);
});

test('a warranty claim needs a photo or video of each item', async () => {
  const from = await returnableOrder(server);
  const { leastMedia } = await from.call(customer.getOrder, { params: paramsOf(from) });
  expect(leastMedia).toEqual({ Return: 0, Warranty: 1 });
  expect(await refusalOf(claimWarranty(from, { mediaIds: [] }))).toBe('422 MEDIA_REQUIRED');
});

test('a warranty claim asks for a look at it, and a return for what the store offers', async () => {
  const from = await returnableOrder(server);
  expect(await refusalOf(claimWarranty(from, { method: 'refund' }))).toBe('422 METHOD_NOT_ELIGIBLE');
  const asReturn = from.call(customer.submit, {
    params: paramsOf(from),
    body: {
      requestKey: randomUUID(),
      shippingMethod: 'none',
      selections: [
        {
          lineIdFromPlatform: from.line.lineIdFromPlatform,
          quantity: 1,
          reasonId: 'Defective_Item',
          method: 'warrantyReview',
        },
      ],
    },
  });
  expect(await refusalOf(asReturn)).toBe('422 METHOD_NOT_ELIGIBLE');
  await changeSettings(staff, server.storeId, { isWarrantiesEnabled: false });
  expect(await refusalOf(claimWarranty(from))).toBe('422 METHOD_NOT_ELIGIBLE');
  expect(await lineNow(from)).toMatchObject({ warranty: { isEligible: false } });
  await changeSettings(staff, server.storeId, { isWarrantiesEnabled: true });
});

test('a denial that is not carried out frees nothing, and staff correcting the email raise no risk', async () => {
  const from = await returnableOrder(server);
  const externalId = await submitReturn(server, from, { quantity: from.line.returnableQuantity });
  const claim = await claimOf(server, staff, externalId);
  const params = { storeId: server.storeId, claimId: claim.id };
  const verification = () =>
    eventually(
      async () =>
        (await staff(risk.claimRisk, { params }).catch(() => null))?.facts.find(
          ({ factor }) => factor === 'orderVerification',
        ) ?? null,
      'the risk of the claim',
    );
  const before = await verification();
  const { shippingAddress } = claim;
  if (!shippingAddress) throw new Error('the claim has an address');
  await staff(actions.changeCustomerInfo, {
    params,
    body: { version: claim.version, customerEmail: 'corrected@example.org', shippingAddress },
  });
  expect(await verification()).toEqual(before);

  const corrected = await claimOf(server, staff, externalId);
  const denied = await changeLine(server, staff, corrected, claim.claimLineItems[0]?.id ?? 0, {
    kind: 'denied',
    claimStatusDetailCode: 'Wrong_Item',
  });
  expect(await lineNow(from)).toMatchObject({ isEligible: false });
  await finalizeAll(server, staff, denied);
  expect(await lineNow(from)).toMatchObject({ isEligible: true });
});

test('a warranty claim asks for a gift card where the store says so', async () => {
  await changeSettings(staff, server.storeId, {
    defaultWarrantyRequestedResolutionMethod: 'giftCard',
    warrantyOrderPrefix: '#MEND-',
    isWarrantyInspectionEnabled: true,
  });
  const { externalId } = await claimWarranty(await returnableOrder(server));
  const claim = await claimOf(server, staff, externalId);
  expect(claim).toMatchObject({ isInspectionEnabled: true });
  expect(claim.claimLineItems[0]).toMatchObject({ requestedResolutionMethodEnum: methodEnum('giftCard') });
  const { document } = await server.server.deps.database.asOwner((db) =>
    db.selectFrom('claim').select('document').where('external_id', '=', externalId).executeTakeFirstOrThrow(),
  );
  expect(document).toMatchObject({ policy: { exchangeOrderPrefix: '#MEND-' } });
  await changeSettings(staff, server.storeId, {
    defaultWarrantyRequestedResolutionMethod: 'warrantyReview',
    isWarrantyInspectionEnabled: false,
  });
});
