import { z } from 'zod';
import { minorFromDecimal } from '#core/money.ts';
import { Product, Variant } from '#core/orders/order.ts';
import type { Unreadable } from '#partners/ports.ts';
import { tailOf } from './gid.ts';
import { connection, Instant, unreadable } from './wire.ts';

const Preview = z.object({ preview: z.object({ image: z.object({ url: z.string() }).nullable() }).nullable() });

export const WireVariant = z.object({
  id: z.string(),
  title: z.string(),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  price: z.string(),
  selectedOptions: z.array(z.object({ name: z.string(), value: z.string() })),
  inventoryQuantity: z.number().int().nullable(),
  inventoryPolicy: z.enum(['CONTINUE', 'DENY']),
  inventoryItem: z.object({ id: z.string(), tracked: z.boolean() }),
  media: z.object({ nodes: z.array(Preview) }),
});
export const WireProduct = z.object({
  id: z.string(),
  title: z.string(),
  handle: z.string(),
  vendor: z.string(),
  productType: z.string(),
  tags: z.array(z.string()),
  status: z.string(),
  isGiftCard: z.boolean().default(false),
  createdAt: Instant,
  updatedAt: Instant,
  featuredMedia: Preview.nullable(),
  collections: z.object({ nodes: z.array(z.object({ id: z.string(), title: z.string() })) }),
  variants: connection(WireVariant),
});
export type WireProduct = z.infer<typeof WireProduct>;

/** A product with the variants that were read; prices are minor units of the shop's currency. */
export function productFromWire(wire: WireProduct, currencyCode: string): Product {
  return Product.parse({
    idFromPlatform: tailOf(wire.id),
    title: wire.title,
    handle: wire.handle,
    vendor: wire.vendor,
    productType: wire.productType,
    tags: wire.tags,
    status: wire.status,
    isGiftCard: wire.isGiftCard,
    imgUrl: urlOf(wire.featuredMedia),
    createdOn: wire.createdAt,
    updatedOn: wire.updatedAt,
    collections: wire.collections.nodes.map(({ id, title }) => ({ id: tailOf(id), name: title })),
    variants: wire.variants.nodes
      .map((variant) => variantFromWire(variant, currencyCode))
      .map((variant) => (variant.title === NAMELESS ? { ...variant, title: wire.title } : variant)),
  });
}

/** As productFromWire, for one of many that are read together. */
export function readableProduct(wire: WireProduct, currencyCode: string): Product | Unreadable {
  try {
    return productFromWire(wire, currencyCode);
  } catch (error) {
    return unreadable({ id: wire.id, updatedAt: wire.updatedAt }, error);
  }
}

/** What the platform calls the only variant of a product without options; people know it by the product's name. */
const NAMELESS = 'Default Title';

export function variantFromWire(wire: z.infer<typeof WireVariant>, currencyCode: string): Variant {
  // A variant that goes on selling when it is out of stock has no number of units that can be sold.
  const counted = wire.inventoryItem.tracked && wire.inventoryPolicy === 'DENY';
  return Variant.parse({
    idFromPlatform: tailOf(wire.id),
    title: wire.title,
    sku: wire.sku ?? '',
    barcode: wire.barcode ?? '',
    options: wire.selectedOptions,
    price: minorFromDecimal(wire.price, currencyCode),
    available: counted ? (wire.inventoryQuantity ?? 0) : null,
    imgUrl: urlOf(wire.media.nodes[0] ?? null),
    inventoryItemIdFromPlatform: tailOf(wire.inventoryItem.id),
  });
}

const urlOf = (media: z.infer<typeof Preview> | null): string | null => media?.preview?.image?.url ?? null;
