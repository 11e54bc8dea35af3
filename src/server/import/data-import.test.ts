import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as portal from '#contract/customer/registrations.ts';
import * as customFields from '#contract/merchant/custom-fields.ts';
import { announceImport, listImports, startImport } from '#contract/merchant/imports.ts';
import * as lists from '#contract/merchant/lists.ts';
import * as privacy from '#contract/merchant/privacy.ts';
import * as merchant from '#contract/merchant/registrations.ts';
import { serialNumber } from '#contract/merchant/serial-numbers.ts';
import { LIFETIME } from '#core/dates.ts';
import type { ImportKind } from '#core/imports/kinds.ts';
import { rowsWith } from '#server/testing/marked.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { eventually, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let staff: Caller;
let ware = { productId: '', variantId: '', sku: '', barcode: '' };
beforeAll(async () => {
  server = await startTestServer({ orders: 5, roles: 'web,worker' });
  staff = await server.staff();
  const field = await staff(customFields.createCustomField, {
    params: { storeId: server.storeId },
    body: { displayName: 'Serial number', description: 'On the label.', valueType: 'Text', isSerialNumber: true },
  });
  await server.saveSettings({
    isRegistrationEnabled: true,
    offeredSalesChannels: ['Retail store'],
    defaultWarrantyDays: 365,
    customFields: [{ id: field.id, isRequired: false }],
  });
  serialFieldId = String(field.id);
  const product = server.shop.products.find(({ isGiftCard }) => !isGiftCard);
  const found = await server.browser()(portal.registrableProducts, {
    params: { slug: server.slug },
    query: { searchTerm: product?.title ?? '' },
  });
  const [first] = found.products;
  const [variant] = first?.variants ?? [];
  ware = {
    productId: first?.idFromPlatform ?? '',
    variantId: variant?.idFromPlatform ?? '',
    sku: variant?.sku ?? '',
    barcode: variant?.gtin ?? '',
  };
}, 240_000);
afterAll(() => server.close());
let serialFieldId = '';

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** The import of a file, once it has ended. */
async function imported(kind: ImportKind, lines: readonly string[]) {
  const params = { storeId: server.storeId };
  const text = lines.join('\n');
  const size = Buffer.byteLength(text);
  const { importId, url, method, headers } = await staff(announceImport, {
    params,
    body: { kind, filename: `${kind}.csv`, size },
  });
  const put = await fetch(url, { method, headers: { ...headers, 'x-makegood': '1' }, body: text });
  expect(put.status).toBeLessThan(300);
  await staff(startImport, { params: { ...params, importId } });
  return eventually(async () => {
    const { imports } = await staff(listImports, { params });
    return imports.find(({ id, state }) => id === importId && (state === 'done' || state === 'failed'));
  }, 'the import ends');
}

/** Erases an owner. */
async function erased(email: string): Promise<void> {
  const params = { storeId: server.storeId };
  const admin = await server.staff('Admin');
  const { id: requestId } = await admin(privacy.askPrivacy, { params, body: { kind: 'erase', email } });
  await eventually(async () => {
    const { data } = await admin(privacy.listPrivacyRequests, { params });
    return data.find(({ id }) => id === requestId)?.state === 'done';
  }, 'the owner is erased');
}

const registering = (part: object) =>
  server.browser()(portal.registerProduct, {
    params: { slug: server.slug },
    body: {
      variantIdFromPlatform: ware.variantId,
      email: 'grace@example.com',
      firstName: 'Grace',
      lastName: 'Hopper',
      estimatedPurchaseDate: daysAgo(3),
      ...part,
    },
  });
const withSerial = (serial: string) => ({ customFields: [{ id: serialFieldId, value: serial }] });
async function registrationOf(searchTerm: string) {
  const params = { storeId: server.storeId };
  const { data } = await staff(lists.search, { params, body: { kind: 'Registration', filters: { searchTerm } } });
  return staff(merchant.getRegistration, { params: { ...params, registrationId: data[0]?.id ?? 0 } });
}

test('known serial numbers are imported, twice the same; wrong rows are reported, and unknown numbers refused from then on', async () => {
  const lines = [
    'Serial number,SKU,GTIN',
    `SN-1,${ware.sku.toLowerCase()},`,
    `SN-2,,${ware.barcode}`,
    `sn 1,${ware.sku},`,
    `<b>,${ware.sku},`,
    'SN-3,NO-SUCH-SKU,',
    'SN-4,,',
    `"SN-5,${ware.sku},`,
  ];
  const first = await imported('serialNumbers', lines);
  expect(first).toMatchObject({ state: 'done', share: 1, read: 7, written: 2, unchanged: 1, refusedCount: 4 });
  expect(first.refused).toEqual([
    { line: 5, reason: 'Serial number is empty or not one.' },
    { line: 6, reason: 'Your store has no product with this SKU.' },
    { line: 7, reason: 'Names no product. Fill in one of SKU, GTIN, Variant ID.' },
    { line: 8, reason: expect.stringContaining('quotation mark') },
  ]);
  expect(await imported('serialNumbers', lines)).toMatchObject({ written: 0, unchanged: 3, refusedCount: 4 });
  expect(await refusalOf(registering(withSerial('SN-9')))).toBe('422 SERIAL_UNKNOWN');
  expect((await registering(withSerial('sn 2'))).isNew).toBe(true);
  expect(await refusalOf(registering({ ...withSerial('SN-2'), email: 'other@example.com' }))).toBe('409 SERIAL_TAKEN');
});

