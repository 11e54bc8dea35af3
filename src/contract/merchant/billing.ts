import { z } from 'zod';
import { USAGE_LINES } from '#core/billing.ts';
import { StoreParams } from '#contract/merchant/params.ts';
import { Amount, route } from '#contract/route.ts';

/** Of a file, for an hour; null where there is none. */
const Url = z.string().nullable();

/** S3.24: itself, and what it is broken down into. */
const Invoice = z.object({
  id: z.number().int(),
  createdOn: z.string(),
  fromDate: z.string(),
  toDate: z.string(),
  /** USD, whatever the store sells in. */
  totalAmount: Amount,
  isMonthlyCrew: z.boolean(),
  invoicePdfUrl: Url,
  ordersCsvUrl: Url,
  refundsCsvUrl: Url,
  reordersCsvUrl: Url,
  adjustmentsCsvUrl: Url,
});

export const showBilling = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/invoice',
  access: 'admin',
  summary: "Get this month's usage and the invoices, newest first (C2.09, C7.07)",
  params: StoreParams,
  response: z.object({
    /** The first and the last day counted, in the time zone of the store. */
    from: z.string(),
    to: z.string(),
    usage: z.array(
      z.object({
        line: z.enum(USAGE_LINES),
        count: z.number().int(),
        /** What it came to by currency; empty where nothing is counted in money. */
        amounts: z.array(z.object({ currencyCode: z.string(), amount: Amount })),
      }),
    ),
    invoices: z.array(Invoice),
  }),
});
