import { minorOf } from '../amounts.ts';
import { productById } from '../lookup.ts';
import type { Product, Variant } from '../state.ts';
import { gid, nextId, numberOf } from '../state.ts';
import type { Context, PageArgs, View } from '../views/connection.ts';
import { innerConnection } from '../views/connection.ts';
import { productView } from '../views/product.ts';
import { shopView } from '../views/platform.ts';
import { announceProduct, isoNow } from './announce.ts';

type VariantInput = {
  id?: string | null;
  optionValues: { name?: string | null; optionName?: string | null }[];
  price?: string | null;
  sku?: string | null;
  inventoryPolicy?: 'CONTINUE' | 'DENY' | null;
  inventoryItem?: { requiresShipping?: boolean | null; tracked?: boolean | null } | null;
};
type Input = {
  title?: string | null;
  handle?: string | null;
  vendor?: string | null;
  productType?: string | null;
  descriptionHtml?: string | null;
  status?: Product['status'] | null;
  tags?: string[] | null;
  productOptions?: { name?: string | null; values?: { name?: string | null }[] | null }[] | null;
  variants?: VariantInput[] | null;
};
type Args = { identifier?: { id?: string | null; handle?: string | null } | null; input: Input };

const refused = (message: string, ...field: string[]): View => ({
  product: null,
  userErrors: [{ field: ['input', ...field], message }],
});

/** Makes a product, or makes the one that the identifier names as described: variants that aren't listed are deleted. */
export function productSet(context: Context, { identifier, input }: Args): View {
  const { shop } = context;
  const id = numberOf(identifier?.id, 'Product');
  const known = identifier?.id
    ? productById(shop, id)
    : shop.products.find(({ handle }) => handle === identifier?.handle);
  if (identifier?.id && !known) return refused('Product does not exist');
  const title = input.title ?? known?.title ?? '';
  if (title === '') return refused("Title can't be blank", 'title');
  const options = input.productOptions?.map(({ name }) => name ?? '') ?? [];
  if (input.variants && options.length === 0) return refused('Product options input is required', 'productOptions');
  const now = isoNow();
  const product: Product = known ?? {
    id: nextId(shop),
    title,
    handle: input.handle ?? title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
    description: '',
    vendor: shop.name,
    productType: '',
    tags: [],
    status: 'ACTIVE',
    isGiftCard: false,
    isUnpublished: true,
    picture: shop.nextId,
    createdAt: now,
    updatedAt: now,
    variants: [],
  };
  const variants = input.variants?.map((one, index) => variantOf(context, product, one, index)) ?? product.variants;
  if (variants.some((one) => one === null)) return refused('Price must be a number', 'variants');
  const combinations = variants.map((one) => JSON.stringify(one?.options));
  if (new Set(combinations).size < combinations.length) return refused('The variant already exists.', 'variants');
  Object.assign(product, {
    title,
    vendor: input.vendor ?? product.vendor,
    productType: input.productType ?? product.productType,
    description: input.descriptionHtml ?? product.description,
    status: input.status ?? product.status,
    tags: input.tags ?? product.tags,
    variants: variants.flatMap((one) => one ?? []),
  });
  if (known) announceProduct(context, product);
  else {
    shop.products.push(product);
    context.events.push({ topic: 'products/create', kind: 'product', id: product.id });
  }
  return { product: productView(context, product), userErrors: [] };
}

function variantOf(context: Context, product: Product, input: VariantInput, index: number): Variant | null {
  const { shop } = context;
  const options = input.optionValues.map(({ name, optionName }) => ({ name: optionName ?? '', value: name ?? '' }));
  const before = product.variants.find(
    ({ id, options: its }) =>
      id === numberOf(input.id, 'ProductVariant') || JSON.stringify(its) === JSON.stringify(options),
  );
  const price =
    input.price === null || input.price === undefined ? (before?.price ?? 0) : minorOf(input.price, shop.currency);
  if (price === null) return null;
  const { isNotShipped: _shipped, isSoldOnWithout: _sold, ...others } = before ?? newVariant(context, product);
  const isShipped = input.inventoryItem?.requiresShipping ?? !before?.isNotShipped;
  const isSoldOn = input.inventoryPolicy ? input.inventoryPolicy === 'CONTINUE' : before?.isSoldOnWithout === true;
  return {
    ...others,
    title: options.map(({ value }) => value).join(' / '),
    sku: input.sku ?? before?.sku ?? '',
    position: index + 1,
    options,
    price,
    tracked: input.inventoryItem?.tracked ?? before?.tracked ?? false,
    ...(isShipped ? {} : { isNotShipped: true }),
    ...(isSoldOn ? { isSoldOnWithout: true } : {}),
  };
}

const newVariant = ({ shop }: Context, product: Product): Variant => ({
  id: nextId(shop),
  productId: product.id,
  title: '',
  sku: '',
  position: 1,
  options: [],
  price: 0,
  grams: 0,
  inventoryItemId: nextId(shop),
  tracked: false,
  quantities: {},
});

const PUBLICATIONS = [
  { id: 1, name: 'Online Store' },
  { id: 2, name: 'Point of Sale' },
];
const ONLINE_STORE = gid('Publication', 1);

/** The sales channels of the shop. */
export const publicationConnection = (context: Context, args: PageArgs): View =>
  innerConnection(context, PUBLICATIONS, args, ({ id, name }) => ({
    __typename: 'Publication',
    id: gid('Publication', id),
    name,
    autoPublish: false,
    supportsFuturePublishing: id === 1,
  }));

export function publishablePublish(
  context: Context,
  { id, input }: { id: string; input: { publicationId?: string | null }[] },
): View {
  const product = productById(context.shop, numberOf(id, 'Product'));
  const problem = (message: string): View => ({ shop: shopView(context), userErrors: [{ field: ['id'], message }] });
  if (!product) return problem('Product does not exist');
  const known = PUBLICATIONS.map((one) => gid('Publication', one.id));
  if (input.some(({ publicationId }) => !known.includes(publicationId ?? '')))
    return problem('Publication does not exist');
  if (input.some(({ publicationId }) => publicationId === ONLINE_STORE)) delete product.isUnpublished;
  return { shop: shopView(context), userErrors: [] };
}
