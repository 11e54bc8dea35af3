import { z } from 'zod';

// The law reserves the word for insurers.
const RESERVED = /insur/i;

/** A name or label that shoppers read; it never speaks of insurance (R5.05). */
export const PublicText = (most: number) =>
  z
    .string()
    .max(most, `At most ${most} characters`)
    .refine((text) => !RESERVED.test(text), 'Must not contain the words insure or insurance.');
