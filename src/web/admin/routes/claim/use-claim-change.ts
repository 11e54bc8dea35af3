import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import { claimQuery } from '../../queries.ts';

/** The claim on the screen, as every part of its page needs it. */
export type ClaimOnScreen = { storeId: number; claim: ClaimShown };

/**
 * A change of the claim on the screen: sends it with the version that is shown now, so that after
 * "show the latest" the same typed text can be sent again, and shows the answer at once.
 */
export function useClaimChange<Input>(
  { storeId, claim }: ClaimOnScreen,
  change: (input: Input, at: { params: { storeId: number; claimId: number }; version: number }) => Promise<ClaimShown>,
  onDone?: () => void,
): UseMutationResult<ClaimShown, Error, Input> {
  const client = useQueryClient();
  const { queryKey } = claimQuery(storeId, claim.id);
  return useMutation({
    mutationFn: async (input: Input) => {
      const { version } = client.getQueryData(queryKey) ?? claim;
      // An answer to a poll that began before the change must not paint over it.
      await client.cancelQueries({ queryKey });
      return change(input, { params: { storeId, claimId: claim.id }, version });
    },
    onSuccess: (next) => {
      client.setQueryData(queryKey, next);
      void client.invalidateQueries({ queryKey: ['claims', storeId] });
      onDone?.();
    },
  });
}
