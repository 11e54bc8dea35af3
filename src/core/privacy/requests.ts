import { z } from 'zod';
import { ClaimType } from '#core/claims/types.ts';

/** A copy of a customer's data, its erasure, or the erasure of everything of a store. */
export const PrivacyRequestKind = z.enum(['export', 'erase', 'eraseStore']);
export type PrivacyRequestKind = z.infer<typeof PrivacyRequestKind>;

export const PrivacyRequestState = z.enum(['waiting', 'done', 'refused']);
export type PrivacyRequestState = z.infer<typeof PrivacyRequestState>;

/** The customer a request is about, as the platform or staff name them. Empty parts are not known. */
export const PrivacySubject = z.object({
  customerIdFromPlatform: z.string().default(''),
  email: z.string().default(''),
  phone: z.string().default(''),
  /** Orders the platform lists. */
  orderIdsFromPlatform: z.array(z.string()).default([]),
});
export type PrivacySubject = z.infer<typeof PrivacySubject>;

export const PrivacyCounts = z.object({
  orders: z.number().int().default(0),
  claims: z.number().int().default(0),
  files: z.number().int().default(0),
});
export type PrivacyCounts = z.infer<typeof PrivacyCounts>;

/** A claim that keeps an erasure waiting, and why. */
export const OpenClaim = z.object({
  claimId: z.number().int().nullable(),
  claimType: ClaimType.nullable(),
  /** Of the claim, or the number of the order. A claim of shipping protection has no more than this. */
  name: z.string(),
  why: z.enum(['open', 'actions', 'tasks', 'payments']),
});
export type OpenClaim = z.infer<typeof OpenClaim>;

/** What stays after a customer is erased, and why. */
export const KEPT_AFTER_ERASURE: readonly { what: string; why: string }[] = [
  { what: 'Amounts, currencies and the books', why: 'Bookkeeping law asks for them.' },
  { what: 'Order numbers, claim numbers, ids and dates', why: 'They tie the books to Shopify and name no one.' },
  { what: 'Products, reasons, decisions and statuses', why: 'They say what happened to goods, not who bought them.' },
  { what: 'This request, with who asked for it and when', why: 'It proves that the data was erased.' },
];
