import { z } from 'zod';

const Key = z.string().optional();
/** Keys of the files of an invoice: itself, and a CSV of each kind of line that is on it (S3.24). */
const InvoiceFiles = z.object({ pdf: Key, orders: Key, refunds: Key, reorders: Key, adjustments: Key });
export type InvoiceFiles = z.infer<typeof InvoiceFiles>;

/** What a store used: covered orders, claims of each kind, labels bought for returns. */
export const USAGE_LINES = ['protectedOrders', 'returnClaims', 'warrantyClaims', 'labels'] as const;
export type UsageLine = (typeof USAGE_LINES)[number];
