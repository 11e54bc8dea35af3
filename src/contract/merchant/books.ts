import { z } from 'zod';
import { ACCOUNTS } from '#core/books/entry.ts';
import { ClaimType } from '#core/claims/types.ts';
import { ClaimParams, StoreParams } from '#contract/merchant/params.ts';
import { Amount, route } from '#contract/route.ts';

const Posting = z.object({ account: z.string(), currencyCode: z.string(), debit: Amount, credit: Amount });
const Entry = z.object({
  id: z.number().int(),
  kind: z.string(),
  memo: z.string(),
  bookedOn: z.string(),
  claimId: z.number().int().nullable(),
  postings: z.array(Posting),
});

export const claimJournal = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/claim/{claimId}/journal',
  access: 'staff',
  summary: 'List the journal entries of a claim, oldest first',
  params: ClaimParams,
  response: z.object({ entries: z.array(Entry) }),
  errors: { CLAIM_NOT_FOUND: 'Claim not found' },
});
export const balances = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/books/balances',
  access: 'admin',
  summary: 'List the balance of every account by currency',
  params: StoreParams,
  response: z.object({
    accounts: z.array(z.object({ account: z.enum(ACCOUNTS), currencyCode: z.string(), balance: Amount })),
  }),
});

export const accountEntries = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/books/entries',
  access: 'admin',
  summary: 'List what was booked to an account in a currency, newest first',
  params: StoreParams,
  query: z.object({
    account: z.enum(ACCOUNTS),
    currencyCode: z.string().length(3),
    /** Only what was booked before this entry: the next page. */
    before: z.coerce.number().int().positive().optional(),
  }),
  response: z.object({
    entries: z.array(
      z.object({
        id: z.number().int(),
        memo: z.string(),
        bookedOn: z.string(),
        claim: z.object({ id: z.number().int(), externalId: z.string(), claimType: ClaimType }).nullable(),
        debit: Amount,
        credit: Amount,
      }),
    ),
    hasMore: z.boolean(),
  }),
});

const Difference = z.object({
  /** Stable name of the kind of difference. */
  code: z.string(),
  message: z.string(),
  /** Listed for the record: staff did it, or it waits for staff. */
  isExplained: z.boolean(),
  claimId: z.number().int().nullable(),
  claimExternalId: z.string().nullable(),
  orderNo: z.string().nullable(),
  /** Decimal amounts on both sides, where it is about amounts. */
  ours: Amount.nullable(),
  theirs: Amount.nullable(),
  currencyCode: z.string().nullable(),
});
const Run = z.object({
  id: z.number().int(),
  fromOn: z.string(),
  toOn: z.string(),
  startedOn: z.string(),
  finishedOn: z.string().nullable(),
  lastError: z.string().nullable(),
  /** How many of each were compared: claims, effects, entries, refunds, gift cards, credits, orders, charges, labels. */
  compared: z.record(z.string(), z.number().int()),
  differences: z.array(Difference),
});
export const reconciliations = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/books/reconciliations',
  access: 'admin',
  summary: 'List the latest reconciliations with their differences, newest first',
  params: StoreParams,
  response: z.object({ data: z.array(Run) }),
});
export const reconcileNow = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/books/reconcile',
  access: 'admin',
  summary: 'Compare claims, effects, journal, platform, payment provider and carrier now',
  params: StoreParams,
  body: z.object({ days: z.number().int().min(1).max(366).default(30) }),
  response: Run,
  errors: { ALREADY_COMPARING: 'Another comparison of the store is under way' },
});
