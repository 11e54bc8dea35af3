import { z } from 'zod';
import type { CustomerPayment } from '#core/claims/payment-shapes.ts';
import type { PaymentSeen as ClaimPaymentSeen } from '#core/claims/commands/payments.ts';
import { Money } from '#core/money.ts';
import { PAYMENT_PROVIDERS } from '#core/payments/providers.ts';
import type { ProviderPayment } from '#partners/ports.ts';
import type { PaymentRow } from '#server/db/payments.ts';

/** A payment as its provider showed it, kept in the result of an effect. */
export const ProviderPaymentShown = z.object({
  idFromPlatform: z.string(),
  status: z.enum(['requiresPayment', 'processing', 'authorized', 'captured', 'released', 'expired', 'failed']),
  amount: Money,
  capturable: z.number().int(),
  captured: z.number().int(),
  refunded: z.number().int(),
  captureBefore: z.string().nullable(),
  reusableMethod: z.string().nullable(),
  lastError: z.string().nullable(),
  replaces: z.string().optional(),
}) satisfies z.ZodType<ProviderPayment>;

/** C4.16's names for a provider's states. A hold that was released, ended or never came about is Expired. */
export function statusOf(
  payment: Pick<ProviderPayment, 'status' | 'captured' | 'refunded'>,
): CustomerPayment['status'] {
  switch (payment.status) {
    case 'authorized':
    case 'processing':
    case 'requiresPayment':
      return 'Authorized';
    case 'captured':
      return payment.refunded > 0 && payment.refunded >= payment.captured ? 'Refunded' : 'Captured';
    case 'released':
    case 'expired':
    case 'failed':
      return 'Expired';
  }
}

/** What the provider says of a payment, as its claim takes it. */
export const seenPayment = (paymentId: number, payment: ProviderPayment): ClaimPaymentSeen => ({
  paymentId,
  seen: {
    idFromPlatform: payment.idFromPlatform,
    status: statusOf(payment),
    capturedAmount: payment.captured,
    refundedAmount: payment.refunded,
    authorizationExpiresOn: payment.captureBefore,
  },
});

/** A payment that was begun, and what its provider says of it now. */
export type PaymentSeen = { row: PaymentRow; payment: ProviderPayment };

/** As a claim has it, when there is money in it or held for it; null otherwise. A checkout takes all at once, so there it counts as asked for. */
export function asCustomerPayment({ row, payment }: PaymentSeen, now: string): CustomerPayment | null {
  const isTaken = payment.captured > 0;
  if (payment.status !== 'authorized' && payment.status !== 'captured') return null;
  return {
    id: row.payment_id,
    idFromPlatform: payment.idFromPlatform,
    provider: row.provider,
    amount: isTaken ? payment.captured : payment.capturable,
    captureAsked: isTaken && !PAYMENT_PROVIDERS[row.provider].canHold ? payment.captured : null,
    capturedAmount: payment.captured,
    refundAsked: payment.refunded,
    refundedAmount: payment.refunded,
    currencyCode: payment.amount.currencyCode,
    note: '',
    status: statusOf(payment),
    authorizationExpiresOn: payment.captureBefore,
    heldOn: now,
    capturedOn: isTaken ? now : null,
  };
}
