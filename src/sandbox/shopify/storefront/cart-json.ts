import type { Cart, Product, SellingPlan, ShopState, Variant } from '../state.ts';
import { picturePath, pictureIndex } from '../pictures.ts';
import type { PricedLine } from './carts.ts';
import { fullToken, needsShipping, paidFor, pricedLines } from './carts.ts';
import type { Visitor } from './visitor.ts';
import { hundredths } from './visitor.ts';

type Json = Record<string, unknown>;

export const fullTitle = (product: Product, variant: Variant): string =>
  variant.title === 'Default Title' ? product.title : `${product.title} - ${variant.title}`;

/** Private attributes reach the order, and neither themes nor the calls of the storefront. */
const shown = (attributes: Cart['attributes']): Cart['attributes'] =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => !name.startsWith('__')));

export const planJson = (plan: SellingPlan): Json => ({
  id: plan.id,
  name: plan.name,
  description: null,
  options: [{ name: 'Delivery Frequency', position: 1, value: plan.name }],
  recurring_deliveries: true,
  price_adjustments: [{ order_count: null, position: 1, value_type: 'percentage', value: plan.percentageOff }],
});

export function lineJson(shop: ShopState, priced: PricedLine, { currencies }: Visitor): Json {
  const { line, product, variant, plan } = priced;
  const money = (minor: number): number => hundredths(minor, currencies.presentment);
  const unit = money(priced.unit.presentment);
  const picture = `/${shop.domain}/${picturePath(product, pictureIndex(product, variant))}`;
  const allocations = priced.lineDiscounts.map(({ code, amount }) => ({
    amount: money(amount.presentment),
    discount_application: { ...application(code), total_allocated_amount: money(amount.presentment) },
  }));
  const taken = allocations.reduce((sum, { amount }) => sum + amount, 0);
  const final = money(priced.final.presentment);
  const each = Math.round(final / line.quantity);
  return {
    id: variant.id,
    properties: line.properties,
    quantity: line.quantity,
    variant_id: variant.id,
    key: priced.key,
    title: fullTitle(product, variant),
    price: unit,
    original_price: unit,
    discounted_price: each,
    line_price: final,
    original_line_price: money(priced.original.presentment),
    total_discount: taken,
    discounts: priced.lineDiscounts.map(({ code, amount }) => ({ amount: money(amount.presentment), title: code })),
    sku: variant.sku === '' ? null : variant.sku,
    grams: variant.grams,
    vendor: product.vendor,
    taxable: !product.isGiftCard,
    product_id: product.id,
    product_has_only_default_variant: variant.title === 'Default Title',
    gift_card: product.isGiftCard,
    final_price: each,
    final_line_price: final,
    url: `/${shop.domain}/products/${product.handle}?variant=${variant.id}`,
    featured_image: { aspect_ratio: 1, alt: product.title, height: 620, url: picture, width: 620 },
    image: picture,
    handle: product.handle,
    requires_shipping: needsShipping(product, variant),
    product_type: product.productType,
    product_title: product.title,
    product_description: product.description,
    variant_title: variant.title === 'Default Title' ? null : variant.title,
    variant_options: variant.options.map(({ value }) => value),
    options_with_values: variant.options,
    line_level_discount_allocations: allocations,
    line_level_total_discount: taken,
    quantity_rule: { min: 1, max: null, increment: 1 },
    has_components: false,
    ...(plan === null
      ? {}
      : {
          selling_plan_allocation: {
            price_adjustments: [],
            price: unit,
            compare_at_price: null,
            per_delivery_price: unit,
            selling_plan: planJson(plan),
          },
        }),
  };
}

const application = (code: string): Json => ({
  type: 'discount_code',
  key: code,
  title: code,
  description: null,
  created_at: null,
  allocation_method: 'across',
  target_selection: 'all',
  target_type: 'line_item',
});

export function cartJson(shop: ShopState, cart: Cart, visitor: Visitor): Json {
  const lines = pricedLines(shop, cart, visitor);
  const money = (minor: number): number => hundredths(minor, visitor.currencies.presentment);
  const sum = (of: (priced: PricedLine) => number): number => lines.reduce((total, each) => total + of(each), 0);
  const original = money(sum(({ original: { presentment } }) => presentment));
  const total = money(sum((each) => paidFor(each).presentment));
  const codes = new Set(lines.flatMap(({ cartDiscounts }) => cartDiscounts.map(({ code }) => code)));
  return {
    token: fullToken(cart),
    note: cart.note,
    attributes: shown(cart.attributes),
    original_total_price: original,
    total_price: total,
    total_discount: original - total,
    total_weight: sum(({ line, variant }) => line.quantity * variant.grams),
    item_count: sum(({ line }) => line.quantity),
    items: lines.map((each) => lineJson(shop, each, visitor)),
    requires_shipping: lines.some(({ product, variant }) => needsShipping(product, variant)),
    currency: visitor.currencies.presentment,
    items_subtotal_price: money(sum(({ final }) => final.presentment)),
    cart_level_discount_applications: [...codes].map((code) => ({
      ...application(code),
      total_allocated_amount: money(
        sum(({ cartDiscounts }) => cartDiscounts.find((each) => each.code === code)?.amount.presentment ?? 0),
      ),
    })),
    discount_codes: cart.discountCodes.map((code) => ({
      code,
      applicable: (shop.discountCodes ?? []).some((each) => each.code === code),
    })),
  };
}
