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

/** How soon a message that is being sent is looked at again. */
const SENDING_MS = 2000;
/** How soon a refund or reorder is, which may wait for the store platform for long. */
const CARRYING_OUT_MS = 10_000;

type Polled = Pick<ShippingClaimShown, 'status' | 'emailConversation' | 'resolutionSummary'>;

/** Milliseconds until the claim should be asked again, or false when nothing is on its way. */
export function pollDelay({ status, emailConversation, resolutionSummary }: Polled): number | false {
  if (emailConversation.messages.some(({ delivery }) => delivery?.state === 'sending')) return SENDING_MS;
  const { refund, exchangeOrder, wasResolvedExternally } = resolutionSummary;
  const isReordering = status === 'Closed_Reordered' && exchangeOrder === null && !wasResolvedExternally;
  return refund?.isRefundPending || isReordering ? CARRYING_OUT_MS : false;
}
