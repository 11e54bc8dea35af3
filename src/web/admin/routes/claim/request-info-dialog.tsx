import { Button, Skeleton, Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#contract/client.ts';
import { requestInfo } from '#contract/merchant/claim-actions.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { loadProblemText } from '../../problem-words.ts';
import { ChangeProblem } from './change-problem.tsx';
import { EmailChoice } from './email-choice.tsx';
import { isComplete, type EmailDraft } from './email-draft.ts';
import { EmailFields, LanguageNote, SummaryChoice } from './email-fields.tsx';
import { claimTemplatesQuery, draftOf, TemplateChoice } from './email-templates.tsx';
import { useClaimChange, type ClaimOnScreen } from './use-claim-change.ts';
import { useHeldClaim } from './use-held-claim.ts';

type Question = { message: string; email: EmailDraft | null | undefined; claimSummary: boolean };

/** Asks the shopper a question; the claim then waits for the answer. */
export function RequestInfoDialog({ onClose, ...shown }: ClaimOnScreen & { onClose: () => void }) {
  const { renew, storeId, claim } = useHeldClaim(shown);
  const [message, setMessage] = useState(claim.isAwaitingCustomer ? claim.infoRequest : '');
  const [wantsEmail, setWantsEmail] = useState(true);
  const hasEmail = claim.customerEmail !== '';
  const isNotifying = wantsEmail && hasEmail;
  const [isWording, setWording] = useState(false);
  // Empty until edited, so that the email follows the question as it is typed.
  const [edited, setEdited] = useState<Partial<EmailDraft>>({});
  const [isSummed, setSummed] = useState(true);
  const { data, error, refetch } = useQuery(claimTemplatesQuery(storeId, claim.id, claim.version));
  const [templateId, setTemplateId] = useState('');
  const templates = (data?.templates ?? []).filter(({ type }) => type === 'Needs_More_Info');
  const usual = templates.find(({ usedFor }) => usedFor !== null);
  const chosen = templates.find(({ id }) => id === templateId) ?? usual;
  const email = chosen && { ...draftOf(chosen, message), ...edited };
  const isOwn = Object.keys(edited).length > 0 || (chosen !== undefined && chosen !== usual);
  const asking = useClaimChange(
    { storeId, claim },
    (question: Question, { params, version }) =>
      call(requestInfo, {
        params,
        body: {
          version,
          message: question.message,
          claimSummary: question.claimSummary,
          ...(question.email === undefined ? {} : { notifyCustomerByEmail: question.email }),
        },
      }),
    onClose,
  );
  const isChanged = isOwn || !isSummed || message !== (claim.isAwaitingCustomer ? claim.infoRequest : '');
  const canSend = message.trim() !== '' && (!isNotifying || !isWording || (email !== undefined && isComplete(email)));
  return (
    <Dialog onClose={onClose} title="Request more info" size={isWording ? 'lg' : 'md'} isChanged={isChanged}>
      {(leave) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (canSend && !asking.isPending)
              asking.mutate({
                message,
                email: !isNotifying ? null : isOwn ? email : undefined,
                claimSummary: isSummed,
              });
          }}
        >
          <Stack gap="lg">
            <Textarea
              label="Your question"
              description="Shown in the portal with a place to answer. The claim waits for the answer."
              required
              maxLength={2000}
              dir="auto"
              autosize
              minRows={4}
              value={message}
              onChange={(event) => setMessage(event.currentTarget.value)}
              data-autofocus
            />
            <EmailChoice
              label={`Email ${claim.customerEmail || 'the customer'} a link to answer`}
              hasEmail={hasEmail}
              isNotifying={isNotifying}
              onChange={setWantsEmail}
            />
            {isNotifying && !isWording ? (
              <div>
                <Button
                  variant="transparent"
                  c="var(--mg-link)"
                  size="compact-sm"
                  px={0}
                  onClick={() => setWording(true)}
                >
                  Edit the email
                </Button>
              </div>
            ) : null}
            {isNotifying && isWording ? (
              <>
                <TemplateChoice
                  templates={templates.filter((one) => one !== usual)}
                  chosenId={templateId}
                  usual={usual?.name ?? 'Usual text'}
                  onChoose={(id) => {
                    setTemplateId(id);
                    setEdited({});
                  }}
                />
                {chosen && email ? (
                  <>
                    <LanguageNote {...chosen} />
                    <EmailFields email={email} onChange={(part) => setEdited({ ...edited, ...part })} />
                  </>
                ) : error ? (
                  <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} />
                ) : (
                  <Skeleton height={300} />
                )}
                <SummaryChoice isSummed={isSummed} onChange={setSummed} />
              </>
            ) : null}
            <ChangeProblem
              storeId={storeId}
              claim={claim}
              change={asking}
              onRenewed={renew}
              {...(isNotifying ? { failure: 'Sorry, failed to send the email. Please try again.' } : {})}
            />
          </Stack>
          <div className="mg-dialog-actions">
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" loading={asking.isPending} disabled={!canSend}>
              {isNotifying ? 'Send question' : 'Ask without email'}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
