import sharp from 'sharp';
import { createHmac, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError } from '#contract/client.ts';
import * as customer from '#contract/customer/customer.ts';
import * as actions from '#contract/merchant/claim-actions.ts';
import * as merchant from '#contract/merchant/merchant.ts';
import {
  approveAndFinalize,
  changeLine,
  claimOf,
  changeOrder,
  returnableOrder,
  settledClaim,
  submitReturn,
  type Returnable,
} from '#server/testing/claims.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { eventually, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';
import { onePixel, upload } from '#server/testing/uploads.ts';

let server: TestServer;
let staff: Caller;
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.staff();
});
afterAll(async () => {
  await server.close();
});

const orderParams = ({ order }: Returnable) => ({ slug: server.slug, idFromPlatform: order.idFromPlatform });

test('a value no list of ours has is named, in the words of C8.01', async () => {
  const asked = await returnableOrder(server);
  await expect(submitReturn(server, asked, { method: 'barter' as 'refund' })).rejects.toMatchObject({
    status: 400,
    body: { fields: { 'body.selections.0.method': 'barter: cannot be converted to enum.' } },
  });
});

describe('a wrong field is told in the words of C5.14', () => {
  let params: { storeId: number; claimId: number };
  let version: number;
  let lineId: number;
  beforeAll(async () => {
    const claim = await settledClaim(server, staff, await submitReturn(server, await returnableOrder(server)));
    params = { storeId: server.storeId, claimId: claim.id };
    version = claim.version;
    lineId = claim.claimLineItems[0]?.id ?? 0;
  });
  const fieldsOf = (asked: Promise<unknown>): Promise<unknown> =>
    asked.catch((error: unknown) => (error instanceof ApiError ? error.fields : error));
  // What a form would never send.
  const text = 'twelve' as unknown as number;
  const nothing = null as unknown as number;

  test.each([
    [nothing, 'Must provide a number.'],
    [text, 'Must be a number.'],
    [-1, 'Must be zero or a positive number.'],
    [1e15, 'At most 99999999.99.'],
  ])('a fee or an amount of %s', async (amount, words) => {
    const fees = staff(actions.changeFees, { params, body: { version, feeApplied: amount } });
    expect(await fieldsOf(fees)).toEqual({ 'body.feeApplied': words });
    if (amount === null) return;
    const change = { kind: 'approved', resolutionMethod: 'refund', amount } as const;
    const approved = staff(actions.changeLine, {
      params: { ...params, claimLineItemId: lineId },
      body: { version, change },
    });
    expect(await fieldsOf(approved)).toEqual({ 'body.change.amount': words });
  });

  test('a blank comment, a blank question, and none at all', async () => {
    const empty = 'Must not be empty.';
    const comment = (message: string) => staff(actions.addToTimeline, { params, body: { message } });
    expect(await fieldsOf(comment('  '))).toEqual({ 'body.message': empty });
    expect(await fieldsOf(comment(undefined as unknown as string))).toEqual({ 'body.message': empty });
    const question = staff(actions.requestInfo, { params, body: { version, message: ' ' } });
    expect(await fieldsOf(question)).toEqual({ 'body.message': empty });
  });

  test('a body that is no JSON', async () => {
    const answer = await fetch(`${server.url}/api/customer/${server.slug}/order/lookup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-makegood': '1' },
      body: '{"orderNo":',
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'MALFORMED', clientMessage: 'Invalid JSON' });
  });
});

describe('ids of other orders', () => {
  test('an item, a photo and an upload of another order are not taken', async () => {
    const [mine, theirs] = [await returnableOrder(server), await returnableOrder(server)];
    const photo = await upload(theirs.call, orderParams(theirs), onePixel);
    expect(await refusalOf(submitReturn(server, { ...mine, line: theirs.line }))).toBe('422 LINE_UNKNOWN');
    expect(await refusalOf(submitReturn(server, mine, { mediaIds: [photo] }))).toBe('422 UPLOAD_UNKNOWN');
    expect(
      await refusalOf(mine.call(customer.finishUpload, { params: { ...orderParams(mine), mediaId: photo } })),
    ).toBe('404 UPLOAD_BROKEN');
    expect(await refusalOf(submitReturn(server, mine, { method: 'variantExchange', variantIdFromPlatform: '1' }))).toBe(
      '422 EXCHANGE_VARIANT_UNKNOWN',
    );
    // Nothing was lost on either side.
    expect(await refusalOf(submitReturn(server, theirs, { mediaIds: [photo] }))).toBe('no refusal');
    expect(await refusalOf(submitReturn(server, mine))).toBe('no refusal');
  });

  test('staff reach no line that is not in the claim, and no store that is not theirs', async () => {
    const claim = await settledClaim(server, staff, await submitReturn(server, await returnableOrder(server)));
    const lineId = Math.max(...claim.claimLineItems.map((line) => line.id)) + 1;
    const change = { kind: 'approved', resolutionMethod: 'refund' } as const;
    expect(await refusalOf(changeLine(server, staff, claim, lineId, change))).toBe('404 LINE_UNKNOWN');
    expect(
      await refusalOf(staff(merchant.getClaim, { params: { storeId: server.storeId + 1_000_000, claimId: claim.id } })),
    ).toMatch(/^40[34] /);
  });
});

describe('numbers', () => {
  test.each([0, -1, 1.5, 10_001])('a quantity of %s is quoted for nobody', async (quantity) => {
    const returnable = await returnableOrder(server);
    const selection = {
      lineIdFromPlatform: returnable.line.lineIdFromPlatform,
      quantity,
      reasonId: returnable.order.reasons[0]?.id ?? '',
      method: 'refund',
    } as const;
    expect(
      await refusalOf(
        returnable.call(customer.quote, { params: orderParams(returnable), body: { selections: [selection] } }),
      ),
    ).toBe('400 MALFORMED');
  });

  test('staff give no negative amount, none with parts of a cent, and never more than was paid', async () => {
    const returnable = await returnableOrder(server);
    const externalId = await submitReturn(server, returnable);
    const claim = await settledClaim(server, staff, externalId);
    const params = { storeId: server.storeId, claimId: claim.id };
    const [line] = claim.claimLineItems;
    if (!line) throw new Error('a claim has a line');
    const approve = (amount: number) =>
      changeLine(server, staff, claim, line.id, { kind: 'approved', resolutionMethod: 'refund', amount });
    expect(await refusalOf(approve(-1))).toMatch(/^(400 MALFORMED|422 AMOUNT_INVALID)$/);
    expect(await refusalOf(approve(1.001))).toBe('422 AMOUNT_INVALID');
    const approved = await approve(1_000_000);
    const lineItems = { refunds: [{ id: line.id, quantity: line.quantity }] };
    const body = { version: approved.version, lineItems, notifyCustomerByEmail: null };
    const { lineItems: told } = await staff(actions.finalize, { params, body });
    expect(told.refunds[0]?.errors).toEqual([expect.stringMatching(/ is left to refund\.$/)]);
    expect((await claimOf(server, staff, externalId)).finalizedOn).toBeNull();
    expect(server.shop.orders.find((order) => order.id === returnable.shopOrder.id)?.refunds).toEqual([]);
  });
});

test('money in another currency than the platform has the order in does not move, and says why', async () => {
  const returnable = await returnableOrder(server);
  await changeOrder(server, returnable, (order) => ({
    ...order,
    currencyCode: order.currencyCode === 'EUR' ? 'CHF' : 'EUR',
  }));
  const externalId = await submitReturn(server, returnable);
  await approveAndFinalize(server, staff, externalId);
  const claim = await settledClaim(server, staff, externalId);
  const refund = claim.effects.find((effect) => effect.kind === 'refund');
  expect(refund).toMatchObject({ state: 'failed', lastError: expect.stringMatching(/EUR|CHF/) });
  expect(claim.claimLineItems[0]?.errors).toEqual([refund?.lastError]);
  expect(server.shop.orders.find((order) => order.id === returnable.shopOrder.id)?.refunds).toEqual([]);
});

test('HTML in the names of people, items and files is text everywhere', async () => {
  const nasty = '<img src=x onerror=alert(1)>';
  const returnable = await returnableOrder(server);
  await changeOrder(server, returnable, (order) => ({
    ...order,
    customer: order.customer && { ...order.customer, firstName: nasty },
    shippingAddress: order.shippingAddress && { ...order.shippingAddress, firstName: nasty, lastName: nasty },
    lines: order.lines.map((line) => ({ ...line, name: `${nasty}${line.name}` })),
  }));
  const mediaId = await upload(returnable.call, orderParams(returnable), onePixel, { filename: `${nasty}.png` });
  const externalId = await submitReturn(server, returnable, { mediaIds: [mediaId] });
  const claim = await settledClaim(server, staff, externalId);
  expect(claim.effects.map((effect) => [effect.kind, effect.lastError])).not.toContainEqual([
    'packingSlip',
    expect.any(String),
  ]);
  expect(claim.customerName).toContain(nasty);
  expect(claim.claimLineItems[0]).toMatchObject({
    originalStoreOrderLineItem: { name: expect.stringContaining(nasty) },
    images: [{ filename: `${nasty}.png` }],
  });
  const mails = server.mailbox.messages().filter((mail) => mail.subject.includes(externalId));
  expect(mails.length).toBeGreaterThan(0);
  for (const mail of mails) expect(mail.html).not.toContain('<img src=x');
  expect(mails.some((mail) => mail.html?.includes('&lt;img src=x'))).toBe(true);
});

describe('uploads', () => {
  test('more bytes than were announced never arrive', async () => {
    const { call, ...returnable } = await returnableOrder(server);
    const params = orderParams({ ...returnable, call });
    const longer = new Uint8Array([...onePixel, ...new Uint8Array(100_000)]);
    expect(await refusalOf(upload(call, params, onePixel, { sent: longer }))).toBe('409 UPLOAD_BROKEN');
    const started = await call(customer.startUpload, {
      params,
      body: { filename: 'a.png', contentType: 'image/png', size: onePixel.byteLength },
    });
    expect((await fetch(started.url, { method: 'PUT', headers: started.headers, body: longer })).status).toBe(422);
    // And the same address still takes what was announced: a broken upload can be tried again.
    expect((await fetch(started.url, { method: 'PUT', headers: started.headers, body: onePixel })).status).toBe(204);
  });

  test('what was checked stays as it was, whatever is put at its address afterwards', async () => {
    const { call, ...returnable } = await returnableOrder(server);
    const params = orderParams({ ...returnable, call });
    const started = await call(customer.startUpload, {
      params,
      body: { filename: 'a.png', contentType: 'image/png', size: onePixel.byteLength },
    });
    const put = (body: Uint8Array<ArrayBuffer>) =>
      fetch(started.url, { method: 'PUT', headers: started.headers, body });
    await put(onePixel);
    const at = { params: { ...params, mediaId: started.mediaId } };
    const [first, second] = await Promise.all([call(customer.finishUpload, at), call(customer.finishUpload, at)]);
    expect(second.contentType).toBe(first.contentType);
    await put(onePixel.toReversed());
    const again = await call(customer.finishUpload, at);
    for (const { url } of [first, again])
      expect(new Uint8Array(await (await fetch(url)).arrayBuffer())).toEqual(onePixel);
  });

  test('thirty files of an order may wait for a claim, and those that never came make room', async () => {
    const { call, ...returnable } = await returnableOrder(server);
    const params = orderParams({ ...returnable, call });
    const body = { filename: 'a.png', contentType: 'image/png', size: onePixel.byteLength };
    const announce = () => refusalOf(call(customer.startUpload, { params, body }));
    const answers = await Promise.all(Array.from({ length: 40 }, announce));
    expect(answers.filter((answer) => answer === 'no refusal')).toHaveLength(30);
    expect(new Set(answers)).toEqual(new Set(['no refusal', '422 UPLOAD_TOO_MANY']));
    await server.server.deps.database.asOwner((db) =>
      sql`update media set created_on = created_on - interval '21 minutes'`.execute(db),
    );
    expect(await announce()).toBe('no refusal');
  });

  test('of sixty-five files at once one is asked to come again, and comes', async () => {
    const body = { filename: 'a.png', contentType: 'image/png', size: onePixel.byteLength };
    const started: Awaited<ReturnType<typeof announce>>[] = [];
    const announce = ({ call, ...returnable }: Returnable) =>
      call(customer.startUpload, { params: orderParams({ ...returnable, call }), body });
    // An order takes thirty files.
    for (const many of [30, 30, 5]) {
      const order = await returnableOrder(server);
      started.push(...(await Promise.all(Array.from({ length: many }, () => announce(order)))));
    }
    const last = started.pop();
    const ends: (() => void)[] = [];
    // All but the last byte is sent, which comes when it is let go.
    const held = started.map(async ({ url, headers }) => {
      const content = new ReadableStream({
        start: (stream) => {
          stream.enqueue(onePixel.slice(0, -1));
          ends.push(() => {
            stream.enqueue(onePixel.slice(-1));
            stream.close();
          });
        },
      });
      return (await fetch(url, { method: 'PUT', headers, body: content, duplex: 'half' })).status;
    });
    const put = (): Promise<Response> =>
      fetch(last?.url ?? '', { method: 'PUT', headers: last?.headers ?? {}, body: onePixel });
    await expect
      .poll(async () => {
        const answer = await put();
        return answer.status === 429 ? ((await answer.json()) as { code: string }).code : answer.status;
      })
      .toBe('UPLOADS_BUSY');
    for (const end of ends) end();
    expect(new Set(await Promise.all(held))).toEqual(new Set([204]));
    expect((await put()).status).toBe(204);
  });

  test('too large a file, one that came in part, and one that never came are told apart', async () => {
    const returnable = await returnableOrder(server);
    const params = orderParams(returnable);
    const body = { filename: 'a.png', contentType: 'image/png', size: 999_999_999 };
    expect(await refusalOf(returnable.call(customer.startUpload, { params, body }))).toBe('422 UPLOAD_TOO_LARGE');
    expect(await refusalOf(upload(returnable.call, params, onePixel, { sent: onePixel.slice(0, 20) }))).toBe(
      '409 UPLOAD_BROKEN',
    );
    expect(await refusalOf(submitReturn(server, returnable, { mediaIds: [randomUUID()] }))).toBe('422 UPLOAD_UNKNOWN');
  });

  test('a wrong label is refused where it is no picture, and put right where it is', async () => {
    const returnable = await returnableOrder(server);
    const params = orderParams(returnable);
    expect(await refusalOf(upload(returnable.call, params, onePixel, { contentType: 'text/html' }))).toBe(
      '422 UPLOAD_TYPE',
    );
    const page = Uint8Array.from(Buffer.from('<html><script>alert(1)</script></html>'));
    expect(await refusalOf(upload(returnable.call, params, page))).toBe('422 UPLOAD_TYPE');
    const svg = Uint8Array.from(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'));
    expect(await refusalOf(upload(returnable.call, params, svg))).toBe('422 UPLOAD_TYPE');
    const mediaId = await upload(returnable.call, params, onePixel, { contentType: 'video/mp4', filename: 'film.mp4' });
    const externalId = await submitReturn(server, returnable, { mediaIds: [mediaId] });
    const [photo] = (await claimOf(server, staff, externalId)).claimLineItems[0]?.images ?? [];
    expect(photo?.contentType).toBe('image/png');
    expect((await fetch(photo?.url ?? '')).headers.get('content-type')).toBe('image/png');
    const small = await fetch(photo?.thumbnailUrl ?? '');
    expect(small.headers.get('content-type')).toBe('image/webp');
    expect(await sharp(Buffer.from(await small.arrayBuffer())).metadata()).toMatchObject({ width: 192, height: 192 });
  });
});

test('tracking news replayed by anyone who has it is worked on once, and forged news never', async () => {
  const returnable = await returnableOrder(server);
  const externalId = await submitReturn(server, returnable, { shippingMethod: 'label' });
  const { claimReturnShipments: shipments } = await settledClaim(server, staff, externalId);
  const body = JSON.stringify({
    id: 'evt_replayed',
    object: 'Event',
    description: 'tracker.updated',
    result: {
      object: 'Tracker',
      tracking_code: shipments[0]?.tracker.carrier.trackingCode,
      status: 'in_transit',
      shipment_id: null,
      updated_at: new Date().toISOString(),
      tracking_details: [],
    },
  });
  const send = (secret: string): Promise<Response> =>
    fetch(`${server.url}/api/webhooks/easypost`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-hmac-signature': `hmac-sha256-hex=${createHmac('sha256', secret).update(body).digest('hex')}`,
      },
      body,
    });
  const kept = () =>
    server.server.deps.database.inStore(server.storeId, (db) =>
      db
        .selectFrom('webhook_inbox')
        .select(['state', 'attempts'])
        .where('webhook_id', '=', 'evt_replayed')
        .where('state', '<>', 'waiting')
        .execute(),
    );
  expect((await send('another secret')).status).toBe(401);
  expect((await claimOf(server, staff, externalId)).claimReturnShipments[0]?.tracker.status).not.toBe('in_transit');
  const answers = await Promise.all([1, 2, 3].map(() => send(server.easypostSecret)));
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
  await eventually(
    async () => (await claimOf(server, staff, externalId)).claimReturnShipments[0]?.tracker.status === 'in_transit',
    'the parcel travels',
  );
  const { timeline } = await claimOf(server, staff, externalId);
  expect((await send(server.easypostSecret)).status).toBe(200);
  const [done, ...more] = await eventually(async () => {
    const rows = await kept();
    return rows.length > 0 && rows;
  }, 'the news is worked on');
  expect([done, more]).toEqual([{ state: 'done', attempts: 1 }, []]);
  expect((await claimOf(server, staff, externalId)).timeline).toEqual(timeline);
});
