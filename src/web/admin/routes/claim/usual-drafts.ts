// The words of emails as they are usually sent; they bring the texts of the portal along, so only dialogs load them.
import type { ClaimShown } from '#contract/claim-shapes.ts';
import { usualWords } from '#core/claims/email.ts';
import type { Money } from '#core/money.ts';
import { ENGLISH } from '#core/texts/english.ts';
import type { EmailDraft } from './email-draft.ts';

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
