import { sql } from 'kysely';
import { createHmac, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as customer from '#contract/customer/customer.ts';
import * as portal from '#contract/customer/shipping-claims.ts';
import * as actions from '#contract/merchant/claim-actions.ts';
import { createCustomField } from '#contract/merchant/custom-fields.ts';
import * as merchant from '#contract/merchant/merchant.ts';
import { getOrder } from '#contract/merchant/orders.ts';
import * as privacy from '#contract/merchant/privacy.ts';
import * as reports from '#contract/merchant/reports.ts';
import * as session from '#contract/merchant/session.ts';
import * as shipping from '#contract/merchant/shipping-claims.ts';
import * as views from '#contract/merchant/views.ts';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import { collectCustomFields } from '#core/automations/actions/collect-custom-fields.ts';
import { RuleDraft } from '#core/automations/rule.ts';
import { aboutClaim } from '#core/effects/subject.ts';
import { raiseAlert } from '#server/db/alerts.ts';
import { keepFilingReminder } from '#server/db/filing-reminders.ts';
import { orderByPlatformId, upsertOrders } from '#server/db/orders.ts';
import { raiseTask } from '#server/db/tasks.ts';
import { mailSignUps } from '#server/mail-sign-ups.ts';
import {
  changeLine,
  claimOf,
  finalizeAll,
  returnableOrder,
  settledClaim,
  submitReturn,
  type Returnable,
} from '#server/testing/claims.ts';
import { newRecipient, openGift, submitGift } from '#server/testing/gifts.ts';
import { filesWith, rowsWith } from '#server/testing/marked.ts';
import { reorderTokens } from '#server/testing/shipping-claims.ts';
import { onlyRules } from '#server/testing/live-rules.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { forgetRules, publishRules } from '#server/testing/rules.ts';
import { eventually, LONG_WINDOWS, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';
import type { SettingsChanges } from '#core/settings/settings.fixture.ts';
import { onePixel, upload, uploadByStaff } from '#server/testing/uploads.ts';

const MARK = 'zqmark';
const EMAIL = `${MARK}.smith@shopper.example`;
const PHONE = `555${MARK}1625`;

let server: TestServer;
let staff: Caller;
const logged: string[] = [];

const SETTINGS: SettingsChanges = {
  isGiftReturnEnabled: true,
  refundValidityDays: 3650,
  giftCardValidityDays: 3650,
  storeCreditValidityDays: 3650,
  variantExchangeValidityDays: 3650,
};
beforeAll(async () => {
  server = await startTestServer({ orders: 60, logTo: (line) => void logged.push(line) });
  staff = await server.staff();
  await server.saveSettings(SETTINGS);
});
afterAll(async () => {
  await server.close();
});

const filesFolder = (): string => join(server.server.deps.config.DATA_FOLDER, 'files');

async function callOf(topic: string, body: object): Promise<Response> {
  const text = JSON.stringify(body);
  return fetch(`${server.url}/api/webhooks/shopify`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': topic,
      'x-shopify-shop-domain': server.shop.domain,
      'x-shopify-webhook-id': randomUUID(),
      'x-shopify-triggered-at': new Date().toISOString(),
      'x-shopify-hmac-sha256': createHmac('sha256', server.shopifySecret).update(text).digest('base64'),
    },
    body: text,
  });
}

const stored = (id: number) =>
  server.server.deps.database.inStore(
    server.storeId,
    async (db) => (await orderByPlatformId(db, server.storeId, String(id)))?.document,
  );

const address = (what: string) => ({
  firstName: `${MARK}First${what}`,
  lastName: `${MARK}Last${what}`,
  line1: `1 ${MARK} Street`,
  city: `${MARK}City`,
  stateOrProvinceCode: 'CA',
  postalCode: '94107',
  countryCode: 'US',
  phone: PHONE,
});

