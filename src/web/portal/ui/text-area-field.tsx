import type { ComponentProps } from 'react';
import { Field, type Shared } from './field.tsx';

/** A field of several lines. */
export function TextAreaField({ label, hint, error, isOptional, ...area }: Shared & ComponentProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional}>
      {(about) => <textarea dir="auto" required={isOptional !== true} {...area} {...about} />}
    </Field>
  );
}
