import { Button, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { call } from '#contract/client.ts';
import { answeredElsewhere } from '#contract/merchant/claim-actions.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ChangeProblem } from './change-problem.tsx';
import { useHeldClaim } from './use-held-claim.ts';
import { useClaimChange, type ClaimOnScreen } from './use-claim-change.ts';

/** What the customer answered by telephone or mail: the claim waits for it no longer. */
export function AnswerDialog({ onClose, ...shown }: ClaimOnScreen & { onClose: () => void }) {
  const { storeId, claim, renew } = useHeldClaim(shown);
  const [answer, setAnswer] = useState('');
  const answering = useClaimChange(
    { storeId, claim },
    (text: string, { params, version }) => call(answeredElsewhere, { params, body: { version, answer: text } }),
    onClose,
  );
  const canSave = answer.trim() !== '';
  return (
    <Dialog onClose={onClose} title="Record an answer" isChanged={answer !== ''}>
      {(leave) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (canSave && !answering.isPending) answering.mutate(answer);
          }}
        >
          <Stack gap="lg">
            <div>
              You asked: <span className="mg-quote">{claim.infoRequest}</span>
            </div>
            <Textarea
              label="Answer"
              description="What the customer told you by phone, chat or email. The portal stops asking, and you can continue with the claim."
              required
              maxLength={2000}
              dir="auto"
              autosize
              minRows={4}
              value={answer}
              onChange={(event) => setAnswer(event.currentTarget.value)}
              data-autofocus
            />
            <ChangeProblem storeId={storeId} claim={claim} change={answering} onRenewed={renew} />
          </Stack>
          <div className="mg-dialog-actions">
            <Button variant="default" onClick={leave}>
              Keep waiting
            </Button>
            <Button type="submit" loading={answering.isPending} disabled={!canSave}>
              Save answer
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