/** The platform tells of the buyer in every field it has for one. */
async function tellOfBuyer(shopOrder: Returnable['shopOrder']): Promise<void> {
  const at = shopOrder.shippingAddress;
  const buyer = server.shop.customers.find((one) => one.id === shopOrder.customerId);
  if (!at || !buyer) throw new Error('the order of the demo shop has no buyer');
  const marked = { ...at, firstName: `${MARK}first`, lastName: `${MARK}last`, address1: `1 ${MARK} Way`, phone: PHONE };
  const names = { firstName: `${MARK}first`, lastName: `${MARK}last`, email: EMAIL, phone: PHONE };
  Object.assign(buyer, names, { address: marked, note: `${MARK} note` });
  Object.assign(shopOrder, {
    email: EMAIL,
    phone: PHONE,
    note: `${MARK} leaves it at the door`,
    tags: [`${MARK}-tag`],
    shippingAddress: marked,
    billingAddress: marked,
    updatedAt: new Date(Date.now() + 1000).toISOString(),
  });
  const gid = `gid://shopify/Order/${shopOrder.id}`;
  await callOf('orders/updated', { id: shopOrder.id, admin_graphql_api_id: gid, updated_at: shopOrder.updatedAt });
  await eventually(async () => (await stored(shopOrder.id))?.email === EMAIL, 'the order is read');
}

const marked = (): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.concat([onePixel, Buffer.from(MARK)]));

/** A custom field that rules ask, and then ask about. */
async function engraving(): Promise<number> {
  const { id } = await staff(createCustomField, {
    params: { storeId: server.storeId },
    body: { displayName: 'Engraving', description: 'The words on it.', valueType: 'Text' },
  });
  const asks = Object.assign({}, collectCustomFields.initial, { customFieldIds: [id] });
  const isEngraved = { fact: 'claim/customField', customFieldId: id, operator: 'contains', value: ['Engraved'] };
  const rules = [
    { hook: 'afterReasonSelection', event: { type: 'collectCustomFields', params: asks }, conditions: { all: [] } },
    {
      hook: 'claimCreated',
      event: { type: 'applyClaimTags', params: { claimTags: [{ name: 'Engraved' }] } },
      conditions: { all: [isEngraved] },
    },
  ];
  await publishRules(
    server.server.deps.database,
    server.storeId,
    rules.map(({ hook, ...rule }) =>
      RuleDraft.parse({ name: hook, hook, isEnabled: true, rule: { priority: 1, ...rule } }),
    ),
  );
  return id;
}

/** A claim with the buyer in every field that shoppers and staff can fill. */
async function fullClaim(bought: Returnable): Promise<ClaimShown> {
  const fieldId = await engraving();
  const { call, order, line } = bought;
  const params = { slug: server.slug, idFromPlatform: order.idFromPlatform };
  const mediaId = await upload(call, params, marked(), { filename: `${MARK}.png` });
  const { externalId } = await call(customer.submit, {
    params,
    body: {
      requestKey: randomUUID(),
      shippingMethod: 'label',
      deviceFingerprint: `${MARK}-device`,
      selections: [
        {
          lineIdFromPlatform: line.lineIdFromPlatform,
          quantity: 1,
          reasonId: order.reasons[0]?.id ?? '',
          method: 'giftCard',
          comments: `${MARK} says it is too small`,
          customFields: [{ id: String(fieldId), value: `Engraved for ${MARK}` }],
          mediaIds: [mediaId],
        },
      ],
    },
  });
  await forgetRules(server.server.deps.database, server.storeId);
  await upload(call, params, marked(), { filename: `${MARK}-unused.png` });
  let claim = await settledClaim(server, staff, externalId);
  const at = { storeId: server.storeId, claimId: claim.id };
  claim = await staff(actions.requestInfo, { params: at, body: { version: claim.version, message: `${MARK}, why?` } });
  const answered = await upload(call, params, marked(), { filename: `${MARK}-answer.png` });
  await call(customer.answerInfo, {
    params: { slug: server.slug, externalId },
    body: { answer: `Because ${MARK}`, mediaIds: [answered] },
  });
  claim = await settledClaim(server, staff, externalId);
  claim = await staff(actions.changeCustomerInfo, {
    params: at,
    body: { version: claim.version, customerEmail: EMAIL, shippingAddress: address('') },
  });
  await staff(actions.addToTimeline, {
    params: at,
    body: { message: `Spoke with ${MARK}`, subject: `${MARK} called` },
  });
  const found = { filename: `${MARK}-found.png` };
  await uploadByStaff(staff, server.storeId, { claimId: claim.id }, marked(), found);
  claim = await claimOf(server, staff, externalId);
  const lineId = claim.claimLineItems[0]?.id ?? 0;
  return changeLine(server, staff, claim, lineId, {
    kind: 'approved',
    resolutionMethod: 'giftCard',
    noteToCustomer: `For ${MARK}`,
  });
}

