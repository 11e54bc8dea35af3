import { z } from 'zod';
import type { ClaimReason } from '#core/claims/reasons.ts';
import { ClaimType } from '#core/claims/types.ts';

export const REASONS_NEEDED = 'At least one claim reason must be selected.';

const GroupName = z.string().trim().min(1, 'Name is required').max(128, 'Name must be at most 128 characters');
/** In the order shoppers see them. */
export const ReasonIds = z
  .array(z.string().min(1).max(100))
  .min(1, REASONS_NEEDED)
  .max(100)
  .refine((ids) => new Set(ids).size === ids.length, 'Choose each reason once.');

/** What a store offers as reasons for the products of one group, in claims of one type (S3.17). */
export const ReasonGroup = z.object({
  id: z.number().int().positive(),
  name: GroupName,
  claimType: ClaimType,
  productGroupId: z.number().int().positive(),
  reasonIds: ReasonIds,
});
export type ReasonGroup = z.infer<typeof ReasonGroup>;

/** The reasons of every product that is in no group with reasons of its own; of a type left out, all there are. */
export const DefaultReasons = z.partialRecord(ClaimType, ReasonIds);
export type DefaultReasons = z.infer<typeof DefaultReasons>;

export type StoreReasons = {
  reasons: readonly ClaimReason[];
  reasonGroups: readonly ReasonGroup[];
  defaultReasons: DefaultReasons;
};

/** The ids of the reasons that a claim of this type gives of a product in these groups: those of the oldest group that fits, or else the default ones. */
export function reasonIdsFor(
  { reasons, reasonGroups, defaultReasons }: StoreReasons,
  claimType: ClaimType,
  productGroupIds: readonly number[],
): string[] {
  const group = reasonGroups.find((one) => one.claimType === claimType && productGroupIds.includes(one.productGroupId));
  const isOffered = new Set(reasons.map(({ id }) => id));
  const all = [...isOffered];
  return (group?.reasonIds ?? defaultReasons[claimType] ?? all).filter((id) => isOffered.has(id));
}

/** Every reason that claims of a type can give, whatever the product. */
export function reasonsOfType(store: StoreReasons, claimType: ClaimType): ClaimReason[] {
  const groups = store.reasonGroups.filter((group) => group.claimType === claimType);
  const ids = new Set([
    ...reasonIdsFor(store, claimType, []),
    ...groups.flatMap(({ productGroupId }) => reasonIdsFor(store, claimType, [productGroupId])),
  ]);
  return store.reasons.filter(({ id }) => ids.has(id));
}
