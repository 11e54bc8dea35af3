import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiError } from '#contract/client.ts';
import * as customer from '#contract/customer/customer.ts';
import * as portal from '#contract/customer/registrations.ts';
import * as actions from '#contract/merchant/claim-actions.ts';
import { getClaim } from '#contract/merchant/merchant.ts';
import * as shipments from '#contract/merchant/shipments.ts';
import { getClaimTags } from '#contract/merchant/tags.ts';
import * as customFields from '#contract/merchant/custom-fields.ts';
import * as customers from '#contract/merchant/customers.ts';
import * as lists from '#contract/merchant/lists.ts';
import type { RouteInput } from '#contract/route.ts';
import * as privacy from '#contract/merchant/privacy.ts';
import * as codes from '#contract/merchant/registration-codes.ts';
import { neighbors } from '#contract/merchant/neighbors.ts';
import * as merchant from '#contract/merchant/registrations.ts';
import * as reports from '#contract/merchant/reports.ts';
import { Address } from '#core/address.ts';
import { Condition } from '#core/automations/condition.ts';
import { dayAfter } from '#core/dates.ts';
import { readCode } from '#core/registrations/product-code.ts';
import { normalizeSerial } from '#core/registrations/serial-number.ts';
import { lettersIn } from '#partners/documents/letters.fixture.ts';
import { listSerials } from '#server/db/serial-numbers.ts';
import { PrivacySubject } from '#core/privacy/requests.ts';
import { exportCustomer } from '#server/privacy/export-customer.ts';
import { keyRegistrations } from '#server/registrations/key-registrations.ts';
import { insertProductGroup } from '#server/db/product-groups.ts';
import { filesWith, rowsWith } from '#server/testing/marked.ts';
import { onlyRules } from '#server/testing/live-rules.ts';
import { shopOf } from '#server/testing/effect-claims.ts';
import { HOME } from '#server/testing/home.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { eventually, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';
import { changeLine, finalizeAll } from '#server/testing/claims.ts';
import { choiceOf, onlyLine, staffClaim } from '#server/testing/staff-claims.ts';
import { onePixel, upload } from '#server/testing/uploads.ts';

let server: TestServer;
let staff: Caller;
let serialFieldId = '';
beforeAll(async () => {
  server = await startTestServer({ orders: 10, roles: 'web,worker' });
  staff = await server.staff();
  const field = await staff(customFields.createCustomField, {
    params: { storeId: server.storeId },
    body: { displayName: 'Serial number', description: 'On the label.', valueType: 'Text', isSerialNumber: true },
  });
  serialFieldId = String(field.id);
  await offer();
}, 240_000);
afterAll(() => server.close());

const SETTINGS = {
  isRegistrationEnabled: true,
  offeredSalesChannels: ['Retail store', 'Marketplace'],
  defaultWarrantyDays: 365,
};
const offer = (more: object = {}): Promise<unknown> => server.saveSettings({ ...SETTINGS, ...more });
const slugged = () => ({ params: { slug: server.slug } });
const anyone = (): Caller => server.browser();

/** A product that has several variants. */
async function aProduct() {
  const [ware] = server.shop.products.filter(({ variants }) => variants.length > 1);
  const { products } = await anyone()(portal.registrableProducts, {
    ...slugged(),
    query: { searchTerm: ware?.title ?? '' },
  });
  const [product] = products;
  const variantId = product?.variants[0]?.idFromPlatform;
  if (!product || variantId === undefined) throw new Error('no product can be registered');
  return { product, variantId };
}

let owners = 0;
type Part = Record<string, unknown>;
async function requestFor(part: Part = {}) {
  owners += 1;
  const { variantId } = await aProduct();
  return {
    variantIdFromPlatform: variantId,
    email: `owner-${owners}@example.com`,
    firstName: 'Ada',
    lastName: 'Byron',
    registrationChannelName: 'Retail store',
    estimatedPurchaseDate: daysAgo(10),
    ...part,
  };
}
/** Uploads a file that proves a purchase. */
async function sendProof(
  content: Uint8Array<ArrayBuffer>,
  { name = 'receipt.png', type = 'image/png' }: { name?: string; type?: string } = {},
): Promise<string> {
  const started = await anyone()(portal.startProofUpload, {
    ...slugged(),
    body: { filename: name, contentType: type, size: content.byteLength },
  });
  await fetch(started.url, { method: 'PUT', headers: started.headers, body: content });
  const params = { slug: server.slug, mediaId: started.mediaId };
  await anyone()(portal.finishProofUpload, { params });
  return started.mediaId;
}

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const register = async (part: Part = {}, call = anyone()) =>
  call(portal.registerProduct, { ...slugged(), body: await requestFor(part) });
const shown = (registrationId: number) =>
  staff(merchant.getRegistration, { params: { storeId: server.storeId, registrationId } });
async function idOf(externalId: string): Promise<number> {
  const { data } = await staff(lists.search, {
    params: { storeId: server.storeId },
    body: { kind: 'Registration', filters: { searchTerm: externalId } },
  });
  return data[0]?.id ?? 0;
}
/** Claims on the warranty of the one item of an order; the claim's id. */
async function claimOnWarranty(call: Caller, idFromPlatform: string): Promise<number> {
  const params = { slug: server.slug, idFromPlatform };
  const { lineItems } = await call(customer.getOrder, { params });
  const photo = await upload(call, params, onePixel);
  const { externalId } = await call(customer.submit, {
    params,
    body: {
      requestKey: crypto.randomUUID(),
      claimType: 'Warranty',
      shippingMethod: 'none',
      selections: [
        {
          lineIdFromPlatform: lineItems[0]?.lineIdFromPlatform ?? '',
          quantity: 1,
          reasonId: 'Defective_Item',
          method: 'warrantyReview',
          mediaIds: [photo],
        },
      ],
    },
  });
  const { data } = await staff(lists.search, {
    params: { storeId: server.storeId },
    body: { kind: 'Warranty', filters: { searchTerm: externalId } },
  });
  return data[0]?.id ?? 0;
}
const change = (registrationId: number, body: RouteInput<typeof merchant.changeRegistration>['body']) =>
  staff(merchant.changeRegistration, { params: { storeId: server.storeId, registrationId }, body });
const cancel = (registrationId: number) =>
  staff(merchant.cancelRegistration, { params: { storeId: server.storeId, registrationId } });

test('shipping protection is no product to register, and what has one variant is named once', async () => {
  const find = (searchTerm: string) => anyone()(portal.registrableProducts, { ...slugged(), query: { searchTerm } });
  expect((await find('Shipping Protection')).products).toHaveLength(1);
  await offer({ protectionSkus: ['SHIPRO'] });
  expect((await find('Shipping Protection')).products).toEqual([]);
  const single = server.shop.products.find(
    ({ variants, productType, isGiftCard }) =>
      variants[0]?.title === 'Default Title' && !isGiftCard && productType !== 'Shipping Protection',
  );
  const variantId = (await find(single?.title ?? '')).products[0]?.variants[0]?.idFromPlatform;
  const { certificate } = await register({ variantIdFromPlatform: variantId });
  const { lineItems } = await shown(await idOf(certificate.externalId));
  expect(lineItems).toMatchObject([{ name: single?.title, variantTitle: '' }]);
  await offer({ protectionSkus: [] });
});

test('a certificate leads to the warranty policy of the store, on screen and on paper', async () => {
  await offer({ warrantyPolicyUrl: 'https://shop.example/~warranty' });
  const { certificate } = await register();
  expect(certificate.policyUrl).toBe('https://shop.example/~warranty');
  const paper = async () => {
    const token = encodeURIComponent(certificate.token ?? '');
    const answer = await fetch(`${server.url}/api/customer/${server.slug}/registration/certificate.pdf?token=${token}`);
    return lettersIn(await PDFDocument.load(await answer.arrayBuffer()));
  };
  // Nothing else on it has this letter.
  expect(await paper()).toContain('~');
  await offer();
  expect(await paper()).not.toContain('~');
});

