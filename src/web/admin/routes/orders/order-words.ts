import { methodName } from '#core/claims/method-names.ts';
import type { OrderLineShown, OrderShown } from '#contract/merchant/orders.ts';
import { FULFILLMENT_EVENTS } from '#core/orders/order-statuses.ts';
import { formatDate } from '#core/dates.ts';
import { isolated } from '../../../ui/bidi.ts';
import type { Tone } from '../../../ui/status-badge.tsx';

/** A code of the platform ("PARTIALLY_REFUNDED") in words (C3.10), in American spelling. */
function codeWords(code: string): string {
  const words = code.toLowerCase().replaceAll('_', ' ').replace('cancelled', 'canceled');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const TONES: Readonly<Record<string, Tone>> = {
  delivered: 'good',
  picked_up: 'good',
  in_transit: 'info',
  out_for_delivery: 'info',
  carrier_picked_up: 'info',
  ready_for_pickup: 'waiting',
  attempted_delivery: 'waiting',
  delayed: 'waiting',
  cancelled: 'bad',
  paid: 'good',
  fulfilled: 'good',
  pending: 'waiting',
  authorized: 'waiting',
  partially_paid: 'waiting',
  partial: 'waiting',
  partially_fulfilled: 'waiting',
  unfulfilled: 'waiting',
  in_progress: 'waiting',
  on_hold: 'waiting',
  open: 'waiting',
  scheduled: 'waiting',
  pending_fulfillment: 'waiting',
  request_declined: 'bad',
  expired: 'bad',
  voided: 'bad',
  failure: 'bad',
};
export const codeBadge = (code: string): { label: string; tone: Tone } => ({
  label: codeWords(code),
  tone: TONES[code.toLowerCase()] ?? 'neutral',
});

/** What is in a parcel or a claim, in one line, whatever script the names are in. */
export const itemsText = (items: readonly { name: string; quantity: number }[]): string =>
  items.map(({ name, quantity }) => `${quantity} × ${isolated(name)}`).join(', ');

/** How far a parcel is: delivered, the last thing known of it, or no more than that it was sent, or was not. */
export function sentBadge({ deliveredOn, event, status }: OrderShown['fulfillments'][number]) {
  if (deliveredOn !== null) return codeBadge('delivered');
  if (status.toLowerCase() !== 'success') return codeBadge(status);
  return event === null
    ? { label: 'Sent', tone: 'neutral' as const }
    : { ...codeBadge(event), label: FULFILLMENT_EVENTS[event] };
}

type Eligibility = OrderLineShown['eligibility']['refund'];

/** Until when, or why not (C3.09). */
export function eligibilityText({ isEligible, isLifetime, lastEligibleDate, reasonText }: Eligibility): string {
  if (!isEligible) return reasonText ?? 'Not eligible.';
  if (isLifetime) return 'Lifetime';
  return lastEligibleDate === null ? 'Eligible' : `Until ${formatDate(lastEligibleDate)}`;
}

/** In the order they are shown. */
export const ELIGIBILITIES = [
  ['refund', methodName('refund')],
  ['storeCredit', methodName('storeCredit')],
  ['giftCard', methodName('giftCard')],
  ['exchange', methodName('variantExchange')],
  ['warranty', 'Warranty'],
] as const satisfies readonly (readonly [keyof OrderLineShown['eligibility'], string])[];

/** The line in one sentence: the longest it is open, or why it is not. */
export function lineSummary({
  eligibility,
  madeIneligibleOn,
  ineligibleLineItemFootnote,
  isExchangeOnly,
}: OrderLineShown): { text: string; tone: Tone } {
  if (madeIneligibleOn !== null) return { text: 'Made ineligible', tone: 'bad' };
  const returns = ELIGIBILITIES.filter(([key]) => key !== 'warranty').map(([key]) => eligibility[key]);
  const latest = returns
    .filter((one) => one.isEligible)
    .toSorted((one, other) => (one.lastEligibleDate ?? '9999').localeCompare(other.lastEligibleDate ?? '9999'))
    .at(-1);
  if (!latest) return { text: ineligibleLineItemFootnote ?? 'Not eligible', tone: 'neutral' };
  const way = isExchangeOnly ? 'Exchange only,' : 'Return';
  if (latest.isLifetime || latest.lastEligibleDate === null) return { text: `${way} at any time`, tone: 'good' };
  return { text: `${way} until ${formatDate(latest.lastEligibleDate)}`, tone: 'good' };
}
