import { z } from 'zod';
import type { CallContext } from '#partners/ports.ts';
import type { ShopifyClient } from './client.ts';
import { refused } from './client.ts';
import { gidOf } from './gid.ts';
import { uuidOf } from './marks.ts';
import { DRAFT_BY_ID, DRAFT_CREATE, DRAFT_DELETE, DRAFTS_BY_TAG } from './operations.ts';
import { UserErrors, refuseUserErrors } from './user-errors.ts';
import { Bag, Instant, MovedMoney } from './wire.ts';

export const Draft = z.object({
  id: z.string(),
  status: z.string(),
  completedAt: Instant.nullable(),
  updatedAt: Instant,
  reserveInventoryUntil: Instant.nullable(),
  invoiceUrl: z.string().nullable(),
  customAttributes: z.array(z.object({ key: z.string(), value: z.string().nullable() })),
  totalPriceSet: Bag,
  order: z
    .object({
      id: z.string(),
      name: z.string(),
      cancelledAt: z.string().nullable(),
      totalReceivedSet: Bag,
      totalRefundedSet: Bag,
      refunds: z.array(MovedMoney),
    })
    .nullable(),
});
export type Draft = z.infer<typeof Draft>;
const Drafts = z.object({ nodes: z.array(Draft) });

type Caller = { client: ShopifyClient; context: CallContext };

/** The attribute our purpose key is kept in; staff see it on the draft and on its order. */
const KEY_ATTRIBUTE = 'Makegood';

// Tags of draft orders are short, so it carries a digest; the attribute decides.
const tagOf = (purposeKey: string): string => `mg-${uuidOf(purposeKey)}`;

export const keyOf = (draft: Draft): string | null =>
  draft.customAttributes.find(({ key }) => key === KEY_ATTRIBUTE)?.value ?? null;

/** The draft order made for a purpose key, if there is one. */
export async function findDraft({ client, context }: Caller, purposeKey: string): Promise<Draft | undefined> {
  const answer = z.object({ found: Drafts, latest: Drafts });
  const { found, latest } = await client.run(DRAFTS_BY_TAG, { query: `tag:'${tagOf(purposeKey)}'` }, answer, context);
  return [...found.nodes, ...latest.nodes].find((draft) => keyOf(draft) === purposeKey);
}

/** The draft order for a purpose key, made of `input` unless it is there already. */
export async function draftOnce(
  caller: Caller,
  purposeKey: string,
  input: () => Promise<{ tags?: readonly string[] } & Record<string, unknown>>,
): Promise<Draft> {
  const earlier = await findDraft(caller, purposeKey);
  if (earlier) return earlier;
  const { tags, ...rest } = await input();
  const marked = {
    ...rest,
    tags: [tagOf(purposeKey), ...(tags ?? [])],
    customAttributes: [{ key: KEY_ATTRIBUTE, value: purposeKey }],
  };
  const answer = z.object({ draftOrderCreate: z.object({ draftOrder: Draft.nullable(), userErrors: UserErrors }) });
  const { draftOrderCreate } = await caller.client.run(DRAFT_CREATE, { input: marked }, answer, caller.context);
  refuseUserErrors(DRAFT_CREATE, draftOrderCreate.userErrors);
  if (!draftOrderCreate.draftOrder) throw refused('Shopify created no draft order and gave no reason');
  return draftOrderCreate.draftOrder;
}

export async function readDraft({ client, context }: Caller, idFromPlatform: string): Promise<Draft | null> {
  const variables = { id: gidOf('DraftOrder', idFromPlatform) };
  return (await client.run(DRAFT_BY_ID, variables, z.object({ draftOrder: Draft.nullable() }), context)).draftOrder;
}

/** Deletes a draft order; one that is gone is no error, one that became an order is. */
export async function deleteDraft(caller: Caller, { id }: Draft): Promise<void> {
  const answer = z.object({ draftOrderDelete: z.object({ deletedId: z.string().nullable(), userErrors: UserErrors }) });
  const { draftOrderDelete } = await caller.client.run(DRAFT_DELETE, { input: { id } }, answer, caller.context);
  if (draftOrderDelete.userErrors.length === 0) return;
  const { draftOrder } = await caller.client.run(
    DRAFT_BY_ID,
    { id },
    z.object({ draftOrder: Draft.nullable() }),
    caller.context,
  );
  if (draftOrder) refuseUserErrors(DRAFT_DELETE, draftOrderDelete.userErrors);
}
