import { z } from 'zod';
import type { CallContext } from '#partners/ports.ts';
import { OutOfStockError } from '#partners/ports.ts';
import type { ShopifyClient } from './client.ts';
import { PARTNER, refused } from './client.ts';
import { gidOf, tailOf } from './gid.ts';
import { EXCHANGE_VARIANTS } from './operations.ts';

const Variant = z.object({
  id: z.string(),
  price: z.string(),
  inventoryQuantity: z.number().nullable(),
  inventoryPolicy: z.string(),
  inventoryItem: z.object({ requiresShipping: z.boolean(), tracked: z.boolean() }),
});
type Variant = z.infer<typeof Variant>;
const Answer = z.object({ shop: z.object({ currencyCode: z.string() }), nodes: z.array(Variant.nullable()) });

type Wanted = { variantIdFromPlatform: string; quantity: number };
type Caller = { client: ShopifyClient; context: CallContext };
/** By the variant's id; prices are decimal texts in the shop's currency. */
export type LiveVariants = { currencyCode: string; byId: ReadonlyMap<string, Variant> };

/** The variants of some lines as they are now; refused when the platform no longer knows one. */
export async function readVariants({ client, context }: Caller, lines: readonly Wanted[]): Promise<LiveVariants> {
  const ids = [...new Set(lines.map(({ variantIdFromPlatform }) => gidOf('ProductVariant', variantIdFromPlatform)))];
  const { shop, nodes } = await client.run(EXCHANGE_VARIANTS, { ids }, Answer, context);
  const byId = new Map(nodes.flatMap((variant) => (variant ? [[tailOf(variant.id), variant] as const] : [])));
  const missing = lines.find(({ variantIdFromPlatform }) => !byId.has(variantIdFromPlatform));
  if (missing) throw refused(`Shopify does not know variant ${missing.variantIdFromPlatform} any more`);
  return { currencyCode: shop.currencyCode, byId };
}

/** The lines there is too little of, each variant once. What is sold beyond its stock is never short. */
export function outOfStock(lines: readonly Wanted[], variants: LiveVariants): OutOfStockError {
  const wanted = new Map<string, number>();
  for (const { variantIdFromPlatform: id, quantity } of lines) wanted.set(id, (wanted.get(id) ?? 0) + quantity);
  const short = [...wanted].flatMap(([variantIdFromPlatform, count]) => {
    const variant = variants.byId.get(variantIdFromPlatform);
    if (!variant?.inventoryItem.tracked || variant.inventoryPolicy === 'CONTINUE') return [];
    const available = Math.max(0, variant.inventoryQuantity ?? 0);
    return available < count ? [{ variantIdFromPlatform, wanted: count, available }] : [];
  });
  return new OutOfStockError(PARTNER, short);
}
