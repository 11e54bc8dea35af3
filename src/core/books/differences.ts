import type { CurrencyCode, Minor } from '#core/money.ts';

/**
 * Every kind of difference the reconciliation knows. Explained ones are listed for the record; the others need
 * attention.
 */
export const DIFFERENCES = {
  SETTLEMENT_NOT_BOOKED: { isExplained: false, words: "A finalized claim isn't in the books" },
  SETTLEMENT_UNBALANCED: { isExplained: false, words: "A finalized claim's entry doesn't balance" },
  PAYMENT_NOT_BOOKED: { isExplained: false, words: "A customer payment isn't in the books" },
  EFFECT_NOT_BOOKED: { isExplained: false, words: "A completed action isn't in the books" },
  GOODWILL_NOT_BOOKED: {
    isExplained: false,
    words: "A payment was refunded after it was used, and the refund isn't in the books",
  },
  ENTRY_DIFFERS: { isExplained: false, words: 'The books show a different amount than was decided or moved' },
  BOOKED_TWICE: { isExplained: false, words: 'The same movement is in the books twice' },
  ENTRY_WITHOUT_CAUSE: { isExplained: false, words: 'The books have a movement that no one decided' },
  CLAIM_NOT_EVEN: { isExplained: false, words: 'Every action is done, but not everything that was decided has moved' },
  EFFECT_WITHOUT_MOVEMENT: { isExplained: false, words: 'An action is done, but the partner shows no movement for it' },
  MOVEMENT_WITHOUT_EFFECT: {
    isExplained: false,
    words: 'The partner shows a movement from Makegood that no action requested',
  },
  AMOUNT_DIFFERS: { isExplained: false, words: 'The partner moved a different amount than the action says' },
  MOVED_TWICE: { isExplained: false, words: 'The partner moved it more than once' },
  MOVED_THOUGH_FAILED: { isExplained: false, words: 'An action failed, but the partner moved it anyway' },
  MOVED_AND_DONE_ELSEWHERE: {
    isExplained: false,
    words: 'An action was marked as resolved externally, but the partner moved it too',
  },
  CANCELED_AT_PLATFORM: { isExplained: false, words: 'The result of an action was canceled at the platform' },
  PAYMENT_UNKNOWN_AT_PROVIDER: {
    isExplained: false,
    words: 'The payment provider has no record of one of our payments',
  },
  CHARGE_WITHOUT_PAYMENT: {
    isExplained: false,
    words: "The payment provider holds a shopper's money that belongs to no payment",
  },
  PAYMENT_WITHOUT_CLAIM: { isExplained: false, words: 'A shopper paid for a claim that was never submitted' },
  LABEL_WITHOUT_STEP: { isExplained: false, words: 'A claim shows a label that no action bought' },
  LABEL_NOT_ON_CLAIM: { isExplained: false, words: "A label was bought, but its claim doesn't show it" },
  LABEL_COST_DIFFERS: { isExplained: false, words: 'A claim shows a different label cost than was paid' },
  LABEL_NOT_GIVEN_BACK: { isExplained: false, words: 'A label was canceled, but no action voids it' },
  LABEL_STILL_SHOWN: { isExplained: false, words: 'A label was voided, but its claim still offers it' },
  LABEL_REFUND_DIFFERS: {
    isExplained: false,
    words: 'The carrier reports a different label refund outcome than the action',
  },
  ORDER_GAVE_MORE_THAN_PAID: { isExplained: false, words: 'More was refunded for an order than was paid' },
  BILLING_DIFFERS: {
    isExplained: false,
    words: 'The billing lines of shipping protection come to a different amount than its orders and claims',
  },
  EFFECT_FAILED: { isExplained: true, words: "An action failed and needs someone's attention" },
  EFFECT_DONE_ELSEWHERE: { isExplained: true, words: 'An action was marked as resolved externally' },
  REFUND_AT_PLATFORM_BY_STAFF: { isExplained: true, words: 'Staff refunded the order at the platform' },
  CREDIT_TAKEN_BACK_BY_STAFF: { isExplained: true, words: 'Staff took store credit back at the platform' },
  REFUND_AT_PROVIDER_BY_STAFF: { isExplained: true, words: 'Staff refunded a payment at its provider' },
  LABEL_REFUND_REJECTED: { isExplained: true, words: "The carrier didn't refund a voided label" },
  LABEL_REFUND_LATE: {
    isExplained: true,
    words: "The carrier hasn't decided on a label refund for more than a month",
  },
  LABEL_GIVEN_BACK_BY_STAFF: { isExplained: true, words: 'Staff voided a label at its provider' },
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
