import type { showBilling } from '#contract/merchant/billing.ts';
import type { RouteAnswer } from '#contract/route.ts';
import type { UsageLine } from '#core/billing.ts';
import { CLAIM_TYPES, type ClaimType } from '#core/claims/types.ts';
import { subscriptionEnd } from '#core/stores/subscription.ts';

export type Billing = RouteAnswer<typeof showBilling>;
export type Invoice = Billing['invoices'][number];

const claimNames = Object.fromEntries(Object.values(CLAIM_TYPES).map(({ usage, title }) => [usage, title])) as Record<
  (typeof CLAIM_TYPES)[ClaimType]['usage'],
  string
>;

export const usageNames: Readonly<Record<UsageLine, string>> = {
  protectedOrders: 'Protected orders',
  ...claimNames,
  labels: 'Return labels bought',
};

/** Whether a line comes to an amount; claims themselves do not. */
export const isCountedInMoney = (line: UsageLine): boolean => line === 'protectedOrders' || line === 'labels';

// Marks a store that is never billed.
const NEVER = '9999';

/** Until when a subscription runs, as people read it. */
export function runsUntil(invoiceDefinition: { endDate: string } | null, now: Date): string {
  if (invoiceDefinition === null) return 'Not set';
  if (invoiceDefinition.endDate.startsWith(NEVER)) return 'No end date';
  const day = new Date(invoiceDefinition.endDate).toLocaleDateString('en-US', { dateStyle: 'long' });
  return subscriptionEnd(invoiceDefinition, now).state === 'expired' ? `Ended ${day}` : day;
}

const FILES = [
  ['invoicePdfUrl', 'PDF'],
  ['ordersCsvUrl', 'Orders CSV'],
  ['refundsCsvUrl', 'Refunds CSV'],
  ['reordersCsvUrl', 'Reorders CSV'],
  ['adjustmentsCsvUrl', 'Adjustments CSV'],
] as const;

/** The files an invoice has, each with its name. */
export const filesOf = (invoice: Invoice): { name: string; url: string }[] =>
  FILES.flatMap(([field, name]) => {
    const url = invoice[field];
    return url === null ? [] : [{ name, url }];
  });
