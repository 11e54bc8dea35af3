import { DAY_MS } from '#core/dates.ts';
import type { CronJob } from '#server/cron.ts';
import { isUniqueViolation } from '#server/db/contention.ts';
import { nobodysKey, sameKeyOf, setKeys, unkeyedRegistrations } from '#server/db/registrations.ts';
import type { ServerDeps } from '#server/deps.ts';

const AT_ONCE = 100;

/** Makes the keys of registrations that have none: those kept before keys were secret, and those of a store's past. */
export const keyRegistrations = ({ database, secret }: Pick<ServerDeps, 'database' | 'secret'>): CronJob => ({
  name: 'keyRegistrations',
  everyMs: DAY_MS,
  async run(signal) {
    for (;;) {
      const rows = await database.asOwner((db) => unkeyedRegistrations(db, AT_ONCE));
      for (const row of rows) {
        if (signal.aborted) return;
        const key = row.document.erasedOn === undefined ? sameKeyOf(secret, row.document) : nobodysKey();
        await database
          .inStore(row.store_id, (db) => setKeys(db, row, { same_key: key, first_key: key }))
          .catch((error: unknown) => {
            if (!isUniqueViolation(error)) throw error;
            // The same thing was registered meanwhile. Files know this one all the same.
            return database.inStore(row.store_id, (db) => setKeys(db, row, { first_key: key }));
          });
      }
      if (rows.length < AT_ONCE) return;
    }
  },
});
