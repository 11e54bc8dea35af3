import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Notice } from '../../../ui/notice.tsx';
import { hasCode, problemText } from '../../problem-words.ts';
import { claimQuery } from '../../queries.ts';
import type { ClaimOnScreen } from './use-claim-change.ts';

/** Why a change was refused, or `failure` in its stead. When someone else was first, the claim beneath can be renewed; what was typed stays. */
export function ChangeProblem({
  storeId,
  claim,
  error,
  onRenewed,
  failure,
}: ClaimOnScreen & { error: Error | null; onRenewed: () => void; failure?: string }) {
  const client = useQueryClient();
  if (!error) return null;
  if (!hasCode(error, 'CLAIM_CHANGED')) return <Notice tone="bad">{failure ?? problemText(error)}</Notice>;
  const renew = async (): Promise<void> => {
    await client.refetchQueries({ queryKey: claimQuery(storeId, claim.id).queryKey });
    onRenewed();
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
      {problemText(error)} What you typed is kept: look at the latest version of the claim, then send it again.
    </Notice>
  );
}
