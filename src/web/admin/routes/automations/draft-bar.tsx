import { Button, Skeleton, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#contract/client.ts';
import { discardDraft, publishRuleSet } from '#contract/merchant/rule-sets.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.ts';
import { loadProblemText, problemText } from '../../problem-words.ts';
import { changesOf, countText } from './draft-words.ts';
import { LintList } from './lint-findings.tsx';
import { lintQuery, rulesKey, type ListedRules } from './rule-queries.ts';

type DraftBarProps = { storeId: number; rules: ListedRules };

/** Says what is not live yet, and lets it go live or takes it back. */
export function DraftBar({ storeId, rules }: DraftBarProps) {
  const [open, setOpen] = useState<'publish' | 'discard' | null>(null);
  const count = changesOf(rules).length;
  if (count === 0 && open === null) return null;
  return (
    <section className="mg-draft-bar" aria-label="Draft">
      <span>{countText(count)} not published</span>
      <Button variant="default" size="xs" onClick={() => setOpen('discard')}>
        Discard
      </Button>
      <Button size="xs" onClick={() => setOpen('publish')}>
        Publish
      </Button>
      {open === 'publish' ? <PublishDialog storeId={storeId} rules={rules} onClose={() => setOpen(null)} /> : null}
      {open === 'discard' ? <DiscardDialog storeId={storeId} rules={rules} onClose={() => setOpen(null)} /> : null}
    </section>
  );
}

type DraftDialogProps = DraftBarProps & { onClose: () => void };

/** The changes, what is wrong with the rules, and a note for those who read the versions later. */
function PublishDialog({ storeId, rules, onClose }: DraftDialogProps) {
  const [note, setNote] = useState('');
  const client = useQueryClient();
  const changes = changesOf(rules);
  const lint = useQuery(lintQuery(storeId, rules.draftRevision));
  const publishing = useMutation({
    mutationFn: () =>
      call(publishRuleSet, { params: { storeId }, body: { note: note.trim(), draftRevision: rules.draftRevision } }),
    onSuccess: ({ version }) => {
      onClose();
      toast(`Version ${version.number} is live`);
    },
    // Refused because others changed the draft, it shows what they did.
    onSettled: () => client.invalidateQueries({ queryKey: rulesKey(storeId) }),
  });
  return (
    <Dialog title="Publish automations" onClose={onClose} isChanged={note !== '' && !publishing.isSuccess}>
      {(leave) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            event.stopPropagation();
            if (!publishing.isPending) publishing.mutate();
          }}
        >
          <p className="mg-rule-nothing">
            Shoppers and claims get these rules right away. Claims already made keep theirs.
          </p>
          <ul className="mg-changes" aria-label="Changes">
            {changes.map(({ name, what }) => (
              <li key={`${what} ${name}`}>
                <span className="mg-muted">{what}</span> <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
          {lint.isPending ? <Skeleton height={40} aria-busy /> : null}
          {lint.error ? (
            <LoadProblem message={loadProblemText(lint.error)} onRetry={() => void lint.refetch()} />
          ) : null}
          {lint.data && lint.data.length > 0 ? <LintList findings={lint.data} /> : null}
          {lint.data?.length === 0 ? <Notice tone="good">Checked: these rules fit each other.</Notice> : null}
          <Textarea
            mt="md"
            label="Note"
            placeholder="What changes, and why"
            autosize
            minRows={2}
            maxLength={500}
            dir="auto"
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            data-autofocus
          />
          {publishing.error ? <Notice tone="bad">{problemText(publishing.error)}</Notice> : null}
          <div className="mg-dialog-actions">
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" loading={publishing.isPending}>
              {`Publish ${countText(changes.length)}`}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

function DiscardDialog({ storeId, rules, onClose }: DraftDialogProps) {
  const client = useQueryClient();
  const discarding = useMutation({
    mutationFn: () => call(discardDraft, { params: { storeId }, body: { draftRevision: rules.draftRevision } }),
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries({ queryKey: rulesKey(storeId) }),
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Discard ${countText(changesOf(rules).length)}?`}
      confirmLabel="Discard changes"
      cancelLabel="Keep changes"
      onConfirm={() => discarding.mutate()}
      isBusy={discarding.isPending}
      isDestructive
    >
      {rules.live === null
        ? 'Nothing was published yet, so every automation is deleted.'
        : `The automations go back to version ${rules.live.number}, which is live.`}
      {discarding.error ? <Notice tone="bad">{problemText(discarding.error)}</Notice> : null}
    </ConfirmDialog>
  );
}
