import { z } from 'zod';
import { ApiError } from '#contract/client.ts';
import { fieldWords } from '#core/field-words.ts';

/** Texts by field: "refundValidityDays", "reasons.2.name", "returnAddress.city". */
export type FieldErrors = Readonly<Record<string, string>>;

/** What is wrong with a form before it is sent, the first text of each field; empty when nothing is. */
export function errorsOf(schema: z.core.$ZodType, form: unknown): FieldErrors {
  const errors: Record<string, string> = {};
  for (const issue of z.safeParse(schema, form, { error: fieldWords }).error?.issues ?? [])
    errors[issue.path.join('.')] ??= issue.message;
  return errors;
}

/** The server's refusal by the same fields: its paths begin at the body of the call. */
export const refusedFields = ({ fields }: Pick<ApiError, 'fields'>): FieldErrors =>
  Object.fromEntries(Object.entries(fields).map(([path, text]) => [path.replace(/^(body\.)?(document\.)?/, ''), text]));

/** The first text at a field or anywhere inside it. */
export const errorAt = (errors: FieldErrors, field: string): string | undefined =>
  errors[field] ?? Object.entries(errors).find(([path]) => path.startsWith(`${field}.`))?.[1];

/** Of what was wrong, what still is. */
export const stillWrong = (before: FieldErrors, now: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(before).filter(([field]) => field in now));

/** The server's refusal by its fields; empty for any other failure. */
export const fieldErrorsOf = (error: unknown): FieldErrors => (error instanceof ApiError ? refusedFields(error) : {});

/** Whether the server's refusal is about fields, which show it. */
export const isAboutFields = (error: unknown): boolean => Object.keys(fieldErrorsOf(error)).length > 0;