test('where a store publishes its policy, the certificate and its email lead there', async () => {
  await offer({ isPolicyPublished: true });
  const email = 'terms@example.com';
  const { certificate } = await register({ email });
  expect(certificate.policyUrl).toBe(`${server.url}/p/${server.slug}/policy`);
  const mail = await eventually(
    () => server.mailbox.messages().find(({ to }) => to.includes(email)),
    'the certificate is mailed',
  );
  expect(mail.text).toContain(`Warranty policy: ${certificate.policyUrl}`);
  await offer();
});

test('a product is registered, and its certificate comes by email, as a page and as a PDF', async () => {
  const { product } = await aProduct();
  const { isNew, certificate } = await register({ email: 'grace@example.com' });
  expect(isNew).toBe(true);
  expect(certificate).toMatchObject({
    ownerName: 'Ada Byron',
    email: 'grace@example.com',
    canClaim: true,
    products: [{ name: product.title, isCovered: true, coveredUntil: expect.stringContaining(daysAgo(10 - 365)) }],
  });
  expect(certificate.externalId).toMatch(/^G-[0-9A-Z]{8}$/);
  const mail = await eventually(
    () => server.mailbox.messages().find(({ to }) => to.includes('grace@example.com')),
    'the certificate is mailed',
  );
  expect(mail.subject).toBe(`Your registration ${certificate.externalId}`);
  const token = /token=([\w.-]+)/.exec(mail.text)?.[1] ?? '';
  expect(await anyone()(portal.certificate, { ...slugged(), body: { token } })).toMatchObject({
    externalId: certificate.externalId,
  });
  const pdf = await fetch(
    `${server.url}/api/customer/${server.slug}/registration/certificate.pdf?token=${encodeURIComponent(token)}`,
  );
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  expect((await PDFDocument.load(await pdf.arrayBuffer())).getTitle()).toBe(`Registration ${certificate.externalId}`);
  expect(await refusalOf(anyone()(portal.certificate, { ...slugged(), body: { token: `${token}x` } }))).toBe(
    '403 LINK_EXPIRED',
  );
});

test('the same thing sent again, also at the same time, is registered once, and says nothing about its owner', async () => {
  const body = await requestFor();
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => anyone()(portal.registerProduct, { ...slugged(), body })),
  );
  expect(new Set(answers.map(({ certificate }) => certificate.externalId)).size).toBe(1);
  expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
  const [known] = answers.filter(({ isNew }) => !isNew);
  expect(known?.certificate).toMatchObject({ ownerName: '', email: '', token: null, canClaim: false });
  const other = await anyone()(portal.registerProduct, {
    ...slugged(),
    body: { ...body, estimatedPurchaseDate: daysAgo(11) },
  });
  expect(other.isNew).toBe(true);
  const mailsOf = () => server.mailbox.messages().filter(({ to }) => to.includes(body.email));
  await eventually(() => mailsOf().length >= 2, 'both certificates are mailed');
  expect(new Set(mailsOf().map(({ subject }) => subject)).size).toBe(mailsOf().length);
});

test('each wrong field is named, and nothing is asked that the settings do not ask', async () => {
  const form = await anyone()(portal.registrationForm, slugged());
  expect(form).toMatchObject({ isOffered: true, wantsProof: false, wantsAddress: false, consent: null, fields: [] });
  const wrong = async (part: Part) => {
    const error = await register(part).catch((refused: unknown) => refused);
    if (!(error instanceof ApiError)) throw new Error('it was registered');
    return [error.status, error.code, Object.keys(error.fields)];
  };
  expect(await wrong({ estimatedPurchaseDate: daysAgo(-2) })).toEqual([
    422,
    'REGISTRATION_INVALID',
    ['estimatedPurchaseDate'],
  ]);
  expect(await wrong({ registrationChannelName: 'Somewhere' })).toEqual([
    422,
    'REGISTRATION_INVALID',
    ['registrationChannelName'],
  ]);
  expect(await wrong({ variantIdFromPlatform: '999' })).toEqual([
    422,
    'PRODUCT_NOT_REGISTRABLE',
    ['variantIdFromPlatform'],
  ]);
  await offer({ shouldCollectRegistrationProofOfPurchase: true, shouldCollectRegistrationAddress: true });
  const [status, code, fields] = await wrong({});
  expect([status, code]).toEqual([422, 'REGISTRATION_INVALID']);
  expect(fields).toEqual(expect.arrayContaining(['proofs', 'address.line1', 'address.city']));
  await offer({ isRegistrationEnabled: false });
  expect(await refusalOf(register())).toBe('422 REGISTRATIONS_DISABLED');
  expect(await refusalOf(anyone()(portal.registrableProducts, { ...slugged(), query: {} }))).toBe(
    '422 REGISTRATIONS_DISABLED',
  );
  await offer();
});

const filesAreGone = (): Promise<unknown> =>
  eventually(
    () =>
      server.server.deps.database.asOwner(
        async (db) => (await db.selectFrom('file_removal').selectAll().execute()).length === 0,
      ),
    'the files are removed',
  );

test('erasing an owner leaves nothing of them; what a former owner gave goes with the transfer', async () => {
  const mark = 'zqmark';
  const { database, config } = server.server.deps;
  const left = async (): Promise<string[]> => [
    ...(await rowsWith(database, mark)),
    ...(await filesWith(join(config.DATA_FOLDER, 'files'), mark)),
  ];
  const asked = await staff(customFields.createCustomField, {
    params: { storeId: server.storeId },
    body: { displayName: 'Where from', description: 'The shop.', valueType: 'Text' },
  });
  await offer({
    shouldCollectRegistrationProofOfPurchase: true,
    shouldCollectRegistrationAddress: true,
    shouldCollectRegistrationEmailMarketingConsent: true,
    emailMarketingConsentText: 'Send me news.',
    customFields: [{ id: asked.id, isRequired: false }],
  });
  const registered = async (who: string): Promise<{ id: number; email: string }> => {
    const email = `${mark}-${who}@owner.example`;
    const proof = await sendProof(Uint8Array.from(Buffer.concat([onePixel, Buffer.from(mark)])), {
      name: `${mark}.png`,
    });
    const { certificate } = await register({
      email,
      firstName: `${mark}First`,
      lastName: `${mark}Last`,
      phone: `555${mark}`,
      address: {
        firstName: `${mark}First`,
        lastName: `${mark}Last`,
        line1: `1 ${mark} Street`,
        city: `${mark}City`,
        stateOrProvinceCode: 'CA',
        postalCode: '94107',
        countryCode: 'US',
      },
      proofs: [proof],
      isConsentGiven: true,
      customFields: [{ id: String(asked.id), value: `From ${mark}` }],
      customerProvidedOrderNumber: `${mark}-1`,
      referrer: `https://shop.example/?of=${mark}`,
    });
    await eventually(() => server.mailbox.messages().some(({ to }) => to.includes(email)), 'the certificate is mailed');
    return { id: await idOf(certificate.externalId), email };
  };
  const owner = await registered('owner');
  expect(await left()).not.toEqual([]);
  const params = { storeId: server.storeId };
  const admin = await server.staff('Admin');
  const erasing = await admin(privacy.askPrivacy, { params, body: { kind: 'erase', email: owner.email } });
  await eventually(async () => {
    const { data } = await admin(privacy.listPrivacyRequests, { params });
    return data.find(({ id }) => id === erasing.id)?.state === 'done';
  }, 'the owner is erased');
  await filesAreGone();
  expect(await left()).toEqual([]);

  const former = await registered('former');
  await staff(merchant.transferRegistration, {
    params: { storeId: server.storeId, registrationId: former.id },
    body: { email: 'heir@owner.example', firstName: 'New', lastName: 'Owner' },
  });
  await filesAreGone();
  // Nothing is there any more that a request to erase them could find.
  expect(await left()).toEqual([]);
  expect(await shown(former.id)).toMatchObject({ email: 'heir@owner.example', proofOfPurchaseFileUrls: [] });
  await offer();
});

