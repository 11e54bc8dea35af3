import { ActionIcon, Button, Input, TagsInput, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { z } from 'zod';
import { ClaimReason } from '#core/claims/reasons.ts';
import { moved, replaced } from './reason-list.ts';
import { fieldError, type GroupForm } from './settings-form.ts';
import './reasons-field.css';

/** While it is edited it may be wrong, but it has its parts. */
const EditedReason = ClaimReason.extend({ name: z.string(), details: z.array(z.string()) });
type Reason = z.infer<typeof EditedReason>;

const newReason = (): Reason => ({
  id: `Reason_${Math.random().toString(36).slice(2, 10)}`,
  name: '',
  details: [],
});

/** Reasons in the order shoppers see them. The id of a reason stays when its name changes, so old claims keep theirs. */
export function ReasonsField({ form, name }: { form: GroupForm; name: string }) {
  const reasons = z.array(EditedReason).parse(form.document[name]);
  const list = useRef<HTMLDivElement>(null);
  const set = (next: Reason[]): void => form.change(name, next);
  const focusName = (at: number): void =>
    void setTimeout(() => list.current?.querySelectorAll<HTMLElement>('[data-reason-name]')[at]?.focus());
  return (
    <>
      <div ref={list} className="mg-reasons">
        {reasons.map((reason, at) => (
          <ReasonRow
            key={reason.id}
            form={form}
            path={`${name}.${at}`}
            reason={reason}
            isLast={reasons.length === at + 1}
            at={at}
            onChange={(next) => set(replaced(reasons, at, next))}
            onMove={(by) => set(moved(reasons, at, by))}
            onRemove={() => {
              set(reasons.filter((one) => one.id !== reason.id));
              focusName(Math.max(0, at - 1));
            }}
          />
        ))}
      </div>
      {form.errors[name] ? <Input.Error role="alert">{form.errors[name]}</Input.Error> : null}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => {
            set([...reasons, newReason()]);
            focusName(reasons.length);
          }}
        >
          Add reason
        </Button>
      </div>
    </>
  );
}

type ReasonRowProps = {
  form: GroupForm;
  path: string;
  reason: Reason;
  isLast: boolean;
  at: number;
  onChange: (next: Reason) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
};

function ReasonRow({ form, path, reason, at, isLast, onChange, onMove, onRemove }: ReasonRowProps) {
  const called = reason.name || `reason ${at + 1}`;
  return (
    <fieldset className="mg-reason" aria-label={called}>
      <div className="mg-reason-fields">
        <TextInput
          label="Name"
          data-reason-name
          maxLength={100}
          value={reason.name}
          onChange={(event) => onChange({ ...reason, name: event.currentTarget.value })}
          {...fieldError(form, `${path}.name`)}
        />
        <TagsInput
          label="Details"
          placeholder="Type one and press Enter"
          value={reason.details}
          onChange={(details) => onChange({ ...reason, details })}
          {...fieldError(form, `${path}.details`)}
        />
      </div>
      <div className="mg-reason-actions">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Move ${called} up`}
          disabled={at === 0}
          onClick={() => onMove(-1)}
        >
          <IconArrowUp size={16} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Move ${called} down`}
          disabled={isLast}
          onClick={() => onMove(1)}
        >
          <IconArrowDown size={16} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Remove ${called}`}
          disabled={at === 0 && isLast}
          onClick={onRemove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </div>
    </fieldset>
  );
}
