import { z } from 'zod';
import { ClaimMedia } from '#core/claims/media-shapes.ts';

export const TimelineEntry = z.object({
  id: z.string(),
  datetime: z.string(),
  type: z.enum(['email', 'shipment', 'processing', 'simple', 'money', 'comment', 'edit', 'shopify', 'warning']),
  subject: z.string(),
  message: z.string(),
  /** Photos and videos that came with the message. */
  media: z.array(ClaimMedia).optional(),
  /** Whose change it records, a member of staff or the customer, and the claim version that change made. */
  by: z.string().exactOptional(),
  version: z.number().int().exactOptional(),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;
