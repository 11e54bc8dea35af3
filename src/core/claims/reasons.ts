import { z } from 'zod';
import { categoryOf, ReasonCategory } from '#core/claims/reason-category.ts';

/** Why something comes back, as a store words it. */
export const ClaimReason = z.object({
  id: z.string(),
  name: z.string().min(1).max(100),
  details: z.array(z.string().max(100)).default([]),
  /** Absent where its id says it, or else it is the default one. */
  category: ReasonCategory.exactOptional(),
  /** Details that are offered no more. */
  retiredDetails: z.array(z.string().max(100)).exactOptional(),
});
export type ClaimReason = z.infer<typeof ClaimReason>;

export const categoryOfReason = ({ id, category }: ClaimReason): ReasonCategory => category ?? categoryOf(id);

/** The category of the reason with this id, also of one the store no longer has. */
export function categoryAmong(reasons: readonly ClaimReason[], id: string): ReasonCategory {
  const reason = reasons.find((one) => one.id === id);
  return reason ? categoryOfReason(reason) : categoryOf(id);
}
