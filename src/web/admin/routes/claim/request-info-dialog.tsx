import { Button, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { call } from '#contract/client.ts';
import { requestInfo } from '#contract/merchant/merchant.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ChangeProblem } from './change-problem.tsx';
import { useClaimChange, type ClaimOnScreen } from './use-claim-change.ts';

/** Asks the shopper a question by e-mail; the claim then waits for the answer. */
export function RequestInfoDialog({ storeId, claim, onClose }: ClaimOnScreen & { onClose: () => void }) {
  const [message, setMessage] = useState(claim.isAwaitingCustomer ? claim.infoRequest : '');
  const asking = useClaimChange(
    { storeId, claim },
    (text: string, { params, version }) => call(requestInfo, { params, body: { version, message: text } }),
    onClose,
  );
  return (
    <Dialog onClose={onClose} title="Request more info">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (message.trim() && !asking.isPending) asking.mutate(message);
        }}
      >
        <Stack gap="lg">
          <Textarea
            label="Your question"
            description={`Sent to ${claim.customerEmail} now, with a link to answer. The claim waits for the answer.`}
            required
            maxLength={2000}
            autosize
            minRows={4}
            value={message}
            onChange={(event) => setMessage(event.currentTarget.value)}
            data-autofocus
          />
          <ChangeProblem storeId={storeId} claim={claim} error={asking.error} onRenewed={asking.reset} />
        </Stack>
        <div className="mg-dialog-actions">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={asking.isPending} disabled={!message.trim()}>
            Send question
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
