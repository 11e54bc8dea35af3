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
  summary: 'The tags claims of the store can have, by name (C7.13)',
  params: StoreParams,
  response: z.object({ tags: z.array(Tag) }),
});

export const createTag = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/claim/tags',
  access: 'staff',
  summary: 'Adds a tag to the list; one that is there already, however it is spelled, is answered as it is',
  params: StoreParams,
  body: z.object({ name: TagName }),
  response: Tag,
});

export const deleteTag = route({
  method: 'DELETE',
  path: '/api/merchant/{storeId}/claim/tags/{tagId}',
  access: 'staff',
  summary: 'Takes a tag off the list; claims that have it keep it',
  params: StoreParams.extend({ tagId: z.coerce.number().int().positive() }),
  response: Nothing,
  errors: { TAG_NOT_FOUND: 'No such tag in this store' },
});

/** Names as the list spells them. */
const ClaimTags = z.object({ tags: z.array(z.string()) });
const NoClaim = { CLAIM_NOT_FOUND: 'No such claim in this store' };

export const getClaimTags = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/claim/{claimId}/tags',
  access: 'staff',
  summary: 'The tags of one claim',
  params: ClaimParams,
  response: ClaimTags,
  errors: NoClaim,
});

export const setClaimTags = route({
  method: 'PUT',
  path: '/api/merchant/{storeId}/claim/{claimId}/tags',
  access: 'staff',
  summary:
    'The tags of one claim. With the tags they were made of, only the difference is made, so that what a colleague put on or took off since stays; without, the list is replaced. A name the list of the store does not have is added to it',
  params: ClaimParams,
  body: z.object({ tags: z.array(TagName).max(50), madeOf: z.array(z.string()).optional() }),
  response: ClaimTags,
  errors: NoClaim,
});
