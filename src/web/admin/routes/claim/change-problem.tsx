import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import { ApiError } from '#contract/client.ts';
import { Notice } from '../../../ui/notice.tsx';
import { hasCode, loadProblemText, problemText } from '../../problem-words.ts';
import { claimQuery } from '../../queries.ts';
import type { ClaimOnScreen } from './use-claim-change.ts';

export type ProblemProps = {
  change: { error: Error | null; reset: () => void };
  /** Where the claim is held, so that the latest is held from then on. */
  onRenewed?: (latest: ClaimShown) => void;
  failure?: string;
};

/** Why a change was refused, after `failure` where it is given. When someone else was first, the claim beneath can be renewed; what was typed stays. */
export function ChangeProblem({
  storeId,
  claim,
  change: { error, reset },
  onRenewed,
  failure,
}: ClaimOnScreen & ProblemProps) {
  const client = useQueryClient();
  const renewing = useMutation({
    mutationFn: () => client.fetchQuery({ ...claimQuery(storeId, claim.id), staleTime: 0 }),
    onSuccess: (latest) => {
      onRenewed?.(latest);
      reset();
    },
  });
  if (!error) return null;
  if (!hasCode(error, 'CLAIM_CHANGED')) return <Notice tone="bad">{refusalText(error, failure)}</Notice>;
  return (
    <Notice
      tone="waiting"
      action={
        <Button size="xs" variant="default" loading={renewing.isPending} onClick={() => renewing.mutate()}>
          Show the latest version
        </Button>
      }
    >
      {problemText(error)} Check the latest version of the claim, then try again. Anything you typed stays.
      {renewing.error ? (
        <div role="alert">The latest version didn't load. {loadProblemText(renewing.error)}</div>
      ) : null}
    </Notice>
  );
}

/** A server that failed says nothing that `failure` doesn't say. */
function refusalText(error: Error, failure: string | undefined): string {
  if (failure === undefined) return problemText(error);
  const isRefused = error instanceof ApiError && error.isKnown && error.status > 0 && error.status < 500;
  return isRefused ? `${failure} ${problemText(error)}` : failure;
}
