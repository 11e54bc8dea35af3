import type { CreateClaimInput } from '#core/claims/new-claim.ts';
import type { ServerDeps } from '#server/deps.ts';
import type { PortalContext } from '#server/http/context.ts';
import { labelPrices, type LabelPrices } from '#server/labels/label-prices.ts';
import { questionsOf } from '#server/stores/questions.ts';

type Asker = Pick<PortalContext, 'portal' | 'requestId'>;

/** What labels cost, asked for shoppers. One for all sessions of a process. */
export type PortalPrices = Pick<LabelPrices, 'withKnownPrice'> & {
  /** A draft with what its label costs. Refuses LABEL_PRICE_UNKNOWN and TOO_MANY_QUESTIONS. */
  withPrice(asker: Asker, input: CreateClaimInput): Promise<CreateClaimInput>;
  /** Makes something whose label may have no known price yet. Refuses the same. */
  asking<T>(asker: Asker, make: () => Promise<T>): Promise<T>;
};

// Each selection, way and address is a question; a shopper who tries many of them asks fewer.
const MOST_PER_MINUTE = 30;

export function portalPrices(deps: Pick<ServerDeps, 'database' | 'secret' | 'labelsOf'>): PortalPrices {
  const prices = labelPrices(deps);
  const count = questionsOf(deps, {
    about: 'prices',
    mostPerMinute: MOST_PER_MINUTE,
    message: "You've tried many ways to send this in a short time. Please wait a minute and try again.",
  });
  const by = ({ portal, requestId }: Asker) => ({
    storeId: portal.storeId,
    context: { requestId, priority: 'shopper' as const },
    beforeAsking: () => count(portal),
  });
  return {
    withKnownPrice: prices.withKnownPrice,
    withPrice: (asker, input) => prices.withPrice(by(asker), input),
    asking: (asker, make) => prices.asking(by(asker), make),
  };
}
