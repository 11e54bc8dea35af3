import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './field.module.css';
import { t } from '../texts.ts';

export type Shared = {
  label: string;
  hint?: string | undefined;
  /** What is wrong with it; empty for nothing. */
  error: string;
  isOptional?: boolean | undefined;
};
type Described = { id: string; 'aria-invalid': boolean; 'aria-describedby': string; className: string | undefined };

/** A field with its label and hint above and its error below. */
export function Field({
  label,
  hint,
  error,
  isOptional,
  children,
}: Shared & { children: (about: Described) => ReactNode }) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>
        {label}
        {isOptional && <span className={styles.optional}> {t('common.optional')}</span>}
      </label>
      {hint !== undefined && (
        <span id={`${id}-hint`} className={styles.hint}>
          {hint}
        </span>
      )}
      {children({
        id,
        className: styles.input,
        'aria-invalid': error !== '',
        'aria-describedby': hint === undefined ? `${id}-error` : `${id}-hint ${id}-error`,
      })}
      <span id={`${id}-error`} className={styles.error}>
        {error}
      </span>
    </div>
  );
}

export function TextField({ label, hint, error, isOptional, ...input }: Shared & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional}>
      {(about) => <input dir="auto" required={isOptional !== true} {...input} {...about} />}
    </Field>
  );
}

export function SelectField({ label, hint, error, isOptional, ...select }: Shared & ComponentProps<'select'>) {
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional}>
      {(about) => <select required={isOptional !== true} {...select} {...about} />}
    </Field>
  );
}
