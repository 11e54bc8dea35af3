import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as customer from '#contract/customer/customer.ts';
import * as actions from '#contract/merchant/claim-actions.ts';
import * as inspections from '#contract/merchant/inspections.ts';
import * as merchant from '#contract/merchant/merchant.ts';
import * as contract from '#contract/merchant/risk.ts';
import * as shipping from '#contract/merchant/shipping-claims.ts';
import type { RouteAnswer } from '#contract/route.ts';
import type { ReasonCategory } from '#core/claims/reason-category.ts';
import { FAN_OUT_DAYS, type RiskFactor } from '#core/claims/risk.ts';
import { removeExpired } from '#server/cron.ts';
import { originOf } from '#server/db/claim-origin.ts';
import { claimOf, returnableOrder } from '#server/testing/claims.ts';
import { freshOrder, shopOf, type Shop } from '#server/testing/effect-claims.ts';
import { disguised, photoOf } from '#server/testing/photos.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { eventually, LONG_WINDOWS, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';
import { changeSettings } from '#server/testing/settings.ts';
import { mediaKey } from '#server/uploads.ts';
import { claimBody, itemOf } from '#server/testing/staff-claims.ts';
import { upload, uploadByStaff } from '#server/testing/uploads.ts';

let server: TestServer;
let staff: Caller;
let shop: Shop;
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.staff('Staff');
  shop = await shopOf(server);
}, 240_000);
afterAll(async () => {
  await server.close();
});

type Risk = RouteAnswer<typeof contract.claimRisk>;
const factOf = (risk: Risk, factor: RiskFactor) => risk.facts.find((fact) => fact.factor === factor);

const riskOf = (claimId: number): Promise<Risk> =>
  eventually(async () => {
    try {
      return await staff(contract.claimRisk, { params: { storeId: server.storeId, claimId } });
    } catch (error) {
      if (error instanceof Error && error.message.includes('still being compared')) return null;
      throw error;
    }
  }, `the risk of claim ${claimId}`);

/** A return of a damaged item as the portal sends it. */
async function sent(photo: Uint8Array<ArrayBuffer> | null, deviceFingerprint: string) {
  const { call, order, line } = await returnableOrder(server);
  const params = { slug: server.slug, idFromPlatform: order.idFromPlatform };
  const mediaIds = photo
    ? [await upload(call, params, photo, { contentType: 'image/jpeg', filename: 'damage.jpg' })]
    : [];
  const { externalId } = await call(customer.submit, {
    params,
    body: {
      requestKey: randomUUID(),
      shippingMethod: 'packingSlip',
      deviceFingerprint,
      selections: [
        {
          lineIdFromPlatform: line.lineIdFromPlatform,
          quantity: 1,
          reasonId: 'Defective_Item',
          method: 'refund',
          mediaIds,
        },
      ],
    },
  });
  const { id } = await claimOf(server, staff, externalId);
  return { id, externalId };
}

test('an honest claim is low: each factor says why, also where it knows nothing', async () => {
  const { id } = await sent(await photoOf(1), 'device-honest.phone');
  const risk = await riskOf(id);
  expect(risk.level).toBe('Low');
  const claim = await staff(merchant.getClaim, { params: { storeId: server.storeId, claimId: id } });
  expect(claim).toMatchObject({
    deviceFingerprint: 'device-honest.phone',
    ipAddress: expect.stringMatching(/127\.0\.0\.1|::1/),
  });
  expect(factOf(risk, 'orderVerification')).toMatchObject({
    sentiment: 'Positive',
    justification: 'The customer found the order by its number and email address.',
  });
  expect(factOf(risk, 'mediaReuse')).toMatchObject({ sentiment: 'Positive', claims: [] });
  expect(factOf(risk, 'platformRisk')?.justification).toMatch(/^The store platform sees a (low|medium) risk/);
  expect(risk.facts).toHaveLength(8);
});

test('whether a photo is missed follows the category of the reason, also of one that an admin made', async () => {
  const params = { storeId: server.storeId };
  const admin = await server.staff('Admin');
  const missed = async (reasonId: string) => {
    const order = freshOrder(shop);
    const body = claimBody(order, [itemOf(order, 'refund', { reasonId })]);
    const { id } = await staff(actions.createClaim, { params, body });
    return factOf(await riskOf(id), 'mediaCount')?.justification;
  };
  const made = async (name: string, code: ReasonCategory) => {
    const body = { name, category: { code, name }, isDeleted: false, claimReasonDetails: [] };
    return (await admin(merchant.addClaimReason, { params, body })).id;
  };
  const none = 'No photo of the problem.';
  const needless = "This return reason doesn't need a photo.";
  expect(await missed('Defective_Item')).toBe(none);
  expect(await missed(await made('The seam is torn', 'Defective_Item'))).toBe(none);
  expect(await missed(await made('The package was crushed', 'Shipping_Issue'))).toBe(none);
  expect(await missed(await made('Another color suits me better', 'Not_Satisfied'))).toBe(needless);
});

