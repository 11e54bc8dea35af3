import { z } from 'zod';

const ResultLink = z.object({ label: z.string(), url: z.string().nullable() });
export type ResultLink = z.infer<typeof ResultLink>;

/** What a done effect made, as people see it: every kind leaves this in its result. */
export const resultLinkOf = (result: unknown): ResultLink | null => ResultLink.safeParse(result).data ?? null;
