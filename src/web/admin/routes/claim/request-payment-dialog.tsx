import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#contract/client.ts';
import { requestPayment } from '#contract/merchant/claim-actions.ts';
import { Dialog, DialogSkeleton } from '../../../ui/dialog.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { moneyText } from '../../../ui/money-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { loadProblemText } from '../../problem-words.ts';
import { ChangeProblem } from './change-problem.tsx';
import { shownBalance } from './claim-words.ts';
import { NO_EMAIL } from './email-choice.tsx';
import { isComplete, type EmailDraft } from './email-draft.ts';
import { claimTemplatesQuery } from './email-templates.tsx';
import { EmailFields, LanguageNote } from './email-fields.tsx';
import { useHeldClaim } from './use-held-claim.ts';
import { useClaimChange, type ClaimOnScreen } from './use-claim-change.ts';

/** Emails the customer a link to pay what they owe. */
export function RequestPaymentDialog({ onClose, ...shown }: ClaimOnScreen & { onClose: () => void }) {
  const { storeId, claim, renew } = useHeldClaim(shown);
  const owed = moneyText(shownBalance(claim.ledger.owed), claim.currencyCode);
  const [edited, setEdited] = useState<Partial<EmailDraft>>({});
  const { data, error, refetch } = useQuery(claimTemplatesQuery(storeId, claim.id, claim.version));
  const usual = data?.payment;
  const { subject = '', header = '', body = '' } = usual ?? {};
  const email = { subject, header, body, ...edited };
  const isOwn = Object.keys(edited).length > 0;
  const asking = useClaimChange(
    { storeId, claim },
    (own: EmailDraft | undefined, { params, version }) =>
      call(requestPayment, { params, body: { version, ...(own ? { email: own } : {}) } }),
    onClose,
  );
  const canSend = claim.customerEmail !== '' && (!isOwn || isComplete(email));
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
            {claim.customerEmail === '' ? (
              <Notice tone="waiting">{NO_EMAIL}</Notice>
            ) : (
              <div className="mg-muted">
                Goes to <bdi>{claim.customerEmail}</bdi>, with a payment link.
              </div>
            )}
            {usual ? (
              <>
                <LanguageNote {...usual} />
                <EmailFields email={email} onChange={(part) => setEdited({ ...edited, ...part })} />
              </>
            ) : error ? (
              <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} />
            ) : data ? null : (
              <DialogSkeleton height={300} />
            )}
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
