import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { VIEW_NAME_MAX, ViewName } from '#core/lists/saved-view.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { problemText } from '../problem-words.ts';

/** Asks for the name of a view (C5.01), and keeps it until the server has taken it. */
export function ViewNameDialog({
  title,
  name,
  action,
  onSave,
  onClose,
}: {
  title: string;
  name: string;
  /** The verb on the button. */
  action: string;
  onSave: (name: string) => Promise<void>;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState(name);
  const [problem, setProblem] = useState<string | null>(null);
  const saving = useMutation({ mutationFn: onSave });
  const save = (event: FormEvent): void => {
    event.preventDefault();
    const parsed = ViewName.safeParse(typed);
    if (saving.isPending) return;
    if (parsed.success) saving.mutate(parsed.data);
    else setProblem(parsed.error.issues[0]?.message ?? null);
  };
  return (
    <Dialog title={title} size="sm" onClose={onClose} isChanged={typed !== name}>
      {(leave) => (
        <form onSubmit={save} noValidate>
          <Stack gap="md">
            <TextInput
              label="Name"
              value={typed}
              dir="auto"
              data-autofocus
              error={problem}
              description={`${typed.length}/${VIEW_NAME_MAX}`}
              onChange={(event) => {
                const next = event.currentTarget.value;
                setTyped(next);
                const parsed = ViewName.safeParse(next);
                setProblem(
                  next.length > VIEW_NAME_MAX && !parsed.success ? (parsed.error.issues[0]?.message ?? null) : null,
                );
              }}
            />
            {saving.error ? <Notice tone="bad">{problemText(saving.error)}</Notice> : null}
          </Stack>
          <div className="mg-dialog-actions">
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {action}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
