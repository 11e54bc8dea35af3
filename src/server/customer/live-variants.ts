import type { Variant } from '#core/orders/order.ts';
import { Refusal } from '#core/refusal.ts';
import { PartnerError } from '#partners/ports.ts';
import type { PortalProducts } from '#server/customer/portal-products.ts';
import type { PortalContext } from '#server/http/context.ts';

/** Variants of a product to choose from, with stock of some seconds ago at most. Refuses PLATFORM_UNREACHABLE and TOO_MANY_QUESTIONS. */
export async function liveVariants(
  products: PortalProducts,
  asker: Pick<PortalContext, 'portal' | 'requestId' | 'log'>,
  productIdFromPlatform: string,
): Promise<readonly Variant[]> {
  try {
    return await products.shared(asker, productIdFromPlatform);
  } catch (error) {
    if (!(error instanceof PartnerError)) throw error;
    asker.log.warn({ err: error }, 'live stock could not be read');
    throw new Refusal(
      'conflict',
      'PLATFORM_UNREACHABLE',
      "We can't check what's in stock right now. Please try again in a minute.",
    );
  }
}
