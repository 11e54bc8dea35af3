import { z } from 'zod';
import { action, allInOrder } from '#core/automations/action.ts';

const Answer = z.string().trim().min(1, 'An answer is required').max(128);

export const askAPolicyEnforcingQuestion = action({
  label: 'Ask A Policy Enforcing Question',
  description: 'Ask the shopper a yes-or-no question about an item. A yes makes the item ineligible.',
  hooks: ['afterReasonSelection'],
  perLine: true,
  shopperTexts: ['question', 'onYesMessage', 'yes', 'no'],
  params: z.strictObject({
    question: z.string().trim().min(1, 'Question is required').max(500),
    onYesMessage: z.string().max(500),
    yes: Answer,
    no: Answer,
  }),
  initial: { question: '', onYesMessage: '', yes: 'Yes', no: 'No' },
  summary: ({ question, onYesMessage }) => [question, ...(onYesMessage === '' ? [] : [`On yes: ${onYesMessage}`])],
  combine: allInOrder,
});
