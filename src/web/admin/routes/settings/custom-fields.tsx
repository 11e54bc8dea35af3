import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#contract/client.ts';
import {
  changeCustomField,
  createCustomField,
  deleteCustomField,
  type CustomFieldShown,
} from '#contract/merchant/custom-fields.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { SettingsSection } from '../../../ui/settings-page.tsx';
import { customFieldsQuery } from '../../custom-fields-query.ts';
import type { FieldErrors } from '../../field-errors.ts';
import { loadProblemText } from '../../problem-words.ts';
import { isSaved, newId, useOptimistic, withElement, withoutElement } from '../../use-optimistic.ts';
import { CustomFieldDialog, type FieldDraft } from './custom-field-dialog.tsx';
import { reopened, type Edited } from './edit-dialog.tsx';
import { typeNames } from './inspection-field.tsx';
import './return-locations.css';
import { UsedByRules } from './used-by-rules.tsx';

type Change = { field: CustomFieldShown | null; draft: FieldDraft };

const shownAs = ({ field, draft }: Change): CustomFieldShown => ({
  ...draft,
  id: field?.id ?? newId(),
  createdOn: field?.createdOn ?? '',
  usedBy: field?.usedBy ?? [],
});

/** Questions that automations ask shoppers about an item; each is saved by itself. */
export function CustomFieldsSection({ storeId }: { storeId: number }) {
  const { data: fields, error, refetch } = useQuery(customFieldsQuery(storeId));
  const [edited, edit] = useState<Edited<CustomFieldShown | null, FieldDraft> | null>(null);
  const saving = useOptimistic({
    queryKey: customFieldsQuery(storeId).queryKey,
    shown: (before: CustomFieldShown[], change: Change) => withElement(before, shownAs(change), 'first'),
    send: ({ field, draft: { displayName, description, valueType, options, required, isSerialNumber } }: Change) => {
      const body = { displayName, description, valueType, options, required, isSerialNumber };
      return field === null
        ? call(createCustomField, { params: { storeId }, body })
        : call(changeCustomField, { params: { storeId, customFieldId: field.id }, body });
    },
    done: () => 'Custom field saved',
    onFailed: ({ field, draft }: Change, errors: FieldErrors) => edit(reopened({ thing: field, typed: draft, errors })),
  });
  return (
    <SettingsSection
      title="Custom fields"
      help="Questions to shoppers about an item. An automation decides when to ask them: choose Collect Custom Fields as its action."
    >
      {error ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
      {fields === undefined && !error ? <Skeleton height={120} /> : null}
      {fields?.length === 0 ? <p className="mg-muted mg-location-none">No custom field yet.</p> : null}
      <ul className="mg-locations" aria-label="Custom fields">
        {fields?.map((field) => (
          <li key={field.id}>
            <Field storeId={storeId} field={field} onEdit={() => edit({ thing: field })} />
          </li>
        ))}
      </ul>
      <div>
        <Button variant="default" onClick={() => edit({ thing: null })}>
          Add custom field
        </Button>
      </div>
      {edited === null ? null : (
        <CustomFieldDialog
          {...edited}
          onClose={() => edit(null)}
          onSave={(draft) => {
            edit(null);
            saving.mutate({ field: edited.thing, draft });
          }}
        />
      )}
    </SettingsSection>
  );
}

type FieldProps = { storeId: number; field: CustomFieldShown; onEdit: () => void };

function Field({ storeId, field, onEdit }: FieldProps) {
  const [isAsking, setAsking] = useState(false);
  const removing = useOptimistic({
    queryKey: customFieldsQuery(storeId).queryKey,
    shown: (before: CustomFieldShown[], id: number) => withoutElement(before, id),
    send: (customFieldId: number) => call(deleteCustomField, { params: { storeId, customFieldId } }),
  });
  const isUsed = field.usedBy.length > 0;
  return (
    <div className="mg-location">
      <div className="mg-location-text">
        <strong>
          <bdi>{field.displayName}</bdi>
        </strong>
        <span className="mg-muted">
          <bdi>{field.description}</bdi>
        </span>
        <span className="mg-muted">
          {typeNames[field.valueType]}
          {field.options === '' ? '' : `: ${field.options}`}
          {field.required ? ' · Must be answered' : ''}
        </span>
        <UsedByRules rules={field.usedBy} />
      </div>
      <div className="mg-location-actions">
        <Button
          variant="default"
          size="xs"
          disabled={!isSaved(field)}
          onClick={onEdit}
          aria-label={`Edit ${field.displayName}`}
        >
          Edit
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={isUsed || !isSaved(field)}
          onClick={() => setAsking(true)}
          aria-label={`Delete ${field.displayName}`}
        >
          Delete
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Delete ${field.displayName}?`}
        confirmLabel="Delete custom field"
        cancelLabel="Keep custom field"
        onConfirm={() => {
          setAsking(false);
          removing.mutate(field.id);
        }}
        isDestructive
      >
        Automations can't ask for it anymore. Answers on existing claims stay.
      </ConfirmDialog>
    </div>
  );
}
