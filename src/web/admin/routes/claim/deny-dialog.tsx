import { Button, Radio, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { DenialDetail } from '#core/claims/decision-shapes.ts';
import { DENIAL_LABELS } from '#core/claims/resolution.ts';
import { isolated } from '../../../ui/bidi.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ChangeProblem } from './change-problem.tsx';
import { defaultDenial, denialOf } from './claim-words.ts';
import { useHeldLine } from './use-held-claim.ts';
import { useLineChange, type LineOnScreen } from './use-line-change.ts';

/** Denies a line, with the detail that the status and the email then show. */
export function DenyDialog({ onClose, ...shown }: LineOnScreen & { onClose: () => void }) {
  const { renew, ...on } = useHeldLine(shown);
  const { storeId, claim, line } = on;
  const [detail, setDetail] = useState<DenialDetail>(denialOf(line) ?? defaultDenial);
  const [noteToCustomer, setNote] = useState(line.noteToCustomer);
  const denial = useLineChange(on, onClose);
  const isChanged = detail !== (denialOf(line) ?? defaultDenial) || noteToCustomer !== line.noteToCustomer;
  return (
    <Dialog onClose={onClose} title={`Deny ${isolated(line.originalStoreOrderLineItem.name)}`} isChanged={isChanged}>
      {(leave) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!denial.isPending) denial.mutate({ kind: 'denied', claimStatusDetailCode: detail, noteToCustomer });
          }}
        >
          <Stack gap="lg">
            <Radio.Group
              label="Denial reason"
              value={detail}
              onChange={(value) => setDetail(DenialDetail.parse(value))}
            >
              <Stack gap="sm" mt="sm">
                {DenialDetail.options.map((option) => (
                  <Radio
                    key={option}
                    value={option}
                    label={DENIAL_LABELS[option]}
                    {...(option === detail ? { 'data-autofocus': true } : {})}
                  />
                ))}
              </Stack>
            </Radio.Group>
            <Textarea
              label="Note to customer"
              description="Optional. Included in the email when you finalize."
              maxLength={2000}
              dir="auto"
              autosize
              minRows={2}
              value={noteToCustomer}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
            <p className="mg-muted mg-p">
              Not final until you finalize the claim. The customer doesn't hear of it before.
            </p>
            <ChangeProblem storeId={storeId} claim={claim} change={denial} onRenewed={renew} />
          </Stack>
          <div className="mg-dialog-actions">
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" color="red.8" loading={denial.isPending}>
              Deny item
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
