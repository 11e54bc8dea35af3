import { z } from 'zod';
import { madeBy, meantBy } from '#core/books/trace.ts';
import { defineEffect } from '#core/effects/define.ts';
import { formatMoney, Minor, Money } from '#core/money.ts';

/**
 * One return and one movement for all lines of a claim that end the same way: the platform's return
 * processing takes the lines together, and the shopper sees one sum on the statement.
 */
export const RefundPayload = z.object({
  claimExternalId: z.string(),
  orderIdFromPlatform: z.string(),
  to: z.enum(['originalPayment', 'storeCredit']),
  /** Every line it is for. */
  claimLineIds: z.array(z.number().int()).min(1),
  /** It gives value in place of goods that could not be sent; absent on others. */
  isInstead: z.literal(true).exactOptional(),
  /** Units that come back with it; none where an exchange brings them back, and only its rest is money. */
  lines: z.array(
    z.object({
      claimLineId: z.number().int(),
      lineIdFromPlatform: z.string(),
      fulfillmentLineIdFromPlatform: z.string(),
      quantity: z.number().int().positive(),
      amount: Minor,
    }),
  ),
  /** What moves: the sum of the lines, plus the bonus where it goes to store credit. */
  amount: Money,
  /** The part of `amount` that is bonus. */
  incentiveAmount: Minor,
  note: z.string(),
});

export const refund = defineEffect({
  payload: RefundPayload,
  keptTexts: { payload: ['to'], result: ['label', 'url', 'platformAdminUrl'] },
  summary: ({ amount, to }) =>
    `Refund ${formatMoney(amount)} ${to === 'storeCredit' ? 'as store credit' : 'to the original payment method'}`,
  givesValue: true,
  isPromised: true,
  concerns: ({ claimLineIds }, line) => claimLineIds.includes(line.id),
  movement: ({ amount, to }) =>
    to === 'storeCredit'
      ? { way: 'out', partner: 'platform:storeCredit', money: amount, words: 'Store credit' }
      : { way: 'out', partner: 'platform:refunds', money: amount, words: 'Refund' },
  trace: ({ amount }, result) => ({
    movement: { kind: 'refund', idFromPlatform: madeBy(result), amount: meantBy(amount, result) },
  }),
});
