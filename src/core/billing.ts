import { z } from 'zod';
import { CLAIM_TYPES, perType, type ClaimType } from '#core/claims/types.ts';

const Key = z.string().optional();
/** Keys of the files of an invoice: itself, and a CSV of each kind of line that is on it (S3.24). */
const InvoiceFiles = z.object({ pdf: Key, orders: Key, refunds: Key, reorders: Key, adjustments: Key });
export type InvoiceFiles = z.infer<typeof InvoiceFiles>;

/** What a store used: covered orders, claims of each kind, labels bought for returns. */
const CLAIM_LINES = perType((type) => CLAIM_TYPES[type].usage);
export type UsageLine = 'protectedOrders' | (typeof CLAIM_LINES)[ClaimType] | 'labels';
export const USAGE_LINES: readonly UsageLine[] = ['protectedOrders', ...Object.values(CLAIM_LINES), 'labels'];
