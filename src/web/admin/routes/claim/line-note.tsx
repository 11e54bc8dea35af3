import { Button, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Notice } from '../../../ui/notice.tsx';
import { useLeaveGuard } from '../../../ui/use-leave-guard.tsx';
import { ChangeProblem } from './change-problem.tsx';
import { useHeldLine } from './use-held-claim.ts';
import { useLineChange, type LineOnScreen } from './use-line-change.ts';

type NoteProps = LineOnScreen & { isLocked: boolean; isEditing: boolean; onEdit: (isEditing: boolean) => void };

/** The note the customer reads about an item: edited in place, saved only when it changed. */
export function LineNote({ isLocked, isEditing, onEdit, ...on }: NoteProps) {
  const {
    noteToCustomer,
    originalStoreOrderLineItem: { name },
  } = on.line;
  const opener = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    onEdit(false);
    setTimeout(() => opener.current?.focus());
  };
  if (isEditing) return <NoteForm {...on} onClose={close} />;
  if (isLocked) return noteToCustomer ? <span className="mg-quote">{noteToCustomer}</span> : null;
  return (
    <span className="mg-note">
      {noteToCustomer ? <span className="mg-quote">{noteToCustomer}</span> : null}
      <Button
        ref={opener}
        variant="transparent"
        c="var(--mg-link)"
        size="compact-sm"
        px={0}
        aria-label={`${noteToCustomer ? 'Edit' : 'Add a'} note: ${name}`}
        onClick={() => onEdit(true)}
      >
        {noteToCustomer ? 'Edit' : 'Add a note'}
      </Button>
    </span>
  );
}

function NoteForm({ onClose, ...shown }: LineOnScreen & { onClose: () => void }) {
  const { renew, ...on } = useHeldLine(shown);
  const { storeId, claim, line } = on;
  const [text, setText] = useState(line.noteToCustomer);
  const [before] = useState(line.noteToCustomer);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const saving = useLineChange(on, onClose);
  const isChanged = text.trim() !== line.noteToCustomer;
  const leaveQuestion = useLeaveGuard({
    isChanged,
    children: "Your note to the customer isn't saved. If you leave now, you'll lose it.",
  });
  return (
    <form
      className="mg-note-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isChanged) onClose();
        else if (!saving.isPending) saving.mutate({ kind: 'note', noteToCustomer: text });
      }}
    >
      <Textarea
        aria-label={`Note to customer: ${line.originalStoreOrderLineItem.name}`}
        maxLength={2000}
        dir="auto"
        autosize
        minRows={2}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        ref={field}
        data-autofocus
      />
      {line.noteToCustomer === before ? null : (
        <Notice tone="info">
          {line.noteToCustomer ? (
            <>
              The note is now: <bdi className="mg-quote">{line.noteToCustomer}</bdi>
            </>
          ) : (
            'The note was removed.'
          )}
        </Notice>
      )}
      <ChangeProblem
        storeId={storeId}
        claim={claim}
        change={saving}
        onRenewed={renew}
        failure="The note failed to save. Please try again."
      />
      <div className="mg-line-actions">
        <Button variant="default" size="xs" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" size="xs" loading={saving.isPending} disabled={!isChanged}>
          Save note
        </Button>
      </div>
      {leaveQuestion}
    </form>
  );
}