test('a proof is kept for staff; a file that is none, or is of another registration, is refused', async () => {
  await offer({ shouldCollectRegistrationProofOfPurchase: true });
  expect(await refusalOf(sendProof(onePixel, { type: 'video/mp4' }))).toBe('422 PROOF_TYPE');
  expect(await refusalOf(sendProof(new TextEncoder().encode('<script>')))).toBe('422 PROOF_TYPE');
  const mediaId = await sendProof(onePixel);
  const { certificate } = await register({ proofs: [mediaId] });
  const registration = await shown(await idOf(certificate.externalId));
  expect(registration.proofOfPurchaseFileUrls).toMatchObject([{ filename: 'receipt.png', contentType: 'image/png' }]);
  const file = await fetch(registration.proofOfPurchaseFileUrls[0]?.url ?? '');
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(onePixel);
  expect(await refusalOf(register({ proofs: [mediaId] }))).toBe('409 PROOF_UNKNOWN');
  await offer();
});

test('proofs stand in the order they were chosen, whichever arrived first', async () => {
  await offer({ shouldCollectRegistrationProofOfPurchase: true });
  const [first, ...others] = [
    await sendProof(onePixel, { name: '1.png' }),
    await sendProof(onePixel, { name: '2.png' }),
    await sendProof(onePixel, { name: '3.png' }),
    await sendProof(onePixel, { name: '4.png' }),
  ];
  const { certificate } = await register({ proofs: [...others, first] });
  const { proofOfPurchaseFileUrls } = await shown(await idOf(certificate.externalId));
  expect(proofOfPurchaseFileUrls.map(({ filename }) => filename)).toEqual(['2.png', '3.png', '4.png', '1.png']);
  await offer();
});

