import { z } from 'zod';

export const FieldType = z.enum(['Text', 'Number', 'Date', 'Select', 'MultiSelect']);
export type FieldType = z.infer<typeof FieldType>;

const OFFERS: ReadonlySet<FieldType> = new Set(['Select', 'MultiSelect']);
export const hasOptions = ({ valueType }: { valueType: FieldType }): boolean => OFFERS.has(valueType);

/**
 * A question about an item as it is asked. Its id is the number of a custom field, or the name that an inspection's own
 * question has. `options` are comma-separated, for Select and MultiSelect only.
 */
export const AskedField = z.object({
  id: z.string().min(1).max(100),
  displayName: z.string().trim().min(1).max(30),
  description: z.string().max(500).default(''),
  options: z.string().max(2000).default(''),
  valueType: FieldType,
  required: z.boolean().default(false),
});
export type AskedField = z.infer<typeof AskedField>;

const Value = z.string().max(2000);

/**
 * An answer with its question as it was asked, parts of which older answers lack. Dates are YYYY-MM-DD; several choices
 * are comma-separated.
 */
export const FieldAnswer = AskedField.extend({ value: Value });
export type FieldAnswer = z.infer<typeof FieldAnswer>;

/** Values by field, as people enter them. */
export const FieldValues = z
  .array(z.object({ id: z.string().max(100), value: Value }))
  .max(200)
  .refine((given) => new Set(given.map(({ id }) => id)).size === given.length, 'Answer each field once.');
export type FieldValues = z.infer<typeof FieldValues>;
