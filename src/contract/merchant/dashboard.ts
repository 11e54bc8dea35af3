import { z } from 'zod';
import { TrackerStatus } from '#core/claims/shipment-shapes.ts';
import { REPAIRS_DUE } from '#core/claims/repair-due.ts';
import { ClaimType } from '#core/claims/types.ts';
import { STUCK_REASONS } from '#core/dashboard/stuck.ts';
import { Retried } from '#contract/claim-shapes.ts';
import { StatusShown } from '#contract/status-shown.ts';
import { StoreParams } from '#contract/merchant/params.ts';
import { Amount, route } from '#contract/route.ts';

const ClaimLink = z.object({
  claimId: z.number().int(),
  externalId: z.string(),
  kind: ClaimType,
  customerName: z.string(),
});
/** What left the store to shoppers: back to how they paid, as credit, and what staff gave elsewhere. */
const MoneyOut = z.object({
  currencyCode: z.string(),
  refunds: Amount,
  storeCredit: Amount,
  giftCards: Amount,
  outside: Amount,
  total: Amount,
});

export const getDashboard = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/home',
  access: 'staff',
  summary: 'Get what needs attention today, and the last twelve weeks',
  params: StoreParams,
  response: z.object({
    asOf: z.string(),
    /** Of the areas the store has on. */
    kinds: z.array(
      z.object({
        kind: ClaimType,
        /** Open claims, in the order in which a claim passes through them. */
        statuses: z.array(z.object({ code: z.string(), name: z.string(), count: z.number().int() })),
        withError: z.number().int(),
        /** Claims that only staff can bring on, and those with a shipment that is stuck: the list narrows to each. */
        waiting: z.number().int(),
        stuck: z.number().int(),
      }),
    ),
    /** Claims that only staff can bring on, the oldest first, at most five. */
    oldestWaiting: z.array(
      ClaimLink.extend({
        createdOn: z.string(),
        status: StatusShown,
        /** Of the claim's first item, with the number of others. */
        item: z.object({ name: z.string(), imgUrl: z.string().nullable(), more: z.number().int() }).nullable(),
        requestedAmount: Amount,
        currencyCode: z.string(),
      }),
    ),
    effects: z.object({ failed: z.number().int(), waiting: z.number().int(), retried: Retried }),
    openTasks: z.number().int(),
    /** Those made since an instant a week ago, and those that are claimed on; null where the store takes none. */
    registrations: z.object({ since: z.string(), made: z.number().int(), claimed: z.number().int() }).nullable(),
    /** Claims by what of a repair is due next, and since when the oldest has been; in the order of its steps. */
    repairs: z.array(z.object({ due: z.enum(REPAIRS_DUE), count: z.number().int(), since: z.string() })),
    /** Shipments of the five claims that have been stuck the longest. */
    longestStuck: z.array(
      ClaimLink.extend({
        carrier: z.string(),
        trackingCode: z.string(),
        trackerStatus: TrackerStatus,
        reason: z.enum(STUCK_REASONS),
        since: z.string(),
      }),
    ),
    /** By week, in days of the store's time zone, its Monday first; from `start` until before `end`, the running week last. Money is for admins; null for others. */
    weeks: z.array(
      z.object({
        startsOn: z.string(),
        start: z.string(),
        end: z.string(),
        /** Claims made in it. */
        made: z.record(ClaimType, z.number().int()),
        moneyOut: z.array(MoneyOut).nullable(),
      }),
    ),
  }),
});
