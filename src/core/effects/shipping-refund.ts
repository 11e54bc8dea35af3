import { z } from 'zod';
import { madeBy, meantBy } from '#core/books/trace.ts';
import { defineEffect } from '#core/effects/define.ts';
import { formatMoney, Minor, Money } from '#core/money.ts';

/** One refund of a claim of shipping protection: nothing comes back for it. */
export const ShippingRefundPayload = z.object({
  shippingClaimId: z.number().int(),
  claimExternalId: z.string(),
  orderIdFromPlatform: z.string(),
  /** Units that the platform shall know as refunded; none where the money is that of another order. */
  lines: z.array(z.object({ lineIdFromPlatform: z.string(), quantity: z.number().int().positive() })),
  /** All of it, delivery included. */
  amount: Money,
  /** The part of it that is the cost of delivery. */
  shippingFee: Minor,
  note: z.string(),
});

export const shippingRefund = defineEffect({
  payload: ShippingRefundPayload,
  keptTexts: { result: ['label', 'url', 'platformAdminUrl'] },
  summary: ({ amount }) => `Refund ${formatMoney(amount)} to the original payment method`,
  givesValue: true,
  isPromised: true,
  movement: ({ amount }) => ({ way: 'out', partner: 'platform:refunds', money: amount, words: 'Refund' }),
  trace: ({ amount, orderIdFromPlatform }, result) => ({
    movement: {
      kind: 'refund',
      idFromPlatform: madeBy(result),
      amount: meantBy(amount, result),
      orderIdFromPlatform,
    },
  }),
});
