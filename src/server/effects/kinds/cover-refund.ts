import { z } from 'zod';
import { CoverRefundPayload } from '#core/effects/cover-refund.ts';
import { formatMoney, Money } from '#core/money.ts';
import type { Order } from '#core/orders/order.ts';
import { coverToRefund } from '#core/protection/cover-of-order.ts';
import type { CallContext } from '#partners/ports.ts';
import { PartnerError } from '#partners/ports.ts';
import type { Db } from '#server/db/connect.ts';
import { coverRefundForChange, keepCoverRefund } from '#server/db/cover-refunds.ts';
import type { EffectRow } from '#server/db/effects.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { inTurn } from '#server/effects/refund-turn.ts';
import { CalledOff, type EffectKind } from '#server/effects/worker.ts';
import { billOrder } from '#server/protection/bill.ts';
import { orderToProtect, type OrderToProtect } from '#server/protection/order-to-protect.ts';
import { takeInOrders } from '#server/protection/take-in-orders.ts';

const Made = z.object({ amount: Money });

/** Refunds the cover of an order that was canceled before anything was sent, as far as nobody else did meanwhile. */
export const coverRefund: EffectKind<EffectDeps> = {
  async run(effect, deps, context) {
    const { orderIdFromPlatform, orderNo, amount } = CoverRefundPayload.parse(effect.payload);
    const storefront = await deps.storefrontOf(effect.store_id);
    return inTurn(deps, { effect, orderIdFromPlatform }, async () => {
      const at = await orderAsItIs(effect, deps, context);
      // Whatever others refunded since, a refund of ours whose answer was lost stays: the platform tells what it was.
      const isMade = at.order.refunds.some(({ purposeKey }) => purposeKey === effect.purpose_key);
      const left = coverToRefund(at);
      if (left === null && !isMade) throw new CalledOff('The cover was refunded with the order, or by the store.');
      const money = Math.min(amount.amount, left?.money ?? amount.amount);
      const made = await storefront.refund(
        {
          purposeKey: effect.purpose_key,
          orderIdFromPlatform,
          claimExternalId: orderNo,
          lines: [],
          notReturned: (left?.units ?? []).flatMap(({ lineIdFromPlatform, quantity }) =>
            isStillOn(at.order, lineIdFromPlatform, quantity) ? [{ lineIdFromPlatform, quantity }] : [],
          ),
          amount: { ...amount, amount: money },
          to: 'originalPayment',
          note: 'Cover, canceled before it was sent',
        },
        context,
      );
      return { label: `${formatMoney(made.amount)} · ${made.idFromPlatform}`, url: null, ...made };
    });
  },
  async record(db, { store_id: storeId, subject_id: orderId }, result) {
    const { amount } = Made.parse(result);
    const kept = await coverRefundForChange(db, storeId, orderId);
    if (!kept) return;
    await keepCoverRefund(db, storeId, orderId, { ...kept, money: amount.amount });
    await billAgain(db, storeId, orderId);
  },
  async calledOff(db, { store_id: storeId, subject_id: orderId }) {
    await keepCoverRefund(db, storeId, orderId, null);
    await billAgain(db, storeId, orderId);
  },
};

/** After less of the cover was refunded than was meant to be. */
async function billAgain(db: Db, storeId: number, orderId: number): Promise<void> {
  const at = await orderToProtect(db, storeId, orderId);
  if (at) await billOrder(db, storeId, at);
}

/** The order as the platform has it at this moment: the cancellation itself may have refunded the cover. */
async function orderAsItIs(
  { store_id: storeId, subject_id: orderId, payload, request_id: requestId }: EffectRow,
  { database, storefrontOf }: EffectDeps,
  context: CallContext,
): Promise<OrderToProtect> {
  const { orderIdFromPlatform } = CoverRefundPayload.parse(payload);
  const seen = await (await storefrontOf(storeId)).fetchOrder(orderIdFromPlatform, context);
  if (!seen) throw new CalledOff('The store platform no longer has the order.');
  return database.inStore(storeId, async (db) => {
    await takeInOrders(db, storeId, [seen], requestId);
    const at = await orderToProtect(db, storeId, orderId);
    if (!at) throw new PartnerError('shopify', 'refused', 'The order of this refund no longer exists.');
    return at;
  });
}

/** What the cancellation took off the order can't be named any more, and is refunded as money alone. */
const isStillOn = ({ lines }: Order, lineIdFromPlatform: string, quantity: number): boolean =>
  lines.some((line) => line.idFromPlatform === lineIdFromPlatform && line.currentQuantity >= quantity);
