import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from './client.fixture.ts';
import { at, listAt, seededClient, SHOP, textAt } from './client.fixture.ts';

let client: Client;
beforeAll(async () => {
  client = await seededClient({}, { orders: 10, customers: 10 });
});
afterAll(() => client.sandbox.close());

let taken = 0;
/** A counted variant that no other test has touched, with so many units. */
function variantOf(available: number) {
  const variants = client.sandbox
    .store(SHOP)
    .products.flatMap((product) => (product.isGiftCard ? [] : product.variants));
  const variant = variants[(taken += 1)];
  if (variant === undefined) throw new Error('the shop has too few variants');
  variant.tracked = true;
  variant.quantities = { available, on_hand: available, committed: 0, reserved: 0 };
  return variant;
}

const CREATE = `mutation ($input: DraftOrderInput!) { draftOrderCreate(input: $input) {
  draftOrder { id invoiceUrl reserveInventoryUntil totalPriceSet { shopMoney { amount } } } userErrors { message } } }`;
const create = (variantId: number, until: string | null) =>
  client.call(CREATE, {
    input: {
      reserveInventoryUntil: until,
      lineItems: [{ variantId: `gid://shopify/ProductVariant/${variantId}`, quantity: 2 }],
    },
  });
const REMOVE = 'mutation ($id: ID!) { draftOrderDelete(input: { id: $id }) { deletedId userErrors { message } } }';
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

test('a draft order sets stock aside only when it says until when, and gives it back once it is deleted', async () => {
  const variant = variantOf(5);
  await create(variant.id, null);
  expect(variant.quantities).toMatchObject({ available: 5, reserved: 0 });
  const id = textAt(await create(variant.id, inAnHour()), 'data', 'draftOrderCreate', 'draftOrder', 'id');
  expect(variant.quantities).toMatchObject({ available: 3, reserved: 2, on_hand: 5 });
  expect(textAt(await client.call(REMOVE, { id }), 'data', 'draftOrderDelete', 'deletedId')).toBe(id);
  expect(variant.quantities).toMatchObject({ available: 5, reserved: 0 });
  expect(listAt(await client.call(REMOVE, { id }), 'data', 'draftOrderDelete', 'userErrors')).toHaveLength(1);
});

test('what was set aside comes back by itself when its time is over, once', async () => {
  const variant = variantOf(4);
  const answer = await create(variant.id, new Date(Date.now() + 300).toISOString());
  const id = textAt(answer, 'data', 'draftOrderCreate', 'draftOrder', 'id');
  expect(variant.quantities['available']).toBe(2);
  await new Promise((resolve) => setTimeout(resolve, 400));
  const again = await client.call(`{ draftOrder(id: "${id}") { reserveInventoryUntil } }`);
  expect(at(again, 'data', 'draftOrder', 'reserveInventoryUntil')).toBeNull();
  await client.call(REMOVE, { id });
  expect(variant.quantities).toMatchObject({ available: 4, reserved: 0 });
});

test('paid at its link it becomes an order with that payment; it cannot be paid twice or deleted then', async () => {
  const answer = await create(variantOf(4).id, inAnHour());
  const draft = at(answer, 'data', 'draftOrderCreate', 'draftOrder');
  const url = textAt(draft, 'invoiceUrl');
  expect((await fetch(url)).status).toBe(200);
  const before = client.sandbox.store(SHOP).orders.length;
  await fetch(url, { method: 'POST' });
  await fetch(url, { method: 'POST' });
  const { orders } = client.sandbox.store(SHOP);
  expect(orders).toHaveLength(before + 1);
  expect(orders.at(-1)?.transactions).toMatchObject([{ kind: 'SALE', gateway: 'shopify_payments' }]);
  const refusal = await client.call(REMOVE, { id: textAt(draft, 'id') });
  expect(listAt(refusal, 'data', 'draftOrderDelete', 'userErrors')).toHaveLength(1);
  expect((await fetch(`${client.sandbox.url}/${SHOP}/invoices/unknown`)).status).toBe(404);
});

test('a field of a customer is written only over what the caller saw', async () => {
  const ownerId = `gid://shopify/Customer/${client.sandbox.store(SHOP).customers[0]?.id}`;
  const set = (value: string, more: object) =>
    client.call(
      `mutation ($metafields: [MetafieldsSetInput!]!) { metafieldsSet(metafields: $metafields) {
        metafields { value compareDigest namespace } userErrors { code } } }`,
      { metafields: [{ ownerId, namespace: '$app:notes', key: 'one', type: 'json', value, ...more }] },
    );
  const code = (answer: unknown) => at(answer, 'data', 'metafieldsSet', 'userErrors', 0, 'code');
  const first = await set('1', { compareDigest: null });
  expect(code(first)).toBeUndefined();
  expect(code(await set('2', { compareDigest: null }))).toBe('STALE_OBJECT');
  const compareDigest = textAt(first, 'data', 'metafieldsSet', 'metafields', 0, 'compareDigest');
  expect(code(await set('2', { compareDigest }))).toBeUndefined();
  expect(code(await set('3', { compareDigest }))).toBe('STALE_OBJECT');
  const found = await client.call(
    `{ customer(id: "${ownerId}") { metafield(namespace: "$app:notes", key: "one") { value } } }`,
  );
  expect(textAt(found, 'data', 'customer', 'metafield', 'value')).toBe('2');
});
