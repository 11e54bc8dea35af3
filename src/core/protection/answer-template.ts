import { z } from 'zod';
import { filledLine, problemOfText, VARIABLES, type VariableName } from '#core/emails/variables.ts';

/** What an answer of the provider's team can name. */
export const ANSWER_VARIABLES = [
  'customerFirstName',
  'customerName',
  'claimNumber',
  'orderNumber',
  'storeName',
] as const satisfies readonly VariableName[];
type AnswerVariable = (typeof ANSWER_VARIABLES)[number];

export const ANSWER_NAME_MAX = 60;
export const ANSWER_BODY_MAX = 1500;
export const ANSWERS_MAX = 200;

/** What is wrong with the text of an answer; null when nothing is. */
export const problemOfAnswer = (body: string): string | null => problemOfText(body, ANSWER_VARIABLES, 'answer');

/** An answer as it is edited. */
export const AnswerText = z.strictObject({
  name: z.string().trim().min(1, 'Name is required').max(ANSWER_NAME_MAX, `At most ${ANSWER_NAME_MAX} characters.`),
  body: z
    .string()
    .trim()
    .min(1, 'Enter the text of the answer.')
    .max(ANSWER_BODY_MAX, `At most ${ANSWER_BODY_MAX} characters.`)
    .superRefine((body, context) => {
      const problem = problemOfAnswer(body);
      if (problem !== null) context.addIssue({ code: 'custom', message: problem });
    }),
});
export type AnswerText = z.infer<typeof AnswerText>;

/** The answer with what is known of a claim in place of the variables. */
export const filledAnswer = (body: string, values: Readonly<Record<AnswerVariable, string>>): string =>
  filledLine(body, values);

export const answerVariableLabel = (name: AnswerVariable): string => VARIABLES[name];
