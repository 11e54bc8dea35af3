import { protectionMarks, type ProtectionMarks } from '#core/protection/protected-order.ts';
import type { StoreSettings } from '#core/settings/settings.ts';

/** What tells that an order of a store was protected. */
export const protectionOf = ({
  exclusions,
  shippingClaimsAdvanced,
}: Pick<StoreSettings, 'exclusions' | 'shippingClaimsAdvanced'>): ProtectionMarks =>
  protectionMarks(exclusions.protectionSkus, shippingClaimsAdvanced.shipProtectOrderTag);
