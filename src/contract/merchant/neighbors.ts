import { z } from 'zod';
import { ClaimParams } from '#contract/merchant/params.ts';
import { route } from '#contract/route.ts';
import { ListFilters } from '#core/lists/lists.ts';
import { ListSort, NEWEST_FIRST } from '#core/lists/search.ts';

const Neighbor = z.object({ id: z.number().int(), externalId: z.string() });

export const neighbors = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/claim/{claimId}/neighbors',
  access: 'staff',
  summary: 'Get the previous and next claim in a list, even if this claim is no longer in it',
  params: ClaimParams,
  /** The list as `search` has it; its kind is that of the claim. */
  body: z.object({ orderBy: ListSort.default(NEWEST_FIRST), filters: ListFilters.prefault({}) }),
  response: z.object({ previous: Neighbor.nullable(), next: Neighbor.nullable() }),
  errors: { CLAIM_NOT_FOUND: 'Claim not found' },
});
