import { z } from 'zod';
import { decimalFromMinor, minorFromDecimal } from '#core/money.ts';
import { COVER_SKU, type CoverProduct } from '#core/protection/cover-product.ts';
import type { CallContext, CoverProductRequest } from '#partners/ports.ts';
import type { ShopifyClient } from './client.ts';
import { refused } from './client.ts';
import { readOn } from './complete.ts';
import { gidOf, tailOf } from './gid.ts';
import {
  COVER_BY_ID,
  COVER_SET,
  PUBLICATIONS,
  PUBLISH,
  SCRIPT_TAG_CREATE,
  SCRIPT_TAG_DELETE,
  SCRIPT_TAGS,
} from './operations.ts';
import { refuseUserErrors, UserErrors } from './user-errors.ts';
import { connection } from './wire.ts';

type Caller = { client: ShopifyClient; context: CallContext };

const Cover = z.object({
  id: z.string(),
  handle: z.string(),
  variants: z.object({ nodes: z.array(z.object({ id: z.string(), price: z.string() })) }),
});
const Publication = z.object({ id: z.string(), name: z.string() });
const ScriptTag = z.object({ id: z.string(), src: z.string() });

const HANDLE = 'makegood-cover';
const OPTION = 'Cover';
// The platform's own channel; its name is the same in every language.
const ONLINE_STORE = 'Online Store';

const isKnown = async ({ client, context }: Caller, idFromPlatform: string): Promise<boolean> => {
  const answer = z.object({ product: z.object({ id: z.string() }).nullable() });
  return (await client.run(COVER_BY_ID, { id: gidOf('Product', idFromPlatform) }, answer, context)).product !== null;
};

/** Found by its id, or by its handle where it isn't known or was deleted: so there is one, however often this is done. */
export async function keepCover(caller: Caller, request: CoverProductRequest): Promise<Omit<CoverProduct, 'problem'>> {
  const { client, context } = caller;
  const { idFromPlatform, title, vendor, prices, currencyCode } = request;
  const isThere = idFromPlatform !== null && (await isKnown(caller, idFromPlatform));
  const labels = prices.map((price) => decimalFromMinor(price, currencyCode));
  const input = {
    title,
    vendor,
    productType: 'Shipping protection',
    status: 'UNLISTED',
    ...(isThere ? {} : { handle: HANDLE }),
    productOptions: [{ name: OPTION, values: labels.map((name) => ({ name })) }],
    variants: labels.map((price) => ({
      optionValues: [{ optionName: OPTION, name: price }],
      price,
      sku: COVER_SKU,
      inventoryPolicy: 'CONTINUE',
      inventoryItem: { tracked: false, requiresShipping: false },
    })),
  };
  const answer = z.object({ productSet: z.object({ product: Cover.nullable(), userErrors: UserErrors }) });
  const identifier = isThere ? { id: gidOf('Product', idFromPlatform) } : { handle: HANDLE };
  const { productSet } = await client.run(COVER_SET, { identifier, input }, answer, context);
  refuseUserErrors(COVER_SET, productSet.userErrors);
  const { product } = productSet;
  if (!product) throw refused('Shopify made no product for the cover and gave no reason');
  await publish(caller, product.id);
  return {
    idFromPlatform: tailOf(product.id),
    handle: product.handle,
    variants: product.variants.nodes.map(({ id, price }) => ({
      idFromPlatform: tailOf(id),
      price: minorFromDecimal(price, currencyCode),
    })),
  };
}

async function publish({ client, context }: Caller, id: string): Promise<void> {
  const all = z.object({ publications: connection(Publication) });
  const read = async (after: string | null) => (await client.run(PUBLICATIONS, { after }, all, context)).publications;
  const publications = await read(null);
  await readOn(publications, read);
  const store = publications.nodes.find(({ name }) => name === ONLINE_STORE);
  if (!store) throw refused('Shopify shows no online store to sell the cover in');
  const answer = z.object({ publishablePublish: z.object({ userErrors: UserErrors }) });
  const variables = { id, input: [{ publicationId: store.id }] };
  const { publishablePublish } = await client.run(PUBLISH, variables, answer, context);
  refuseUserErrors(PUBLISH, publishablePublish.userErrors);
}

/** An app sees its own scripts alone. */
export async function keepScripts(caller: Caller, wanted: readonly string[]): Promise<void> {
  const { client, context } = caller;
  const all = z.object({ scriptTags: connection(ScriptTag) });
  const read = async (after: string | null) => (await client.run(SCRIPT_TAGS, { after }, all, context)).scriptTags;
  const tags = await read(null);
  await readOn(tags, read);
  const kept = wanted.flatMap((src) => tags.nodes.find((tag) => tag.src === src) ?? []);
  for (const { id } of tags.nodes.filter((tag) => !kept.includes(tag))) {
    const answer = z.object({ scriptTagDelete: z.object({ userErrors: UserErrors }) });
    const { scriptTagDelete } = await client.run(SCRIPT_TAG_DELETE, { id }, answer, context);
    refuseUserErrors(
      SCRIPT_TAG_DELETE,
      scriptTagDelete.userErrors.filter(({ message }) => !/not exist/i.test(message)),
    );
  }
  for (const src of wanted.filter((one) => !kept.some((tag) => tag.src === one))) {
    const answer = z.object({ scriptTagCreate: z.object({ userErrors: UserErrors }) });
    const input = { src, displayScope: 'ONLINE_STORE', cache: true };
    const { scriptTagCreate } = await client.run(SCRIPT_TAG_CREATE, { input }, answer, context);
    refuseUserErrors(SCRIPT_TAG_CREATE, scriptTagCreate.userErrors);
  }
}