test('a photo used twice is known again though cut, mirrored and made smaller, on both claims', async () => {
  const photo = await photoOf(77);
  const first = await sent(photo, 'device-a.phone');
  const second = await sent(await disguised(photo), 'device-b.phone');
  const risk = await riskOf(second.id);
  expect(factOf(risk, 'mediaReuse')).toMatchObject({
    sentiment: 'Critical',
    claims: [{ id: first.id, externalId: first.externalId, claimType: 'Return' }],
  });
  expect(risk.level).not.toBe('Low');
  expect(factOf(await riskOf(first.id), 'mediaReuse')?.claims).toMatchObject([{ id: second.id }]);
  const other = await sent(await photoOf(78), 'device-c.phone');
  expect(factOf(await riskOf(other.id), 'mediaReuse')?.claims).toEqual([]);
});

test('photos that cannot be loaded wait for an hour, and hold up no other', async () => {
  const { database, config } = server.server.deps;
  const ids = Array.from({ length: 5 }, () => randomUUID());
  // A folder at the place of a file cannot be read as one.
  for (const id of ids)
    await mkdir(join(config.DATA_FOLDER, 'files', mediaKey(server.storeId, id), '~file'), { recursive: true });
  await database.asOwner((db) =>
    sql`insert into media
      (store_id, media_id, order_id, subject_kind, subject_id, filename, content_type, size, state, created_on)
      select ${server.storeId}, unnest(${ids}::text[]), order_id, 'order', order_id, 'a.jpg', 'image/jpeg', 1, 'ready', now() - interval '1 hour'
      from (select order_id from store_order limit 1) as any_order`.execute(db),
  );
  const { id } = await sent(await photoOf(91), 'device-l.phone');
  await riskOf(id);
  const { rows } = await database.asOwner((db) =>
    sql<{ waits: boolean }>`
      select hashed_on is null and hash_from > now() + interval '50 minutes' as waits
      from media where media_id::text = any(${ids}::text[])`.execute(db),
  );
  expect(rows).toEqual(ids.map(() => ({ waits: true })));
  await database.asOwner((db) => sql`delete from media where media_id::text = any(${ids}::text[])`.execute(db));
});

test('what staff photographed while inspecting is nobody else’s photo, and nobody’s reuse of one', async () => {
  const { storeId } = server;
  const admin = await server.staff('Admin');
  await changeSettings(admin, storeId, { isReturnInspectionEnabled: true });
  const desk = await photoOf(311);
  const inspected = async (claim: { id: number; externalId: string }): Promise<void> => {
    const file = { filename: 'desk.jpg', contentType: 'image/jpeg' };
    const image = await uploadByStaff(staff, storeId, { claimId: claim.id }, desk, file);
    const { version, claimLineItems: lines } = await claimOf(server, staff, claim.externalId);
    await staff(inspections.addInspection, {
      params: { storeId, claimId: claim.id, claimLineItemId: lines[0]?.id ?? 0 },
      body: { version, name: 'At the desk', storeInspectionGrade: 'A_Stock', images: [image] },
    });
  };
  const first = await sent(await photoOf(312), 'device-d.phone');
  const second = await sent(desk, 'device-e.phone');
  await inspected(first);
  await inspected(await sent(await photoOf(313), 'device-f.phone'));
  for (const { id } of [first, second])
    expect(factOf(await riskOf(id), 'mediaReuse')).toMatchObject({ sentiment: 'Positive', claims: [] });
});

test('many people on one device are counted, each once', async () => {
  const made = [];
  for (let person = 0; person < 3; person += 1) made.push(await sent(null, 'device-shared.computer'));
  const risk = await riskOf(made[2]?.id ?? 0);
  const { justification, sentiment } = factOf(risk, 'deviceFanOut') ?? {};
  expect(justification).toBe('2 other people have sent claims from this device in 90 days.');
  expect(sentiment).toBe('Negative');
  expect(factOf(risk, 'mediaCount')).toMatchObject({
    sentiment: 'Negative',
    justification: 'No photo of the problem.',
  });
});

test('the device and the address of a claim are forgotten once no newer claim could be counted beside it', async () => {
  const [old, young] = [await sent(null, 'device-kept.phone'), await sent(null, 'device-kept.phone')];
  const { database } = server.server.deps;
  const madeBefore = (claimId: number, days: number) =>
    database.asOwner((db) =>
      db
        .updateTable('claim_origin')
        .set({ created_on: sql<Date>`now() - ${days} * interval '1 day'` })
        .where('claim_id', '=', claimId)
        .execute(),
    );
  await madeBefore(old.id, 2 * FAN_OUT_DAYS + 1);
  await madeBefore(young.id, 2 * FAN_OUT_DAYS - 1);
  await removeExpired(database).run(new AbortController().signal);
  const kept = async (claimId: number) => {
    const row = await database.inStore(server.storeId, (db) => originOf(db, server.storeId, claimId));
    return { device: row?.device_fingerprint, address: row?.ip_address, proof: row?.proven_by };
  };
  expect(await kept(old.id)).toEqual({ device: null, address: null, proof: 'email' });
  expect(await kept(young.id)).toMatchObject({ device: expect.any(String), address: expect.any(String) });
  expect(factOf(await riskOf(old.id), 'ipFanOut')?.justification).toBe("The IP address isn't known.");
});

