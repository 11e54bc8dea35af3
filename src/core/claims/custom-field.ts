import { z } from 'zod';
import { FieldType, hasOptions } from '#core/claims/field-shapes.ts';

const MOST_OPTIONS = 100;

/** The options that people type with commas between them: each once, in order. */
export const optionList = (options: string): string[] => [
  ...new Set(
    options
      .split(',')
      .map((option) => option.trim())
      .filter((option) => option !== ''),
  ),
];

const Choices = z.object({ valueType: FieldType, options: z.string() });
// Also while another part is wrong, so that people see everything at once.
const whenReadable = { when: ({ value }: { value: unknown }) => Choices.safeParse(value).success };

/** A question that automations ask shoppers about an item (S3.17). */
export const CustomField = z
  .object({
    displayName: z.string().trim().min(1).max(30),
    description: z.string().trim().min(1).max(500),
    valueType: FieldType,
    /** Comma-separated; of Select and MultiSelect only. */
    options: z.string().max(2000).default(''),
    required: z.boolean().default(false),
    /** Answers name a single unit of a product: each is registered once. Text only. */
    isSerialNumber: z.boolean().default(false),
  })
  .refine((field) => !hasOptions(field) || optionList(field.options).length > 0, {
    path: ['options'],
    message: 'Must not be empty.',
    ...whenReadable,
  })
  .refine((field) => optionList(field.options).length <= MOST_OPTIONS, {
    path: ['options'],
    message: `At most ${MOST_OPTIONS} options.`,
    ...whenReadable,
  })
  .refine(({ valueType, isSerialNumber }) => !isSerialNumber || valueType === 'Text', {
    path: ['isSerialNumber'],
    message: 'Serial numbers are texts.',
    ...whenReadable,
  })
  .transform((field) => ({ ...field, options: hasOptions(field) ? optionList(field.options).join(', ') : '' }));
export type CustomField = z.output<typeof CustomField>;
