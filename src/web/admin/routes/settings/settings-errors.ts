import type { ErrorBody } from "#contract/route.ts";
import { StoreSettings } from "#core/settings/settings.ts";

/** Texts by field: "refundWindowDays", "reasons.2.name", "returnAddress.city". */
export type FieldErrors = Readonly<Record<string, string>>;

/** What is wrong with these settings before they are sent; empty when nothing is. */
export function checkSettings(settings: StoreSettings): FieldErrors {
  const checked = StoreSettings.safeParse(settings);
  if (checked.success) return {};
  const errors: Record<string, string> = {};
  for (const issue of checked.error.issues) errors[issue.path.join(".")] ??= issue.message;
  return errors;
}

/** The server's refusal by the same fields: its paths begin at the body of the call. */
export const refusedFields = (body: ErrorBody): FieldErrors =>
  Object.fromEntries(
    Object.entries(body.fields ?? {}).map(([path, text]) => [
      path.replace(/^(body\.)?(settings\.)?/, ""),
      text,
    ]),
  );

/** The first text at a field or anywhere inside it. */
export const errorAt = (errors: FieldErrors, field: string): string | undefined =>
  errors[field] ?? Object.entries(errors).find(([path]) => path.startsWith(`${field}.`))?.[1];
