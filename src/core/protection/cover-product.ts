import { z } from 'zod';
import { Minor } from '#core/money.ts';

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
