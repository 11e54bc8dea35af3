import { z } from 'zod';
import type { CallContext, CustomerSegment } from '#partners/ports.ts';
import type { ShopifyClient } from './client.ts';
import { gidOf, tailOf } from './gid.ts';
import { SEGMENT_MEMBERSHIP, SEGMENTS } from './operations.ts';
import { connection } from './wire.ts';

type Caller = { client: ShopifyClient; context: CallContext };

const Segments = z.object({ segments: connection(z.object({ id: z.string(), name: z.string() })) });
const Membership = z.object({
  customerSegmentMembership: z.object({
    memberships: z.array(z.object({ segmentId: z.string(), isMember: z.boolean() })),
  }),
});

// Shopify takes no longer list in an argument.
const ASKED_AT_ONCE = 250;

export async function segmentsOf({ client, context }: Caller): Promise<CustomerSegment[]> {
  const all: CustomerSegment[] = [];
  for (let after: string | null = null; ;) {
    const { segments }: z.infer<typeof Segments> = await client.run(SEGMENTS, { after }, Segments, context);
    all.push(...segments.nodes.map(({ id, name }) => ({ idFromPlatform: tailOf(id), name })));
    if (!segments.pageInfo.hasNextPage) return all;
    after = segments.pageInfo.endCursor;
  }
}

/** A segment that is deleted meanwhile is left out of the answer: nobody is in it. */
export async function segmentsOfCustomer(
  { client, context }: Caller,
  customerIdFromPlatform: string,
): Promise<string[]> {
  const all = await segmentsOf({ client, context });
  const customerId = gidOf('Customer', customerIdFromPlatform);
  const memberOf: string[] = [];
  for (let from = 0; from < all.length; from += ASKED_AT_ONCE) {
    const segmentIds = all
      .slice(from, from + ASKED_AT_ONCE)
      .map(({ idFromPlatform }) => gidOf('Segment', idFromPlatform));
    const answer = await client.run(SEGMENT_MEMBERSHIP, { customerId, segmentIds }, Membership, context);
    const { memberships } = answer.customerSegmentMembership;
    memberOf.push(...memberships.flatMap(({ segmentId, isMember }) => (isMember ? tailOf(segmentId) : [])));
  }
  return memberOf;
}
