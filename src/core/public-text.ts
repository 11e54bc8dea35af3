import { z } from 'zod';

// The law reserves the word for insurers.
const RESERVED = /insur/i;

/** What is wrong with a label that shoppers read (R5.05, S5.09); null where nothing is. */
export const publicTextProblem = (text: string): string | null =>
  RESERVED.test(text) ? 'Must not contain the words insure or insurance.' : null;

/** A name or label that shoppers read; it never speaks of insurance. */
export const PublicText = (most: number) =>
  z
    .string()
    .max(most, `At most ${most} characters`)
    .superRefine((text, context) => {
      const message = publicTextProblem(text);
      if (message !== null) context.addIssue({ code: 'custom', message });
    });
