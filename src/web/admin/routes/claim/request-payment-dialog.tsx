import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { call } from '#contract/client.ts';
import { minorFromDecimal } from '#core/money.ts';
import { requestPayment } from '#contract/merchant/claim-actions.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ChangeProblem } from './change-problem.tsx';
import { isComplete, type EmailDraft } from './email-draft.ts';
import { EmailFields } from './email-fields.tsx';
import { paymentEmail } from './usual-drafts.ts';
import { useHeldClaim } from './use-held-claim.ts';
import { useClaimChange, type ClaimOnScreen } from './use-claim-change.ts';

/** Emails the customer a link to pay `owed`. */
export function RequestPaymentDialog({
  owed,
  onClose,
  ...shown
}: ClaimOnScreen & { owed: string; onClose: () => void }) {
  const { storeId, claim, renew } = useHeldClaim(shown);
  const [edited, setEdited] = useState<Partial<EmailDraft>>({});
  const { currencyCode, ledger } = claim;
  const money = { amount: minorFromDecimal(String(ledger.owed), currencyCode), currencyCode };
  const email = { ...paymentEmail(claim, money), ...edited };
  const isOwn = Object.keys(edited).length > 0;
  const asking = useClaimChange(
    { storeId, claim },
    (own: EmailDraft | undefined, { params, version }) =>
      call(requestPayment, { params, body: { version, ...(own ? { email: own } : {}) } }),
    onClose,
  );
  const canSend = isComplete(email);
  return (
    <Dialog onClose={onClose} title={`Request ${owed}`} size="lg" isChanged={isOwn}>
      {(leave) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (canSend && !asking.isPending) asking.mutate(isOwn ? email : undefined);
          }}
        >
          <Stack gap="lg">
            <div className="mg-muted">
              Goes to <bdi>{claim.customerEmail || 'the customer'}</bdi>, with a payment link.
            </div>
            <EmailFields email={email} onChange={(part) => setEdited({ ...edited, ...part })} />
            <ChangeProblem storeId={storeId} claim={claim} change={asking} onRenewed={renew} />
          </Stack>
          <div className="mg-dialog-actions">
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" loading={asking.isPending} disabled={!canSend}>
              Send payment link
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
