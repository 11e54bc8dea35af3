import type { ShippingClaimShown } from '#contract/shipping-claim-shapes.ts';
import type { Tone } from '../../../ui/status-badge.tsx';

const TONES: Readonly<Record<ShippingClaimShown['status'], Tone>> = {
  Open: 'waiting',
  InProgress: 'info',
  Closed_Denied: 'bad',
  Closed_Refunded: 'good',
  Closed_Reordered: 'good',
  Closed_Resolved: 'neutral',
};
export const statusBadge = ({ status, statusLabel }: Pick<ShippingClaimShown, 'status' | 'statusLabel'>) => ({
  label: statusLabel,
  tone: TONES[status],
});

/** Why the customer of a shipping claim gets no email. */
export const NO_SHIPPING_EMAIL = 'This claim has no email address, so no email is sent.';

const TEAMS = {
  Merchant_App: "the store's team",
  Provider_App: 'the concierge team',
  Automatic: 'Makegood, by the settings of the store',
} as const;

/** Who finalized it (C2.22); null while nobody did. */
export function finalizedBy({ resolvedIn, resolvedBy }: ShippingClaimShown): string | null {
  if (resolvedIn === null) return resolvedBy === null || resolvedBy === '' ? null : resolvedBy;
  return resolvedBy ? `${resolvedBy}, ${TEAMS[resolvedIn]}` : TEAMS[resolvedIn];
}
