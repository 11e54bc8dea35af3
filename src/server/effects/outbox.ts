import { summaryOf, type EffectIntent } from '#core/effects/kinds.ts';
import type { Db } from '#server/db/connect.ts';
import { addEffects, type NewEffect } from '#server/db/effects.ts';

/** Adds what a decision wants done, in the transaction that saves the decision. */
export const enqueue = (db: Db, storeId: number, requestId: string, intents: readonly EffectIntent[]): Promise<void> =>
  addEffects(db, storeId, requestId, intents.map(asNewEffect));

export const asNewEffect = (intent: EffectIntent): NewEffect => ({ ...intent, summary: summaryOf(intent) });