test('a file without its columns is refused as a whole', async () => {
  expect(await imported('registrations', ['Mail,SKU', 'a,b'])).toMatchObject({
    state: 'failed',
    problem: expect.stringMatching(/must have these columns: Email, Purchase date\./),
  });
});

test('registrations are imported with their terms and consent, twice the same, and nobody is emailed', async () => {
  const row = (email: string, part: string) => `${email},${part}`;
  const lines = [
    'Email,Purchase date,SKU,Serial number,First name,Covered until,Consent text,Consent date',
    row('ida@example.com', `${daysAgo(40)},${ware.sku},SN-1,Ida,2031-05-06,Mail me,2025-01-02`),
    row('joan@example.com', `${daysAgo(40)},${ware.sku},,Joan,lifetime,,`),
    row('kay@example.com', `${daysAgo(-2)},${ware.sku},,Kay,,,`),
    row('lea@example.com', `${daysAgo(2)},FOREIGN,,Lea,,,`),
    row('may@example.com', `${daysAgo(2)},${ware.sku},SN-2,May,,,`),
    row('nia@example.com', `${daysAgo(2)},${ware.sku},SN-77,Nia,,,`),
    row('ora@example.com', `${daysAgo(2)},${ware.sku},,Ora,soon,,`),
  ];
  const first = await imported('registrations', lines);
  expect(first).toMatchObject({ read: 7, written: 2, refusedCount: 5 });
  expect(first.refused.map(({ line, reason }) => `${line}: ${reason.slice(0, 40)}`)).toEqual([
    "4: The purchase date can't be in the future.".slice(0, 43),
    '5: Your store has no product with this SKU.',
    '6: This serial number is registered already',
    "7: We don't know this serial number. Check ",
    '8: Covered until is neither a day like 2031',
  ]);
  const ida = await registrationOf('ida@example.com');
  expect(ida).toMatchObject({
    consent: { text: 'Mail me' },
    lineItems: [{ serialNumber: 'SN-1', isCovered: true, coveredUntil: '2031-05-06T23:59:59.999Z' }],
  });
  const joan = await registrationOf('joan@example.com');
  expect(joan.lineItems).toMatchObject([{ coveredUntil: LIFETIME }]);
  // What staff corrected or canceled stays so.
  await staff(merchant.changeRegistration, {
    params: { storeId: server.storeId, registrationId: joan.id },
    body: { estimatedPurchaseDate: daysAgo(41), address: null },
  });
  await staff(merchant.cancelRegistration, { params: { storeId: server.storeId, registrationId: ida.id } });
  expect(await imported('registrations', lines)).toMatchObject({ written: 0, unchanged: 2, refusedCount: 5 });
  const mails = server.mailbox
    .messages()
    .filter(({ to }) => to.some((address) => address.startsWith('ida@') || address.startsWith('joan@')));
  expect(mails.filter(({ subject }) => !subject.includes('canceled'))).toEqual([]);
});

test('one row with a wrong address is refused by the name of its column, and the others come in', async () => {
  const lines = [
    'Email,Purchase date,SKU,Address 1,Zip,Country code',
    `pat@example.com,${daysAgo(9)},${ware.sku},Am Markt 1,10115,DE`,
    `quin@example.com,${daysAgo(9)},${ware.sku},Am Markt 2,${'1'.repeat(30)},Germany`,
    `rae@example.com,${daysAgo(9)},${ware.sku},Am Markt 3,10115,de`,
  ];
  expect(await imported('registrations', lines)).toMatchObject({
    state: 'done',
    written: 2,
    refused: [{ line: 3, reason: 'Country code is not two letters like DE.' }],
  });
  expect(await registrationOf('rae@example.com')).toMatchObject({ address: { countryCode: 'DE' } });
});

test('an owner who was erased stays so when the file is imported again, and can register again', async () => {
  const email = 'zoe@zqgone.example';
  const lines = ['Email,Purchase date,SKU,First name', `${email},${daysAgo(3)},${ware.sku},Zqgone`];
  expect(await imported('registrations', lines)).toMatchObject({ written: 1 });
  await erased(email);
  expect(await imported('registrations', lines)).toMatchObject({ written: 0, unchanged: 1 });
  await eventually(
    async () => (await rowsWith(server.server.deps.database, 'zqgone')).length === 0,
    'nothing of the owner or of the file is left',
  );
  expect((await registering({ email, firstName: 'Zqgone' })).isNew).toBe(true);
});

