import { aboutClaim } from '#core/effects/subject.ts';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import * as customer from '#contract/customer/customer.ts';
import * as brand from '#contract/merchant/brand.ts';
import { addClaimReason } from '#contract/merchant/merchant.ts';
import { createProductGroup } from '#contract/merchant/product-groups.ts';
import { createReasonGroup } from '#contract/merchant/reason-groups.ts';
import * as inspections from '#contract/merchant/inspections.ts';
import { feeRule } from '#core/automations/rules.fixture.ts';
import { addBackTest } from '#server/db/back-tests.ts';
import { raiseAlert } from '#server/db/alerts.ts';
import { insertCustomField } from '#server/db/custom-fields.ts';
import { addUnplaced } from '#server/db/claim-mail.ts';
import { addPrivacyRequest } from '#server/db/privacy-requests.ts';
import { raiseTask } from '#server/db/tasks.ts';
import { openHelpdeskSession, openSession } from '#server/http/login-session.ts';
import { returnableOrder, settledClaim, submitReturn } from '#server/testing/claims.ts';
import { publishRules } from '#server/testing/rules.ts';
import { startTestServer, type TestServer } from '#server/testing/server.ts';
import { changeSettings } from '#server/testing/settings.ts';
import { onePixel, upload } from '#server/testing/uploads.ts';
import { Registration } from '#core/registrations/registration.ts';
import { insertRegistration } from '#server/db/registrations.ts';

/** Everyone who may call: people by role, a helpdesk, a key, a shopper, and no one. */
export const CALLERS = [
  'provider admin',
  'admin',
  'staff',
  'helpdesk',
  'API key',
  'shopper',
  'nobody',
  'admin of another store',
] as const;
export type CallerKind = (typeof CALLERS)[number];

export type AccessWorld = {
  server: TestServer;
  /** Its portal, claims and everything else are looked for by strangers. */
  slug: string;
  storeId: number;
  otherStoreId: number;
  /** Headers that make a caller; with a session of its own, since some calls end it. */
  headersOf(caller: CallerKind | 'another shopper'): Promise<Record<string, string>>;
  /** The order the shopper has open. */
  orderIdFromPlatform: string;
  /** An id that exists in the first store, by the name of a parameter; null when there is none. */
  existing(parameter: string, audience: 'merchant' | 'portal'): Promise<string | number | null>;
  close(): Promise<void>;
};

