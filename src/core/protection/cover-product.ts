import { z } from 'zod';
import { Minor } from '#core/money.ts';

/** Names every variant of the cover, so that orders tell it from goods. */
export const COVER_SKU = 'MAKEGOOD-COVER';

/** A variant of the cover's product, in minor units of the shop's currency. */
export const CoverVariant = z.object({ idFromPlatform: z.string(), price: Minor });
export type CoverVariant = z.infer<typeof CoverVariant>;

/** What somebody did to the product at the platform. */
export type CoverProblem = 'deleted' | 'changed';

/** The product of the cover as it is known at the platform. */
export type CoverProduct = {
  idFromPlatform: string;
  handle: string;
  variants: readonly CoverVariant[];
  problem: CoverProblem | null;
};

type Seen = {
  status: string;
  variants: readonly { idFromPlatform: string; price: number; sku: string }[];
};
const SOLD: readonly string[] = ['ACTIVE', 'UNLISTED'];

/** What somebody did to the product; `seen`: as the platform has it now, null where it has none. */
export function coverProblemOf({ variants }: Pick<CoverProduct, 'variants'>, seen: Seen | null): CoverProblem | null {
  if (!seen) return 'deleted';
  const isWhole = variants.every(({ idFromPlatform, price }) =>
    seen.variants.some((one) => one.idFromPlatform === idFromPlatform && one.price === price && one.sku === COVER_SKU),
  );
  return isWhole && SOLD.includes(seen.status) ? null : 'changed';
}
