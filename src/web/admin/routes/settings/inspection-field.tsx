import { Button, Checkbox, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { z } from 'zod';
import { AskedField as Question, FieldType } from '#core/claims/field-shapes.ts';
import { InspectionTemplate } from '#core/claims/inspection-shapes.ts';
import './return-locations.css';
import { fieldError, type GroupForm } from './settings-form.ts';

/** While it is edited it may be wrong, but it has its parts. */
const EditedQuestion = Question.extend({ displayName: z.string() });
type EditedQuestion = z.infer<typeof EditedQuestion>;
const EditedTemplate = InspectionTemplate.extend({ name: z.string(), customFields: z.array(EditedQuestion) });
type EditedTemplate = z.infer<typeof EditedTemplate>;

export const typeNames: Readonly<Record<FieldType, string>> = {
  Text: 'Text',
  Number: 'Number',
  Date: 'Date',
  Select: 'One of several',
  MultiSelect: 'Some of several',
};

/** What staff record when they inspect items. */
export function InspectionField({ form, name }: { form: GroupForm; name: string }) {
  const template = EditedTemplate.parse(form.document[name]);
  const saved = EditedTemplate.parse(form.saved[name]);
  const set = (part: Partial<EditedTemplate>): void => form.change(name, { ...template, ...part });
  const setField = (index: number, part: Partial<EditedQuestion>): void =>
    set({ customFields: template.customFields.map((field, at) => (at === index ? { ...field, ...part } : field)) });
  return (
    <>
      <TextInput
        label="Inspection name"
        maxLength={100}
        value={template.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        {...fieldError(form, `${name}.name`)}
      />
      <Textarea
        label="Inspection instructions"
        autosize
        minRows={2}
        maxLength={2000}
        value={template.inspectionInstructions}
        onChange={(event) => set({ inspectionInstructions: event.currentTarget.value })}
      />
      <Stack gap="sm">
        <Checkbox
          label="Ask for a grade: A stock, B stock or dispose"
          checked={template.shouldCollectInspectionGrade}
          onChange={(event) => set({ shouldCollectInspectionGrade: event.currentTarget.checked })}
        />
        <Checkbox
          label="Ask for a comment"
          checked={template.showInspectionComment}
          onChange={(event) => set({ showInspectionComment: event.currentTarget.checked })}
        />
        <Checkbox
          label="Ask for photos, videos and PDFs"
          checked={template.showInspectionMediaUpload}
          onChange={(event) => set({ showInspectionMediaUpload: event.currentTarget.checked })}
        />
      </Stack>
      {template.customFields.map((field, index) => (
        <Field
          key={field.id}
          field={field}
          isSaved={saved.customFields.some((one) => one.id === field.id)}
          errorOf={(part) => form.errors[`${name}.customFields.${index}${part}`]}
          onChange={(part) => setField(index, part)}
          onRemove={() => set({ customFields: template.customFields.filter((_, at) => at !== index) })}
        />
      ))}
      <div>
        <Button
          variant="default"
          onClick={() => set({ customFields: [...template.customFields, { ...NEW, id: crypto.randomUUID() }] })}
        >
          Add a question
        </Button>
      </div>
    </>
  );
}

const NEW: Omit<EditedQuestion, 'id'> = {
  displayName: '',
  description: '',
  options: '',
  valueType: 'Text',
  required: false,
};

type FieldProps = {
  field: EditedQuestion;
  /** Answers may be there already: its kind stays. */
  isSaved: boolean;
  /** What is wrong with a part of it (".options"), or with the whole (""). */
  errorOf: (part: '' | '.displayName' | '.options') => string | undefined;
  onChange: (part: Partial<EditedQuestion>) => void;
  onRemove: () => void;
};

function Field({ field, isSaved, errorOf, onChange, onRemove }: FieldProps) {
  const hasOptions = field.valueType === 'Select' || field.valueType === 'MultiSelect';
  return (
    <fieldset className="mg-template-field">
      <TextInput
        label="Question"
        maxLength={30}
        dir="auto"
        value={field.displayName}
        error={errorOf('.displayName') ?? errorOf('')}
        onChange={(event) => onChange({ displayName: event.currentTarget.value })}
      />
      <TextInput
        label="Description"
        maxLength={500}
        dir="auto"
        value={field.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <NativeSelect
        label="Answer"
        disabled={isSaved}
        data={FieldType.options.map((value) => ({ value, label: typeNames[value] }))}
        value={field.valueType}
        onChange={(event) => onChange({ valueType: FieldType.parse(event.currentTarget.value) })}
      />
      {hasOptions ? (
        <TextInput
          label="Options"
          description="Separated by commas."
          maxLength={2000}
          dir="auto"
          value={field.options}
          error={errorOf('.options')}
          onChange={(event) => onChange({ options: event.currentTarget.value })}
        />
      ) : null}
      <Checkbox
        label="Must be answered"
        checked={field.required}
        onChange={(event) => onChange({ required: event.currentTarget.checked })}
      />
      <div>
        <Button variant="default" size="xs" onClick={onRemove} aria-label={`Remove question ${field.displayName}`}>
          Remove question
        </Button>
      </div>
    </fieldset>
  );
}
