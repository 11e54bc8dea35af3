import type { AskedField } from '#core/claims/field-shapes.ts';
import { choicesOf, fieldProblems, optionsOf } from '#core/claims/field-answers.ts';
import { useId, useState } from 'react';
import { FIELD_WORDS } from '../../field-words.ts';
import { withPoint } from '../../format.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import styles from './custom-fields.module.css';
import reason from './reason.module.css';
import { ownText, t } from '../../texts.ts';

type Props = {
  fields: readonly AskedField[];
  values: Readonly<Record<string, string>>;
  /** The shopper tried to go on, so missing answers show. */
  isTried: boolean;
  onChange: (fieldId: string, value: string) => void;
};

/** What the store wants to know about an item, each question with the input its answers need. */
export function CustomFields({ fields, values, isTried, onChange }: Props) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const problems = fieldProblems(fields, values, FIELD_WORDS);
  return (
    <div className={styles.fields}>
      {fields.map((field) => {
        const { id } = field;
        const value = values[id] ?? '';
        const problem = problems[id] ?? '';
        return (
          <CustomField
            key={id}
            field={field}
            value={value}
            isWrong={problem !== ''}
            // Empty fields aren't errors until the shopper continues.
            error={isTried || left.has(id) ? problem : ''}
            onChange={(next) => onChange(id, next)}
            onLeave={() => value.trim() !== '' && setLeft(new Set([...left, id]))}
          />
        );
      })}
    </div>
  );
}

type FieldProps = {
  field: AskedField;
  value: string;
  isWrong: boolean;
  error: string;
  onChange: (value: string) => void;
  onLeave: () => void;
};

function CustomField({ field, value, isWrong, error, onChange, onLeave }: FieldProps) {
  const { displayName, description, required, valueType } = field;
  const common = {
    label: ownText(displayName),
    hint: description === '' ? undefined : ownText(description),
    error,
    isOptional: !required,
    value,
    'data-wrong': isWrong ? true : undefined,
    onBlur: onLeave,
  };
  switch (valueType) {
    case 'Text':
    case 'Number':
    case 'Date':
      return (
        <TextField
          {...common}
          maxLength={2000}
          {...(valueType === 'Date' ? { type: 'date' } : {})}
          {...(valueType === 'Number' ? { inputMode: 'decimal' as const } : {})}
          onChange={(event) => onChange(valueType === 'Number' ? withPoint(event.target.value) : event.target.value)}
        />
      );
    case 'Select':
      return (
        <SelectField {...common} onChange={(event) => onChange(event.target.value)}>
          <option value="">{t('field.choose')}</option>
          {optionsOf(field).map((option) => (
            <option key={option} value={option}>
              {ownText(option)}
            </option>
          ))}
        </SelectField>
      );
    case 'MultiSelect':
      return <Choices field={field} value={value} isWrong={isWrong} error={error} onChange={onChange} />;
  }
}

function Choices({ field, value, isWrong, error, onChange }: Omit<FieldProps, 'onLeave'>) {
  const id = useId();
  const chosen = choicesOf(value);
  const options = optionsOf(field);
  return (
    <fieldset aria-describedby={`${id}-hint ${id}-error`}>
      <legend className={styles.legend}>
        {ownText(field.displayName)}
        {!field.required && <span className={reason.optional}> {t('common.optional')}</span>}
      </legend>
      <p id={`${id}-hint`} className={styles.hint} dir="auto">
        {ownText(field.description)}
      </p>
      <div className={reason.chips}>
        {options.map((option, index) => (
          <label key={option} className={reason.chip}>
            <input
              type="checkbox"
              data-wrong={isWrong && index === 0 ? true : undefined}
              aria-invalid={error !== ''}
              checked={chosen.includes(option)}
              onChange={(event) =>
                onChange(
                  options.filter((one) => (one === option ? event.target.checked : chosen.includes(one))).join(','),
                )
              }
            />
            <span dir="auto">{ownText(option)}</span>
          </label>
        ))}
      </div>
      <span id={`${id}-error`} className={styles.error}>
        {error}
      </span>
    </fieldset>
  );
}