async function closeClaim(claim: ClaimShown): Promise<void> {
  const params = { storeId: server.storeId, claimId: claim.id };
  const { version } = await staff(merchant.getClaim, { params });
  await finalizeAll(server, staff, { id: claim.id, version }, { noteToCustomer: `Bye ${MARK}` });
  const settled = await settledClaim(server, staff, claim.externalId);
  const shipmentId = settled.claimReturnShipments[0]?.returnShipmentId ?? 0;
  await staff(actions.receiveShipment, { params: { ...params, shipmentId }, body: { version: settled.version } });
  await eventually(async () => {
    const { claimRollup } = await claimOf(server, staff, claim.externalId);
    return claimRollup.code === 'Completed';
  }, 'the claim is closed');
}

/** The buyer in everything around a claim. */
async function plantAround(claim: ClaimShown): Promise<void> {
  const { storeId } = server;
  const { deps } = server.server;
  await staff(views.createView, {
    params: { storeId },
    body: { kind: 'Return', name: `Of ${EMAIL}`, filters: { searchTerm: EMAIL } },
  });
  await server.browser()(session.signUp, {
    body: { firstName: MARK, lastName: MARK, email: EMAIL, phone: PHONE },
  });
  await mailSignUps(deps).run(new AbortController().signal);
  await deps.database.inStore(storeId, async (db) => {
    const subject = aboutClaim(claim);
    await raiseTask(db, storeId, { subject, purposeKey: 'of-mark', kind: 'hold', message: `Ask ${MARK}` });
    await raiseAlert(db, storeId, 'booksDiffer', `Something about ${EMAIL.toUpperCase()}`);
    await raiseAlert(db, storeId, 'effectFailed', `No such street: 1 ${MARK}`, subject);
    await db
      .updateTable('task')
      .set({ done_on: new Date(), done_by: 'Ada', done_note: `${MARK} was told` })
      .where('purpose_key', '=', 'of-mark')
      .execute();
  });
  await server.staff('Admin', 'ada@staff.example');
  await staff(reports.createReport, {
    params: { storeId },
    body: { kind: 'Return', filename: 'Everything', email: 'ada@staff.example' },
  });
  await eventually(async () => {
    const { reports: made } = await staff(reports.listReports, { params: { storeId } });
    return made.every(({ state }) => state === 'done');
  }, 'the report is written');
}

const PROTECTED: SettingsChanges = {
  ...SETTINGS,
  ...LONG_WINDOWS,
  isShippingProtectionEnabled: true,
  isUnprotectedShippingClaimPermitted: true,
  damagedFilingDays: 3650,
  missingItemFilingDays: 3650,
  filingEndDays: 3650,
};

type FiledClaim = { bought: Returnable; externalId: string; id: number; orderId: number };

/** A claim of shipping protection with the buyer in every field. `isOfOther`: the order is another buyer's. */
async function filedBy({
  method,
  isOfOther = false,
}: {
  method: 'Refund' | 'Reorder';
  isOfOther?: boolean;
}): Promise<FiledClaim> {
  const bought = await returnableOrder(server);
  if (!isOfOther) await tellOfBuyer(bought.shopOrder);
  const { call, order } = bought;
  const params = { slug: server.slug, idFromPlatform: order.idFromPlatform };
  const { reasons } = await call(portal.shippingProtection, { params });
  const [unit] = reasons.find(({ reason }) => reason === 'Missing_Item')?.units ?? [];
  if (!unit) throw new Error('nothing can be claimed as missing');
  const { externalId } = await call(portal.fileShippingClaim, {
    params,
    body: {
      requestKey: randomUUID(),
      reason: 'Missing_Item',
      method,
      selections: [{ lineIdFromPlatform: unit.lineIdFromPlatform, quantity: 1 }],
      note: `${MARK} found the box empty`,
      mediaIds: [await upload(call, params, marked(), { filename: `${MARK}-${method}.png` })],
      shippingAddress: address('parcel'),
      email: isOfOther ? EMAIL : `${MARK}.home@shopper.example`,
    },
  });
  const shown = await staff(getOrder, {
    params: { storeId: server.storeId, idFromPlatform: order.idFromPlatform },
  });
  const id = shown.shippingClaims.find((one) => one.externalId === externalId)?.id ?? 0;
  return { bought, externalId, id, orderId: shown.id };
}

