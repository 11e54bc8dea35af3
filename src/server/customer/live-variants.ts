import type { Variant } from '#core/orders/order.ts';
import { Refusal } from '#core/refusal.ts';
import { PartnerError } from '#partners/ports.ts';
import type { ServerDeps } from '#server/deps.ts';
import type { PortalContext } from '#server/http/context.ts';

/** Variants of a product with their stock of now. Refuses PLATFORM_UNREACHABLE. */
export async function liveVariants(
  { storefrontOf }: Pick<ServerDeps, 'storefrontOf'>,
  { portal, requestId, log }: Pick<PortalContext, 'portal' | 'requestId' | 'log'>,
  productIdFromPlatform: string,
): Promise<Variant[]> {
  try {
    return await (await storefrontOf(portal.storeId)).fetchVariants(productIdFromPlatform, { requestId });
  } catch (error) {
    if (!(error instanceof PartnerError)) throw error;
    log.warn({ err: error }, 'live stock could not be read');
    throw new Refusal(
      'conflict',
      'PLATFORM_UNREACHABLE',
      "We can't check what's in stock right now. Please try again in a minute.",
    );
  }
}
