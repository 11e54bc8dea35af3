import { z } from 'zod';
import { ClaimMedia } from '#core/claims/media-shapes.ts';

/** In what state an inspected item is (C3.25). */
export const InspectionGrade = z.enum(['A_Stock', 'B_Stock', 'Dispose']);
export type InspectionGrade = z.infer<typeof InspectionGrade>;

export const FieldType = z.enum(['Text', 'Number', 'Date', 'Select', 'MultiSelect']);
export type FieldType = z.infer<typeof FieldType>;

/** A question of an inspection. `options` are comma-separated, for Select and MultiSelect only. */
export const InspectionField = z.object({
  id: z.string().min(1).max(100),
  displayName: z.string().trim().min(1).max(30),
  description: z.string().max(500).default(''),
  options: z.string().max(2000).default(''),
  valueType: FieldType,
  required: z.boolean().default(false),
});
export type InspectionField = z.infer<typeof InspectionField>;

const OFFERS: ReadonlySet<FieldType> = new Set(['Select', 'MultiSelect']);

/** What an inspection collects (C3.25). */
export const InspectionTemplate = z.object({
  name: z.string().trim().min(1).max(100),
  customFields: z
    .array(
      InspectionField.refine(({ valueType, options }) => !OFFERS.has(valueType) || /[^,\s]/.test(options), {
        path: ['options'],
        error: 'Must not be empty.',
      }),
    )
    .max(50)
    .default([]),
  inspectionInstructions: z.string().max(2000).default(''),
  shouldCollectInspectionGrade: z.boolean().default(true),
  showInspectionComment: z.boolean().default(true),
  showInspectionMediaUpload: z.boolean().default(true),
});
export type InspectionTemplate = z.infer<typeof InspectionTemplate>;

/**
 * An answer with its question as it was asked, parts of which older answers lack. Dates are YYYY-MM-DD; several choices
 * are comma-separated.
 */
export const InspectionAnswer = InspectionField.extend({
  value: z.string().max(2000),
});
export type InspectionAnswer = z.infer<typeof InspectionAnswer>;

/** What was found when an item was looked at (C3.25). */
export const LineInspection = z.object({
  id: z.string(),
  createdOn: z.string(),
  name: z.string(),
  comment: z.string(),
  images: z.array(ClaimMedia),
  customFields: z.array(InspectionAnswer),
  storeInspectionGrade: InspectionGrade.nullable(),
  createdBy: z.string(),
});
export type LineInspection = z.infer<typeof LineInspection>;

/** The part of a line that was inspected. */
export const LINE_INSPECTIONS = {
  /** Absent until it is inspected. */
  inspections: z.array(LineInspection).exactOptional(),
};
