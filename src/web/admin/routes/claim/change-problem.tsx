import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import { Notice } from '../../../ui/notice.tsx';
import { hasCode, problemText } from '../../problem-words.ts';
import { claimQuery } from '../../queries.ts';
import type { ClaimOnScreen } from './use-claim-change.ts';

export type ProblemProps = {
  change: { error: Error | null; reset: () => void };
  /** Where the claim is held, so that the latest is held from then on. */
  onRenewed?: (latest: ClaimShown) => void;
  failure?: string;
};

/** Why a change was refused, or `failure` in its stead. When someone else was first, the claim beneath can be renewed; what was typed stays. */
export function ChangeProblem({
  storeId,
  claim,
  change: { error, reset },
  onRenewed,
  failure,
}: ClaimOnScreen & ProblemProps) {
  const client = useQueryClient();
  if (!error) return null;
  if (!hasCode(error, 'CLAIM_CHANGED')) return <Notice tone="bad">{failure ?? problemText(error)}</Notice>;
  const renew = async (): Promise<void> => {
    const { queryKey } = claimQuery(storeId, claim.id);
    await client.refetchQueries({ queryKey });
    onRenewed?.(client.getQueryData(queryKey) ?? claim);
    reset();
  };
  return (
    <Notice
      tone="waiting"
      action={
        <Button size="xs" variant="default" onClick={() => void renew()}>
          Show the latest version
        </Button>
      }
    >
      {problemText(error)} We kept what you typed. Check the latest version of the claim, then try again.
    </Notice>
  );
}
