import { Button, Checkbox, Skeleton, Stack, Tabs, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '#contract/client.ts';
import { finalize } from '#contract/merchant/claim-actions.ts';
import type { RouteInput } from '#contract/route.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { moneyText } from '../../../ui/money-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { hasCode, loadProblemText } from '../../problem-words.ts';
import { previewQuery } from '../../queries.ts';
import { ChangeProblem } from './change-problem.tsx';
import { asApproved, finalizeBlocker, finalizeLabel } from './claim-words.ts';
import { EmailChoice } from './email-choice.tsx';
import { isComplete, type EmailDraft } from './email-draft.ts';
import { EmailFields, LanguageNote, SummaryChoice } from './email-fields.tsx';
import { claimTemplatesQuery, draftOf, TemplateChoice } from './email-templates.tsx';
import { FinalizeGroupList, leftOut } from './finalize-groups.tsx';
import { refetchAfterFinalize } from './refetch-after-finalize.ts';
import { useClaimChange, type ClaimOnScreen } from './use-claim-change.ts';
import { useHeldClaim } from './use-held-claim.ts';

type Finalizing = Omit<RouteInput<typeof finalize>['body'], 'version'>;

type FinalizeDialogProps = ClaimOnScreen & {
  /** Approves what has no decision as requested, and finalizes, in one. */
  isApproving?: boolean;
  onClose: () => void;
};

/** Shows what will happen and the email the customer gets; its button says what it does. */
export function FinalizeDialog({ isApproving = false, onClose, ...shown }: FinalizeDialogProps) {
  const { renew, storeId, claim } = useHeldClaim(shown);
  const decided = isApproving ? asApproved(claim) : claim;
  const client = useQueryClient();
  const [isWaived, setWaived] = useState(false);
  const preview = useQuery(previewQuery(storeId, claim.id, { version: claim.version, isWaived, isApproving }));
  const [wantsEmail, setWantsEmail] = useState(true);
  const hasEmail = claim.customerEmail !== '';
  const isNotifying = wantsEmail && hasEmail;
  // Empty until edited: the template's or the preview's text is used, also when it is filled with newer values.
  const [edited, setEdited] = useState<Partial<EmailDraft>>({});
  const [isSummed, setSummed] = useState(true);
  const templates = useQuery(claimTemplatesQuery(storeId, claim.id, claim.version));
  const [templateId, setTemplateId] = useState('');
  const ofOutcomes = (templates.data?.templates ?? []).filter(({ type }) => type === 'Finalized');
  // Null while the customer gets no note with the email.
  const [note, setNote] = useState<string | null>(null);
  const template = ofOutcomes.find(({ id }) => id === templateId);
  const { subject = '', header = '', body = '' } = preview.data ?? {};
  const email: EmailDraft = { ...(template ? draftOf(template) : { subject, header, body }), ...edited };
  const finalizing = useClaimChange(
    { storeId, claim },
    async (input: Finalizing, { params, version }) =>
      (await call(finalize, { params, body: { version, ...input } })).claim,
    () => {
      refetchAfterFinalize(client, storeId, claim.id);
      onClose();
    },
  );
  const blocker = finalizeBlocker(decided);
  const left = preview.data ? leftOut(preview.data.lineItems) : 'none';
  const isIdle = left === 'all' && preview.data?.effects.length === 0;
  const verb = isApproving ? 'Approve' : 'Finalize';
  const isOwn = template !== undefined || Object.keys(edited).length > 0;
  const isChanged = isOwn || !isSummed || (note ?? '') !== '';
  const canSend =
    preview.data !== undefined &&
    !preview.isPlaceholderData &&
    !blocker &&
    !isIdle &&
    (!isNotifying || (isComplete(email) && (templateId === '' || templates.data !== undefined))) &&
    note?.trim() !== '';
  // The answer to one question: Enter says yes as soon as it is known what happens.
  const submit = useRef<HTMLButtonElement>(null);
  const isReady = isApproving && canSend;
  const wasReady = useRef(false);
  useEffect(() => {
    if (!isReady || wasReady.current) return;
    // Only once: moved after a choice, the focus would make the next press finalize.
    wasReady.current = true;
    if (document.activeElement?.matches('[role="dialog"], .mantine-Modal-close')) submit.current?.focus();
  }, [isReady]);
  const send = (): void => {
    if (!canSend || finalizing.isPending || !preview.data) return;
    finalizing.mutate(
      {
        lineItems: preview.data.lineItems,
        notifyCustomerByEmail: isNotifying ? { ...email, claimSummary: isSummed } : null,
        noteToCustomer: note ?? '',
        waiveBalance: isWaived,
        approveRequested: isApproving,
      },
      {
        onError: (error) => {
          // What the order says moves the sums without a new version of the claim. The template is filled first,
          // because the server lets no old sums of the preview through.
          if (hasCode(error, 'SUMS_CHANGED')) void templates.refetch().then(() => preview.refetch());
        },
      },
    );
  };
  return (
    <Dialog
      onClose={onClose}
      title={`${isApproving ? 'Approve and finalize' : 'Finalize'} ${claim.externalId}`}
      size="xl"
      isChanged={isChanged}
    >
      {(leave) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
        >
          <Stack gap="lg">
            {preview.error ? (
              <LoadProblem message={loadProblemText(preview.error)} onRetry={() => void preview.refetch()} />
            ) : null}
            {preview.data ? (
              <>
                <div>
                  <h3 className="mg-dialog-heading">Items</h3>
                  <FinalizeGroupList claim={decided} groups={preview.data.lineItems} />
                </div>
                {preview.data.stillOwed > 0 || isWaived ? (
                  <Owed
                    owed={moneyText(preview.data.stillOwed, claim.currencyCode)}
                    isWaived={isWaived}
                    onChange={setWaived}
                  />
                ) : null}
                <div>
                  <h3 className="mg-dialog-heading">What happens</h3>
                  <ul className="mg-deeds">
                    {preview.data.effects.map((effect) => (
                      <li key={`${effect.kind} ${effect.summary}`}>{effect.summary}</li>
                    ))}
                    {preview.data.effects.length > 0 ? null : isIdle ? (
                      <li id="finalize-idle">Nothing yet. Every item is left out; see the reason next to each one.</li>
                    ) : (
                      <li>No money or goods move. The decisions are recorded.</li>
                    )}
                  </ul>
                </div>
              </>
            ) : preview.error ? null : (
              <Skeleton height={120} />
            )}
            {isIdle ? null : (
              <>
                <Stack gap="sm">
                  <EmailChoice
                    label={`Email ${claim.customerEmail || 'the customer'}`}
                    hasEmail={hasEmail}
                    isNotifying={isNotifying}
                    onChange={setWantsEmail}
                  />
                  <Checkbox
                    label="Add a note to the customer"
                    checked={note !== null}
                    onChange={(event) => setNote(event.currentTarget.checked ? '' : null)}
                  />
                </Stack>
                {note === null ? null : (
                  <Textarea
                    label="Note"
                    maxLength={2000}
                    dir="auto"
                    autosize
                    minRows={2}
                    value={note}
                    error={note.trim() === '' ? 'Note is required.' : null}
                    onChange={(event) => setNote(event.currentTarget.value)}
                  />
                )}
                {isNotifying ? (
                  <details className="mg-details">
                    <summary>
                      <bdi>{email.subject === '' ? 'Email' : `“${email.subject}”`}</bdi>, edit or preview
                    </summary>
                    <Tabs defaultValue="text" mt="sm">
                      <Tabs.List>
                        <Tabs.Tab value="text">Text</Tabs.Tab>
                        <Tabs.Tab value="preview">Preview</Tabs.Tab>
                      </Tabs.List>
                      <Tabs.Panel value="text" pt="md">
                        {preview.data ? (
                          <Stack gap="md">
                            {templates.error && !templates.data ? (
                              <LoadProblem
                                message={loadProblemText(templates.error)}
                                onRetry={() => void templates.refetch()}
                              />
                            ) : null}
                            <TemplateChoice
                              templates={ofOutcomes}
                              chosenId={templateId}
                              usual="As the outcome says"
                              onChoose={(id) => {
                                setTemplateId(id);
                                setEdited({});
                              }}
                            />
                            <LanguageNote {...(template ?? preview.data)} />
                            <EmailFields email={email} onChange={(part) => setEdited({ ...edited, ...part })} />
                            <SummaryChoice isSummed={isSummed} onChange={setSummed} />
                          </Stack>
                        ) : (
                          <Skeleton height={300} />
                        )}
                      </Tabs.Panel>
                      <Tabs.Panel value="preview" pt="md">
                        {preview.data ? (
                          <EmailPreview
                            html={preview.data.html}
                            isEdited={isOwn || note !== null}
                            isSummed={isSummed}
                          />
                        ) : (
                          <Skeleton height={360} />
                        )}
                      </Tabs.Panel>
                    </Tabs>
                  </details>
                ) : null}
              </>
            )}
            {blocker ? <Notice tone="waiting">{blocker}</Notice> : null}
            <ChangeProblem
              storeId={storeId}
              claim={claim}
              change={finalizing}
              onRenewed={(latest) => {
                renew(latest);
                void preview.refetch();
              }}
            />
          </Stack>
          <div className="mg-dialog-actions">
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button
              ref={submit}
              type="submit"
              loading={finalizing.isPending}
              disabled={!canSend}
              {...(isIdle ? { 'aria-describedby': 'finalize-idle' } : {})}
            >
              {isIdle
                ? 'Finalize'
                : left === 'none'
                  ? finalizeLabel(decided, preview.data, verb)
                  : `${verb} what's ready`}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

type OwedProps = { owed: string; isWaived: boolean; onChange: (isWaived: boolean) => void };

function Owed({ owed, isWaived, onChange }: OwedProps) {
  return (
    <Notice tone="waiting">
      <Stack gap="sm">
        <span>
          {isWaived
            ? "The customer won't be charged what they still owe. The new items ship anyway."
            : `The customer still owes ${owed}. Items that aren't covered are left out until it's paid. The claim summary has the payment link.`}
        </span>
        <Checkbox
          label="Waive what the customer still owes"
          checked={isWaived}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      </Stack>
    </Notice>
  );
}

// The email holds texts of shoppers: an empty sandbox lets it run nothing and reach nothing of ours.
function EmailPreview({ html, isEdited, isSummed }: { html: string; isEdited: boolean; isSummed: boolean }) {
  return (
    <Stack gap="sm">
      {isEdited ? (
        <Notice tone="neutral">
          The preview shows the default text. The email will include your text and note instead.
        </Notice>
      ) : null}
      {isSummed ? null : <Notice tone="neutral">The email won't include the item and amount summary.</Notice>}
      <iframe className="mg-email" title="Preview of the email" sandbox="" srcDoc={html} />
    </Stack>
  );
}
