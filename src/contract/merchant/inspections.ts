import { z } from 'zod';
import { ClaimShown, MediaShown } from '#contract/claim-shapes.ts';
import { Changed, LineParams, StoreParams, Version } from '#contract/merchant/params.ts';
import { route } from '#contract/route.ts';
import { FieldValues } from '#core/claims/field-shapes.ts';
import { InspectionGrade, InspectionTemplate } from '#core/claims/inspection-shapes.ts';

const Refused = {
  ...Changed,
  LINE_UNKNOWN: "The line isn't part of the claim",
  LINE_LOCKED: "Canceled items can't be inspected, and inspections of finalized items can't be deleted",
};

export const inspectionSettings = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/claim/{claimId}/line-item/{claimLineItemId}/inspection/settings',
  access: 'staff',
  summary: 'Get what an inspection of this line collects (C7.15)',
  params: LineParams,
  response: z.object({
    isEnabled: z.boolean(),
    template: InspectionTemplate,
    grades: z.array(z.object({ id: z.string(), name: z.string(), code: InspectionGrade })),
  }),
  errors: { CLAIM_NOT_FOUND: Refused.CLAIM_NOT_FOUND, LINE_UNKNOWN: Refused.LINE_UNKNOWN },
});

/** Files of one inspection. */
export const INSPECTION_MEDIA_MOST = 20;

export const addInspection = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/claim/{claimId}/line-item/{claimLineItemId}/inspection',
  access: 'staff',
  summary: 'Add an inspection of an item (C5.04, C7.15)',
  params: LineParams,
  body: z.object({
    version: Version,
    name: z.string().trim().min(1, 'Must not be empty.').max(100),
    comment: z.string().max(2000).default(''),
    storeInspectionGrade: InspectionGrade.nullable().default(null),
    customFields: FieldValues.default([]),
    /** Names of the files as `signedUrl` gave them. */
    images: z.array(z.string().max(100)).max(INSPECTION_MEDIA_MOST).default([]),
  }),
  response: ClaimShown,
  errors: {
    ...Refused,
    INSPECTION_OFF: "Claims of this type aren't inspected",
    INSPECTION_INVALID: 'An answer to the template is missing or invalid; texts by field',
    UPLOAD_BROKEN: 'A file is missing',
  },
});

export const removeInspection = route({
  method: 'DELETE',
  path: '/api/merchant/{storeId}/claim/{claimId}/line-item/{claimLineItemId}/inspection/{claimInspectionId}',
  access: 'staff',
  summary: "Delete an inspection of an item that isn't finalized (C7.15)",
  params: LineParams.extend({ claimInspectionId: z.string().max(100) }),
  query: z.object({ version: z.coerce.number().int().nonnegative() }),
  response: ClaimShown,
  errors: { ...Refused, INSPECTION_UNKNOWN: 'Inspection not found' },
});

export const signedUrl = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/signed-url',
  access: 'staff',
  summary: 'Get an upload URL for a photo, video or PDF of a claim, or of an order before its claim is created (C7.03)',
  params: StoreParams,
  query: z
    .object({
      filename: z.string().trim().min(1).max(255),
      claimId: z.coerce.number().int().positive().optional(),
      storeOrderId: z.coerce.number().int().positive().optional(),
      contentType: z.string().max(100),
      size: z.coerce.number().int().positive(),
    })
    .refine(({ claimId, storeOrderId }) => (claimId === undefined) !== (storeOrderId === undefined), {
      path: ['claimId'],
      message: 'Name the claim or the order, not both.',
    }),
  response: z.object({
    /** What the file is called from now on. */
    fileName: z.string(),
    url: z.string(),
    method: z.literal('PUT'),
    headers: z.record(z.string(), z.string()),
  }),
  errors: {
    CLAIM_NOT_FOUND: Refused.CLAIM_NOT_FOUND,
    ORDER_NOT_FOUND: 'Order not found',
    UPLOAD_TYPE: "The file isn't a photo, video or PDF",
    UPLOAD_TOO_LARGE: 'The file is too large',
    UPLOAD_TOO_MANY: 'The order already has the maximum number of files',
  },
});

export const finishUpload = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/signed-url/{fileName}/finish',
  access: 'staff',
  summary: 'Check the bytes of an uploaded file',
  params: StoreParams.extend({ fileName: z.string().max(100) }),
  response: MediaShown.omit({ thumbnailUrl: true }),
  errors: { UPLOAD_BROKEN: 'The file is missing or incomplete', UPLOAD_TYPE: "The file isn't a photo, video or PDF" },
});
