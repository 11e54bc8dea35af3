import type { Answer } from '../../api.ts';
import { minorFactor, money } from '../../format.ts';
import { t } from '../../texts.ts';

type Claim = Pick<
  Answer<'shippingClaim'>,
  'status' | 'refund' | 'newOrderNo' | 'isAddressAwaited' | 'wasResolvedExternally' | 'currencyCode' | 'storeName'
>;

const TONES = {
  Open: 'waiting',
  InProgress: 'info',
  Closed_Denied: 'bad',
  Closed_Refunded: 'good',
  Closed_Reordered: 'good',
  Closed_Resolved: 'neutral',
} as const;

type Units = { lineIdFromPlatform: string; quantity: number };

type Refundable = Pick<Answer<'shippingProtection'>, 'mostRefundable' | 'currencyCode'> & {
  items: readonly (Units & { amount: number })[];
};

/** What the chosen units bring back: each item's share rounded down as the server does, and no more than is left. */
export function refundFor(chosen: readonly Units[], { items, mostRefundable, currencyCode }: Refundable): number {
  const factor = minorFactor(currencyCode);
  const shares = chosen.map(({ lineIdFromPlatform: id, quantity }) => {
    const item = items.find(({ lineIdFromPlatform }) => lineIdFromPlatform === id);
    return item ? Math.floor((Math.round(item.amount * factor) * quantity) / item.quantity) : 0;
  });
  return Math.min(mostRefundable, shares.reduce((sum, share) => sum + share, 0) / factor);
}

export const statusBadge = (claim: Claim) => ({
  label: t(isPending(claim) ? 'shipping.status.pending' : `shipping.status.${claim.status}`),
  tone: TONES[claim.status],
});

/** What was approved is not made yet. */
const isPending = ({ status, refund, newOrderNo, wasResolvedExternally }: Claim): boolean =>
  refund?.isPending === true || (status === 'Closed_Reordered' && newOrderNo === null && !wasResolvedExternally);

/** What the shopper does or waits for now; null where the denial says it. */
export function nextOf(claim: Claim): string | null {
  const { status, refund, newOrderNo } = claim;
  if (claim.isAddressAwaited) return t('shipping.next.confirm');
  if (claim.wasResolvedExternally) return t('shipping.next.external', { store: claim.storeName });
  switch (status) {
    case 'Closed_Denied':
      return null;
    case 'Closed_Refunded': {
      const amount = money(refund?.amount ?? 0, claim.currencyCode);
      return t(isPending(claim) ? 'shipping.next.Closed_Refunded.pending' : 'shipping.next.Closed_Refunded', {
        amount,
      });
    }
    case 'Closed_Reordered':
      return newOrderNo === null
        ? t('shipping.next.Closed_Reordered')
        : t('shipping.next.Closed_Reordered.order', { newOrderNo });
    case 'Closed_Resolved':
      return t('shipping.next.Closed_Resolved', { store: claim.storeName });
    case 'Open':
    case 'InProgress':
      return t(`shipping.next.${status}`);
  }
}
