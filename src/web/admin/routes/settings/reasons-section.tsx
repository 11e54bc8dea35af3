import { ActionIcon, Button, Input, TagsInput, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import type { StoreSettings } from '#core/settings/settings.ts';
import { SettingsSection } from '../../../ui/settings-page.tsx';
import { moved, replaced } from './reason-list.ts';
import { fieldError, type SettingsForm } from './settings-form.ts';
import './reasons-section.css';

type Reason = StoreSettings['reasons'][number];

const newReason = (): Reason => ({
  id: `Reason_${Math.random().toString(36).slice(2, 10)}`,
  name: '',
  details: [],
});

/** Reasons in the order shoppers see them. The id of a reason stays when its name changes, so old claims keep theirs. */
export function ReasonsSection(form: SettingsForm) {
  const { reasons } = form.settings;
  const list = useRef<HTMLDivElement>(null);
  const set = (next: Reason[]): void => form.change({ reasons: next });
  const focusName = (at: number): void =>
    void setTimeout(() => list.current?.querySelectorAll<HTMLElement>('[data-reason-name]')[at]?.focus());
  return (
    <SettingsSection
      title="Reasons"
      help="What a shopper may give as the reason, in this order, each with the details to choose from."
    >
      <div ref={list} className="mg-reasons">
        {reasons.map((reason, at) => (
          <ReasonRow
            key={reason.id}
            form={form}
            reason={reason}
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
      {form.errors['reasons'] ? <Input.Error role="alert">{form.errors['reasons']}</Input.Error> : null}
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
    </SettingsSection>
  );
}

type ReasonRowProps = {
  form: SettingsForm;
  reason: Reason;
  at: number;
  onChange: (next: Reason) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
};

function ReasonRow({ form, reason, at, onChange, onMove, onRemove }: ReasonRowProps) {
  const { reasons } = form.settings;
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
          {...fieldError(form, `reasons.${at}.name`)}
        />
        <TagsInput
          label="Details"
          placeholder="Type one and press Enter"
          value={reason.details}
          onChange={(details) => onChange({ ...reason, details })}
          {...fieldError(form, `reasons.${at}.details`)}
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
          disabled={at === reasons.length - 1}
          onClick={() => onMove(1)}
        >
          <IconArrowDown size={16} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Remove ${called}`}
          disabled={reasons.length === 1}
          onClick={onRemove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </div>
    </fieldset>
  );
}
