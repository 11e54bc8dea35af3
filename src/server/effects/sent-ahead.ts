import { ExchangeOrderPayload } from '#core/effects/exchange-order.ts';
import { PartnerError, type CallContext } from '#partners/ports.ts';
import { calledOffOrders, claimIdOf, type EffectRow } from '#server/db/effects.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { partnerKey } from '#server/effects/partner-key.ts';

/**
 * Before items are sent, makes sure that the canceled order of the instant exchange wasn't created after all: its
 * answer may have been lost before the platform refused a retry. If it was, this refuses and a person has to look.
 */
export async function refuseWhatIsOut(
  deps: Pick<EffectDeps, 'database' | 'storefrontOf'>,
  effect: EffectRow,
  { lineIds, claimExternalId }: { lineIds: readonly number[]; claimExternalId: string },
  context: CallContext,
): Promise<void> {
  const { store_id: storeId } = effect;
  const claimId = claimIdOf(effect);
  if (claimId === null) return;
  const calledOff = await deps.database.inStore(storeId, (db) => calledOffOrders(db, storeId, claimId));
  for (const { purpose_key: purposeKey, payload } of calledOff) {
    const { isAhead, lines } = ExchangeOrderPayload.parse(payload);
    const isOfThese = lines.some(({ claimLineId }) => claimLineId !== null && lineIds.includes(claimLineId));
    if (isAhead !== true || !isOfThese) continue;
    const storefront = await deps.storefrontOf(storeId);
    const sent = await storefront.findExchangeOrder(partnerKey(purposeKey, claimExternalId), context);
    if (sent)
      throw new PartnerError(
        'shopify',
        'refused',
        `Order ${sent.orderNo} was created ahead of the return after all. Cancel it at the store and try again, or mark this action as resolved externally.`,
      );
  }
}
