import { Button, Checkbox, Skeleton, Stack, Tabs, TextInput, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#contract/client.ts';
import { finalize } from '#contract/merchant/merchant.ts';
import { Notice } from '../../../ui/notice.tsx';
import { problemText } from '../../problem-words.ts';
import { previewQuery } from '../../queries.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ChangeProblem } from './change-problem.tsx';
import { finalizeBlocker, finalizeLabel } from './claim-words.ts';
import { useClaimChange, type ClaimOnScreen } from './use-claim-change.ts';

type Email = { subject: string; body: string };

/** Shows what will happen and the e-mail the customer gets; its button says what it does. */
export function FinalizeDialog({ storeId, claim, onClose }: ClaimOnScreen & { onClose: () => void }) {
  const preview = useQuery(previewQuery(storeId, claim.id, claim.version));
  const [isNotifying, setNotifying] = useState(true);
  // Null until edited: the preview's own text is used, also when a newer version of the claim brings another.
  const [subject, setSubject] = useState<string | null>(null);
  const [body, setBody] = useState<string | null>(null);
  const email: Email = {
    subject: subject ?? preview.data?.subject ?? '',
    body: body ?? preview.data?.body ?? '',
  };
  const errors =
    isNotifying && preview.data
      ? {
          subject: email.subject.trim() ? null : 'Subject is required.',
          body: email.body.trim() ? null : 'Body is required.',
        }
      : { subject: null, body: null };
  const finalizing = useClaimChange(
    { storeId, claim },
    (input: Email | null, { params, version }) => call(finalize, { params, body: { version, email: input } }),
    onClose,
  );
  const blocker = finalizeBlocker(claim);
  const canSend = preview.data !== undefined && !blocker && !errors.subject && !errors.body;
  const send = (): void => {
    if (canSend && !finalizing.isPending) finalizing.mutate(isNotifying ? email : null);
  };
  return (
    <Dialog onClose={onClose} title={`Finalize ${claim.externalId}`} size="xl">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Stack gap="lg">
          {preview.error ? (
            <Notice
              tone="bad"
              action={
                <Button size="xs" variant="default" onClick={() => void preview.refetch()}>
                  Try again
                </Button>
              }
            >
              {problemText(preview.error)}
            </Notice>
          ) : null}
          <div>
            <h3 className="mg-dialog-heading">What happens</h3>
            {preview.data ? (
              <ul className="mg-deeds">
                {preview.data.effects.map((effect) => (
                  <li key={`${effect.kind} ${effect.summary}`}>{effect.summary}</li>
                ))}
              </ul>
            ) : preview.error ? null : (
              <Skeleton height={44} />
            )}
          </div>
          <Checkbox
            label={`Tell ${claim.customerEmail || 'the customer'} by e-mail`}
            checked={isNotifying}
            onChange={(event) => setNotifying(event.currentTarget.checked)}
          />
          {isNotifying ? (
            <Tabs defaultValue="text">
              <Tabs.List>
                <Tabs.Tab value="text">Text</Tabs.Tab>
                <Tabs.Tab value="preview">Preview</Tabs.Tab>
              </Tabs.List>
              <Tabs.Panel value="text" pt="md">
                {preview.data ? (
                  <Stack gap="md">
                    <TextInput
                      label="Subject"
                      maxLength={200}
                      value={email.subject}
                      error={errors.subject}
                      onChange={(event) => setSubject(event.currentTarget.value)}
                    />
                    <Textarea
                      label="Body"
                      maxLength={10000}
                      autosize
                      minRows={6}
                      maxRows={14}
                      value={email.body}
                      error={errors.body}
                      onChange={(event) => setBody(event.currentTarget.value)}
                    />
                  </Stack>
                ) : (
                  <Skeleton height={232} />
                )}
              </Tabs.Panel>
              <Tabs.Panel value="preview" pt="md">
                {preview.data ? (
                  <EmailPreview html={preview.data.html} isEdited={subject !== null || body !== null} />
                ) : (
                  <Skeleton height={360} />
                )}
              </Tabs.Panel>
            </Tabs>
          ) : null}
          {blocker ? <Notice tone="waiting">{blocker}</Notice> : null}
          <ChangeProblem storeId={storeId} claim={claim} error={finalizing.error} onRenewed={finalizing.reset} />
        </Stack>
        <div className="mg-dialog-actions">
          <Button variant="default" onClick={onClose}>
            Not yet
          </Button>
          <Button type="submit" loading={finalizing.isPending} disabled={!canSend}>
            {finalizeLabel(claim)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

// The e-mail holds texts of shoppers: an empty sandbox lets it run nothing and reach nothing of ours.
function EmailPreview({ html, isEdited }: { html: string; isEdited: boolean }) {
  return (
    <Stack gap="sm">
      {isEdited ? (
        <Notice tone="neutral">
          The layout is shown with the standard text. Your own text takes its place when it is sent.
        </Notice>
      ) : null}
      <iframe className="mg-email" title="Preview of the e-mail" sandbox="" srcDoc={html} />
    </Stack>
  );
}
