import { expect, test } from 'vitest';
import { productFromWire, WireProduct } from './wire-product.ts';

const wire = (titles: readonly string[]): WireProduct =>
  WireProduct.parse({
    id: 'gid://shopify/Product/7',
    title: 'Beeswax Candle',
    collections: { nodes: [] },
    handle: 'beeswax-candle',
    vendor: 'Hearth & Hand',
    productType: 'Home',
    tags: [],
    status: 'ACTIVE',
    isGiftCard: false,
    createdAt: '2026-10-01T00:00:00Z',
    updatedAt: '2026-11-01T00:00:00Z',
    featuredMedia: null,
    variants: {
      nodes: titles.map((title, index) => ({
        id: `gid://shopify/ProductVariant/${index + 1}`,
        title,
        sku: null,
        barcode: null,
        price: '34.00',
        selectedOptions: [{ name: 'Title', value: title }],
        inventoryQuantity: 3,
        inventoryPolicy: 'DENY',
        inventoryItem: { id: `gid://shopify/InventoryItem/${index + 1}`, tracked: true },
        media: { nodes: [] },
      })),
      pageInfo: { hasNextPage: false, endCursor: null },
    },
  });

test('the only variant of a product without options bears the name of the product', () => {
  expect(productFromWire(wire(['Default Title']), 'USD').variants.map(({ title }) => title)).toEqual([
    'Beeswax Candle',
  ]);
  expect(productFromWire(wire(['Small', 'Large']), 'USD').variants.map(({ title }) => title)).toEqual([
    'Small',
    'Large',
  ]);
});
