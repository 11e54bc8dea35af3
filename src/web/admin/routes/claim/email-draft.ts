import type { ClaimShown } from '#contract/claim-shapes.ts';
import type { Money } from '#core/money.ts';
import { usualWords } from '#core/claims/email.ts';
import { ENGLISH } from '#core/texts/english.ts';

export type EmailDraft = { subject: string; header: string; body: string };

/** What is missing in an email before it can be sent (C5.03). */
export const emailErrors = (email: EmailDraft): Record<keyof EmailDraft, string | null> => ({
  subject: email.subject.trim() ? null : 'Subject is required.',
  header: email.header.trim() ? null : 'Header is required.',
  body: email.body.trim() ? null : 'Body is required.',
});

export const isComplete = (email: EmailDraft): boolean =>
  Object.values(emailErrors(email)).every((error) => error === null);

/** The default email that asks for a payment. */
export const paymentEmail = (claim: ClaimShown, owed: Money): EmailDraft =>
  // How things come back says nothing here.
  usualWords(
    'paymentDue',
    { ...claim, orderNo: claim.originalStoreOrder.orderNo, owed, shippingMethod: 'none' },
    ENGLISH,
  );

/** The default email that carries a question. */
export const questionEmail = (claim: ClaimShown, question: string): EmailDraft =>
  usualWords(
    'needsInformation',
    {
      ...claim,
      orderNo: claim.originalStoreOrder.orderNo,
      question: { text: question },
      // Says nothing in a question.
      shippingMethod: 'none',
    },
    ENGLISH,
  );
