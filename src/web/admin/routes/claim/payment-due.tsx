import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { call } from '#contract/client.ts';
import { minorFromDecimal } from '#core/money.ts';
import { requestPayment } from '#contract/merchant/claim-actions.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { moneyText } from '../../../ui/money-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ChangeProblem } from './change-problem.tsx';
import { shownBalance } from './claim-words.ts';
import { isComplete, paymentEmail, type EmailDraft } from './email-draft.ts';
import { EmailFields } from './email-fields.tsx';
import { useHeldClaim } from './use-held-claim.ts';
import { useClaimChange, type ClaimOnScreen } from './use-claim-change.ts';

/** What the customer has yet to pay, and the way to ask for it. */
export function PaymentDue({ storeId, claim }: ClaimOnScreen) {
  const [isAsking, setAsking] = useState(false);
  const { ledger, canAskForPayment, linkToCustomerUi } = claim;
  if (shownBalance(ledger.owed) <= 0) return null;
  const owed = moneyText(ledger.owed, claim.currencyCode);
  if (!canAskForPayment) {
    return (
      <Notice tone="waiting">
        The customer owes {owed}, but the store doesn't take payments. Choose a payment provider in Settings, or waive
        the amount when you finalize.
      </Notice>
    );
  }
  return (
    <>
      <Notice
        tone="waiting"
        action={
          <div className="mg-copyable">
            <Button variant="default" size="xs" onClick={() => setAsking(true)}>
              Send payment link
            </Button>
            <CopyButton text={linkToCustomerUi} label="Copy payment link" />
          </div>
        }
      >
        <div>Waiting for the customer's payment of {owed}.</div>
        {ledger.paymentIntent ? (
          <div>
            Payment in progress: <bdi className="mg-reference">{ledger.paymentIntent.idFromPlatform}</bdi>
          </div>
        ) : null}
      </Notice>
      {isAsking ? <AskDialog storeId={storeId} claim={claim} owed={owed} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

function AskDialog({ owed, onClose, ...shown }: ClaimOnScreen & { owed: string; onClose: () => void }) {
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