describe('a claim made by staff', () => {
  const made = async (customerEmail: string, mediaIds: string[] = [], order = freshOrder(shop)) => {
    const item = itemOf(order, 'refund', { mediaIds });
    return staff(actions.createClaim, {
      params: { storeId: server.storeId },
      body: claimBody(order, [item], { customerEmail }),
    });
  };

  test('counts the others with the same email in the store; that of the order is another', async () => {
    for (let count = 0; count < 3; count += 1) await made('Again@Example.com');
    const { id } = await made('again@example.com');
    const risk = await riskOf(id);
    expect(factOf(risk, 'emailReuse-store')).toMatchObject({
      sentiment: 'Negative',
      justification: '3 other claims with this email address in 12 months.',
    });
    expect(factOf(risk, 'orderVerification')?.justification).toBe("The claim's email address doesn't match the order.");
    expect(factOf(risk, 'deviceFanOut')?.sentiment).toBe('Neutral');
  });

  test('counts shipping claims with the same email as well', async () => {
    const [lost, { storeId }] = [freshOrder(shop), server];
    const { email } = lost.order;
    const { id } = await made(email.toUpperCase());
    const before = factOf(await riskOf(id), 'emailReuse-store');
    expect(before?.justification).toBe('The first claim with this email address in 12 months.');
    await server.saveSettings({
      ...LONG_WINDOWS,
      isShippingProtectionEnabled: true,
      isUnprotectedShippingClaimPermitted: true,
    });
    await staff(shipping.createShippingClaim, {
      params: { storeId },
      body: {
        requestKey: randomUUID(),
        originalStoreOrderId: lost.orderId,
        reason: 'Lost',
        resolutionMethod: 'Refund',
        lineItems: [{ idFromPlatform: lost.lineIdFromPlatform, quantity: 1 }],
      },
    });
    expect(factOf(await riskOf(id), 'emailReuse-store')).toMatchObject({
      sentiment: 'Neutral',
      justification: '1 other claim with this email address in 12 months.',
    });
  });

  test('knows how often other stores have met the email, without it ever being written', async () => {
    const { id } = await made('traveller@example.com');
    const { database } = server.server.deps;
    const hash = await database.inStore(server.storeId, (db) =>
      db.selectFrom('claim_origin').selectAll().where('claim_id', '=', id).executeTakeFirstOrThrow(),
    );
    expect(JSON.stringify(hash)).not.toContain('traveller');
    await database.asOwner(async (db) => {
      for (const slug of ['other-one', 'other-two']) {
        const { store_id } = await db
          .insertInto('store')
          .values({ slug, name: slug, currency_code: 'USD', shop_domain: null })
          .returning('store_id')
          .executeTakeFirstOrThrow();
        for (const claim_id of [1, 2, 3])
          await db
            .insertInto('claim_origin')
            .values({ ...hash, store_id, claim_id })
            .execute();
      }
    });
    expect(factOf(await riskOf(id), 'emailReuse-global')).toMatchObject({
      sentiment: 'Critical',
      justification: '6 claims with this email address in 2 other stores in 12 months.',
    });
  });

  test('takes photos put at a signed address, each once', async () => {
    const order = freshOrder(shop);
    const content = await photoOf(5);
    const { storeId } = server;
    const query = {
      filename: 'crack.jpg',
      contentType: 'image/jpeg',
      size: content.byteLength,
      storeOrderId: order.orderId,
    };
    const { fileName, url, method, headers } = await staff(inspections.signedUrl, { params: { storeId }, query });
    expect(await refusalOf(made('ada@example.com', [fileName], order))).toBe('422 UPLOAD_UNKNOWN');
    await fetch(url, { method, headers: { ...headers, 'x-makegood': '1' }, body: content });
    await staff(inspections.finishUpload, { params: { storeId, fileName } });
    const { id } = await made('ada@example.com', [fileName], order);
    expect(factOf(await riskOf(id), 'mediaCount')?.justification).toBe('1 photo or video of the problem.');
    expect(await refusalOf(made('ada@example.com', [fileName], order))).toBe('422 UPLOAD_UNKNOWN');
    expect(
      await refusalOf(
        staff(inspections.signedUrl, { params: { storeId }, query: { ...query, storeOrderId: 999_999 } }),
      ),
    ).toBe('404 ORDER_NOT_FOUND');
  });
});

test('the risk of no claim is nobody’s', async () => {
  expect(await refusalOf(staff(contract.claimRisk, { params: { storeId: server.storeId, claimId: 999_999 } }))).toBe(
    '404 CLAIM_NOT_FOUND',
  );
});
