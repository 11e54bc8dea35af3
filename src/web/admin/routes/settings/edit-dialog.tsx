import { Button, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { z } from 'zod';
import { Dialog } from '../../../ui/dialog.tsx';
import { errorsOf, stillWrong, type FieldErrors } from '../../field-errors.ts';

/** What is edited in a dialog; after a failure with what was typed, and what was wrong with it. */
export type Edited<Thing, Draft> = { thing: Thing; typed?: Draft; errors?: FieldErrors };

/** What could not be saved opens again. Another thing that is edited by now stays: it would be saved as this one. */
export const reopened =
  <Thing, Draft>(failed: Edited<Thing, Draft>) =>
  (open: Edited<Thing, Draft> | null): Edited<Thing, Draft> =>
    open ?? failed;

type Form<Draft> = { draft: Draft; errors: FieldErrors; change: (part: Partial<Draft>) => void };

type EditDialogProps<Draft> = {
  title: string;
  size?: string;
  saveLabel: string;
  /** As it is saved. */
  saved: Draft;
  /** What was typed before it could not be saved. */
  typed?: Draft | undefined;
  errors?: FieldErrors | undefined;
  schema: z.core.$ZodType;
  onSave: (draft: Draft) => void;
  onClose: () => void;
  isDisabled?: boolean;
  children: (form: Form<Draft>) => ReactNode;
};

/** Edits one thing of a list. What is wrong is found before it closes; what the server refuses opens it again as it was. */
export function EditDialog<Draft extends object>(props: EditDialogProps<Draft>) {
  const [draft, setDraft] = useState(props.typed ?? props.saved);
  const [errors, setErrors] = useState<FieldErrors>(props.errors ?? {});
  const change = (part: Partial<Draft>): void => {
    const next = { ...draft, ...part };
    setDraft(next);
    // What was fixed stops being wrong at once; what is new is only judged when saving.
    setErrors((old) => stillWrong(old, errorsOf(props.schema, next)));
  };
  const save = (): void => {
    const problems = errorsOf(props.schema, draft);
    setErrors(problems);
    if (Object.keys(problems).length === 0) props.onSave(draft);
    else setTimeout(() => document.querySelector<HTMLElement>('[role="dialog"] [aria-invalid="true"]')?.focus());
  };
  return (
    <Dialog
      title={props.title}
      {...(props.size === undefined ? {} : { size: props.size })}
      onClose={props.onClose}
      isChanged={draft !== props.saved}
    >
      {(leave) => (
        <form
          noValidate
          onSubmit={(event) => {
            // The page around it has a form of its own.
            event.stopPropagation();
            event.preventDefault();
            save();
          }}
        >
          <Stack gap="md">{props.children({ draft, errors, change })}</Stack>
          <div className="mg-dialog-actions">
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" disabled={props.isDisabled ?? false}>
              {props.saveLabel}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