test('what was erased or corrected before its keys were made stays so when the file is imported again', async () => {
  const [gone, corrected] = ['una@example.com', 'vera@example.com'] as const;
  const lines = ['Email,Purchase date,SKU', ...[gone, corrected].map((email) => `${email},${daysAgo(5)},${ware.sku}`)];
  expect(await imported('registrations', lines)).toMatchObject({ written: 2 });
  // As a version before the keys kept them.
  await server.server.deps.database.inStore(server.storeId, (db) =>
    db
      .updateTable('registration')
      .set({ same_key: sql`gen_random_uuid()::text`, first_key: '' })
      .where('email_key', 'in', [gone, corrected])
      .execute(),
  );
  const { id: registrationId } = await registrationOf(corrected);
  await staff(merchant.changeRegistration, {
    params: { storeId: server.storeId, registrationId },
    body: { estimatedPurchaseDate: daysAgo(6), address: null },
  });
  await erased(gone);
  expect(await imported('registrations', lines)).toMatchObject({ written: 0, unchanged: 2 });
});

test('terms of single items reach the unit, registered or not, the registration and the order', async () => {
  const before = await registering(withSerial('SN-1'));
  const lines = [
    'Covered until,SKU,Serial number,Registration,Order number,Email',
    `2032-01-01,${ware.sku},SN-1,,,`,
    `2033-01-01,${ware.sku},SN-8,,,`,
    `lifetime,${ware.sku},,${(await registrationOf('joan@example.com')).externalId},,`,
    `2033-01-01,${ware.sku},,G-NOSUCH00,,`,
    `2033-01-01,${ware.sku},,,999999,a@example.com`,
    `never,${ware.sku},SN-1,,,`,
  ];
  expect(await imported('warrantyTerms', lines)).toMatchObject({ written: 2, unchanged: 1, refusedCount: 3 });
  expect(await imported('warrantyTerms', lines)).toMatchObject({ written: 0, unchanged: 3, refusedCount: 3 });
  expect((await registrationOf(before.certificate.externalId)).lineItems).toMatchObject([
    { coveredUntil: '2032-01-01T23:59:59.999Z' },
  ]);
  await imported('serialNumbers', ['Serial number,SKU', `SN-8,${ware.sku}`]);
  const later = await registering({ ...withSerial('SN-8'), email: 'later@example.com' });
  expect(later.certificate.products).toMatchObject([{ coveredUntil: '2033-01-01T23:59:59.999Z', isCovered: true }]);
});

test('a term promised of a unit stays with it, though its registration is canceled and made again', async () => {
  const lines = ['Covered until,SKU,Serial number', `2035-01-01,${ware.sku},SN-KEPT`];
  await imported('serialNumbers', ['Serial number,SKU', `SN-KEPT,${ware.sku}`]);
  const { certificate } = await registering({ ...withSerial('SN-KEPT'), email: 'first@example.com' });
  expect(await imported('warrantyTerms', lines)).toMatchObject({ written: 1 });
  const { id: registrationId } = await registrationOf(certificate.externalId);
  await staff(merchant.cancelRegistration, { params: { storeId: server.storeId, registrationId } });
  const again = await registering({ ...withSerial('SN-KEPT'), email: 'second@example.com' });
  expect(again.certificate.products).toMatchObject([{ coveredUntil: '2035-01-01T23:59:59.999Z' }]);
});

test('a unit of an order that is registered later shortens the term of no other', async () => {
  const order = server.shop.orders.find(
    ({ email, cancelledAt, lineItems }) =>
      email !== null && email !== '' && cancelledAt === null && lineItems.some(({ variantId }) => variantId !== null),
  );
  const bought = order?.lineItems.find(({ variantId }) => variantId !== null);
  const unit = (serial: string) => ({
    ...withSerial(serial),
    variantIdFromPlatform: String(bought?.variantId),
    email: order?.email ?? '',
    customerProvidedOrderNumber: order?.name ?? '',
  });
  const sku = bought?.sku ?? '';
  await imported('serialNumbers', ['Serial number,SKU', `SN-LONG,${sku}`, `SN-SHORT,${sku}`]);
  const terms = [`2036-01-01,${sku},SN-LONG`, `2034-01-01,${sku},SN-SHORT`];
  expect(await imported('warrantyTerms', ['Covered until,SKU,Serial number', ...terms])).toMatchObject({ written: 2 });
  const long = await registering(unit('SN-LONG'));
  await registering(unit('SN-SHORT'));
  const registration = await registrationOf(long.certificate.externalId);
  expect(registration).toMatchObject({
    isTiedToOrder: true,
    lineItems: [{ coveredUntil: '2036-01-01T23:59:59.999Z' }],
  });
});

test('staff look a serial number up and see all that happened to the item', async () => {
  const { units } = await staff(serialNumber, {
    params: { storeId: server.storeId },
    query: { serialNumber: 'sn1' },
  });
  expect(units).toMatchObject([
    {
      serialNumber: 'SN-1',
      isKnown: true,
      registrations: [
        { isCurrent: false, ownerName: 'Ida', events: [{ kind: 'registered' }, { kind: 'canceled' }] },
        { isCurrent: true, ownerName: 'Grace Hopper', isCovered: true, events: [{ kind: 'registered' }] },
      ],
    },
  ]);
  expect(
    await staff(serialNumber, { params: { storeId: server.storeId }, query: { serialNumber: 'NOBODYS' } }),
  ).toEqual({ units: [] });
});
