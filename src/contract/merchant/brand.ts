import { z } from 'zod';
import { BrandPicture } from '#core/brand/pictures.ts';
import { StoreParams } from '#contract/merchant/params.ts';
import { route } from '#contract/route.ts';

const WRONG_PICTURE = {
  PICTURE_TYPE: "The file isn't a PNG, JPEG, WebP, GIF or AVIF picture",
  PICTURE_SIZE: 'The picture is too small, or of a shape that cannot be used',
};

export const startPicture = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/brand/picture',
  access: 'admin',
  summary: 'Get an upload URL for a logo, favicon or background',
  params: StoreParams,
  body: z.object({
    picture: BrandPicture,
    filename: z.string().trim().min(1).max(255),
    contentType: z.string().max(100),
    size: z.number().int().min(1),
  }),
  response: z.object({
    uploadId: z.uuid(),
    url: z.string(),
    method: z.literal('PUT'),
    headers: z.record(z.string(), z.string()),
  }),
  errors: {
    PICTURE_TYPE: WRONG_PICTURE.PICTURE_TYPE,
    PICTURE_TOO_LARGE: 'The file is too large',
    PICTURE_TOO_MANY: 'Too many pictures were sent within twenty minutes',
  },
});

export const finishPicture = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/brand/picture/{uploadId}/finish',
  access: 'admin',
  summary: 'Check and fit an uploaded picture; shoppers see it once the settings name its address',
  params: StoreParams.extend({ uploadId: z.uuid() }),
  body: z.object({ picture: BrandPicture, filename: z.string().trim().min(1).max(255) }),
  response: z.object({
    /** On every host of this server. */
    address: z.string(),
    width: z.number().int(),
    height: z.number().int(),
    /** Its shape was another, and it got clear space around it. */
    isPadded: z.boolean(),
  }),
  errors: { UPLOAD_BROKEN: 'Error Uploading File: {filename}', ...WRONG_PICTURE },
});
