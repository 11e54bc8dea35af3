import { decimalText } from '../amounts.ts';
import { barcodeOf } from '../barcode.ts';
import { pictureIndex, picturedColors, picturePath } from '../pictures.ts';
import { searchProducts } from '../search.ts';
import type { Product, Variant } from '../state.ts';
import { gid } from '../state.ts';
import type { Context, PageArgs, View } from './connection.ts';
import { connection, firstOf, innerConnection, money } from './connection.ts';

const available = (variant: Variant): number => variant.quantities['available'] ?? 0;

/** Pictures are one of each color; their ids are of the product's number and the color's place. */
const pictureId = (product: Product, index: number): number => product.picture * 100 + index;

export function imageView(context: Context, product: Product, index = 0): View {
  const url = `${context.baseUrl}/${context.shop.domain}/${picturePath(product, index)}`;
  return {
    id: gid('ImageSource', pictureId(product, index)),
    altText: product.title,
    width: 800,
    height: 800,
    url,
    src: url,
    originalSrc: url,
  };
}

/** The picture of a variant's color. */
export const variantImageView = (context: Context, product: Product, variant: Variant): View =>
  imageView(context, product, pictureIndex(product, variant));

function mediaView(context: Context, product: Product, index = 0): View {
  const image = imageView(context, product, index);
  return {
    __typename: 'MediaImage',
    id: gid('MediaImage', pictureId(product, index)),
    alt: product.title,
    image,
    mediaContentType: 'IMAGE',
    mimeType: 'image/svg+xml',
    preview: { image, status: 'READY' },
    status: 'READY',
    createdAt: product.createdAt,
    updatedAt: product.updatedAt,
  };
}

export function productView(context: Context, product: Product): View {
  const { currency } = context.shop;
  const prices = product.variants.map((variant) => variant.price);
  const pictures = [...picturedColors(product).keys()];
  return {
    __typename: 'Product',
    id: gid('Product', product.id),
    legacyResourceId: String(product.id),
    title: product.title,
    handle: product.handle,
    description: (args: { truncateAt?: number | null }) =>
      typeof args.truncateAt === 'number' ? product.description.slice(0, args.truncateAt) : product.description,
    descriptionHtml: `<p>${product.description}</p>`,
    vendor: product.vendor,
    productType: product.productType,
    tags: product.tags,
    collections: (args: PageArgs) =>
      innerConnection(context, product.collections ?? [], args, (each) => collectionView(product, each)),
    status: product.status,
    isGiftCard: product.isGiftCard,
    featuredImage: imageView(context, product),
    featuredMedia: mediaView(context, product),
    images: (args: PageArgs) => innerConnection(context, pictures, args, (index) => imageView(context, product, index)),
    media: (args: PageArgs) => innerConnection(context, pictures, args, (index) => mediaView(context, product, index)),
    hasOnlyDefaultVariant: product.variants.length === 1 && product.variants[0]?.title === 'Default Title',
    hasOutOfStockVariants: product.variants.some((variant) => available(variant) <= 0),
    onlineStoreUrl: product.isUnpublished
      ? null
      : `${context.baseUrl}/${context.shop.domain}/products/${product.handle}`,
    onlineStorePreviewUrl: `${context.baseUrl}/${context.shop.domain}/products/${product.handle}`,
    options: (args: { first?: number | null }) => firstOf(optionViews(product), args.first),
    priceRangeV2: {
      minVariantPrice: money(Math.min(...prices), currency),
      maxVariantPrice: money(Math.max(...prices), currency),
    },
    publishedAt: product.isUnpublished ? null : product.createdAt,
    templateSuffix: null,
    totalInventory: product.variants.reduce((sum, variant) => sum + available(variant), 0),
    tracksInventory: product.variants.some((variant) => variant.tracked),
    variants: (args: PageArgs) =>
      connection(
        context,
        product.variants,
        args,
        (each) => [each.position, each.id],
        (each) => variantView(context, product, each),
      ),
    variantsCount: { count: product.variants.length, precision: 'EXACT' },
    createdAt: product.createdAt,
    updatedAt: product.updatedAt,
  };
}

const collectionView = (product: Product, { id, title }: { id: number; title: string }): View => ({
  __typename: 'Collection',
  id: gid('Collection', id),
  title,
  handle: title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
  updatedAt: product.updatedAt,
});

function optionViews(product: Product): View[] {
  const names = product.variants[0]?.options.map((option) => option.name) ?? [];
  return names.map((name, index) => {
    const values = [...new Set(product.variants.map((variant) => variant.options[index]?.value ?? ''))];
    return {
      __typename: 'ProductOption',
      id: gid('ProductOption', product.id * 10 + index),
      name,
      position: index + 1,
      values,
      optionValues: values.map((value, place) => ({
        __typename: 'ProductOptionValue',
        id: gid('ProductOptionValue', product.id * 1000 + index * 100 + place),
        name: value,
        hasVariants: true,
      })),
    };
  });
}

