import { z } from 'zod';
import { QueueSearch } from '#core/lists/search.ts';
import { ShippingReason } from '#core/protection/reasons.ts';
import { ShippingMethod } from '#core/protection/shipping-claim.ts';
import { PageInfo } from '#contract/merchant/lists.ts';
import { Amount, Nothing, route } from '#contract/route.ts';

/** A claim in the queue of the provider's team. */
const QueuedClaim = z.object({
  id: z.number().int(),
  store: z.object({ id: z.number().int(), name: z.string() }),
  externalId: z.string(),
  createdOn: z.string(),
  customerName: z.string(),
  reason: ShippingReason,
  /** What the shopper asked for. */
  resolutionMethod: ShippingMethod,
  /** What a refund of the items gives. */
  amount: Amount,
  currencyCode: z.string(),
  /** Since when the shopper waits for an answer; null while the team waits for the shopper's. */
  waitingSince: z.string().nullable(),
  /** A reorder was granted and waits for the shopper's address until then. */
  reorderUntil: z.string().nullable(),
  assignee: z.object({ userId: z.number().int(), name: z.string(), endsOn: z.string() }).nullable(),
});
export type QueuedClaim = z.infer<typeof QueuedClaim>;

export const searchQueue = route({
  method: 'POST',
  path: '/api/provider/concierge/search',
  access: 'provider',
  summary:
    'Get one page of the shipping claims that the provider decides, over all stores, the longest waiting first (S4.10)',
  body: QueueSearch,
  response: z.object({ data: z.array(QueuedClaim), pageInfo: PageInfo }),
  errors: { CURSOR_INVALID: "The cursor isn't from this list" },
});

export const desk = route({
  method: 'GET',
  path: '/api/provider/concierge',
  access: 'provider',
  summary: 'Count the queue, and list its stores and the people who work on it',
  response: z.object({
    counts: z.object({
      total: z.number().int(),
      unanswered: z.number().int(),
      mine: z.number().int(),
      nobodys: z.number().int(),
    }),
    stores: z.array(z.object({ id: z.number().int(), name: z.string() })),
    people: z.array(z.object({ userId: z.number().int(), name: z.string() })),
  }),
});

export const takeNext = route({
  method: 'POST',
  path: '/api/provider/concierge/take-next',
  access: 'provider',
  summary: 'Take the claim that waits longest and that nobody has',
  body: Nothing,
  response: z.object({
    /** Null where nothing waits. */
    taken: z
      .object({ storeId: z.number().int(), shippingClaimId: z.number().int(), externalId: z.string() })
      .nullable(),
  }),
  errors: { QUEUE_BUSY: 'Others took every claim that was tried' },
});
