import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as customer from '#contract/customer/customer.ts';
import * as actions from '#contract/merchant/claim-actions.ts';
import * as merchant from '#contract/merchant/merchant.ts';
import { claimRisk } from '#contract/merchant/risk.ts';
import { changeLine, claimOf, returnableOrder, settledClaim, submitReturn } from '#server/testing/claims.ts';
import { claimBody, itemOf, onlyLine } from '#server/testing/staff-claims.ts';
import { onePixel, upload } from '#server/testing/uploads.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let staff: Caller;
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.staff();
});
afterAll(async () => {
  await server.close();
});

test('the order is opened where the shop has its admin, and shows itself there', async () => {
  const returnable = await returnableOrder(server);
  const { originalStoreOrder: order } = await claimOf(server, staff, await submitReturn(server, returnable));
  const url = order.platformAdminUrl ?? '';
  expect(url).toBe(`${server.shopify.url}/${server.shop.domain}/admin/orders/${returnable.shopOrder.id}`);
  const page = await fetch(url);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain(returnable.shopOrder.name);
});

test.each([true, false])('whether prices have the tax inside is said beside them: %s', async (taxesIncluded) => {
  const rows = await server.server.deps.database.inStore(server.storeId, (db) =>
    db.selectFrom('store_order').select(['order_id', 'document']).execute(),
  );
  const found = rows.find(
    ({ document }) =>
      document.taxesIncluded === taxesIncluded &&
      document.fulfillmentStatus === 'fulfilled' &&
      document.totalRefunded === 0 &&
      document.lines.every((line) => line.taxTotal > 0),
  );
  if (!found) throw new Error('the shop has such an order');
  const { order_id: orderId, document: order } = found;
  const from = { orderId, order, lineIdFromPlatform: order.lines[0]?.idFromPlatform ?? '' };
  const body = claimBody(from, [itemOf(from, 'refund')]);
  const { id } = await staff(actions.createClaim, { params: { storeId: server.storeId }, body });
  const claim = await staff(merchant.getClaim, { params: { storeId: server.storeId, claimId: id } });
  expect(claim.originalStoreOrder.taxesIncluded).toBe(taxesIncluded);
  const { unitPrice, unitTax, requestedAmount } = onlyLine(claim);
  expect(unitTax).toBeGreaterThan(0);
  expect(requestedAmount).toBeCloseTo(taxesIncluded ? unitPrice : unitPrice + unitTax);
});

test('an order that only a file told of is nowhere to be opened', async () => {
  const returnable = await returnableOrder(server);
  const externalId = await submitReturn(server, returnable);
  await server.server.deps.database.inStore(server.storeId, async (db) => {
    const { document } = await db
      .selectFrom('store_order')
      .select('document')
      .where('id_from_platform', '=', String(returnable.shopOrder.id))
      .executeTakeFirstOrThrow();
    await db
      .updateTable('store_order')
      // Later than anything the shop still reports about it.
      .set({
        document: JSON.stringify({ ...document, idFromPlatform: `csv:${document.orderNo}` }),
        updated_on: new Date('2999-01-01'),
      })
      .where('id_from_platform', '=', String(returnable.shopOrder.id))
      .execute();
  });
  expect((await claimOf(server, staff, externalId)).originalStoreOrder.platformAdminUrl).toBeNull();
});

test('photos stand in the order they were chosen, whichever arrived first', async () => {
  const returnable = await returnableOrder(server);
  const params = { slug: server.slug, idFromPlatform: returnable.order.idFromPlatform };
  const arrived = [];
  for (const filename of ['1.png', '2.png', '3.png'])
    arrived.push(await upload(returnable.call, params, onePixel, { filename }));
  const mediaIds = arrived.toReversed();
  const shown = await claimOf(server, staff, await submitReturn(server, returnable, { mediaIds }));
  expect(shown.claimLineItems[0]?.images.map(({ filename }) => filename)).toEqual(['3.png', '2.png', '1.png']);
});

