import { Button, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { Notice } from '../../../ui/notice.tsx';
import { hasCode } from '../../problem-words.ts';
import { ChangeProblem } from './change-problem.tsx';
import { useLineChange, type LineOnScreen } from './use-line-change.ts';

/** The note the customer reads about an item: edited in place, saved only when it changed. */
export function LineNote({ isLocked, ...on }: LineOnScreen & { isLocked: boolean }) {
  const { storeId, claim, line } = on;
  const [text, setText] = useState<string | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const close = (): void => {
    setText(null);
    setTimeout(() => opener.current?.focus());
  };
  const saving = useLineChange(on, close);
  if (isLocked) return line.noteToCustomer ? <span className="mg-quote">{line.noteToCustomer}</span> : null;
  if (text === null)
    return (
      <span className="mg-note">
        {line.noteToCustomer ? <span className="mg-quote">{line.noteToCustomer}</span> : null}
        <Button
          ref={opener}
          variant="transparent"
          c="var(--mg-link)"
          size="compact-sm"
          px={0}
          aria-label={`${line.noteToCustomer ? 'Edit' : 'Add a'} note: ${line.name}`}
          onClick={() => {
            setText(line.noteToCustomer);
            setTimeout(() => field.current?.focus());
          }}
        >
          {line.noteToCustomer ? 'Edit' : 'Add a note'}
        </Button>
      </span>
    );
  const isChanged = text.trim() !== line.noteToCustomer;
  return (
    <form
      className="mg-note-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isChanged) close();
        else if (!saving.isPending) saving.mutate({ kind: 'note', noteToCustomer: text });
      }}
    >
      <Textarea
        aria-label={`Note to the customer: ${line.name}`}
        maxLength={2000}
        dir="auto"
        autosize
        minRows={2}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        ref={field}
      />
      {saving.error && !hasCode(saving.error, 'CLAIM_CHANGED') ? (
        <Notice tone="bad">The note failed to save. Please try again.</Notice>
      ) : (
        <ChangeProblem storeId={storeId} claim={claim} error={saving.error} onRenewed={saving.reset} />
      )}
      <div className="mg-line-actions">
        <Button variant="default" size="xs" onClick={close}>
          Cancel
        </Button>
        <Button type="submit" size="xs" loading={saving.isPending} disabled={!isChanged}>
          Save note
        </Button>
      </div>
    </form>
  );
}
