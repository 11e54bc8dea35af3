import { z } from 'zod';
import { TagName } from '#core/lists/tags.ts';
import { ClaimParams, StoreParams } from '#contract/merchant/params.ts';
import { Nothing, route } from '#contract/route.ts';

const Tag = z.object({ id: z.number().int(), name: z.string() });
export type Tag = z.infer<typeof Tag>;

export const listTags = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/claim/tags',
  access: 'staff',
  summary: "List the store's claim tags by name (C7.13)",
  params: StoreParams,
  response: z.object({ tags: z.array(Tag) }),
});

export const createTag = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/claim/tags',
  access: 'staff',
  summary: 'Add a tag; an existing tag with the same name in any case is returned as it is',
  params: StoreParams,
  body: z.object({ name: TagName }),
  response: Tag,
});

export const deleteTag = route({
  method: 'DELETE',
  path: '/api/merchant/{storeId}/claim/tags/{tagId}',
  access: 'staff',
  summary: 'Delete a tag that no automation names; claims that have it keep it',
  params: StoreParams.extend({ tagId: z.coerce.number().int().positive() }),
  response: Nothing,
  errors: { TAG_NOT_FOUND: 'Tag not found', TAG_USED: 'Automations use this tag; the text names them' },
});

/** Names as the list spells them. */
const ClaimTags = z.object({ tags: z.array(z.string()) });
const NoClaim = { CLAIM_NOT_FOUND: 'Claim not found' };

export const getClaimTags = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/claim/{claimId}/tags',
  access: 'staff',
  summary: 'Get the tags of a claim',
  params: ClaimParams,
  response: ClaimTags,
  errors: NoClaim,
});

export const setClaimTags = route({
  method: 'PUT',
  path: '/api/merchant/{storeId}/claim/{claimId}/tags',
  access: 'staff',
  summary:
    "Change the tags of a claim. With the tags they are based on, only the difference is applied, so a colleague's changes stay; without them, the list is replaced. Unknown names are added to the store's list",
  params: ClaimParams,
  body: z.object({ tags: z.array(TagName).max(50), madeOf: z.array(z.string()).optional() }),
  response: ClaimTags,
  errors: NoClaim,
});
