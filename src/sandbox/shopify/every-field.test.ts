import type { GraphQLOutputType } from 'graphql';
import { getNamedType, isInterfaceType, isObjectType, isUnionType } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from './client.fixture.ts';
import { at, seededClient, SHOP, textAt } from './client.fixture.ts';
import { loadSchema } from './execute.ts';

const schema = loadSchema();
let client: Client;
beforeAll(async () => {
  client = await seededClient({}, { orders: 60, customers: 20 });
});
afterAll(() => client.sandbox.close());

const SIZES: Readonly<Record<string, string>> = {
  metafield: '(key: "any")',
  quantities: '(names: ["available"])',
  inventoryLevel: `(locationId: "gid://shopify/Location/7000000001")`,
};

/** Every field of a type, and of what hangs below it down to a depth, with one row of each connection. */
function everything(type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type);
  if (isUnionType(named))
    return `{ __typename ${named
      .getTypes()
      .map((each) => `... on ${each.name} ${everything(each, depth)}`)
      .join(' ')} }`;
  if (!isObjectType(named) && !isInterfaceType(named)) return '';
  const fields = Object.values(named.getFields()).flatMap((field) => {
    const inner = getNamedType(field.type);
    const composite = isObjectType(inner) || isInterfaceType(inner) || isUnionType(inner);
    if (composite && depth === 0) return [];
    const connection = inner.name.endsWith('Connection');
    const size = connection ? '(first: 1)' : (SIZES[field.name] ?? '');
    const below = composite
      ? everything(field.type, connection || inner.name.endsWith('Edge') ? depth : depth - 1)
      : '';
    return composite && below === '' ? [] : [`${field.name}${size} ${below}`];
  });
  return `{ __typename ${fields.join(' ')} }`;
}

function typeNamed(name: string): GraphQLOutputType {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`${name} is not an object type`);
  return type;
}

const failures = (answer: unknown) => JSON.stringify(at(answer, 'errors') ?? null);

// The cost limit is for the API; a bulk-like reading of one node at a time stays below it.
test.each([
  'Order',
  'Product',
  'ProductVariant',
  'Customer',
  'GiftCard',
  'Fulfillment',
  'Refund',
  'InventoryItem',
  'Location',
  'Segment',
])('every field of %s can be read', async (name) => {
  const shop = client.sandbox.store(SHOP);
  const refunded = shop.orders.find((order) => order.refunds.length > 0 && order.fulfillments.length > 0);
  const product = shop.products[0];
  const ids: Readonly<Record<string, number | undefined>> = {
    Order: refunded?.id,
    Product: product?.id,
    ProductVariant: product?.variants[0]?.id,
    Customer: refunded?.customerId ?? undefined,
    GiftCard: shop.giftCards[0]?.id,
    Fulfillment: refunded?.fulfillments[0]?.id,
    Refund: refunded?.refunds[0]?.id,
    InventoryItem: product?.variants[0]?.inventoryItemId,
    Location: shop.locationId,
    Segment: shop.segments[0]?.id,
  };
  const depth = name === 'Order' ? 2 : 1;
  const answer = await client.call(
    `{ node(id: "gid://shopify/${name}/${ids[name]}") { ... on ${name} ${everything(typeNamed(name), depth)} } }`,
  );
  expect(failures(answer)).toBe('null');
  expect(textAt(answer, 'data', 'node', 'id')).toBe(`gid://shopify/${name}/${ids[name]}`);
});

test('every field of the shop can be read', async () => {
  const answer = await client.call(
    `{ shop ${everything(typeNamed('Shop'), 2)} currentAppInstallation ${everything(typeNamed('AppInstallation'), 1)} }`,
  );
  expect(failures(answer)).toBe('null');
  expect(textAt(answer, 'data', 'shop', 'currencyCode')).toBe('USD');
});
