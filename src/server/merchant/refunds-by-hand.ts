import * as contract from '#contract/merchant/claim-actions.ts';
import { orderRefundsByHand } from '#contract/merchant/orders.ts';
import { shippingRefundsByHand } from '#contract/merchant/shipping-claims.ts';
import { givesValue } from '#core/effects/kinds.ts';
import { shippingClaimOfSubject } from '#core/effects/subject.ts';
import { orderNotFound } from '#core/orders/lookup.ts';
import { unnamedRefunds } from '#core/orders/movements.ts';
import { refundNamed } from '#core/protection/decide-shipping.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { Order } from '#core/orders/order.ts';
import { Refusal } from '#core/refusal.ts';
import { PartnerError } from '#partners/ports.ts';
import { amountOf } from '#server/amounts.ts';
import { bringOrder } from '#server/claims/bring-order.ts';
import { claimById } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import { coverRefundForChange, keepCoverRefund } from '#server/db/cover-refunds.ts';
import { claimIdOf, readIntent, subjectOf, type EffectRow } from '#server/db/effects.ts';
import { orderWithClaims, type OrderWithClaims } from '#server/db/order-with-claims.ts';
import { shippingClaimById } from '#server/db/shipping-claims.ts';
import type { ServerDeps } from '#server/deps.ts';
import { changeClaimOfEffect } from '#server/effects/note-on-claim.ts';
import { changeShippingClaimOfEffect } from '#server/effects/note-on-shipping-claim.ts';
import type { StoreContext } from '#server/http/context.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { claimNotFound } from '#server/merchant/show-claim.ts';
import { shippingClaimNotFound } from '#server/protection/load-page.ts';

/** "Which of these refunds was it?" */
export const refundsByHandHandlers = (deps: Deps): Handler[] => [
  handle(contract.refundsByHand, ({ params }, context) =>
    unnamedOf(deps, context, (db) => orderOf(db, context.storeId, params.claimId)),
  ),
  handle(shippingRefundsByHand, ({ params }, context) =>
    unnamedOf(deps, context, (db) => orderOfShipping(db, context.storeId, params.shippingClaimId)),
  ),
  handle(orderRefundsByHand, ({ params }, context) =>
    unnamedOf(deps, context, (db) => orderItself(db, context.storeId, params.storeOrderId)),
  ),
];

type Deps = Pick<ServerDeps, 'database' | 'storefrontOf'>;

/** The webhook of a refund that staff made a moment ago may be late; while the platform doesn't answer, what is known counts. */
async function unnamedOf(deps: Deps, { storeId, requestId }: StoreContext, load: (db: Db) => Promise<OrderWithClaims>) {
  const { order } = await deps.database.readStore(storeId, load);
  await bringOrder(deps, { storeId, requestId }, order).catch((error: unknown) => {
    if (!(error instanceof PartnerError)) throw error;
  });
  return showUnnamed(await deps.database.readStore(storeId, load));
}

function showUnnamed({ order, claims }: OrderWithClaims) {
  const names = new Map(order.lines.map(({ idFromPlatform, name }) => [idFromPlatform, name]));
  return {
    currencyCode: order.currencyCode,
    data: unnamedRefunds(
      order,
      claims.map(({ claim }) => claim),
    ).map(({ idFromPlatform, createdOn, total, note, lines }) => ({
      idFromPlatform,
      createdOn,
      amount: amountOf(total, order.currencyCode),
      note,
      lines: lines.map(({ lineIdFromPlatform, quantity }) => ({
        name: names.get(lineIdFromPlatform) ?? '',
        quantity,
      })),
    })),
  };
}

async function orderOf(db: Db, storeId: number, claimId: number): Promise<OrderWithClaims> {
  const loaded = await claimById(db, storeId, claimId);
  const found = loaded && (await orderWithClaims(db, storeId, loaded.claim.orderId));
  if (!found) throw claimNotFound();
  return found;
}

async function orderOfShipping(db: Db, storeId: number, id: number): Promise<OrderWithClaims> {
  const row = await shippingClaimById(db, storeId, id);
  const found = row && (await orderWithClaims(db, storeId, row.order_id));
  if (!found) throw shippingClaimNotFound();
  return found;
}

async function orderItself(db: Db, storeId: number, id: number): Promise<OrderWithClaims> {
  const found = await orderWithClaims(db, storeId, id);
  if (!found) throw orderNotFound();
  return found;
}

/** Refuses REFUND_UNKNOWN where a refund is none that staff may name. `lineId`: a line that may have named it before. */
export async function checkNamed(
  db: Db,
  storeId: number,
  { claimId, lineId = null, refundId }: { claimId: number; lineId?: number | null; refundId: string | null },
): Promise<void> {
  if (refundId === null) return;
  const { order, claims } = await orderOf(db, storeId, claimId);
  const others = claims.map(({ claim }) =>
    claim.id === claimId ? { ...claim, lines: claim.lines.filter(({ id }) => id !== lineId) } : claim,
  );
  checkUnnamed(order, others, refundId);
}

function checkUnnamed(order: Order, claims: readonly Claim[], refundId: string): void {
  if (unnamedRefunds(order, claims).some(({ idFromPlatform }) => idFromPlatform === refundId)) return;
  throw new Refusal(
    'notAllowed',
    'REFUND_UNKNOWN',
    "This refund isn't on the order, or it belongs to something else. Choose another.",
  );
}

/** Keeps that staff made a refund of the store in place of an effect. */
export async function nameRefund(db: Db, effect: EffectRow, refundId: string | null): Promise<void> {
  if (refundId === null) return;
  const claimId = claimIdOf(effect);
  const shippingClaimId = shippingClaimOfSubject(subjectOf(effect));
  if (claimId !== null) {
    await checkNamed(db, effect.store_id, { claimId, refundId });
    const input = { intent: readIntent(effect), refundId };
    await changeClaimOfEffect(db, effect, { kind: 'refundNamed', input });
  } else if (shippingClaimId !== null) {
    const { order, claims } = await orderOfShipping(db, effect.store_id, shippingClaimId);
    checkUnnamed(
      order,
      claims.map(({ claim }) => claim),
      refundId,
    );
    await changeShippingClaimOfEffect(db, effect, (claim, now) => ({
      claim: refundNamed(claim, refundId, now),
      effects: [],
      entries: [],
    }));
  } else if (givesValue(effect.kind)) {
    const { store_id: storeId, subject_id: orderId } = effect;
    const { order, claims } = await orderItself(db, storeId, orderId);
    checkUnnamed(
      order,
      claims.map(({ claim }) => claim),
      refundId,
    );
    const kept = await coverRefundForChange(db, storeId, orderId);
    if (kept) await keepCoverRefund(db, storeId, orderId, { ...kept, refundIdByHand: refundId });
  }
}