test('a proof of a wrong type or size is refused in words of its own, and is no proof later either', async () => {
  await offer({ shouldCollectRegistrationProofOfPurchase: true });
  const announce = (size: number) =>
    anyone()(portal.startProofUpload, {
      ...slugged(),
      body: { filename: 'receipt.png', contentType: 'image/png', size },
    });
  await expect(announce(10_000_001)).rejects.toMatchObject({
    body: { code: 'UPLOAD_TOO_LARGE', values: { most: 10 } },
  });
  const moving = Uint8Array.from(Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAUwAOw==', 'base64'));
  const { mediaId, url, headers } = await announce(moving.byteLength);
  await fetch(url, { method: 'PUT', headers, body: moving });
  const finishing = anyone()(portal.finishProofUpload, { params: { slug: server.slug, mediaId } });
  await expect(finishing).rejects.toMatchObject({
    body: { code: 'PROOF_TYPE', clientMessage: 'Please choose a photo or a PDF.' },
  });
  expect(await refusalOf(register({ proofs: [mediaId] }))).toBe('409 PROOF_UNKNOWN');
  await offer();
});

test('proofs that never came make room, and one network sends few of a store’s in a day', async () => {
  const { database } = server.server.deps;
  await database.asOwner((db) =>
    sql`insert into media (store_id, media_id, order_id, subject_kind, subject_id, filename, content_type, size, created_on)
      select ${server.storeId}, 'unsent-' || number, -1, 'store', ${server.storeId}, 'a.png', 'image/png', 10, now() - interval '21 minutes'
      from generate_series(1, 500) number`.execute(db),
  );
  const body = { filename: 'a.png', contentType: 'image/png', size: onePixel.byteLength };
  const announce = () => refusalOf(anyone()(portal.startProofUpload, { ...slugged(), body }));
  expect(await announce()).toBe('no refusal');
  let announced = 0;
  for (let quarter = 0; quarter < 6; quarter += 1) {
    for (let count = 0; count < 50; count += 1) if ((await announce()) === 'no refusal') announced += 1;
    await database.asOwner((db) =>
      sql`update attempt_limit set window_start = window_start - interval '16 minutes'`.execute(db),
    );
  }
  expect(announced).toBeGreaterThan(150);
  expect(announced).toBeLessThanOrEqual(200);
  expect(await announce()).toBe('429 TOO_MANY_ATTEMPTS');
  await database.asOwner((db) => sql`delete from attempt_limit`.execute(db));
});

test('consent is recorded word for word when it was given, and never otherwise', async () => {
  await offer({
    shouldCollectRegistrationEmailMarketingConsent: true,
    emailMarketingConsentText: 'Send me news about my product.',
    emailMarketingConsentDescriptionText: 'About once a month.',
    emailMarketingConsentPolicyUrl: 'https://store.example/privacy',
    emailMarketingConsentPolicyUrlTextTitle: 'Privacy policy',
  });
  const given = await register({ isConsentGiven: true, language: 'de' });
  expect((await shown(await idOf(given.certificate.externalId))).consent).toMatchObject({
    text: 'Send me news about my product.',
    textHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    policyUrl: 'https://store.example/privacy',
    language: 'de',
  });
  const not = await register();
  expect(await shown(await idOf(not.certificate.externalId))).toMatchObject({
    consent: null,
    emailMarketingConsentCollectedOn: null,
  });
  await offer();
});

test('a serial number is taken once; an unknown or malformed one says so; canceling frees it', async () => {
  await offer({ customFields: [{ id: Number(serialFieldId), isRequired: true }] });
  const withSerial = (value: string) => register({ customFields: [{ id: serialFieldId, value }] });
  expect(await refusalOf(withSerial(''))).toBe('422 REGISTRATION_INVALID');
  expect(await refusalOf(withSerial('<b>'))).toBe('422 REGISTRATION_INVALID');
  const first = await withSerial('SN-100 a');
  expect(first.certificate.products[0]?.serialNumber).toBe('SN-100 a');
  expect(await refusalOf(withSerial('sn100A'))).toBe('409 SERIAL_TAKEN');
  const id = await idOf(first.certificate.externalId);
  await cancel(id);
  const again = await withSerial('SN100A');
  expect(again.isNew).toBe(true);
  const { database } = server.server.deps;
  const { productIdFromPlatform } = (await shownLine(again.certificate.externalId)) ?? {};
  await database.inStore(server.storeId, (db) =>
    db
      .insertInto('serial_number')
      .values({
        store_id: server.storeId,
        product_id_from_platform: productIdFromPlatform ?? '',
        serial_key: 'SN200',
        serial: 'SN-200',
        is_known: true,
      })
      .execute(),
  );
  expect(await refusalOf(withSerial('SN-300'))).toBe('422 SERIAL_UNKNOWN');
  expect((await withSerial('sn-200')).isNew).toBe(true);
  await offer();
});

test('rules say which products can be registered', async () => {
  const { product } = await aProduct();
  const ware = server.shop.products.find(({ title }) => title !== product.title && title !== '');
  const group = await server.server.deps.database.inStore(server.storeId, (db) =>
    insertProductGroup(db, server.storeId, {
      name: 'Registrable',
      tags: [],
      types: [ware?.productType ?? ''],
      collections: [],
      warrantyDays: null,
    }),
  );
  await onlyRules(server, {
    at: 'registrationProductSelection',
    does: 'productRegistrationSelection',
    params: { productRegistrationProductGroupId: group?.group_id ?? 0 },
    when: [{ fact: 'registration/channel', operator: 'in', value: ['Retail store'] }],
  });
  const found = (channel: string) =>
    anyone()(portal.registrableProducts, { ...slugged(), query: { registrationChannelName: channel } });
  const wanted = server.shop.products.filter(({ productType }) => productType === ware?.productType);
  const offered = await found('Retail store');
  expect(offered.products.map(({ title }) => title).every((title) => wanted.some((one) => one.title === title))).toBe(
    true,
  );
  expect(offered.products.length).toBeGreaterThan(0);
  expect((await found('Marketplace')).products).toEqual([]);
  // The form asks for the product first: what may still be registrable is found.
  expect((await found('')).products).toEqual(offered.products);
  await onlyRules(server, {
    at: 'registrationProductSelection',
    does: 'productRegistrationSelection',
    params: { productRegistrationProductGroupId: group?.group_id ?? 0 },
    when: [{ fact: 'registration/daysSincePurchase', operator: 'lessThan', value: 90 }],
  });
  const boughtOn = (estimatedPurchaseDate: string) =>
    anyone()(portal.registrableProducts, { ...slugged(), query: { estimatedPurchaseDate } });
  expect((await found('Marketplace')).products).toEqual(offered.products);
  expect((await boughtOn(daysAgo(10))).products).toEqual(offered.products);
  expect((await boughtOn(daysAgo(200))).products).toEqual([]);
  const late = { variantIdFromPlatform: offered.products[0]?.variants[0]?.idFromPlatform ?? '' };
  const body = { ...(await requestFor({ estimatedPurchaseDate: daysAgo(200) })), ...late };
  expect(await refusalOf(anyone()(portal.registerProduct, { ...slugged(), body }))).toMatch(/PRODUCT_NOT_REGISTRABLE$/);
  await onlyRules(server);
  expect((await found('Marketplace')).products.length).toBeGreaterThan(0);
});

test('rules know where a product was bought when there is only one place, which nobody is asked for', async () => {
  await offer({ offeredSalesChannels: ['Online store'] });
  const { product } = await aProduct();
  const productType = server.shop.products.find(({ title }) => title === product.title)?.productType ?? '';
  const { database } = server.server.deps;
  const group = await database.inStore(server.storeId, (db) =>
    insertProductGroup(db, server.storeId, {
      name: 'Bought online',
      tags: [],
      types: [productType],
      collections: [],
      warrantyDays: null,
    }),
  );
  await onlyRules(server, {
    at: 'registrationProductSelection',
    does: 'productRegistrationSelection',
    params: { productRegistrationProductGroupId: group?.group_id ?? 0 },
    when: [{ fact: 'registration/channel', operator: 'in', value: ['Online store'] }],
  });
  const { products } = await anyone()(portal.registrableProducts, { ...slugged(), query: {} });
  expect(products.map(({ title }) => title)).toContain(product.title);
  const { certificate } = await register({ registrationChannelName: '', email: 'online@example.com' });
  const { registrationChannelName } = await shown(await idOf(certificate.externalId));
  expect(registrationChannelName).toBe('Online store');
  await onlyRules(server);
  await offer();
});

test('rules know the registration at the look-up of its order and at its claims (R3.13)', async () => {
  const { certificate } = await register({ email: 'asked@example.com' });
  const call = anyone();
  const body = { orderNo: certificate.externalId, emailOrPostalCode: 'asked@example.com' };
  const { idFromPlatform } = await call(customer.lookup, { ...slugged(), body });
  const warranty = async () =>
    (await call(customer.getOrder, { params: { slug: server.slug, idFromPlatform } })).lineItems[0]?.warranty;
  const none = (fact: 'registration/channel' | 'registration/daysSincePurchase', rest: object) =>
    onlyRules(server, {
      at: 'orderLookup',
      does: 'modifyResolutionWindow',
      params: {
        kind: 'eligibilityDays',
        refund: null,
        giftCard: null,
        exchange: null,
        warrantyReview: 0,
        ineligibleLineItemFootnote: 'Not from there',
      },
      when: [Condition.parse({ fact, ...rest })],
    });
  await none('registration/channel', { operator: 'in', value: ['Retail store'] });
  expect(await warranty()).toMatchObject({ isEligible: false, reasonText: 'Not from there' });
  await none('registration/channel', { operator: 'in', value: ['Marketplace'] });
  expect(await warranty()).toMatchObject({ isEligible: true });
  await none('registration/daysSincePurchase', { operator: 'greaterThan', value: 5 });
  expect(await warranty()).toMatchObject({ isEligible: false });
  await none('registration/daysSincePurchase', { operator: 'greaterThan', value: 30 });
  expect(await warranty()).toMatchObject({ isEligible: true });
  await onlyRules(server, {
    at: 'claimCreated',
    does: 'applyClaimTags',
    params: { claimTags: [{ name: 'Retail' }] },
    when: [{ fact: 'registration/channel', operator: 'in', value: ['Retail store'] }],
  });
  const claimId = await claimOnWarranty(call, idFromPlatform);
  const { tags } = await staff(getClaimTags, { params: { storeId: server.storeId, claimId } });
  expect(tags).toEqual(['Retail']);
  await onlyRules(server);
});

test('an owner finds the registration as an order, and can claim on its warranty but not return it', async () => {
  const { certificate } = await register({ email: 'claims@example.com' });
  const call = anyone();
  const { idFromPlatform } = await call(customer.lookup, {
    ...slugged(),
    body: { orderNo: certificate.externalId, emailOrPostalCode: 'claims@example.com' },
  });
  const order = await call(customer.getOrder, { params: { slug: server.slug, idFromPlatform } });
  const [line] = order.lineItems;
  expect(line).toMatchObject({
    isEligible: false,
    reasonText: "This item was registered, not bought here. You can claim on its warranty, but it can't be returned.",
    warranty: { isEligible: true, quantity: 1 },
  });
  const claimId = await claimOnWarranty(call, idFromPlatform);
  const id = await idOf(certificate.externalId);
  const registration = await shown(id);
  expect(registration).toMatchObject({ isEditable: false, hasOpenClaims: true, claims: [{ id: claimId }] });
  expect(await refusalOf(change(id, { estimatedPurchaseDate: daysAgo(3), address: null }))).toBe(
    '409 REGISTRATION_HAS_CLAIMS',
  );
  expect(await refusalOf(cancel(id))).toBe('409 REGISTRATION_HAS_OPEN_CLAIMS');
  await offer({ isRegistrationWarrantyClaimEnabled: false });
  const off = await call(customer.getOrder, { params: { slug: server.slug, idFromPlatform } });
  expect(off.lineItems[0]?.warranty).toMatchObject({ isEligible: false });
  await offer();
});

test('claims are narrowed to those of registered products in the list, beside one of them and in its export', async () => {
  const { certificate } = await register({ email: 'narrowed@example.com' });
  const call = anyone();
  const { idFromPlatform } = await call(customer.lookup, {
    ...slugged(),
    body: { orderNo: certificate.externalId, emailOrPostalCode: 'narrowed@example.com' },
  });
  const registered = await claimOnWarranty(call, idFromPlatform);
  const shop = await shopOf(server);
  const { claim: bought } = await staffClaim(shop, staff, 'warrantyReview', { claimType: 'Warranty' });
  const params = { storeId: server.storeId };
  const found = async (filters: RouteInput<typeof lists.search>['body']['filters']) =>
    (await staff(lists.search, { params, body: { kind: 'Warranty', filters } })).data.map(({ id }) => id);
  const ofRegistered = await found({ hasRegistration: true });
  const ofOthers = await found({ hasRegistration: false });
  expect(ofRegistered).toContain(registered);
  expect(ofRegistered).not.toContain(bought.id);
  expect(ofOthers).toEqual([bought.id]);
  expect(await found({ hasRegistration: true, searchTerm: bought.externalId })).toEqual([]);
  expect(await found({ hasRegistration: false, searchTerm: bought.externalId })).toEqual([bought.id]);
  expect(await found({ hasRegistration: true, hasError: true })).toEqual([]);

  const ofClaim = { params: { ...params, claimId: registered } };
  expect(await staff(neighbors, { ...ofClaim, body: { filters: { hasRegistration: false } } })).toMatchObject({
    previous: { id: bought.id },
    next: null,
  });
  expect((await staff(neighbors, { ...ofClaim, body: { filters: { hasRegistration: true } } })).previous).toBeNull();

  const email = 'exports@test.example';
  await server.staff('Staff', email);
  const body = { kind: 'Warranty', filename: 'Registered', email, filters: { hasRegistration: true } } as const;
  const { id } = await staff(reports.createReport, { params, body });
  const report = await eventually(async () => {
    const made = (await staff(reports.listReports, { params })).reports.find((one) => one.id === id);
    return made?.state === 'done' && made;
  }, 'the report is written');
  expect(report.lineCount).toBe(ofRegistered.length);
  const file = await (await fetch(report.downloadUrl ?? '')).text();
  expect(file).not.toContain(bought.externalId);
});

test('its products are worth their list price where the store says so, and nothing otherwise', async () => {
  const worth = async (useProductListPriceOnRegistration: boolean) => {
    await offer({ useProductListPriceOnRegistration });
    const email = `worth-${useProductListPriceOnRegistration}@example.com`;
    const { certificate } = await register({ email });
    const call = anyone();
    const body = { orderNo: certificate.externalId, emailOrPostalCode: email };
    const { idFromPlatform } = await call(customer.lookup, { ...slugged(), body });
    const order = await call(customer.getOrder, { params: { slug: server.slug, idFromPlatform } });
    return order.lineItems[0]?.unitValue;
  };
  expect(await worth(false)).toBe(0);
  expect(await worth(true)).toBeGreaterThan(0);
  await offer();
});

test('staff make codes, whose links name product, channel and serial number; a sheet of a thousand is a PDF', async () => {
  const { product, variantId } = await aProduct();
  const params = { storeId: server.storeId };
  const query = { variantIdFromPlatform: variantId, registrationChannelName: 'Marketplace' };
  const one = await staff(codes.registrationCode, { params, query: { ...query, serialNumber: 'SN-1' } });
  expect(one.svg).toContain('<svg');
  expect(readCode(one.url)).toEqual({ product: variantId, channel: 'Marketplace', serial: 'SN-1' });
  const gs1 = await staff(codes.registrationCode, {
    params,
    query: { ...query, kind: 'digitalLink', serialNumber: 'SN-1' },
  });
  expect(gs1.url).toBe(`${server.url}/p/${server.slug}/01/${gs1.gtin}/21/SN-1?channel=Marketplace`);
  const found = await anyone()(portal.registrableProducts, {
    ...slugged(),
    query: { code: readCode(gs1.url).product },
  });
  expect(found.products.map(({ title }) => title)).toEqual([product.title]);
  const bytesOf = async (body: RouteInput<typeof codes.makeRegistrationCodes>['body']) => {
    const { count, downloadUrl } = await staff(codes.makeRegistrationCodes, { params, body });
    return { count, bytes: await (await fetch(downloadUrl)).arrayBuffer() };
  };
  const serialNumbers = Array.from({ length: 30 }, (_none, index) => `SN-${index}`);
  const sheet = await bytesOf({ ...query, serialNumbers });
  expect([sheet.count, (await PDFDocument.load(sheet.bytes)).getPageCount()]).toEqual([30, 2]);
  const thousand = await bytesOf({ ...query, copies: 1000 });
  expect((await PDFDocument.load(thousand.bytes)).getPageCount()).toBe(36);
  const list = new TextDecoder().decode((await bytesOf({ ...query, serialNumbers, format: 'csv' })).bytes);
  expect(list.split('\r\n')).toHaveLength(32);
  expect(list).toContain(`,Marketplace,SN-7,${server.url}/p/${server.slug}/register?product=${variantId}`);
  const wrong: [RouteInput<typeof codes.makeRegistrationCodes>['body'], string][] = [
    [{ ...query, serialNumbers: ['SN 1', 'sn-1'] }, '422 SERIAL_INVALID'],
    [{ ...query, kind: 'digitalLink', serialNumbers: ['SN 1'] }, '422 SERIAL_INVALID'],
    [{ ...query, registrationChannelName: 'Nowhere' }, '422 CHANNEL_UNKNOWN'],
    [{ variantIdFromPlatform: 'nothing' }, '422 PRODUCT_UNKNOWN'],
  ];
  for (const [body, code] of wrong)
    expect(await refusalOf(staff(codes.makeRegistrationCodes, { params, body }))).toBe(code);
});

test('a sheet takes known serial numbers that nobody has registered, the next sheet those after it', async () => {
  const ware = server.shop.products.filter(({ variants }) => variants.length > 1)[1];
  const [productId, variantId] = [String(ware?.id), String(ware?.variants[0]?.id)];
  const params = { storeId: server.storeId };
  const known = Array.from({ length: 1003 }, (_none, index) => `Free ${String(index).padStart(4, '0')}`);
  const listed = known.map((serial) => ({ product: productId, key: normalizeSerial(serial), serial }));
  await server.server.deps.database.inStore(server.storeId, (db) => listSerials(db, server.storeId, listed));
  await offer({ customFields: [{ id: Number(serialFieldId), isRequired: true }] });
  await register({ variantIdFromPlatform: variantId, customFields: [{ id: serialFieldId, value: 'FREE-0001' }] });
  await offer();
  const free = (after: string) =>
    staff(codes.freeSerials, { params, query: { variantIdFromPlatform: variantId, after } });
  const first = await free('');
  expect([first.serialNumbers.length, first.serialNumbers.slice(0, 2), first.hasMore]).toEqual([
    1000,
    ['Free 0000', 'Free 0002'],
    true,
  ]);
  expect(await free(first.serialNumbers.at(-1) ?? '')).toEqual({
    serialNumbers: ['Free 1001', 'Free 1002'],
    hasMore: false,
  });
});

test('staff edit, add and remove products, and cancel; its warranty follows', async () => {
  const { certificate } = await register();
  const id = await idOf(certificate.externalId);
  const moved = await change(id, { estimatedPurchaseDate: daysAgo(400), address: null });
  expect(moved.lineItems[0]).toMatchObject({ isCovered: false, coverage: expect.stringContaining('warranty ended') });
  expect(await refusalOf(change(id, { estimatedPurchaseDate: daysAgo(-3), address: null }))).toBe(
    '422 REGISTRATION_INVALID',
  );
  // A colleague who edits only the address leaves the day as it is, and the other way round.
  const address = Address.parse({
    firstName: 'Ada',
    lastName: 'Byron',
    line1: '1 Main St',
    city: 'Berlin',
    postalCode: '10115',
    countryCode: 'DE',
  });
  expect(await change(id, { address })).toMatchObject({ address, estimatedPurchaseDate: daysAgo(400) });
  expect(await change(id, { estimatedPurchaseDate: daysAgo(399) })).toMatchObject({
    address,
    estimatedPurchaseDate: daysAgo(399),
  });
  const other = server.shop.products.at(-1)?.variants[0]?.id;
  const added = await change(id, { storeProductVariants: [{ idFromPlatform: String(other), quantity: 2 }] });
  expect(added.lineItems.map(({ quantity }) => quantity)).toEqual([1, 2]);
  expect(await refusalOf(change(id, { storeProductVariants: [{ idFromPlatform: '1', quantity: 1 }] }))).toBe(
    '422 PRODUCT_UNKNOWN',
  );
  const removed = await change(id, { lineItemIdToRemove: 1 });
  expect(removed.lineItems.map(({ id: lineId }) => lineId)).toEqual([2]);
  const { data } = await staff(lists.search, {
    params: { storeId: server.storeId },
    body: { kind: 'Audit', filters: { searchTerm: certificate.externalId } },
  });
  // Of an address no entry is kept.
  expect(data.length).toBe(4);
  expect(await refusalOf(change(id, { lineItemIdToRemove: 2 }))).toBe('422 LAST_PRODUCT');
  expect((await cancel(id)).canceledOn).not.toBeNull();
  expect(await refusalOf(change(id, { lineItemIdToRemove: 2 }))).toBe('409 REGISTRATION_CANCELED');
  await eventually(
    () =>
      server.mailbox
        .messages()
        .find(({ subject }) => subject === `Registration ${certificate.externalId} was canceled`),
    'the owner is told',
  );
  const { products } = await anyone()(portal.certificate, { ...slugged(), body: { token: certificate.token ?? '' } });
  expect(products[0]).toMatchObject({ isCovered: false });
});

test('a transfer keeps the term, tells the new owner, and ends the former owner’s link', async () => {
  const request = await requestFor({ email: 'former@example.com' });
  const { certificate } = await anyone()(portal.registerProduct, { ...slugged(), body: request }, 'de');
  const mailed = (whom: string) =>
    eventually(() => server.mailbox.messages().find(({ to: its }) => its.includes(whom)), `${whom} is written to`);
  const asked = await mailed('former@example.com');
  const id = await idOf(certificate.externalId);
  const before = await shown(id);
  const to = { email: 'new@example.com', firstName: 'New', lastName: 'Owner' };
  const transfer = (body: typeof to) =>
    staff(merchant.transferRegistration, { params: { storeId: server.storeId, registrationId: id }, body });
  const after = await transfer(to);
  expect(after).toMatchObject({ email: 'new@example.com', firstName: 'New', transferredOn: [expect.any(String)] });
  expect(after.lineItems[0]?.coveredUntil).toBe(before.lineItems[0]?.coveredUntil);
  expect(await refusalOf(transfer(to))).toBe('422 SAME_OWNER');
  const told = await mailed('new@example.com');
  const token = certificate.token ?? '';
  expect(await refusalOf(anyone()(portal.certificate, { ...slugged(), body: { token } }))).toBe('403 LINK_EXPIRED');
  // The new owner's language isn't known, so it is that of the store.
  expect(told.subject).toBe(`Registration ${certificate.externalId} is yours`);
  expect(asked.subject).toBe(`Deine Registrierung ${certificate.externalId}`);
  expect(asked.text).toMatch(/^Hallo Ada,$/m);
  expect(asked.text).toMatch(/Garantie bis \d/);
  const pdf = asked.attachments.find(({ contentType }) => contentType === 'application/pdf');
  expect((await PDFDocument.load(pdf?.content ?? '')).getTitle()).toBe(`Registrierung ${certificate.externalId}`);
  const lookup = (emailOrPostalCode: string) =>
    anyone()(customer.lookup, { ...slugged(), body: { orderNo: certificate.externalId, emailOrPostalCode } });
  expect(await refusalOf(lookup('former@example.com'))).toBe('404 ORDER_NOT_FOUND');
  expect((await lookup('new@example.com')).idFromPlatform).toBe(`registration-${certificate.externalId}`);
});

test('a certificate that waits for the mail server is not mailed to the new owner as their own registration', async () => {
  const fail = (times: number) =>
    fetch(`${server.mailbox.url}/_control/faults`, { method: 'POST', body: JSON.stringify({ mode: 'fail', times }) });
  await fail(1000);
  const { certificate } = await register({ email: 'late-former@example.com' });
  const id = await idOf(certificate.externalId);
  const { inStore } = server.server.deps.database;
  const mails = () =>
    inStore(server.storeId, (db) =>
      db
        .selectFrom('effect')
        .select(['state', 'last_error'])
        .where('kind', '=', 'registrationEmail')
        .where('purpose_key', 'like', `registration:${id}:%`)
        .orderBy('effect_id')
        .execute(),
    );
  await eventually(async () => (await mails())[0]?.last_error, 'it waits');
  await staff(merchant.transferRegistration, {
    params: { storeId: server.storeId, registrationId: id },
    body: { email: 'late-heir@example.com', firstName: 'Late', lastName: 'Heir' },
  });
  await fail(0);
  const ended = await eventually(async () => {
    await inStore(server.storeId, (db) =>
      db.updateTable('effect').set({ next_try_on: new Date() }).where('state', '=', 'waiting').execute(),
    );
    const states = (await mails()).map(({ state }) => state);
    return states.every((state) => state === 'done' || state === 'calledOff') && states;
  }, 'both have ended');
  expect(ended).toEqual(['calledOff', 'done']);
  expect(
    server.mailbox.messages().flatMap(({ to, subject }) => (to.includes('late-heir@example.com') ? [subject] : [])),
  ).toEqual([`Registration ${certificate.externalId} is yours`]);
});

test('after a transfer neither owner sees the other: not by an open portal, nor by the link of an earlier claim', async () => {
  const former = 'before-transfer@example.com';
  const heir = 'after-transfer@example.com';
  const { certificate } = await register({ email: former, firstName: 'Former', lastName: 'Owner' });
  const opened = async (token: string): Promise<Caller> => {
    const call = anyone();
    await call(portal.openRegistration, { ...slugged(), body: { token } });
    return call;
  };
  const idFromPlatform = `registration-${certificate.externalId}`;
  const params = { slug: server.slug, idFromPlatform };
  const theirs = await opened(certificate.token ?? '');
  const claimId = await claimOnWarranty(theirs, idFromPlatform);
  const tokenOf = (email: string, what: RegExp) =>
    eventually(
      () =>
        server.mailbox
          .messages()
          .filter((mail) => mail.to.includes(email))
          .map(({ text }) => what.exec(text)?.[1])
          .find((token) => token !== undefined),
      `a link to ${email}`,
    );
  const claimLink = await tokenOf(former, /claim\/overview\S+token=([\w.-]+)/);
  await anyone()(customer.mailOrderLink, { ...slugged(), body: { orderNo: certificate.externalId, email: former } });
  const orderLink = await tokenOf(former, /open-order\?link=([\w.-]+)/);
  const ofClaim = { storeId: server.storeId, claimId };
  const claim = await staff(getClaim, { params: ofClaim });
  await staff(actions.cancelClaim, { params: ofClaim, body: { version: claim.version } });
  await staff(merchant.transferRegistration, {
    params: { storeId: server.storeId, registrationId: await idOf(certificate.externalId) },
    body: { email: heir, firstName: 'New', lastName: 'Owner' },
  });

  // Of the former owner.
  expect(await refusalOf(theirs(customer.getOrder, { params }))).toBe('401 PORTAL_SESSION_EXPIRED');
  const followed = { slug: server.slug, externalId: claim.externalId };
  expect(await refusalOf(theirs(customer.overview, { params: followed }))).toBe('401 PORTAL_SESSION_EXPIRED');
  expect(await refusalOf(anyone()(customer.openLink, { ...slugged(), body: { token: claimLink } }))).toBe(
    '403 LINK_EXPIRED',
  );
  expect(await refusalOf(anyone()(customer.openOrderLink, { ...slugged(), body: { token: orderLink } }))).toBe(
    '403 LINK_EXPIRED',
  );
  // Of the new one, who opens it as anybody who owns it and may claim on what is left of the term.
  const ours = await opened(await tokenOf(heir, /certificate\?token=([\w.-]+)/));
  const order = await ours(customer.getOrder, { params });
  expect(order).toMatchObject({ email: heir, firstName: 'New', claims: [] });
  expect(order.lineItems[0]?.warranty).toMatchObject({ isEligible: true });
  expect(await refusalOf(ours(customer.overview, { params: followed }))).toBe('404 CLAIM_NOT_FOUND');
  await claimOnWarranty(ours, idFromPlatform);
  expect((await ours(customer.getOrder, { params })).claims).toHaveLength(1);
  const { database } = server.server.deps;
  const handed = await database.readStore(server.storeId, (db) =>
    exportCustomer(db, server.storeId, PrivacySubject.parse({ email: heir })),
  );
  expect(handed.counts).toMatchObject({ orders: 1, claims: 1 });
  expect(JSON.stringify(handed.content)).not.toContain(former);
});

test('a claim that still waits for its item is open: neither a transfer nor a cancellation cuts its owner off', async () => {
  await offer({ shouldCollectRegistrationAddress: true });
  const call = anyone();
  const { certificate } = await register({ address: { ...HOME, countryCode: 'US' } }, call);
  await offer();
  const { idFromPlatform } = await call(portal.openRegistration, {
    ...slugged(),
    body: { token: certificate.token ?? '' },
  });
  const params = { storeId: server.storeId, claimId: await claimOnWarranty(call, idFromPlatform) };
  const way = await staff(shipments.shipmentOptions, { params });
  const { version } = await staff(getClaim, { params });
  await staff(shipments.createShipment, {
    params,
    body: {
      version,
      returnShipmentType: 'Packing_Slip',
      fromAddressId: way.fromAddressId ?? '',
      toAddressId: way.toAddressId ?? '',
    },
  });
  const claim = await staff(getClaim, { params });
  const [variant] = server.shop.products.flatMap(({ variants }) =>
    variants.filter(({ quantities }) => (quantities.available ?? 0) > 3),
  );
  if (!variant) throw new Error('nothing is in stock');
  const approved = await changeLine(server, staff, claim, onlyLine(claim).id, {
    kind: 'approved',
    resolutionMethod: 'replacementOrder',
    replacementItems: [choiceOf(variant)],
  });
  const { claim: replaced } = await finalizeAll(server, staff, approved);
  expect(replaced).toMatchObject({ finalizedOn: expect.any(String), claimRollup: { code: 'Approved' } });
  const registrationId = await idOf(certificate.externalId);
  const ofIt = { params: { storeId: server.storeId, registrationId } };
  const body = { email: 'too-soon@example.com', firstName: 'Too', lastName: 'Soon' };
  expect(await refusalOf(staff(merchant.transferRegistration, { ...ofIt, body }))).toBe(
    '409 REGISTRATION_HAS_OPEN_CLAIMS',
  );
  expect(await refusalOf(staff(merchant.cancelRegistration, ofIt))).toBe('409 REGISTRATION_HAS_OPEN_CLAIMS');
});

test('a known order number and email fill in what the order says; a wrong pair learns nothing', async () => {
  const [order] = server.shop.orders.filter(
    ({ email, lineItems, cancelledAt }) =>
      email !== null && cancelledAt === null && lineItems.some(({ variantId }) => variantId !== null),
  );
  if (!order?.email) throw new Error('no order can be found');
  const look = (body: { orderNo: string; email: string }) => anyone()(portal.orderToRegister, { ...slugged(), body });
  const said = await look({ orderNo: order.name, email: order.email.toUpperCase() });
  expect(said).toMatchObject({
    purchasedOn: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    lastName: order.shippingAddress?.lastName,
    address: { postalCode: order.shippingAddress?.zip },
  });
  const bought = order.lineItems.map(({ variantId }) => String(variantId));
  expect(said.items.length).toBeGreaterThan(0);
  for (const { variantIdFromPlatform, product } of said.items) {
    expect(bought).toContain(variantIdFromPlatform);
    expect(product.variants.map(({ idFromPlatform }) => idFromPlatform)).toContain(variantIdFromPlatform);
  }
  const refusals = [
    await refusalOf(look({ orderNo: order.name, email: 'stranger@example.com' })),
    await refusalOf(look({ orderNo: '#none', email: order.email })),
  ];
  expect(refusals).toEqual(['404 ORDER_NOT_FOUND', '404 ORDER_NOT_FOUND']);
  const { externalId } = (await register({ email: order.email })).certificate;
  expect(await refusalOf(look({ orderNo: externalId, email: order.email }))).toBe('404 ORDER_NOT_FOUND');
});

test('products of a known order are tied to it, whose warranty counts', async () => {
  const order = server.shop.orders.find(
    ({ lineItems, email }) => email !== '' && lineItems.some(({ variantId }) => variantId),
  );
  const variant = order?.lineItems.find(({ variantId }) => variantId)?.variantId;
  const { certificate } = await register({
    email: order?.email ?? '',
    variantIdFromPlatform: String(variant),
    customerProvidedOrderNumber: order?.name,
  });
  const registration = await shown(await idOf(certificate.externalId));
  expect(registration).toMatchObject({ isTiedToOrder: true, orderIdFromPlatform: String(order?.id) });
  expect(await refusalOf(change(registration.id, { lineItemIdToRemove: 1 }))).toBe('409 TIED_TO_ORDER');
});

test('the list is filtered, searched and knows what has claims; the customer card names registrations', async () => {
  const { certificate } = await register({ email: 'card@example.com', registrationChannelName: 'Marketplace' });
  const found = async (filters: object) => {
    const { data } = await staff(lists.search, {
      params: { storeId: server.storeId },
      body: { kind: 'Registration', filters },
    });
    return data.map((row) => ('cells' in row ? row.cells['externalId'] : ''));
  };
  expect(await found({ searchTerm: 'card@example.com' })).toEqual([certificate.externalId]);
  expect(await found({ salesChannels: ['Marketplace'] })).toEqual([certificate.externalId]);
  expect(await found({ hasBeenCanceled: true, salesChannels: ['Marketplace'] })).toEqual([]);
  expect((await found({ hasClaim: true })).length).toBeGreaterThan(0);
  expect(await found({ hasClaim: true })).not.toContain(certificate.externalId);
  const card = await staff(customers.getCustomer, {
    params: { storeId: server.storeId },
    query: { email: 'card@example.com' },
  });
  expect(card.registrations).toEqual([{ id: expect.any(Number), externalId: certificate.externalId }]);
});

test.each([
  ['Honolulu', '-10:00'],
  ['New York', '-05:00'],
  ['London', 'Z'],
  ['Tokyo', '+09:00'],
  ['Auckland', '+13:00'],
])('a purchase is found by its day as people in %s choose it, and by no other day', async (_where, offset) => {
  const day = daysAgo(40);
  const { certificate } = await register({ estimatedPurchaseDate: day });
  const foundOn = async (first: string, last: string): Promise<boolean> => {
    const midnight = (date: string): string => new Date(`${date}T00:00:00${offset}`).toISOString();
    const { data } = await staff(lists.search, {
      params: { storeId: server.storeId },
      body: {
        kind: 'Registration',
        filters: {
          searchTerm: certificate.externalId,
          estimatedPurchaseDate: { start: midnight(first), end: midnight(dayAfter(last, 1)) },
        },
      },
    });
    return data.length === 1;
  };
  expect(await foundOn(day, day)).toBe(true);
  expect(await foundOn(daysAgo(50), dayAfter(day, -1))).toBe(false);
  expect(await foundOn(dayAfter(day, 1), daysAgo(30))).toBe(false);
});

async function shownLine(externalId: string): Promise<{ productIdFromPlatform: string } | undefined> {
  const row = await server.server.deps.database.inStore(server.storeId, (db) =>
    db
      .selectFrom('registration')
      .select('document')
      .where('store_id', '=', server.storeId)
      .where('external_id', '=', externalId)
      .executeTakeFirst(),
  );
  return row?.document.lines[0];
}

const forgetAttempts = (): Promise<unknown> =>
  server.server.deps.database.asOwner((db) => db.deleteFrom('attempt_limit').execute());

test('an order number typed into a registration is compared as a look-up is; after guesses nothing is tied', async () => {
  const order = server.shop.orders.find(
    ({ lineItems, email }) => email !== '' && lineItems.some(({ variantId }) => variantId),
  );
  const variant = order?.lineItems.find(({ variantId }) => variantId)?.variantId;
  const isTied = async (customerProvidedOrderNumber: string, email: string, daysSince: number) => {
    const { certificate } = await register({
      email,
      variantIdFromPlatform: String(variant),
      customerProvidedOrderNumber,
      estimatedPurchaseDate: daysAgo(daysSince),
    });
    return (await shown(await idOf(certificate.externalId))).isTiedToOrder;
  };
  const [orderNo, buyer] = [order?.name ?? '', order?.email ?? ''];
  await forgetAttempts();
  // What belongs together uses nothing up.
  for (let time = 0; time < 3; time += 1) expect(await isTied(orderNo, buyer, 30 + time)).toBe(true);
  for (let guess = 0; guess < 8; guess += 1) expect(await isTied(orderNo, `guess-${guess}@else.test`, 3)).toBe(false);
  // Not even the right one, so that guesses can't tell it from others.
  expect(await isTied(orderNo, buyer, 50)).toBe(false);
  const look = anyone()(portal.orderToRegister, { ...slugged(), body: { orderNo, email: buyer } });
  expect(await refusalOf(look)).toBe('429 TOO_MANY_ATTEMPTS');
  // Who looks up an order from there is none of it.
  const lookup = anyone()(customer.lookup, { ...slugged(), body: { orderNo, emailOrPostalCode: buyer } });
  expect(await refusalOf(lookup)).toBe('no refusal');
  await forgetAttempts();
});

test('an email address is mailed twenty certificates a day at most; what is registered already counts for none', async () => {
  await forgetAttempts();
  const request = await requestFor({ email: 'many@example.com' });
  const send = (part: Part = {}) => anyone()(portal.registerProduct, { ...slugged(), body: { ...request, ...part } });
  await send();
  await server.server.deps.database.asOwner((db) =>
    db.updateTable('attempt_limit').set({ count: 19 }).where('count', '=', 1).execute(),
  );
  for (let time = 0; time < 3; time += 1) expect((await send()).isNew).toBe(false);
  for (let time = 0; time < 3; time += 1)
    expect(await refusalOf(send({ estimatedPurchaseDate: '2999-01-01' }))).toBe('422 REGISTRATION_INVALID');
  expect((await send({ estimatedPurchaseDate: daysAgo(11) })).isNew).toBe(true);
  const next = { estimatedPurchaseDate: daysAgo(12), email: 'Many@example.com' };
  expect(await refusalOf(send(next))).toBe('429 TOO_MANY_ATTEMPTS');
  expect((await send({ ...next, email: 'few@example.com' })).isNew).toBe(true);
  await forgetAttempts();
});

test('registrations whose keys are still to be made are known again once they are, each thing once', async () => {
  await forgetAttempts();
  const request = await requestFor({ email: 'before@example.com' });
  const send = (part: Part = {}) => anyone()(portal.registerProduct, { ...slugged(), body: { ...request, ...part } });
  const before = await idOf((await send()).certificate.externalId);
  const { database, secret } = server.server.deps;
  const keys = (id: number) =>
    database.inStore(server.storeId, (db) =>
      db.selectFrom('registration').selectAll().where('registration_id', '=', id).executeTakeFirstOrThrow(),
    );
  const { same_key: key } = await keys(before);
  const forget = (id: number) =>
    database.inStore(server.storeId, (db) =>
      db
        .updateTable('registration')
        .set({ same_key: randomUUID(), first_key: '' })
        .where('registration_id', '=', id)
        .execute(),
    );
  const make = () => keyRegistrations({ database, secret }).run(new AbortController().signal);
  await forget(before);
  await make();
  expect(await keys(before)).toMatchObject({ same_key: key, first_key: key });
  expect((await send()).isNew).toBe(false);
  // Registered once more before the keys were made.
  await forget(before);
  const meanwhile = await idOf((await send()).certificate.externalId);
  await make();
  expect(await keys(meanwhile)).toMatchObject({ same_key: key, first_key: key });
  expect(await keys(before)).toMatchObject({ same_key: expect.not.stringContaining(key), first_key: key });
});

test('a product that staff remove gives its serial number back', async () => {
  await forgetAttempts();
  await offer({ customFields: [{ id: Number(serialFieldId), isRequired: false }] });
  // No serial numbers of it are listed.
  const ware = server.shop.products.filter(({ variants }) => variants.length > 1)[2];
  const variantIdFromPlatform = String(ware?.variants[0]?.id);
  const withSerial = () =>
    register({ variantIdFromPlatform, customFields: [{ id: serialFieldId, value: 'SN-removed' }] });
  const id = await idOf((await withSerial()).certificate.externalId);
  const storeProductVariants = [{ idFromPlatform: String(server.shop.products.at(-1)?.variants[0]?.id), quantity: 1 }];
  await change(id, { storeProductVariants });
  expect(await refusalOf(withSerial())).toBe('409 SERIAL_TAKEN');
  await change(id, { lineItemIdToRemove: 1 });
  expect((await withSerial()).isNew).toBe(true);
  await offer();
});

test('the same thing is what a registration is now: after a correction, a transfer and an erasure', async () => {
  await forgetAttempts();
  const request = await requestFor({ email: 'same@example.com' });
  const send = (part: Part = {}) => anyone()(portal.registerProduct, { ...slugged(), body: { ...request, ...part } });
  const { certificate } = await send();
  const id = await idOf(certificate.externalId);
  const correct = (registrationId: number, days: number) =>
    change(registrationId, { estimatedPurchaseDate: daysAgo(days), address: null });
  await correct(id, 12);
  expect((await send({ estimatedPurchaseDate: daysAgo(12) })).isNew).toBe(false);
  const other = await send();
  expect(other.isNew).toBe(true);
  const otherId = await idOf(other.certificate.externalId);
  expect(await refusalOf(correct(otherId, 12))).toBe('409 ALREADY_REGISTERED');
  expect((await shown(otherId)).estimatedPurchaseDate).toBe(daysAgo(10));

  const transfer = (registrationId: number) =>
    staff(merchant.transferRegistration, {
      params: { storeId: server.storeId, registrationId },
      body: { email: 'heir-of-same@example.com', firstName: 'New', lastName: 'Owner' },
    });
  await transfer(otherId);
  expect((await send({ email: 'heir-of-same@example.com' })).isNew).toBe(false);
  expect((await send()).isNew).toBe(true);

  const params = { storeId: server.storeId };
  const admin = await server.staff('Admin');
  // An erasure waits for what is still to be sent, and looks again an hour later.
  await eventually(
    () =>
      server.server.deps.database.inStore(server.storeId, async (db) => {
        const undone = db.selectFrom('effect').select('effect_id').where('state', 'in', ['waiting', 'running']);
        return (await undone.execute()).length === 0;
      }),
    'its emails are sent',
  );
  const erasing = await admin(privacy.askPrivacy, { params, body: { kind: 'erase', email: 'same@example.com' } });
  await eventually(async () => {
    const { data } = await admin(privacy.listPrivacyRequests, { params });
    return data.find(({ id: its }) => its === erasing.id)?.state === 'done';
  }, 'the owner is erased');
  const again = await send();
  expect([again.isNew, again.certificate.token]).toEqual([true, expect.any(String)]);
});
