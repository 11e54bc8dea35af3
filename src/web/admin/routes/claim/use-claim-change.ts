import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import { ApiError } from '#contract/client.ts';
import { hasCode } from '../../problem-words.ts';
import { claimQuery } from '../../queries.ts';
import { afterOwnChanges, keepOwnChange } from './own-changes.ts';

/** The claim on the screen, as every part of its page needs it. */
export type ClaimOnScreen = { storeId: number; claim: ClaimShown };

type ClaimParams = { storeId: number; claimId: number };

/** A call that answers with the claim, which is shown at once. For what fits any version of it. */
export function useClaimCall<Input>(
  { storeId, claim }: ClaimOnScreen,
  run: (input: Input, params: ClaimParams) => Promise<ClaimShown>,
  onDone?: () => void,
): UseMutationResult<ClaimShown, Error, Input> {
  const client = useQueryClient();
  const { queryKey } = claimQuery(storeId, claim.id);
  return useMutation({
    mutationFn: async (input: Input) => {
      // An answer to a poll that began before the change must not paint over it.
      await client.cancelQueries({ queryKey });
      return run(input, { storeId, claimId: claim.id });
    },
    onSuccess: (next) => {
      client.setQueryData(queryKey, next);
      void client.invalidateQueries({ queryKey: ['claims', storeId] });
      onDone?.();
    },
    onError: (error) => {
      // The claim has changed. If someone else changed it first, staff ask for the latest version (ChangeProblem).
      if (error instanceof ApiError && error.status === 409 && !hasCode(error, 'CLAIM_CHANGED'))
        void client.invalidateQueries({ queryKey });
    },
  });
}

/**
 * Changes the claim as staff saw it: sends that version, so that a colleague's change is reported and not overwritten.
 * Dialogs that stay open while the claim changes pass the claim they were opened on (useHeldClaim).
 */
export const useClaimChange = <Input>(
  on: ClaimOnScreen,
  change: (input: Input, at: { params: ClaimParams; version: number }) => Promise<ClaimShown>,
  onDone?: () => void,
): UseMutationResult<ClaimShown, Error, Input> =>
  useClaimCall(
    on,
    async (input: Input, params) => {
      const version = afterOwnChanges(params.claimId, on.claim.version);
      const next = await change(input, { params, version });
      keepOwnChange(params.claimId, version, next.version);
      return next;
    },
    onDone,
  );
