import { z } from 'zod';

/** The last question that staff asked the customer, with the answer; empty without one. */
const Question = z.object({
  text: z.string(),
  answer: z.string(),
  /** It still waits for its answer. */
  isOpen: z.boolean(),
});
export type Question = z.infer<typeof Question>;

/** Absent where staff asked nothing. */
export const CLAIM_INFORMATION = {
  question: Question.exactOptional(),
};
