import { z } from 'zod';
import { ClaimShown, MediaShown } from '#contract/claim-shapes.ts';
import { Changed, LineParams, StoreParams, Version } from '#contract/merchant/params.ts';
import { route } from '#contract/route.ts';
import { InspectionGrade, InspectionTemplate } from '#core/claims/inspection-shapes.ts';

const Refused = {
  ...Changed,
  LINE_UNKNOWN: "The line isn't part of the claim",
  LINE_LOCKED: 'Canceled items are not inspected, and inspections of finalized ones stay',
};

export const inspectionSettings = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/claim/{claimId}/line-item/{claimLineItemId}/inspection/settings',
  access: 'staff',
  summary: 'What an inspection of this line collects (C7.15)',
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
  summary: 'Keeps what was found when an item was looked at (C5.04, C7.15)',
  params: LineParams,
  body: z.object({
    version: Version,
    name: z.string().trim().min(1, 'Must not be empty.').max(100),
    comment: z.string().max(2000).default(''),
    storeInspectionGrade: InspectionGrade.nullable().default(null),
    /** Values by field; several choices are comma-separated. */
    customFields: z
      .array(z.object({ id: z.string().max(100), value: z.string().max(2000) }))
      .max(50)
      .refine((given) => new Set(given.map(({ id }) => id)).size === given.length, 'Answer each field once.')
      .default([]),
    /** Names of the files as `signedUrl` gave them. */
    images: z.array(z.string().max(100)).max(INSPECTION_MEDIA_MOST).default([]),
  }),
  response: ClaimShown,
  errors: {
    ...Refused,
    INSPECTION_OFF: 'Claims of this type are not inspected',
    INSPECTION_INVALID: 'Something the template asks for is missing or wrong; the texts are by field',
    UPLOAD_BROKEN: 'A file is not there',
  },
});

export const removeInspection = route({
  method: 'DELETE',
  path: '/api/merchant/{storeId}/claim/{claimId}/line-item/{claimLineItemId}/inspection/{claimInspectionId}',
  access: 'staff',
  summary: 'Deletes an inspection of an item that is not finalized (C7.15)',
  params: LineParams.extend({ claimInspectionId: z.string().max(100) }),
  query: z.object({ version: z.coerce.number().int().nonnegative() }),
  response: ClaimShown,
  errors: { ...Refused, INSPECTION_UNKNOWN: 'No such inspection of this line' },
});

export const signedUrl = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/signed-url',
  access: 'staff',
  summary:
    'Where the browser puts a photo, video or PDF for a claim, made or about to be made on an order, with PUT (C7.03)',
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
    ORDER_NOT_FOUND: 'No such order in this store',
    UPLOAD_TYPE: 'Not a photo, a video or a PDF',
    UPLOAD_TOO_LARGE: 'Larger than a file may be',
    UPLOAD_TOO_MANY: 'There are enough files for this order',
  },
});

export const finishUpload = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/signed-url/{fileName}/finish',
  access: 'staff',
  summary: 'Checks the bytes of a file that was put at its address',
  params: StoreParams.extend({ fileName: z.string().max(100) }),
  response: MediaShown,
  errors: { UPLOAD_BROKEN: 'Not there, or not whole', UPLOAD_TYPE: 'Not a photo, a video or a PDF' },
});
