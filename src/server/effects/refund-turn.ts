import { PartnerError } from '#partners/ports.ts';
import { endRefundTurn, takeRefundTurn, type RefundTurn } from '#server/db/refund-turns.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { CalledOff } from '#server/effects/worker.ts';

/** One refund of an order after the other. Where it is not known what became of one, the others wait until it is or its turn is over. */
export async function inTurn<T>({ database }: EffectDeps, turn: RefundTurn, give: () => Promise<T>): Promise<T> {
  if (!(await takeRefundTurn(database, turn)))
    throw new PartnerError('shopify', 'retry', 'Another refund on this order is in progress.');
  try {
    const made = await give();
    await endRefundTurn(database, turn);
    return made;
  } catch (error) {
    const isOver = error instanceof CalledOff || (error instanceof PartnerError && error.kind === 'refused');
    if (isOver) await endRefundTurn(database, turn);
    throw error;
  }
}
