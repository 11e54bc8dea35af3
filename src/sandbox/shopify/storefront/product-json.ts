import type { Product, ShopState, Variant } from '../state.ts';
import { picturedColors, pictureIndex, picturePath } from '../pictures.ts';
import { fullTitle, planJson } from './cart-json.ts';
import { needsShipping } from './carts.ts';
import type { Visitor } from './visitor.ts';
import { hundredths, seenPrice } from './visitor.ts';

type Json = Record<string, unknown>;

export const isAvailable = (variant: Variant): boolean =>
  !variant.tracked || (variant.quantities['available'] ?? 0) > 0;

/** On sale in the online store, be it only by its link. */
export const isSold = ({ status, isUnpublished }: Product): boolean =>
  !isUnpublished && (status === 'ACTIVE' || status === 'UNLISTED');

function variantJson(shop: ShopState, product: Product, variant: Variant, price: number): Json {
  const [first, second, third] = variant.options.map(({ value }) => value);
  return {
    id: variant.id,
    title: variant.title,
    option1: first ?? null,
    option2: second ?? null,
    option3: third ?? null,
    sku: variant.sku,
    requires_shipping: needsShipping(product, variant),
    taxable: !product.isGiftCard,
    featured_image: { src: `/${shop.domain}/${picturePath(product, pictureIndex(product, variant))}` },
    available: isAvailable(variant),
    name: fullTitle(product, variant),
    public_title: variant.title === 'Default Title' ? null : variant.title,
    options: variant.options.map(({ value }) => value),
    price,
    weight: variant.grams,
    compare_at_price: null,
    inventory_management: variant.tracked ? 'shopify' : null,
    barcode: null,
    requires_selling_plan: false,
    selling_plan_allocations: [],
    quantity_rule: { min: 1, max: null, increment: 1 },
  };
}

/** A product as the storefront tells scripts of it, in the currency of the visitor's market. */
export function productJson(shop: ShopState, product: Product, visitor: Visitor): Json {
  const priceOf = ({ price }: Variant) => hundredths(seenPrice(price, visitor), visitor.currencies.presentment);
  const prices = product.variants.map(priceOf);
  const pictures = picturedColors(product).map((_, index) => `/${shop.domain}/${picturePath(product, index)}`);
  return {
    id: product.id,
    title: product.title,
    handle: product.handle,
    description: product.description,
    published_at: product.createdAt,
    created_at: product.createdAt,
    vendor: product.vendor,
    type: product.productType,
    tags: product.tags,
    price: Math.min(...prices),
    price_min: Math.min(...prices),
    price_max: Math.max(...prices),
    available: product.variants.some(isAvailable),
    price_varies: new Set(prices).size > 1,
    compare_at_price: null,
    compare_at_price_min: 0,
    compare_at_price_max: 0,
    compare_at_price_varies: false,
    variants: product.variants.map((variant) => variantJson(shop, product, variant, priceOf(variant))),
    images: pictures,
    featured_image: pictures[0] ?? null,
    options: (product.variants[0]?.options ?? []).map(({ name }, at) => ({
      name,
      position: at + 1,
      values: [...new Set(product.variants.map(({ options }) => options[at]?.value))],
    })),
    url: `/${shop.domain}/products/${product.handle}`,
    media: [],
    requires_selling_plan: false,
    selling_plan_groups:
      product.sellingPlans === undefined
        ? []
        : [{ id: String(product.id), name: 'Subscribe and save', selling_plans: product.sellingPlans.map(planJson) }],
  };
}
