import { sql } from 'kysely';
import type { Database } from '#server/db/connect.ts';
import type { EffectRow } from '#server/db/effects.ts';

// As long as the platform may take over what it was sent last.
const TURN_MS = 120_000;

/** The effect, and the order that it refunds. */
export type RefundTurn = { effect: Pick<EffectRow, 'store_id' | 'effect_id'>; orderIdFromPlatform: string };

/**
 * Gives an effect the turn to refund on an order, or confirms the turn it has; false while another effect has it. How
 * much is left to refund depends on the other refunds, and the platform doesn't check refunds with a bonus.
 */
export async function takeRefundTurn(
  database: Database,
  { effect, orderIdFromPlatform }: RefundTurn,
): Promise<boolean> {
  const taken = await database.changeInStore(effect.store_id, (db) =>
    db
      .insertInto('refund_turn')
      .values({
        store_id: effect.store_id,
        order_id_from_platform: orderIdFromPlatform,
        effect_id: effect.effect_id,
        held_until: sql<Date>`now() + ${TURN_MS} * interval '1 millisecond'`,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['store_id', 'order_id_from_platform'])
          .doUpdateSet((row) => ({
            effect_id: row.ref('excluded.effect_id'),
            held_until: row.ref('excluded.held_until'),
          }))
          .where(sql<boolean>`refund_turn.effect_id = excluded.effect_id or refund_turn.held_until < now()`),
      )
      .returning('effect_id'),
  );
  return taken.length > 0;
}

/** Ends the turn of an effect, if it still has it. */
export const endRefundTurn = (database: Database, { effect, orderIdFromPlatform }: RefundTurn): Promise<unknown> =>
  database.changeInStore(effect.store_id, (db) =>
    db
      .deleteFrom('refund_turn')
      .where('store_id', '=', effect.store_id)
      .where('order_id_from_platform', '=', orderIdFromPlatform)
      .where('effect_id', '=', effect.effect_id),
  );
