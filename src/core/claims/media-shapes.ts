import { z } from 'zod';

export const ClaimMedia = z.object({
  id: z.string(),
  filename: z.string(),
  contentType: z.string(),
  size: z.number().int(),
});
export type ClaimMedia = z.infer<typeof ClaimMedia>;
