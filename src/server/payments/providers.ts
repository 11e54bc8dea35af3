import { PartnerError, type Payments } from '#partners/ports.ts';
import type { ServerDeps } from '#server/deps.ts';

/** A store's way of taking money: the card provider of the server, or the store's own checkout where it is connected. */
export const paymentProviders =
  (cards: Payments | null, checkoutOf: (storeId: number) => Promise<Payments>): ServerDeps['paymentsOf'] =>
  async (storeId, provider) => {
    if (provider === 'stripe') return cards;
    try {
      return await checkoutOf(storeId);
    } catch (error) {
      if (error instanceof PartnerError && error.kind === 'refused') return null;
      throw error;
    }
  };