export function variantView(context: Context, product: Product, variant: Variant): View {
  return {
    __typename: 'ProductVariant',
    id: gid('ProductVariant', variant.id),
    legacyResourceId: String(variant.id),
    title: variant.title,
    displayName: `${product.title} - ${variant.title}`,
    sku: variant.sku,
    barcode: product.isGiftCard ? null : barcodeOf(variant.id),
    position: variant.position,
    price: decimalText(variant.price, context.shop.currency),
    compareAtPrice: null,
    taxable: !product.isGiftCard,
    image: variantImageView(context, product, variant),
    media: (args: PageArgs) =>
      innerConnection(context, [pictureIndex(product, variant)], args, (index) => mediaView(context, product, index)),
    inventoryItem: () => inventoryItemView(context, product, variant),
    inventoryPolicy: variant.isSoldOnWithout ? 'CONTINUE' : 'DENY',
    inventoryQuantity: available(variant),
    sellableOnlineQuantity: Math.max(0, available(variant)),
    availableForSale: !variant.tracked || variant.isSoldOnWithout === true || available(variant) > 0,
    product: () => productView(context, product),
    selectedOptions: variant.options.map((option) => ({
      ...option,
      optionValue: {
        __typename: 'ProductOptionValue',
        id: gid('ProductOptionValue', variant.id),
        name: option.value,
        hasVariants: true,
      },
    })),
    createdAt: product.createdAt,
    updatedAt: product.updatedAt,
  };
}

export function inventoryItemView(context: Context, product: Product, variant: Variant): View {
  const level = () => levelView(context, product, variant);
  return {
    __typename: 'InventoryItem',
    id: gid('InventoryItem', variant.inventoryItemId),
    legacyResourceId: String(variant.inventoryItemId),
    sku: variant.sku,
    tracked: variant.tracked,
    requiresShipping: !product.isGiftCard && !variant.isNotShipped,
    countryCodeOfOrigin: null,
    provinceCodeOfOrigin: null,
    harmonizedSystemCode: null,
    measurement: {
      __typename: 'InventoryItemMeasurement',
      id: gid('InventoryItemMeasurement', variant.inventoryItemId),
      weight: { unit: 'GRAMS', value: variant.grams },
    },
    unitCost: null,
    variant: () => variantView(context, product, variant),
    inventoryLevel: (args: { locationId: string }) =>
      args.locationId === gid('Location', context.shop.locationId) ? level() : null,
    inventoryLevels: (args: PageArgs) => innerConnection(context, [variant], args, level),
    createdAt: product.createdAt,
    updatedAt: product.updatedAt,
  };
}

function levelView(context: Context, product: Product, variant: Variant): View {
  return {
    __typename: 'InventoryLevel',
    id: gid('InventoryLevel', `${context.shop.locationId}?inventory_item_id=${variant.inventoryItemId}`),
    isActive: true,
    item: () => inventoryItemView(context, product, variant),
    location: () => locationView(context),
    quantities: (args: { names: string[] }) =>
      args.names.map((name) => ({
        __typename: 'InventoryQuantity',
        id: gid(
          'InventoryQuantity',
          `${context.shop.locationId}?inventory_item_id=${variant.inventoryItemId}&name=${name}`,
        ),
        name,
        quantity: variant.quantities[name] ?? 0,
        updatedAt: product.updatedAt,
      })),
    createdAt: product.createdAt,
    updatedAt: product.updatedAt,
  };
}

export function locationView(context: Context): View {
  const { shop } = context;
  return {
    __typename: 'Location',
    id: gid('Location', shop.locationId),
    legacyResourceId: String(shop.locationId),
    name: shop.locationName,
    address: {
      address1: '80 Mill Street',
      address2: null,
      city: 'Portland',
      country: 'United States',
      countryCode: 'US',
      formatted: ['80 Mill Street', 'Portland OR 97201', 'United States'],
      latitude: null,
      longitude: null,
      phone: null,
      province: 'Oregon',
      provinceCode: 'OR',
      zip: '97201',
    },
    activatable: true,
    fulfillsOnlineOrders: true,
    hasActiveInventory: true,
    isActive: true,
    isFulfillmentService: false,
    isPrimary: true,
    shipsInventory: true,
    createdAt: shop.createdAt,
    updatedAt: shop.createdAt,
  };
}

type ProductArgs = PageArgs & { query?: string | null; sortKey: string };

export function productConnection(context: Context, args: ProductArgs): View {
  const value = (product: Product): string | number => {
    if (args.sortKey === 'UPDATED_AT') return product.updatedAt;
    if (args.sortKey === 'CREATED_AT' || args.sortKey === 'PUBLISHED_AT') return product.createdAt;
    if (args.sortKey === 'TITLE') return product.title;
    return product.id;
  };
  return connection(
    context,
    searchProducts(context.shop, context.shop.products, args.query),
    args,
    (each) => [value(each), each.id],
    (each) => productView(context, each),
  );
}

export function variantConnection(context: Context, args: ProductArgs): View {
  const rows = context.shop.products.flatMap((product) => product.variants.map((variant) => ({ product, variant })));
  const wanted = /sku:\s*'?"?([^'"\s]+)/.exec(args.query ?? '')?.[1];
  const found = wanted === undefined ? rows : rows.filter((row) => row.variant.sku === wanted);
  return connection(
    context,
    found,
    args,
    (row) => [row.variant.id, 0],
    (row) => variantView(context, row.product, row.variant),
  );
}