const shippingOf = ({ id }: FiledClaim) =>
  staff(shipping.getShippingClaim, { params: { storeId: server.storeId, shippingClaimId: id } });

async function denyAndAnswer(filed: FiledClaim, isAnswered = true): Promise<void> {
  const { version } = await shippingOf(filed);
  await staff(shipping.denyShippingClaim, {
    params: { storeId: server.storeId, shippingClaimId: filed.id },
    body: { version, reason: 'Delivered', note: `${MARK} signed for it` },
  });
  if (isAnswered)
    await filed.bought.call(portal.answerShippingClaim, {
      params: { slug: server.slug, externalId: filed.externalId },
      body: { message: `${MARK} did not sign` },
    });
}

/** Until the order it makes is known. */
async function reorder(filed: FiledClaim): Promise<void> {
  const { version } = await shippingOf(filed);
  await staff(shipping.finalizeShippingClaim, {
    params: { storeId: server.storeId, shippingClaimId: filed.id },
    body: { version, resolutionMethod: 'Reorder' },
  });
  const token = await eventually(() => reorderTokens(server, filed.id)[0], 'the link arrives');
  await server.browser()(portal.confirmReorder, {
    params: { slug: server.slug, shippingClaimId: filed.id },
    body: { token, shippingAddress: address('again') },
  });
  await eventually(async () => {
    const key = `reorder:shippingClaim:${filed.id}:`;
    const made = server.shop.orders.find(({ sourceIdentifier }) => sourceIdentifier?.startsWith(key));
    return made && (await stored(made.id)) !== undefined;
  }, 'the new order is read');
}

const effectsEnd = (): Promise<unknown> =>
  eventually(
    () =>
      server.server.deps.database.asOwner(async (db) => {
        const ended = ['done', 'doneElsewhere', 'calledOff'] as const;
        const left = await db
          .selectFrom('effect')
          .select('kind')
          .where('subject_kind', '=', 'shippingClaim')
          .where('state', 'not in', [...ended])
          .execute();
        return left.length === 0;
      }),
    'everything is carried out',
  );

const requests = async (): Promise<privacy.PrivacyRequest[]> =>
  (await staff(privacy.listPrivacyRequests, { params: { storeId: server.storeId } })).data;

const ended = (id: number): Promise<privacy.PrivacyRequest> =>
  eventually(async () => {
    const found = (await requests()).find((one) => one.id === id);
    return found && found.state !== 'waiting' && found;
  }, `the privacy request ${id} ends`);

const noFilesLeft = (): Promise<unknown> =>
  eventually(
    () =>
      server.server.deps.database.asOwner(
        async (db) => (await db.selectFrom('file_removal').selectAll().execute()).length === 0,
      ),
    'the files are removed',
  );

/** The digests of what the claims with these public ids were asked with. */
const digestsOf = (table: 'claim' | 'shipping_claim', externalIds: readonly string[]) =>
  server.server.deps.database.asOwner(async (db) => {
    const rows = await db.selectFrom(table).select('request_digest').where('external_id', 'in', externalIds).execute();
    return rows.map(({ request_digest: digest }) => digest);
  });

