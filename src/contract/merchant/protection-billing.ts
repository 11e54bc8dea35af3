import { z } from 'zod';
import { BillingKind } from '#core/protection/billing-lines.ts';
import { StoreParams } from '#contract/merchant/params.ts';
import { Amount, Nothing, route } from '#contract/route.ts';

const Money = z.object({ amount: Amount, currencyCode: z.string() });

/** A line of what a store is billed for its shipping protection. */
export const BillingLineShown = z.object({
  id: z.number().int(),
  recordedOn: z.string(),
  kind: BillingKind,
  /** The number of the order, or of the claim. */
  reference: z.string(),
  /** By which the page of the order or claim is found. */
  subject: z.union([z.object({ orderIdFromPlatform: z.string() }), z.object({ shippingClaimId: z.number().int() })]),
  money: Money,
  /** The store's share of the cover in percent, of an order. */
  sharePercent: z.number().nullable(),
});
export type BillingLineShown = z.infer<typeof BillingLineShown>;

export const showProtectionBilling = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/protection-billing',
  access: 'superAdmin',
  summary: 'List what a store is billed for its shipping protection in a month, newest first, with its totals (S3.24)',
  params: StoreParams,
  query: z.object({
    /** In the time zone of the store; the current month when left out. */
    month: z
      .string()
      .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Must be a month, such as 2026-11.')
      .optional(),
    /** Only lines older than this one: the next page. */
    before: z.coerce.number().int().positive().optional(),
    take: z.coerce.number().int().min(1).max(1000).default(50),
  }),
  response: z.object({
    month: z.string(),
    totals: z.array(z.object({ kind: BillingKind, count: z.number().int(), money: Money })),
    lines: z.array(BillingLineShown),
    nextBefore: z.number().int().nullable(),
    /** The store's share of what is kept of the cover, and what it was before, newest first. */
    shares: z.array(z.object({ percent: z.number(), setOn: z.string(), setBy: z.string() })),
  }),
});

export const setRevenueShare = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/protection-billing/share',
  access: 'superAdmin',
  summary: "Set the store's share of the cover, for orders that are bought from now on",
  params: StoreParams,
  body: z.object({
    percent: z
      .number()
      .min(0, 'Must be zero or a positive number.')
      .max(100, 'At most 100 percent.')
      .multipleOf(0.01, 'At most two decimals.'),
  }),
  response: Nothing,
});
