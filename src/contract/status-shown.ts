import { z } from 'zod';

/** Status as every screen shows it, from the one table in core/claims/status.ts. */
export const StatusShown = z.object({
  name: z.string(),
  code: z.string(),
  detail: z.string(),
  label: z.string(),
  tone: z.enum(['neutral', 'info', 'waiting', 'good', 'bad']),
});
export type StatusShown = z.infer<typeof StatusShown>;
