import { Refusal } from '#core/refusal.ts';
import { can } from '#core/roles.ts';
import { settingsOf } from '#server/db/settings.ts';
import type { StoreRow } from '#server/db/stores.ts';
import type { StoreContext } from '#server/http/context.ts';

/** Whether a user decides claims of shipping protection: the store's staff where that is theirs, else the provider's. */
export const mayDecide = (
  store: Pick<StoreRow, 'settings' | 'is_test'>,
  { roleCode }: Pick<StoreContext, 'roleCode'>,
): boolean =>
  settingsOf(store).shippingClaimsAdvanced.isMerchantFinalizationEnabled ||
  can(roleCode, 'providerControls', { isTest: store.is_test });

/** Refuses NOT_YOURS_TO_DECIDE. */
export function checkMayDecide(
  store: Pick<StoreRow, 'settings' | 'is_test'>,
  context: Pick<StoreContext, 'roleCode'>,
): void {
  if (!mayDecide(store, context))
    throw new Refusal('forbidden', 'NOT_YOURS_TO_DECIDE', 'The concierge team decides the claims of this store.');
}
