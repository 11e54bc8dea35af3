import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#contract/client.ts';
import { deleteCustomField, type CustomFieldShown } from '#contract/merchant/custom-fields.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { SettingsSection } from '../../../ui/settings-page.tsx';
import { toast } from '../../../ui/toast.ts';
import { customFieldsQuery } from '../../custom-fields-query.ts';
import { loadProblemText, problemText } from '../../problem-words.ts';
import { CustomFieldDialog } from './custom-field-dialog.tsx';
import { typeNames } from './inspection-field.tsx';
import './return-locations.css';

/** Questions that automations ask shoppers about an item; each is saved by itself. */
export function CustomFieldsSection({ storeId }: { storeId: number }) {
  const { data: fields, error, refetch } = useQuery(customFieldsQuery(storeId));
  const [edited, edit] = useState<CustomFieldShown | 'new' | null>(null);
  return (
    <SettingsSection
      title="Custom fields"
      help="Questions to shoppers about an item. An automation decides when to ask them: choose Collect Custom Fields as its action."
    >
      {error ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
      {fields?.length === 0 ? <p className="mg-muted mg-location-none">No custom field yet.</p> : null}
      <ul className="mg-locations" aria-label="Custom fields">
        {fields?.map((field) => (
          <li key={field.id}>
            <Field storeId={storeId} field={field} onEdit={() => edit(field)} />
          </li>
        ))}
      </ul>
      <div>
        <Button variant="default" onClick={() => edit('new')}>
          Add custom field
        </Button>
      </div>
      {edited === null ? null : (
        <CustomFieldDialog storeId={storeId} field={edited === 'new' ? null : edited} onClose={() => edit(null)} />
      )}
    </SettingsSection>
  );
}

type FieldProps = { storeId: number; field: CustomFieldShown; onEdit: () => void };

function Field({ storeId, field, onEdit }: FieldProps) {
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const { queryKey } = customFieldsQuery(storeId);
  const removing = useMutation({
    mutationFn: () => call(deleteCustomField, { params: { storeId, customFieldId: field.id } }),
    onMutate: async () => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (fields) => fields?.filter(({ id }) => id !== field.id));
      return before;
    },
    onError: (problem, _input, before) => {
      client.setQueryData(queryKey, before);
      toast(problemText(problem), 'bad');
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
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
        {isUsed ? (
          <span className="mg-muted">
            Used by automations: <bdi>{field.usedBy.join(', ')}</bdi>
          </span>
        ) : null}
      </div>
      <div className="mg-location-actions">
        <Button variant="default" size="xs" onClick={onEdit} aria-label={`Edit ${field.displayName}`}>
          Edit
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={isUsed}
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
          removing.mutate();
        }}
        isDestructive
      >
        Automations can't ask for it anymore. Answers on existing claims stay.
      </ConfirmDialog>
    </div>
  );
}
