import type { CronJob } from '#server/cron.ts';
import { holdClaim, outdatedClaims, refreshClaim } from '#server/db/claims.ts';
import type { Database } from '#server/db/connect.ts';

const AT_ONCE = 100;

/**
 * Computes again what lists show and find claims by, where other definitions computed it. A process of another
 * version may still write such claims, so this looks again now and then.
 */
export const refreshOutdatedClaims = (database: Database): CronJob => ({
  name: 'refreshOutdatedClaims',
  everyMs: 10 * 60_000,
  async run(signal) {
    for (;;) {
      const claims = await database.asOwner((db) => outdatedClaims(db, AT_ONCE));
      for (const { store_id, claim_id } of claims) {
        if (signal.aborted) return;
        await database.inStore(store_id, (db) =>
          Promise.all([holdClaim(db, store_id, claim_id), refreshClaim(db, store_id, claim_id)]),
        );
      }
      if (claims.length < AT_ONCE) return;
    }
  },
});
