import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { VIEW_NAME_MAX, ViewName } from '#core/lists/saved-view.ts';
import { Dialog } from '../../ui/dialog.tsx';

/** Asks for the name of a view (C5.01). */
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
  onSave: (name: string) => void;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState(name);
  const [problem, setProblem] = useState<string | null>(null);
  const save = (event: FormEvent): void => {
    event.preventDefault();
    const parsed = ViewName.safeParse(typed);
    if (parsed.success) onSave(parsed.data);
    else setProblem(parsed.error.issues[0]?.message ?? null);
  };
  return (
    <Dialog title={title} size="sm" onClose={onClose}>
      <form onSubmit={save} noValidate>
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
        <div className="mg-dialog-actions">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">{action}</Button>
        </div>
      </form>
    </Dialog>
  );
}
