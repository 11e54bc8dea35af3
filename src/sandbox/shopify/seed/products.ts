import type { Product, ShopState, Variant } from '../state.ts';
import { nextId } from '../state.ts';
import type { Ware } from './catalog.ts';
import { CATALOG, GIFT_CARD, PROTECTION } from './catalog.ts';
import type { Chance } from './random.ts';

const VENDORS = ['Tidewater', 'Northfold', 'Hearth & Hand', 'Wild Meadow'] as const;

const handleOf = (title: string): string => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

function variant(
  shop: ShopState,
  product: Product,
  options: Variant['options'],
  price: number,
  grams: number,
  tracked: boolean,
  stock: number,
): Variant {
  const title = options.map((option) => option.value).join(' / ');
  const initials = product.title
    .split(/\s+/)
    .map((word) => word.slice(0, 3).toUpperCase())
    .join('');
  const suffix =
    title === 'Default Title'
      ? []
      : options.map((option) =>
          option.value
            .replaceAll(/[^A-Za-z0-9]/g, '')
            .slice(0, 4)
            .toUpperCase(),
        );
  return {
    id: nextId(shop),
    productId: product.id,
    title,
    sku: [initials, ...suffix].join('-'),
    position: product.variants.length + 1,
    options,
    price,
    grams,
    inventoryItemId: nextId(shop),
    tracked,
    quantities: {
      available: stock,
      on_hand: stock,
      committed: 0,
      damaged: 0,
      incoming: 0,
      reserved: 0,
      quality_control: 0,
      safety_stock: 0,
    },
  };
}

function optionSets(ware: Ware): Variant['options'][] {
  const sizes = ware.sizes.map((value) => ({ name: 'Size', value }));
  const colors = ware.colors.map((value) => ({ name: 'Color', value }));
  if (sizes.length === 0 && colors.length === 0) return [[{ name: 'Title', value: 'Default Title' }]];
  if (sizes.length === 0) return colors.map((color) => [color]);
  return colors.flatMap((color) => sizes.map((size) => [color, size]));
}

function blank(
  shop: ShopState,
  title: string,
  type: string,
  tags: string[],
  description: string,
  vendor: string,
  createdAt: string,
): Product {
  const product: Product = {
    id: nextId(shop),
    title,
    handle: handleOf(title),
    description,
    vendor,
    productType: type,
    tags: tags.toSorted(),
    status: 'ACTIVE',
    isGiftCard: false,
    picture: shop.products.length + 1,
    createdAt,
    updatedAt: createdAt,
    variants: [],
  };
  shop.products.push(product);
  return product;
}

// Below every other id of a shop.
const COLLECTION_ID = 6_000_000_001;

/** A collection for each type of product. */
const collectionOf = ({ type }: Ware): { id: number; title: string } => ({
  id: COLLECTION_ID + CATALOG.findIndex((ware) => ware.type === type),
  title: type,
});

/** The catalog as products with stock; about one variant in twelve is sold out. */
export function makeProducts(
  shop: ShopState,
  chance: Chance,
  createdAt: string,
): { wares: Product[]; giftCard: Product; protection: Product } {
  const wares = CATALOG.map((ware) => {
    const product = blank(shop, ware.title, ware.type, [...ware.tags], ware.about, chance.pick(VENDORS), createdAt);
    product.collections = [collectionOf(ware)];
    for (const options of optionSets(ware))
      product.variants.push(
        variant(shop, product, options, ware.price, ware.grams, true, chance.under(0.08) ? 0 : chance.between(4, 60)),
      );
    return product;
  });
  const giftCard = blank(
    shop,
    GIFT_CARD.title,
    GIFT_CARD.type,
    ['gift-card'],
    'A gift card by email, good for everything in the store.',
    shop.name,
    createdAt,
  );
  giftCard.isGiftCard = true;
  for (const value of GIFT_CARD.values)
    giftCard.variants.push(
      variant(shop, giftCard, [{ name: 'Denominations', value: `$${value / 100}.00` }], value, 0, false, 0),
    );
  const protection = blank(
    shop,
    PROTECTION.title,
    PROTECTION.type,
    ['shipping-protection'],
    'Cover against loss, theft and damage on the way.',
    'Parcel Cover',
    createdAt,
  );
  protection.variants.push(
    variant(shop, protection, [{ name: 'Title', value: 'Default Title' }], PROTECTION.price, 0, false, 0),
  );
  return { wares, giftCard, protection };
}
