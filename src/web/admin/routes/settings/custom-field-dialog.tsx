import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { createCustomField, type CustomFieldShown } from '#contract/merchant/custom-fields.ts';
import { FieldType, hasOptions } from '#core/claims/field-shapes.ts';
import { EditDialog, type Edited } from './edit-dialog.tsx';
import { typeNames } from './inspection-field.tsx';

export type FieldDraft = Omit<CustomFieldShown, 'id' | 'createdOn' | 'usedBy'>;
const NEW: FieldDraft = {
  displayName: '',
  description: '',
  valueType: 'Text',
  options: '',
  required: false,
  isSerialNumber: false,
};

type Props = Edited<CustomFieldShown | null, FieldDraft> & {
  onSave: (draft: FieldDraft) => void;
  onClose: () => void;
};

/** Makes a custom field, or changes one; the kind of its answer stays (S5.07). */
export function CustomFieldDialog({ thing: field, typed, errors: refused, onSave, onClose }: Props) {
  const [saved] = useState<FieldDraft>(field ?? NEW);
  return (
    <EditDialog
      title={field === null ? 'Add custom field' : `Edit ${field.displayName}`}
      saveLabel="Save custom field"
      saved={saved}
      typed={typed}
      errors={refused}
      schema={createCustomField.body}
      onSave={onSave}
      onClose={onClose}
    >
      {({ draft, errors, change }) => (
        <>
          <TextInput
            label="Name"
            description="Shoppers see it above the answer."
            maxLength={30}
            dir="auto"
            data-autofocus
            value={draft.displayName}
            error={errors['displayName']}
            onChange={(event) => change({ displayName: event.currentTarget.value })}
          />
          <Textarea
            label="Description"
            description="Tells shoppers what to answer."
            maxLength={500}
            autosize
            minRows={2}
            dir="auto"
            value={draft.description}
            error={errors['description']}
            onChange={(event) => change({ description: event.currentTarget.value })}
          />
          <NativeSelect
            label="Answer"
            description={
              field === null ? "It can't be changed once the field is saved." : "It can't be changed anymore."
            }
            disabled={field !== null}
            data={FieldType.options.map((value) => ({ value, label: typeNames[value] }))}
            value={draft.valueType}
            error={errors['valueType']}
            onChange={(event) =>
              change({ valueType: FieldType.parse(event.currentTarget.value), isSerialNumber: false })
            }
          />
          {hasOptions(draft) ? (
            <TextInput
              label="Options"
              description="Separated by commas."
              maxLength={2000}
              dir="auto"
              value={draft.options}
              error={errors['options']}
              onChange={(event) => change({ options: event.currentTarget.value })}
            />
          ) : null}
          <Checkbox
            label="Must be answered"
            checked={draft.required}
            onChange={(event) => change({ required: event.currentTarget.checked })}
          />
          {draft.valueType === 'Text' ? (
            <Checkbox
              label="Serial number"
              description="When owners register a product, each serial number is taken once."
              checked={draft.isSerialNumber}
              onChange={(event) => change({ isSerialNumber: event.currentTarget.checked })}
            />
          ) : null}
        </>
      )}
    </EditDialog>
  );
}
