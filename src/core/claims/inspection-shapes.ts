import { z } from 'zod';
import { AskedField, FieldAnswer, hasOptions } from '#core/claims/field-shapes.ts';
import { ClaimMedia } from '#core/claims/media-shapes.ts';

/** In what state an inspected item is (C3.25). */
export const InspectionGrade = z.enum(['A_Stock', 'B_Stock', 'Dispose']);
export type InspectionGrade = z.infer<typeof InspectionGrade>;
export const GRADE_NAMES: Readonly<Record<InspectionGrade, string>> = {
  A_Stock: 'A stock',
  B_Stock: 'B stock',
  Dispose: 'Dispose',
};

/** What an inspection collects (C3.25). */
export const InspectionTemplate = z.object({
  name: z.string().trim().min(1).max(100),
  customFields: z
    .array(
      AskedField.refine((field) => !hasOptions(field) || /[^,\s]/.test(field.options), {
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

/** What was found when an item was looked at (C3.25). */
export const LineInspection = z.object({
  id: z.string(),
  createdOn: z.string(),
  name: z.string(),
  comment: z.string(),
  images: z.array(ClaimMedia),
  customFields: z.array(FieldAnswer),
  storeInspectionGrade: InspectionGrade.nullable(),
  createdBy: z.string(),
});
export type LineInspection = z.infer<typeof LineInspection>;

/** The part of a line that was inspected. */
export const LINE_INSPECTIONS = {
  /** Absent until it is inspected. */
  inspections: z.array(LineInspection).exactOptional(),
};
