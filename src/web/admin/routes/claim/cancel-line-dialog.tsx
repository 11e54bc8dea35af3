import { CLAIM_TYPES } from '#core/claims/types.ts';
import { Button, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { CancelReason } from '#core/claims/decision-shapes.ts';
import { isolated } from '../../../ui/bidi.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ChangeProblem } from './change-problem.tsx';
import { cancelReasonLabels } from './claim-words.ts';
import { useHeldLine } from './use-held-claim.ts';
import { useLineChange, type LineOnScreen } from './use-line-change.ts';

const FIRST: CancelReason = 'No_Action_Taken';

/** Cancels one item: nothing is issued for it. */
export function CancelLineDialog({ onClose, ...shown }: LineOnScreen & { onClose: () => void }) {
  const { renew, ...on } = useHeldLine(shown);
  const { storeId, claim, line } = on;
  const [reason, setReason] = useState<CancelReason>(FIRST);
  const canceling = useLineChange(on, onClose);
  const isChanged = reason !== FIRST;
  return (
    <Dialog onClose={onClose} title={`Cancel ${isolated(line.originalStoreOrderLineItem.name)}`} isChanged={isChanged}>
      {(leave) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!canceling.isPending) canceling.mutate({ kind: 'canceled', reason });
          }}
        >
          <Stack gap="lg">
            <span>
              {CLAIM_TYPES[claim.claimType].canRestore
                ? 'Nothing is issued for this item. You can bring it back with Restore Cancelled Claim.'
                : "This can't be undone, and nothing is issued for this item. The customer can still create a new claim for it."}
            </span>
            <Radio.Group label="Reason" value={reason} onChange={(value) => setReason(CancelReason.parse(value))}>
              <Stack gap="sm" mt="sm">
                {CancelReason.options.map((option) => (
                  <Radio
                    key={option}
                    value={option}
                    label={cancelReasonLabels[option]}
                    {...(option === reason ? { 'data-autofocus': true } : {})}
                  />
                ))}
              </Stack>
            </Radio.Group>
            <ChangeProblem storeId={storeId} claim={claim} change={canceling} onRenewed={renew} />
          </Stack>
          <div className="mg-dialog-actions">
            <Button variant="default" onClick={leave}>
              Keep item
            </Button>
            <Button type="submit" color="red.8" loading={canceling.isPending}>
              Cancel item
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