/** Two stores: one with something of everything, one with nothing but an admin. */
export async function startAccessWorld(): Promise<AccessWorld> {
  const server = await startTestServer({ orders: 20 });
  const { database } = server.server.deps;
  const { storeId, slug } = server;
  const staff = await server.staff('Admin', 'admin@access.test');
  await changeSettings(staff, storeId, { isReturnInspectionEnabled: true });
  const reason = await staff(addClaimReason, { params: { storeId }, body: { name: 'Access' } });
  const returnable = await returnableOrder(server);
  const { order } = returnable;
  const params = { slug, idFromPlatform: order.idFromPlatform };
  const mediaId = await upload(returnable.call, params, onePixel);
  const externalId = await submitReturn(server, returnable, { shippingMethod: 'label' });
  const picture = { picture: 'logo', filename: 'logo.png' } as const;
  const { uploadId, ...target } = await staff(brand.startPicture, {
    params: { storeId },
    body: { ...picture, contentType: 'image/png', size: onePixel.byteLength },
  });
  await fetch(target.url, { method: target.method, headers: target.headers, body: onePixel });
  const claim = await settledClaim(server, staff, externalId);
  const lineId = claim.claimLineItems[0]?.id ?? 0;
  const inspected = await staff(inspections.addInspection, {
    params: { storeId, claimId: claim.id, claimLineItemId: lineId },
    body: { version: claim.version, name: 'Access', storeInspectionGrade: 'A_Stock' },
  });
  const [storeRuleId = 0] = await publishRules(database, storeId, [feeRule(1)]);
  const [configId, tokenId] = [randomUUID(), randomUUID()];
  const tomorrow = new Date(Date.now() + 86_400_000);
  const { paymentId, orderId, privacyRequestId, backTestId, registrationId } = await database.inStore(
    storeId,
    async (db) => {
      await raiseTask(db, storeId, { subject: aboutClaim(claim), purposeKey: 'access', kind: 'hold', message: 'Look' });
      await raiseAlert(db, storeId, 'booksDiffer', 'Differs');
      const field = {
        displayName: 'Access',
        description: 'Access',
        valueType: 'Text',
        options: '',
        required: false,
        isSerialNumber: false,
      } as const;
      await insertCustomField(db, storeId, field);
      const { back_test_id: backTestId } = await addBackTest(db, storeId, {
        requestedBy: 'Access',
        from: new Date(0),
        until: new Date(),
        before: [],
        after: [],
      });
      await db
        .insertInto('helpdesk_connection')
        .values({ store_id: storeId, config_id: configId, ref: 'access', created_by: 'Ada' })
        .execute();
      await db
        .insertInto('helpdesk_token')
        .values({ store_id: storeId, config_id: configId, token_id: tokenId, created_by: 'Ada', expires_on: tomorrow })
        .execute();
      const { order_id } = await db
        .selectFrom('store_order')
        .select('order_id')
        .where('id_from_platform', '=', order.idFromPlatform)
        .executeTakeFirstOrThrow();
      const payment = await db
        .insertInto('customer_payment')
        .values({
          store_id: storeId,
          order_id,
          subject_kind: 'claim',
          subject_id: claim.id,
          attached_on: new Date(),
          purpose_key: 'access',
          provider: 'stripe',
          id_from_platform: 'pi_access',
          amount: 100,
          currency_code: 'USD',
          status: 'captured',
        })
        .returning('payment_id')
        .executeTakeFirstOrThrow();
      const asked = await addPrivacyRequest(db, storeId, {
        purposeKey: 'access',
        kind: 'eraseStore',
        requestedBy: 'Ada',
        about: null,
      });
      await db.updateTable('privacy_request').set({ state: 'done' }).where('store_id', '=', storeId).execute();
      await addUnplaced(db, {
        store_id: storeId,
        kind: 'message',
        why: 'noClaim',
        from_name: '',
        from_address: 'access@example.com',
        to_address: '',
        subject: 'Access',
        body_text: '',
        attachments: [],
        raw: null,
      });
      const { registration_id: registrationId } = await insertRegistration(
        db,
        storeId,
        order_id,
        aRegistration,
        'access',
      );
      return {
        paymentId: payment.payment_id,
        orderId: order_id,
        privacyRequestId: asked?.request_id ?? 0,
        backTestId,
        registrationId,
      };
    },
  );
  const products = await staff(createProductGroup, {
    params: { storeId },
    body: { name: 'Access', tags: ['access'], types: [], collections: [] },
  });
  const reasonGroup = await staff(createReasonGroup, {
    params: { storeId },
    body: {
      name: 'Access',
      claimType: 'Return',
      storeProductGroupId: products.id,
      claimReasonIds: [reason.id],
    },
  });
  const otherStoreId = await database.asOwner(async (db) => {
    const made = { slug: `access-${randomUUID()}`, name: 'Other', currency_code: 'USD', shop_domain: null };
    const row = await db.insertInto('store').values(made).returning('store_id').executeTakeFirstOrThrow();
    await db
      .insertInto('store_user_role')
      .values([
        { store_id: row.store_id, email_key: 'other@access.test', role_code: 'Admin' },
        { store_id: storeId, email_key: 'staff@access.test', role_code: 'Staff' },
        { store_id: storeId, email_key: 'desk@access.test', role_code: 'Admin' },
      ])
      .execute();
    return row.store_id;
  });

  const session = async (email: string, isProviderAdmin = false): Promise<Record<string, string>> => {
    const identity = { subject: email, email, firstName: 'Access', lastName: 'Tester' };
    return withSession(await openSession(database, identity, isProviderAdmin, undefined, new Date()));
  };
  const helpdeskSession = async (): Promise<string> => {
    const helpdesk = { storeId, configId, tokenId, expiresOn: tomorrow };
    const opened = await openHelpdeskSession(database, helpdesk, 'desk@access.test', undefined, new Date());
    if (opened === null) throw new Error("the helpdesk's token is gone");
    return opened;
  };
  const another = await returnableOrder(server);
  const otherPortalCookie = await shopperCookie(server.url, slug, another.shopOrder.name, another.email);
  const portalCookie = await shopperCookie(server.url, slug, returnable.shopOrder.name, returnable.email);
  const headersOf = async (caller: CallerKind | 'another shopper'): Promise<Record<string, string>> => {
    switch (caller) {
      case 'provider admin':
        return session('provider@access.test', true);
      case 'admin':
        return session('admin@access.test');
      case 'staff':
        return session('staff@access.test');
      case 'admin of another store':
        return session('other@access.test');
      case 'helpdesk':
        return withSession(await helpdeskSession());
      case 'API key':
        return { authorization: `Bearer mk_${randomUUID()}` };
      case 'shopper':
        return { cookie: portalCookie };
      case 'another shopper':
        return { cookie: otherPortalCookie };
      case 'nobody':
        return {};
    }
  };

  const known: Readonly<Record<string, string | number>> = {
    'portal idFromPlatform': order.idFromPlatform,
    'portal externalId': externalId,
    'portal mediaId': mediaId,
    'portal lineIdFromPlatform': returnable.line.lineIdFromPlatform,
    'merchant idFromPlatform': 'admin@access.test',
    'merchant lineId': claim.claimLineItems[0]?.id ?? 0,
    'portal claimLineItemId': claim.claimLineItems[0]?.id ?? 0,
    'merchant claimLineItemId': claim.claimLineItems[0]?.id ?? 0,
    'merchant customerPaymentId': paymentId,
    'merchant storeOrderId': orderId,
    'merchant privacyRequestId': privacyRequestId,
    'merchant lineItemId': returnable.line.lineIdFromPlatform,
    'merchant shipmentId': claim.claimReturnShipments[0]?.returnShipmentId ?? 0,
    'merchant fileName': mediaId,
    'merchant claimInspectionId': inspected.claimLineItems[0]?.inspections[0]?.id ?? '',
    'merchant uploadId': uploadId,
    'merchant claimReasonId': reason.id,
    'merchant reasonGroupId': reasonGroup.id,
    'merchant storeRuleId': storeRuleId,
    'merchant backTestId': backTestId,
    'merchant registrationId': registrationId,
    'merchant productId': returnable.line.productIdFromPlatform ?? '',
    'merchant number': 1,
    'merchant userId': await userId('admin@access.test'),
  };

  function userId(email: string): Promise<number> {
    return database
      .asOwner((db) => db.selectFrom('app_user').select('user_id').where('email', '=', email).executeTakeFirstOrThrow())
      .then((row) => row.user_id);
  }

  /** By the way columns are named: claimId is claim_id of the one table whose rows it names, returnLocationId its location_id. */
  const inTables = (parameter: string): Promise<string | number | null> =>
    database.asOwner(async (db) => {
      const column = parameter.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      const short = column.replace(/^[a-z]+_(?=[a-z]+_)/, '');
      const { rows } = await sql<{
        table_name: string;
        column_name: string;
      }>`select c.table_name, c.column_name from information_schema.columns c
        join information_schema.columns s on s.table_name = c.table_name and s.column_name = 'store_id'
        where c.table_schema = 'public' and c.column_name in (${column}, ${short})
        order by length(c.column_name) desc, length(c.table_name)`.execute(db);
      for (const { table_name, column_name } of rows) {
        const found = await sql<{ id: string | number | null }>`select max(${sql.ref(column_name)}::text) as id
          from ${sql.table(table_name)} where store_id = ${storeId}`.execute(db);
        if (found.rows[0]?.id !== null && found.rows[0] !== undefined) return found.rows[0].id;
      }
      return null;
    });

  return {
    server,
    slug,
    storeId,
    otherStoreId,
    headersOf,
    orderIdFromPlatform: order.idFromPlatform,
    existing: async (parameter, audience) => known[`${audience} ${parameter}`] ?? (await inTables(parameter)),
    close: () => server.close(),
  };
}

const withSession = (token: string): Record<string, string> => ({ cookie: `makegood_session=${token}` });

async function shopperCookie(url: string, slug: string, orderNo: string, email: string): Promise<string> {
  const path = customer.lookup.path.replace('{slug}', slug);
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-makegood': '1' },
    body: JSON.stringify({ orderNo, emailOrPostalCode: email }),
  });
  return answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
}

const aRegistration = Registration.parse({
  externalId: 'G-ACCESS00',
  createdOn: '2026-03-01T00:00:00.000Z',
  updatedOn: '2026-03-01T00:00:00.000Z',
  owner: { email: 'access@example.com', firstName: 'Access', lastName: 'Owner' },
  registrationChannelName: 'Retail store',
  estimatedPurchaseDate: '2026-03-01',
  lines: [
    {
      id: 1,
      productIdFromPlatform: '1',
      variantIdFromPlatform: '1',
      name: 'Access',
      quantity: 1,
      unitListPrice: 0,
    },
  ],
});
