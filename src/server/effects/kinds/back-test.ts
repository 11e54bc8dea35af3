import { BackTestPayload } from '#core/effects/back-test.ts';
import { PartnerError } from '#partners/ports.ts';
import { backTestById, endBackTest } from '#server/db/back-tests.ts';
import { storeById } from '#server/db/stores.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import type { EffectKind } from '#server/effects/worker.ts';
import { runBackTest, todayOf } from '#server/rules/back-test.ts';

/** Replays past claims under the draft of the rules. Begun again, it starts from the first claim. */
export const backTest: EffectKind<EffectDeps> = {
  priority: 'background',
  async run({ store_id: storeId, payload }, deps) {
    const { backTestId } = BackTestPayload.parse(payload);
    const [row, store] = await deps.database.readStore(storeId, (db) =>
      Promise.all([backTestById(db, storeId, backTestId), storeById(db, storeId)]),
    );
    if (!row || !store) throw new PartnerError('back-test', 'refused', 'This back-test no longer exists.');
    const payments = await deps.paymentsOf(storeId, 'stripe');
    await runBackTest(deps.database, row, todayOf(store, { labels: deps.labels, payments }));
    return { label: 'Back-test', url: null };
  },
  record: (db, effect) => endBackTest(db, effect.store_id, BackTestPayload.parse(effect.payload).backTestId, 'done'),
  failed: (db, effect) => endBackTest(db, effect.store_id, BackTestPayload.parse(effect.payload).backTestId, 'failed'),
};
