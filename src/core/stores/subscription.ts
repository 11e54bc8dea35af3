import { DAY_MS } from '#core/dates.ts';
import { z } from 'zod';

export const SubscriptionStatus = z.enum([
  'active',
  'pending',
  'expired',
  'uninstalled',
  'declined',
  'cancelled',
  'frozen',
  'accepted',
]);
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

type Words = { tone: 'success' | 'warning' | 'danger' | 'info'; isActionNeeded: boolean; message: string };

/** What each status means to the merchant (C8.14). */
export const SUBSCRIPTION_WORDS: Readonly<Record<SubscriptionStatus, Words>> = {
  active: { tone: 'success', isActionNeeded: false, message: 'Your subscription is active.' },
  pending: { tone: 'warning', isActionNeeded: true, message: 'Your subscription is pending. Action needed.' },
  expired: { tone: 'danger', isActionNeeded: true, message: 'Your subscription has expired. Action needed.' },
  uninstalled: {
    tone: 'danger',
    isActionNeeded: false,
    message: 'Your subscription ended when the app was uninstalled.',
  },
  declined: { tone: 'danger', isActionNeeded: true, message: 'Your subscription was declined. Action needed.' },
  cancelled: { tone: 'danger', isActionNeeded: true, message: 'Your subscription was canceled. Action needed.' },
  frozen: { tone: 'info', isActionNeeded: false, message: 'Your subscription is frozen.' },
  accepted: { tone: 'info', isActionNeeded: false, message: 'Your subscription was accepted and starts soon.' },
};

const WARN_DAYS = 14;

export type SubscriptionEnd = { state: 'running' | 'expired' } | { state: 'expiring'; days: number };

/**
 * The state of a subscription (C4.24, C9.03): a missing or past end is expired; a warning shows 14 days before,
 * counting started days.
 */
export function subscriptionEnd(invoiceDefinition: { endDate: string } | null, now: Date): SubscriptionEnd {
  const left = invoiceDefinition === null ? 0 : Date.parse(invoiceDefinition.endDate) - now.getTime();
  // What is no date is no end one could rely on either.
  if (!(left > 0)) return { state: 'expired' };
  const days = Math.ceil(left / DAY_MS);
  return days <= WARN_DAYS ? { state: 'expiring', days } : { state: 'running' };
}
