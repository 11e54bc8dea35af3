import { z } from 'zod';
import { madeBy, movedBy } from '#core/books/trace.ts';
import { defineEffect } from '#core/effects/define.ts';
import { formatMoney, Money } from '#core/money.ts';

/** The cover of an order that was canceled before anything of it was sent. */
export const CoverRefundPayload = z.object({ orderIdFromPlatform: z.string(), orderNo: z.string(), amount: Money });

// Of steps done before it was kept, only what moved is known.
const Asked = z.object({ asked: Money });

export const coverRefund = defineEffect({
  payload: CoverRefundPayload,
  keptTexts: { payload: ['orderNo'], result: ['label', 'url'] },
  summary: ({ amount, orderNo }) => `Refund the cover of canceled order ${orderNo}, ${formatMoney(amount)}`,
  givesValue: true,
  // Nobody claims anything, so nothing is owed in between.
  movement: ({ amount }) => ({
    way: 'out',
    of: 'store:protection',
    partner: 'platform:refunds',
    money: amount,
    words: 'Cover of a canceled order',
  }),
  trace: ({ amount, orderIdFromPlatform }, result) => ({
    movement: {
      kind: 'refund',
      idFromPlatform: madeBy(result),
      // Its payment provider may have declined a part, also before our step was done; others may have left less to refund.
      amount: Asked.safeParse(result).data?.asked ?? movedBy(result) ?? amount,
      orderIdFromPlatform,
    },
  }),
});
