import { Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { choicesOf, optionsOf } from '#core/claims/field-answers.ts';
import type { AskedField } from '#core/claims/field-shapes.ts';

type FieldProps = {
  field: AskedField;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

/** One question of an inspection, with the input its answers need. */
export function InspectionFieldInput({ field, value, error, onChange }: FieldProps) {
  const common = {
    label: field.displayName,
    ...(field.description ? { description: field.description } : {}),
    ...(error ? { error } : {}),
    withAsterisk: field.required,
  };
  switch (field.valueType) {
    case 'Text':
    case 'Number':
    case 'Date':
      return (
        <TextInput
          {...common}
          aria-required={field.required}
          type={field.valueType === 'Date' ? 'date' : 'text'}
          {...(field.valueType === 'Number' ? { inputMode: 'decimal' as const } : { dir: 'auto' })}
          maxLength={2000}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'Select':
      return (
        <NativeSelect
          {...common}
          aria-required={field.required}
          data={[{ value: '', label: 'Choose' }, ...optionsOf(field)]}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'MultiSelect':
      return (
        <Checkbox.Group {...common} value={choicesOf(value)} onChange={(chosen) => onChange(chosen.join(','))}>
          <Group gap="md" mt={4}>
            {optionsOf(field).map((option) => (
              <Checkbox key={option} value={option} label={option} />
            ))}
          </Group>
        </Checkbox.Group>
      );
  }
}
