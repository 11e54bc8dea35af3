import type { UseMutationResult } from '@tanstack/react-query';
import type { ClaimLineShown, ClaimShown } from '#contract/claim-shapes.ts';
import { call } from '#contract/client.ts';
import { changeLine, type LineChange } from '#contract/merchant/claim-actions.ts';
import { toast } from '../../../ui/toast.ts';
import { useClaimChange, type ClaimOnScreen } from './use-claim-change.ts';

/** A line of the claim on the screen, as every part of its card needs it. */
export type LineOnScreen = ClaimOnScreen & { line: ClaimLineShown };

/** Changes one line; warnings from the server are shown once the change is saved. */
export const useLineChange = (
  { storeId, claim, line }: LineOnScreen,
  onDone?: () => void,
): UseMutationResult<ClaimShown, Error, LineChange> =>
  useClaimChange(
    { storeId, claim },
    async (change: LineChange, { params, version }) => {
      const answer = await call(changeLine, {
        params: { ...params, claimLineItemId: line.id },
        body: { version, change },
      });
      for (const warning of answer.warnings) toast(warning, 'waiting');
      return answer.claim;
    },
    onDone,
  );
