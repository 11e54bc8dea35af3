import type { PortalLine, PortalOrder } from '#contract/customer/customer.ts';
import type { ClaimType } from '#core/claims/types.ts';

type Demands = NonNullable<PortalLine['demands']>;

/** What is wanted of an item beside its reason: as a rule says of it, or else as the store says of every item. */
export function demandsOf(
  { demands }: Pick<PortalLine, 'demands'>,
  { leastMedia }: Pick<PortalOrder, 'leastMedia'>,
  claimType: ClaimType,
): Demands | null {
  if (demands !== null || leastMedia[claimType] === 0) return demands;
  return {
    fields: [],
    isCommentShown: true,
    isCommentRequired: false,
    leastMedia: leastMedia[claimType],
    mediaInstructions: [],
  };
}

/** Which of the files and the comment that are wanted is missing yet. */
export const lacksOf = (
  demands: Demands | null,
  { comments, media }: { comments: string; media: readonly unknown[] },
): { media: boolean; comments: boolean } => ({
  media: media.length < (demands?.leastMedia ?? 0),
  comments: demands?.isCommentRequired === true && comments.trim() === '',
});

/** Whether something is asked about each item, so that no item can go by what was said of another. */
export const asksOfEach = (
  { asksAfterReasons, leastMedia }: Pick<PortalOrder, 'asksAfterReasons' | 'leastMedia'>,
  claimType: ClaimType,
): boolean => asksAfterReasons || leastMedia[claimType] > 0;