describe('erasing a customer', () => {
  test('waits for open claims, then leaves nothing of them anywhere', async () => {
    const params = { storeId: server.storeId };
    const bought = await returnableOrder(server);
    await tellOfBuyer(bought.shopOrder);
    const claim = await fullClaim(bought);
    const gift = await openGift(server);
    const ofGift = await submitGift(server, gift, { recipient: { email: EMAIL, address: address('gift') } });
    await plantAround(claim);

    const found = await staff(privacy.findCustomerData, { params, body: { email: EMAIL.toUpperCase() } });
    expect(found.counts).toEqual({ orders: 1, claims: 2, files: 4 });
    expect(found.openClaims.map(({ name }) => name).toSorted()).toEqual([claim.externalId, ofGift].toSorted());

    const exported = await staff(privacy.askPrivacy, { params, body: { kind: 'export', email: EMAIL } });
    const { downloadUrl } = await ended(exported.id);
    const copy = await (await fetch(downloadUrl ?? '')).text();
    for (const said of ['zqmark leaves it at the door', 'zqmark says it is too small', 'Because zqmark'])
      expect(copy).toContain(said);
    for (const said of ['Spoke with zqmark', 'zqmark-device', 'zqmark-answer.png', 'Engraved for zqmark'])
      expect(copy).toContain(said);

    const asked = await staff(privacy.askPrivacy, { params, body: { kind: 'erase', email: EMAIL } });
    await eventually(
      async () => (await requests()).find(({ id }) => id === asked.id)?.waitsFor.length === 2,
      'the erasure waits',
    );
    expect(await rowsWith(server.server.deps.database, MARK)).not.toEqual([]);
    const externalIds = [claim.externalId, ofGift];
    expect(await digestsOf('claim', externalIds)).toEqual([expect.any(String), expect.any(String)]);

    await closeClaim(claim);
    const giftClaim = await settledClaim(server, staff, ofGift);
    await staff(actions.cancelClaim, {
      params: { ...params, claimId: giftClaim.id },
      body: { version: giftClaim.version },
    });
    await settledClaim(server, staff, ofGift);
    expect(await filesWith(filesFolder(), MARK)).toHaveLength(5);
    const mailsBefore = server.mailbox.messages().length;
    await staff(privacy.retryPrivacyRequest, { params: { ...params, privacyRequestId: asked.id } });
    const done = await ended(asked.id);
    expect(done).toMatchObject({ state: 'done', customer: null, counts: { orders: 1, claims: 2 }, waitsFor: [] });
    await noFilesLeft();

    expect(await rowsWith(server.server.deps.database, MARK)).toEqual([]);
    // A guess of what they asked for could be told to be right.
    expect(await digestsOf('claim', externalIds)).toEqual([null, null]);
    // Labels and packing slips hold it in a form that cannot be searched: no file is left at all.
    expect(await filesWith(filesFolder(), '~file')).toEqual([]);
    expect(logged.filter((line) => line.toLowerCase().includes(MARK))).toEqual([]);
    expect(server.mailbox.messages().slice(mailsBefore)).toEqual([]);

    // The books and the decision are as before, and nobody changes them any more.
    const left = await claimOf(server, staff, claim.externalId);
    expect(left.claimRollup.code).toBe('Completed');
    expect(left.claimLineItems[0]?.amount).toBe(claim.claimLineItems[0]?.amount);
    expect(left.customerName).toBe('Erased customer');
    expect(left.claimLineItems[0]?.customFields).toEqual([{ displayName: 'Engraving', valueType: 'Text', value: '' }]);
    const comment = staff(actions.addToTimeline, {
      params: { ...params, claimId: claim.id },
      body: { message: 'Hello' },
    });
    expect(await refusalOf(comment)).toBe('409 CUSTOMER_ERASED');
    const open = bought.call(customer.getOrder, {
      params: { slug: server.slug, idFromPlatform: bought.order.idFromPlatform },
    });
    expect(await refusalOf(open)).toBe('404 ORDER_NOT_FOUND');

    // The platform still has the buyer: reading the order again brings nothing back, a new order would be new.
    const { shopOrder } = bought;
    shopOrder.updatedAt = new Date(Date.now() + 5000).toISOString();
    const gid = `gid://shopify/Order/${shopOrder.id}`;
    await callOf('orders/updated', { id: shopOrder.id, admin_graphql_api_id: gid, updated_at: shopOrder.updatedAt });
    await eventually(
      async () => Date.parse((await stored(shopOrder.id))?.updatedOn ?? '') >= Date.parse(shopOrder.updatedAt) - 1000,
      'the order is read again',
    );
    expect(await rowsWith(server.server.deps.database, MARK)).toEqual([]);
  });

  test('leaves nothing of what they said when they asked for a review', async () => {
    const bought = await returnableOrder(server);
    await tellOfBuyer(bought.shopOrder);
    await server.saveSettings({ ...SETTINGS, refundValidityDays: 1 });
    const params = { slug: server.slug, idFromPlatform: bought.order.idFromPlatform };
    const mediaId = await upload(bought.call, params, marked(), { filename: `${MARK}-late.png` });
    const { externalId } = await bought.call(customer.askForReview, {
      params,
      body: {
        requestKey: randomUUID(),
        deviceFingerprint: `${MARK}-device`,
        selections: [
          {
            lineIdFromPlatform: bought.line.lineIdFromPlatform,
            quantity: 1,
            reasonId: bought.order.reasons[0]?.id ?? '',
            method: 'refund',
            comments: `${MARK} was ill`,
            mediaIds: [mediaId],
          },
        ],
      },
    });
    await server.saveSettings(SETTINGS);
    const claim = await settledClaim(server, staff, externalId);
    const decided = await changeLine(server, staff, claim, claim.claimLineItems[0]?.id ?? 0, {
      kind: 'denied',
      claimStatusDetailCode: 'No_Action_Taken',
      noteToCustomer: `Too late, ${MARK}`,
    });
    await finalizeAll(server, staff, decided);
    await settledClaim(server, staff, externalId);
    const asked = await staff(privacy.askPrivacy, {
      params: { storeId: server.storeId },
      body: { kind: 'erase', email: EMAIL },
    });
    expect(await ended(asked.id)).toMatchObject({ state: 'done' });
    await noFilesLeft();
    expect(await rowsWith(server.server.deps.database, MARK)).toEqual([]);
    expect(await filesWith(filesFolder(), MARK)).toEqual([]);
    const [line] = (await claimOf(server, staff, externalId)).claimLineItems;
    expect(line).toMatchObject({ comments: '', images: [], refusal: expect.stringMatching(/^The return window/) });
  });

  test('leaves nothing of them in claims of shipping protection', async () => {
    const { database } = server.server.deps;
    const { storeId } = server;
    await server.saveSettings(PROTECTED);
    const refunded = await filedBy({ method: 'Refund' });
    const reordered = await filedBy({ method: 'Reorder' });
    const ofOther = await filedBy({ method: 'Refund', isOfOther: true });
    await database.inStore(storeId, async (db) => {
      const reminder = { reason: 'Lost', language: 'en', remindOn: '2999-01-01T00:00:00.000Z' } as const;
      await keepFilingReminder(db, storeId, { ...reminder, orderId: refunded.orderId, email: `${MARK}@else.example` });
      await keepFilingReminder(db, storeId, { ...reminder, orderId: ofOther.orderId, email: EMAIL });
      await raiseAlert(db, storeId, 'effectFailed', `No such ${MARK}`, { kind: 'shippingClaim', id: refunded.id });
    });
    const found = await staff(privacy.findCustomerData, { params: { storeId }, body: { email: EMAIL } });
    expect(found.counts).toEqual({ orders: 2, claims: 3, files: 3 });
    const open = [refunded, reordered, ofOther].map(({ externalId }) => externalId).toSorted();
    expect(found.openClaims.filter(({ why }) => why === 'open').map(({ name }) => name)).toEqual(open);

    const exported = await staff(privacy.askPrivacy, { params: { storeId }, body: { kind: 'export', email: EMAIL } });
    const { downloadUrl } = await ended(exported.id);
    const copy = JSON.parse(await (await fetch(downloadUrl ?? '')).text()) as {
      shippingClaims: { externalId: string }[];
      files: { filename: string }[];
      messagesAndActions: { kind: string }[];
    };
    expect(copy.shippingClaims.map(({ externalId }) => externalId).toSorted()).toEqual(open);
    expect(copy.shippingClaims[0]).toMatchObject({ noteFromCustomer: `${MARK} found the box empty` });
    expect(copy.files.map(({ filename }) => filename)).toContain(`${MARK}-Refund.png`);
    expect(copy.messagesAndActions.map(({ kind }) => kind)).toContain('shippingClaimEmail');

    await denyAndAnswer(refunded);
    const { version } = await shippingOf(refunded);
    await staff(shipping.finalizeShippingClaim, {
      params: { storeId, shippingClaimId: refunded.id },
      body: { version, resolutionMethod: 'Refund' },
    });
    await denyAndAnswer(ofOther, false);
    await reorder(reordered);
    await effectsEnd();
    const before = await shippingOf(refunded);
    const asked = await staff(privacy.askPrivacy, { params: { storeId }, body: { kind: 'erase', email: EMAIL } });
    expect(await ended(asked.id)).toMatchObject({ state: 'done', counts: { orders: 3, claims: 3 } });
    await noFilesLeft();

    expect(await rowsWith(database, MARK)).toEqual([]);
    expect(await digestsOf('shipping_claim', open)).toEqual([null, null, null]);
    expect(await filesWith(filesFolder(), MARK)).toEqual([]);
    expect(await shippingOf(refunded)).toMatchObject({
      status: 'Closed_Refunded',
      customerName: 'Erased customer',
      customerEmail: '',
      images: [],
      resolvedOn: before.resolvedOn,
      resolutionSummary: { refund: before.resolutionSummary.refund },
    });
    const { resolutionSummary } = await shippingOf(reordered);
    expect(resolutionSummary.exchangeOrder).toMatchObject({ orderNameFromPlatform: expect.stringMatching(/./) });
    const assigned = staff(shipping.assignShippingClaim, {
      params: { storeId, shippingClaimId: refunded.id },
      body: { assigneeId: null, from: 1 },
    });
    expect(await refusalOf(assigned)).toBe('409 CUSTOMER_ERASED');
    await server.saveSettings(SETTINGS);
  });

  test('removes exported lists of orders, although the customer has no claim', async () => {
    const params = { storeId: server.storeId };
    const { shopOrder } = await returnableOrder(server);
    const buyer = { email: 'quiet@buyer.example', customer: null };
    await server.server.deps.database.asOwner((db) =>
      sql`update store_order set document = document || ${JSON.stringify(buyer)}::jsonb, email_key = ${buyer.email} where id_from_platform = ${String(shopOrder.id)}`.execute(
        db,
      ),
    );
    await server.staff('Admin', 'lists@staff.example');
    await staff(reports.createReport, {
      params,
      body: { kind: 'Order', filename: 'Orders', email: 'lists@staff.example' },
    });
    const list = async () => (await staff(reports.listReports, { params })).reports;
    await eventually(async () => (await list()).every(({ state }) => state === 'done'), 'the report is written');
    const asked = await staff(privacy.askPrivacy, { params, body: { kind: 'erase', email: buyer.email } });
    expect(await ended(asked.id)).toMatchObject({ state: 'done', counts: { orders: 1, claims: 0 } });
    expect(await list()).toEqual([]);
  });

  test('admins are told which automations still name the email; the audit log never did', async () => {
    const { database } = server.server.deps;
    const { shopOrder } = await returnableOrder(server);
    const email = 'ruled@buyer.example';
    await database.asOwner((db) =>
      sql`update store_order set document = document || ${JSON.stringify({ email, customer: null })}::jsonb, email_key = ${email} where id_from_platform = ${String(shopOrder.id)}`.execute(
        db,
      ),
    );
    const named = {
      fact: 'customer/email',
      operator: 'in',
      value: ['Ruled@buyer.example', 'other@buyer.example'],
    } as const;
    await onlyRules(server, {
      at: 'orderLookup',
      does: 'modifyResolutionWindow',
      params: {
        kind: 'eligibilityDays',
        refund: 0,
        giftCard: null,
        exchange: null,
        warrantyReview: null,
        ineligibleLineItemFootnote: '',
      },
      when: [{ ...named, value: [...named.value] }],
    });
    expect(JSON.stringify(await rowsWith(database, 'other@buyer.example'))).not.toContain('audit_entry');
    const params = { storeId: server.storeId };
    const asked = await staff(privacy.askPrivacy, { params, body: { kind: 'erase', email } });
    expect(await ended(asked.id)).toMatchObject({ state: 'done', counts: { orders: 1 } });
    const alerts = await database.asOwner((db) => db.selectFrom('alert').select('message').execute());
    expect(alerts.map(({ message }) => message).join()).toContain(
      `Request ${asked.id}: a customer's data was erased. Automations still name their email: Rule 1. Take it out.`,
    );
    await forgetRules(database, server.storeId);
  });

  test('reaches the store when Shopify asks for it, once', async () => {
    const bought = await returnableOrder(server);
    const externalId = await submitReturn(server, bought);
    const claim = await settledClaim(server, staff, externalId);
    await staff(actions.cancelClaim, {
      params: { storeId: server.storeId, claimId: claim.id },
      body: { version: claim.version },
    });
    await settledClaim(server, staff, externalId);
    const body = {
      shop_id: 954889,
      shop_domain: server.shop.domain,
      customer: { id: 191167, email: null, phone: '555-625-1199' },
      orders_to_redact: [bought.shopOrder.id],
    };
    expect((await callOf('customers/redact', { ...body, shop_domain: 'other.myshopify.com' })).status).toBe(200);
    expect((await callOf('customers/redact', body)).status).toBe(200);
    const asked = await eventually(
      async () => (await requests()).find((one) => one.requestedBy === 'Shopify'),
      'the request of Shopify is there',
    );
    expect(await ended(asked.id)).toMatchObject({ state: 'done', counts: { orders: 1, claims: 1 } });
    expect((await requests()).filter((one) => one.requestedBy === 'Shopify')).toHaveLength(1);
    expect(await stored(bought.shopOrder.id)).toMatchObject({ email: '', shippingAddress: null });
    expect(await rowsWith(server.server.deps.database, '555-625-1199')).toEqual([]);
  });

  test('a request for data is answered with a file, and admins are told', async () => {
    const bought = await returnableOrder(server);
    const body = {
      shop_id: 954889,
      shop_domain: server.shop.domain,
      orders_requested: [bought.shopOrder.id],
      customer: { id: 191168, email: bought.email, phone: null },
      data_request: { id: 9999 },
    };
    expect((await callOf('customers/data_request', body)).status).toBe(200);
    const asked = await eventually(
      async () => (await requests()).find((one) => one.requestedBy === 'Shopify (request 9999)'),
      'the request of Shopify is there',
    );
    const { downloadUrl, customer: about } = await ended(asked.id);
    expect(about).toBe(bought.email);
    expect(await (await fetch(downloadUrl ?? '')).json()).toMatchObject({ orders: expect.any(Array) });
    const alerts = await rowsWith(server.server.deps.database, 'is ready to download');
    expect(alerts).toHaveLength(1);
  });

  test('what a buyer is handed says nothing of the gift’s recipient, who is handed their own return', async () => {
    const gift = await openGift(server);
    const recipient = newRecipient();
    const externalId = await submitGift(server, gift, { recipient });
    const handedTo = async (email: string): Promise<string> => {
      const { id } = await staff(privacy.askPrivacy, {
        params: { storeId: server.storeId },
        body: { kind: 'export', email },
      });
      return (await fetch((await ended(id)).downloadUrl ?? '')).text();
    };
    const theirs = await handedTo(gift.bought.email);
    expect(theirs).toContain(gift.shopOrder.name);
    for (const word of [recipient.email, recipient.address?.line1 ?? '-', externalId])
      expect(theirs).not.toContain(word);
    const own = await handedTo(recipient.email);
    expect(own).toContain(externalId);
    expect(own).not.toContain(gift.bought.email);
  });

  test('an order of a file or the platform written over an erased one stays erased', async () => {
    const { database } = server.server.deps;
    const shopOrder = server.shop.orders[0];
    const before = shopOrder && (await stored(shopOrder.id));
    if (!before) throw new Error('the first order is not there');
    await database.inStore(server.storeId, (db) =>
      db
        .updateTable('store_order')
        .set({ erased_on: new Date() })
        .where('id_from_platform', '=', before.idFromPlatform)
        .execute(),
    );
    const newer = { ...before, email: 'back@again.example', updatedOn: '2999-01-01T00:00:00.000Z' };
    await database.inStore(server.storeId, (db) => upsertOrders(db, server.storeId, [newer]));
    expect(await rowsWith(database, 'back@again.example')).toEqual([]);
    expect((await stored(shopOrder.id))?.updatedOn).toBe(newer.updatedOn);
  });
});
