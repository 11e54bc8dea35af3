import type { CurrencyCode, Minor } from '#core/money.ts';

/** Every kind of difference the reconciliation knows. Explained ones are told for the record; the others need somebody. */
export const DIFFERENCES = {
  SETTLEMENT_NOT_BOOKED: { isExplained: false, words: 'What was finalized is not in the books' },
  SETTLEMENT_UNBALANCED: { isExplained: false, words: 'What was finalized does not add up' },
  PAYMENT_NOT_BOOKED: { isExplained: false, words: 'A payment that came with a claim is not in the books' },
  EFFECT_NOT_BOOKED: { isExplained: false, words: 'A step is done and not in the books' },
  GOODWILL_NOT_BOOKED: {
    isExplained: false,
    words: 'A payment was given back after it was used, and is not in the books',
  },
  ENTRY_DIFFERS: { isExplained: false, words: 'The books hold another amount than was decided or moved' },
  BOOKED_TWICE: { isExplained: false, words: 'The same movement is in the books twice' },
  ENTRY_WITHOUT_CAUSE: { isExplained: false, words: 'The books hold a movement nobody decided' },
  CLAIM_NOT_EVEN: { isExplained: false, words: 'Everything is done, and what was decided has not all moved' },
  EFFECT_WITHOUT_MOVEMENT: { isExplained: false, words: 'A step is done, and the partner shows nothing of it' },
  MOVEMENT_WITHOUT_EFFECT: { isExplained: false, words: 'The partner shows a movement of ours that no step asked for' },
  AMOUNT_DIFFERS: { isExplained: false, words: 'The partner moved another amount than the step says' },
  MOVED_TWICE: { isExplained: false, words: 'The partner moved it more than once' },
  MOVED_THOUGH_FAILED: { isExplained: false, words: 'A step failed, and the partner moved it all the same' },
  MOVED_AND_DONE_ELSEWHERE: {
    isExplained: false,
    words: 'A step was marked as done elsewhere, and the partner moved it too',
  },
  CANCELED_AT_PLATFORM: { isExplained: false, words: 'What a step made was called off at the platform' },
  PAYMENT_UNKNOWN_AT_PROVIDER: {
    isExplained: false,
    words: 'The provider of payments does not know a payment of ours',
  },
  CHARGE_WITHOUT_PAYMENT: {
    isExplained: false,
    words: 'The provider holds money of a shopper that belongs to no payment',
  },
  PAYMENT_WITHOUT_CLAIM: { isExplained: false, words: 'A shopper paid for a claim that never came about' },
  LABEL_WITHOUT_STEP: { isExplained: false, words: 'A claim shows a label that no step bought' },
  LABEL_NOT_ON_CLAIM: { isExplained: false, words: 'A label was bought, and its claim does not show it' },
  LABEL_COST_DIFFERS: { isExplained: false, words: 'A claim shows a label at another cost than was paid' },
  LABEL_NOT_GIVEN_BACK: { isExplained: false, words: 'A label was called off, and no step gives it back' },
  LABEL_STILL_SHOWN: { isExplained: false, words: 'A label was given back, and its claim still offers it' },
  LABEL_REFUND_DIFFERS: {
    isExplained: false,
    words: 'The carrier tells another outcome of the refund of a label than the step',
  },
  ORDER_GAVE_MORE_THAN_PAID: { isExplained: false, words: 'More was given for an order than was paid for it' },
  EFFECT_FAILED: { isExplained: true, words: 'A step failed and waits for people' },
  EFFECT_DONE_ELSEWHERE: { isExplained: true, words: 'A step was marked as done elsewhere' },
  REFUND_AT_PLATFORM_BY_STAFF: { isExplained: true, words: 'Staff refunded the order at the platform' },
  CREDIT_TAKEN_BACK_BY_STAFF: { isExplained: true, words: 'Staff took store credit back at the platform' },
  REFUND_AT_PROVIDER_BY_STAFF: { isExplained: true, words: 'Staff gave a payment back at its provider' },
  LABEL_REFUND_REJECTED: { isExplained: true, words: 'The carrier did not refund a label that was given back' },
  LABEL_REFUND_LATE: {
    isExplained: true,
    words: 'The carrier has not decided on the refund of a label for more than a month',
  },
  LABEL_GIVEN_BACK_BY_STAFF: { isExplained: true, words: 'Staff gave a label back at its provider' },
} as const;
export type DifferenceCode = keyof typeof DIFFERENCES;

export type Difference = {
  code: DifferenceCode;
  message: string;
  isExplained: boolean;
  claimId: number | null;
  claimExternalId: string | null;
  orderNo: string | null;
  /** Minor units on both sides, where it is about amounts. */
  ours: Minor | null;
  theirs: Minor | null;
  currencyCode: CurrencyCode | null;
};

type About = {
  claim?: { id: number; externalId: string; orderNo: string } | undefined;
  /** What exactly, in a few words. */
  what: string;
  ours?: Minor | null;
  theirs?: Minor | null;
  currencyCode?: CurrencyCode | null;
};

export const differenceOf = (code: DifferenceCode, { claim, what, ...amounts }: About): Difference => ({
  code,
  message: `${DIFFERENCES[code].words}: ${what}.`,
  isExplained: DIFFERENCES[code].isExplained,
  claimId: claim?.id ?? null,
  claimExternalId: claim?.externalId ?? null,
  orderNo: claim?.orderNo ?? null,
  ours: amounts.ours ?? null,
  theirs: amounts.theirs ?? null,
  currencyCode: amounts.currencyCode ?? null,
});
