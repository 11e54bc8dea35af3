import { offeredCover } from '#core/protection/offered-cover.fixture.ts';
import type { OfferedCover } from '#core/protection/offered-cover.ts';
import type { Product, ShopState } from '#sandbox/shopify/state.ts';
import { nextId } from '#sandbox/shopify/state.ts';

const ROWS = [
  { upTo: 5_000, price: 129 },
  { upTo: 10_000, price: 229 },
  { upTo: 20_000, price: 399 },
  { upTo: 35_000, price: 699 },
  { upTo: 50_000, price: 999 },
  { upTo: null, price: 1_999 },
];

/** A hidden product in the shop with a variant for each price, and what the widget knows of it. */
export function coverOffered(
  shop: ShopState,
  changes: Partial<OfferedCover> = {},
): { cover: Product; offered: OfferedCover } {
  const id = nextId(shop);
  const now = new Date().toISOString();
  const cover: Product = {
    id,
    title: 'Delivery Guarantee',
    handle: 'delivery-guarantee',
    description: 'For lost, damaged or stolen packages.',
    vendor: 'Makegood',
    productType: 'Protection',
    tags: [],
    status: 'UNLISTED',
    isGiftCard: false,
    picture: shop.products.length + 1,
    createdAt: now,
    updatedAt: now,
    variants: ROWS.map(({ price }, at) => ({
      id: nextId(shop),
      productId: id,
      title: String(price),
      sku: `COVER-${price}`,
      position: at + 1,
      options: [{ name: 'Price', value: String(price) }],
      price,
      grams: 0,
      inventoryItemId: nextId(shop),
      tracked: false,
      quantities: {},
    })),
  };
  shop.products.push(cover);
  const variantIds = cover.variants.map((variant) => String(variant.id));
  return {
    cover,
    offered: offeredCover({
      coverVariantIds: variantIds,
      description: 'For lost, damaged or stolen packages.',
      modal: { imageUrl: null, title: 'What it covers', description: null, benefits: [] },
      colors: { primary: '#1f5132', onPrimary: '#ffffff' },
      productHandle: cover.handle,
      currencyCode: shop.currency,
      prices: ROWS.map(({ upTo, price }, at) => ({ upTo, variantId: variantIds[at] ?? '', price })),
      displayCountryCodes: ['US', 'DE', 'JP', 'CA'],
      cartSelectors: ['cart-items', 'cart-drawer', '#cart'],
      ...changes,
    }),
  };
}
