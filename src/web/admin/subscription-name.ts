import type { SubscriptionStatus } from '#core/stores/subscription.ts';

/** What the status of a subscription is called; its messages have the same spelling. */
export const SUBSCRIPTION_NAMES: Readonly<Record<SubscriptionStatus, string>> = {
  active: 'Active',
  pending: 'Pending',
  expired: 'Expired',
  uninstalled: 'Uninstalled',
  declined: 'Declined',
  cancelled: 'Canceled',
  frozen: 'Frozen',
  accepted: 'Accepted',
};
