import { z } from 'zod';

/** What the cover is good for, as the modal of the widget lists it (S3.13). */
export const Benefit = z.object({ title: z.string().max(128), description: z.string().max(500) });
export type Benefit = z.infer<typeof Benefit>;

export const MOST_BENEFITS = 10;

export const USUAL_BENEFITS: readonly Benefit[] = [
  { title: 'Lost', description: 'Your package stops moving or never arrives.' },
  { title: 'Damaged', description: 'Your items arrive broken or unusable.' },
  { title: 'Stolen', description: 'Your package was delivered, but it is gone.' },
];
