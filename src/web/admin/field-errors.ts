import type { ApiError } from '#contract/client.ts';

/** Texts by field: "refundWindowDays", "reasons.2.name", "returnAddress.city". */
export type FieldErrors = Readonly<Record<string, string>>;

type Issue = {
  path: PropertyKey[];
  code: string;
  message: string;
  origin?: string;
  minimum?: number | bigint;
  maximum?: number | bigint;
};

/** The shared texts of C5.14 where there is one; else the schema's own. */
function wordsOf({ code, message, origin, minimum, maximum }: Issue): string {
  if (code === 'invalid_type' && message.includes('number')) return 'Must provide a number.';
  if (code === 'too_small' && origin === 'string') return 'Must not be empty.';
  if (code === 'too_small' && origin === 'array') return 'Choose at least one.';
  if (code === 'too_small' && minimum === 0) return 'Must be zero or a positive number.';
  if (code === 'too_small') return `At least ${minimum}.`;
  if (code === 'too_big' && origin === 'string') return `At most ${maximum} characters.`;
  if (code === 'too_big') return `At most ${maximum}.`;
  return message;
}

/** The first text of each field that a check found wrong. */
export function errorsOf(issues: readonly Issue[]): FieldErrors {
  const errors: Record<string, string> = {};
  for (const issue of issues) errors[issue.path.join('.')] ??= wordsOf(issue);
  return errors;
}

/** The server's refusal by the same fields: its paths begin at the body of the call. */
export const refusedFields = ({ fields }: Pick<ApiError, 'fields'>): FieldErrors =>
  Object.fromEntries(Object.entries(fields).map(([path, text]) => [path.replace(/^(body\.)?(settings\.)?/, ''), text]));

/** The first text at a field or anywhere inside it. */
export const errorAt = (errors: FieldErrors, field: string): string | undefined =>
  errors[field] ?? Object.entries(errors).find(([path]) => path.startsWith(`${field}.`))?.[1];
