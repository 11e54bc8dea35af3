import { z } from 'zod';
import { ReasonGroup, ReasonIds } from '#core/claims/reason-groups.ts';
import { ClaimType } from '#core/claims/types.ts';
import { ReasonShown } from '#contract/merchant/merchant.ts';
import { StoreParams } from '#contract/merchant/params.ts';
import { Nothing, route } from '#contract/route.ts';

const GroupParams = StoreParams.extend({ reasonGroupId: z.coerce.number().int().positive() });
const NoGroup = { REASON_GROUP_NOT_FOUND: 'Reason group not found' };
const Refused = {
  SETTINGS_CHANGED: 'Someone else saved the reasons first',
  REASON_UNKNOWN: 'One of the reasons is not on offer',
  PRODUCT_GROUP_NOT_FOUND: 'Product group not found',
  REASON_GROUP_TAKEN: 'Another group of this claim type has reasons for the product group; the text names it',
};

/** S3.17. A default group has neither a name nor a product group of its own. */
export const ReasonGroupShown = z.object({
  id: z.number().int(),
  name: z.string(),
  claimType: ClaimType,
  isDefault: z.boolean(),
  /** Null for a default group. */
  storeProductGroup: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  /** In the order shoppers see them. */
  claimReasons: z.array(ReasonShown),
});
export type ReasonGroupShown = z.infer<typeof ReasonGroupShown>;

const EditedGroup = z.object({
  name: ReasonGroup.shape.name,
  claimType: ClaimType,
  storeProductGroupId: z.number('Choose a product group.').int().positive('Choose a product group.'),
  claimReasonIds: ReasonIds,
});

export const listReasonGroups = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/claim-reason/group',
  access: 'admin',
  summary: 'List the default group of each claim type, then the other reason groups, the oldest first (S7.07)',
  params: StoreParams,
  response: z.object({ groups: z.array(ReasonGroupShown) }),
});

export const createReasonGroup = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/claim-reason/group',
  access: 'admin',
  summary: 'Add a reason group: the reasons of the products of a product group in claims of one type (S5.01, S7.07)',
  params: StoreParams,
  body: EditedGroup,
  response: ReasonGroupShown,
  errors: Refused,
});

export const changeReasonGroup = route({
  method: 'PUT',
  path: '/api/merchant/{storeId}/claim-reason/group/{reasonGroupId}',
  access: 'admin',
  summary: 'Change a reason group. What is left out stays; of a default group only the reasons change (S5.01, S7.07)',
  params: GroupParams,
  body: EditedGroup.partial().required({ claimReasonIds: true }),
  response: ReasonGroupShown,
  errors: { ...Refused, ...NoGroup },
});

export const deleteReasonGroup = route({
  method: 'DELETE',
  path: '/api/merchant/{storeId}/claim-reason/group/{reasonGroupId}',
  access: 'admin',
  summary: 'Delete a reason group; its products give the default reasons, and claims keep theirs (S5.01, S7.07)',
  params: GroupParams,
  response: Nothing,
  errors: { ...NoGroup, SETTINGS_CHANGED: Refused.SETTINGS_CHANGED, DEFAULT_REASON_GROUP: 'A default group stays' },
});
