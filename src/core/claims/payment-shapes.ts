import { z } from 'zod';
import { PaymentProvider } from '#core/payments/providers.ts';
import { CurrencyCode, Minor } from '#core/money.ts';

/** C3.19, with what the hold machine needs to know. Amounts in the claim's currency. */
export const CustomerPayment = z.object({
  id: z.number().int(),
  idFromPlatform: z.string(),
  provider: PaymentProvider,
  amount: Minor,
  /** What we asked the provider to take; null while it is only held. */
  captureAsked: Minor.nullable(),
  /** Staff took `captureAsked` outside, so it is paid whatever becomes of the hold; absent where they did not. */
  isTakenElsewhere: z.boolean().exactOptional(),
  capturedAmount: Minor,
  /** What we asked the provider to refund, and what it has refunded. */
  refundAsked: Minor,
  refundedAmount: Minor,
  /** The part of `refundAsked` that others had refunded at the provider before we asked; absent if none. */
  refundedByOthers: Minor.exactOptional(),
  currencyCode: CurrencyCode,
  note: z.string(),
  status: z.enum(['Authorized', 'Captured', 'Refunded', 'Expired']),
  authorizationExpiresOn: z.string().nullable(),
  /** When this hold was made. */
  heldOn: z.string(),
  capturedOn: z.string().nullable(),
});
export type CustomerPayment = z.infer<typeof CustomerPayment>;

/** The part of a claim that the shopper pays for. */
export const CLAIM_PAYMENTS = {
  payments: z.array(CustomerPayment),
  /** What staff last asked the shopper to pay by email; absent where they never did. */
  paymentRequested: Minor.exactOptional(),
};
