import { Button, Checkbox, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { ApiError, call } from '#contract/client.ts';
import { changeCustomField, createCustomField, type CustomFieldShown } from '#contract/merchant/custom-fields.ts';
import { FieldType, hasOptions } from '#core/claims/field-shapes.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.ts';
import { customFieldsQuery } from '../../custom-fields-query.ts';
import { errorsOf, refusedFields, stillWrong, type FieldErrors } from '../../field-errors.ts';
import { problemText } from '../../problem-words.ts';
import { typeNames } from './inspection-field.tsx';

type Draft = Required<z.input<typeof createCustomField.body>>;
const NEW: Draft = {
  displayName: '',
  description: '',
  valueType: 'Text',
  options: '',
  required: false,
  isSerialNumber: false,
};

type Props = { storeId: number; field: CustomFieldShown | null; onClose: () => void };

/** Makes a custom field, or changes one; the kind of its answer stays (S5.07). */
export function CustomFieldDialog({ storeId, field, onClose }: Props) {
  const [saved] = useState<Draft>(field ?? NEW);
  const [draft, setDraft] = useState(saved);
  const [errors, setErrors] = useState<FieldErrors>({});
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: ({ displayName, description, valueType, options, required, isSerialNumber }: Draft) => {
      const body = { displayName, description, valueType, options, required, isSerialNumber };
      return field === null
        ? call(createCustomField, { params: { storeId }, body })
        : call(changeCustomField, { params: { storeId, customFieldId: field.id }, body });
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: customFieldsQuery(storeId).queryKey });
      toast('Custom field saved');
      onClose();
    },
    onError: (error) => {
      if (error instanceof ApiError) setErrors(refusedFields(error));
    },
  });
  const change = (part: Partial<Draft>): void => {
    const next = { ...draft, ...part };
    setDraft(next);
    setErrors((old) => stillWrong(old, errorsOf(createCustomField.body, next)));
  };
  const save = (): void => {
    const problems = errorsOf(createCustomField.body, draft);
    setErrors(problems);
    if (Object.keys(problems).length === 0 && !saving.isPending) saving.mutate(draft);
    else setTimeout(() => document.querySelector<HTMLElement>('[role="dialog"] [aria-invalid="true"]')?.focus());
  };
  return (
    <Dialog
      title={field === null ? 'Add custom field' : `Edit ${field.displayName}`}
      onClose={onClose}
      isChanged={draft !== saved && !saving.isSuccess}
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
          <Stack gap="md">
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
            {saving.error && Object.keys(errors).length === 0 ? (
              <Notice tone="bad">{problemText(saving.error)}</Notice>
            ) : null}
          </Stack>
          <div className="mg-dialog-actions">
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" loading={saving.isPending}>
              Save custom field
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