test('photos that come with an answer stay with its words, not with an item', async () => {
  const returnable = await returnableOrder(server);
  const params = { slug: server.slug, idFromPlatform: returnable.order.idFromPlatform };
  const withReturn = await upload(returnable.call, params, onePixel);
  const externalId = await submitReturn(server, returnable, { mediaIds: [withReturn] });
  const claim = await settledClaim(server, staff, externalId);
  await staff(actions.requestInfo, {
    params: { storeId: server.storeId, claimId: claim.id },
    body: { version: claim.version, message: 'Please show us the seam.' },
  });
  const withAnswer = await upload(returnable.call, params, onePixel);
  const answer = (mediaIds: string[]) =>
    returnable.call(customer.answerInfo, {
      params: { slug: server.slug, externalId },
      body: { answer: 'Here it is', mediaIds },
    });
  await expect(answer([withAnswer, randomUUID()])).rejects.toMatchObject({ body: { code: 'UPLOAD_UNKNOWN' } });
  await answer([withAnswer]);
  const shown = await claimOf(server, staff, externalId);
  expect(shown.claimLineItems.flatMap((line) => line.images.map((media) => media.id))).toEqual([withReturn]);
  const [entry] = shown.timeline.filter((one) => one.media.length > 0);
  expect(entry).toMatchObject({
    subject: 'The customer answered',
    by: shown.customerName,
    message: 'Here it is',
    media: [{ id: withAnswer }],
  });
  expect((await fetch(entry?.media[0]?.url ?? '')).headers.get('content-type')).toBe('image/png');
});

test('a receipt comes as a PDF, is shown as one, and is no photo of what is wrong', async () => {
  const returnable = await returnableOrder(server);
  const params = { slug: server.slug, idFromPlatform: returnable.order.idFromPlatform };
  const receipt = new TextEncoder().encode('%PDF-1.7\n%%EOF\n');
  const file = { contentType: 'application/pdf', filename: 'receipt.pdf' };
  const mediaIds = [await upload(returnable.call, params, receipt, file)];
  const externalId = await submitReturn(server, returnable, { mediaIds });
  const claim = await claimOf(server, staff, externalId);
  const [shown] = claim.claimLineItems.flatMap((line) => line.images);
  expect(shown).toMatchObject(file);
  const answer = await fetch(new URL(shown?.url ?? '', server.url));
  expect([answer.headers.get('content-type'), await answer.text()]).toEqual(['application/pdf', '%PDF-1.7\n%%EOF\n']);
  const settled = await settledClaim(server, staff, externalId);
  const [{ id: lineId } = { id: 0 }] = settled.claimLineItems;
  await changeLine(server, staff, settled, lineId, { kind: 'reason', id: 'Defective_Item' });
  const risk = await staff(claimRisk, { params: { storeId: server.storeId, claimId: claim.id } });
  expect(risk.facts.find(({ factor }) => factor === 'mediaCount')?.justification).toBe('No photo of the problem.');
});

test('a scan kept when its place was one text is shown with that text, and what went wrong by itself too', async () => {
  const externalId = await submitReturn(server, await returnableOrder(server));
  const { id } = await settledClaim(server, staff, externalId);
  await server.server.deps.database.inStore(server.storeId, async (db) => {
    const ofClaim = db.selectFrom('claim').select('document').where('claim_id', '=', id);
    const { document } = await ofClaim.executeTakeFirstOrThrow();
    const scan = { date: '2026-03-01T00:00:00Z', message: 'Seen', status: 'in_transit', location: 'Memphis, TN, US' };
    const lost = { ...scan, message: 'Damaged in transit', status: 'failure' };
    const shipments = document.shipments.map((shipment) => ({ ...shipment, carrier: 'USPS', events: [scan, lost] }));
    await db
      .updateTable('claim')
      .set({ document: JSON.stringify({ ...document, shipments }) })
      .where('claim_id', '=', id)
      .execute();
  });
  const [shipment] = (await claimOf(server, staff, externalId)).claimReturnShipments;
  expect(shipment?.tracker).toMatchObject({
    details: [{ location: { city: 'Memphis, TN, US', state: '' } }, { status: 'failure' }],
    carrier: { name: 'USPS', icon: 'usps' },
    errors: ['Damaged in transit'],
  });
});
