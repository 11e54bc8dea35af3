import { DAY_MS } from '#core/dates.ts';
import { randomUUID } from 'node:crypto';
import { isTimeZone } from '#core/analytics/period.ts';
import type { CronJob } from '#server/cron.ts';
import type { ServerDeps } from '#server/deps.ts';

/** Learns the time zone of every connected shop again, once a day: shops move, and those connected before it was kept have none. */
export const learnTimeZones = (deps: Pick<ServerDeps, 'database' | 'storefrontOf' | 'log'>): CronJob => ({
  name: 'learnTimeZones',
  everyMs: DAY_MS,
  run: async (signal) => {
    const rows = await deps.database.asOwner((db) =>
      db.selectFrom('store_connection').select('store_id').orderBy('store_id').execute(),
    );
    for (const { store_id: storeId } of rows) {
      if (signal.aborted) return;
      await learnTimeZone(deps, storeId).catch((error: unknown) =>
        deps.log.warn({ err: error, storeId }, 'the time zone of a store could not be learned'),
      );
    }
  },
});

async function learnTimeZone(deps: Pick<ServerDeps, 'database' | 'storefrontOf'>, storeId: number): Promise<void> {
  const storefront = await deps.storefrontOf(storeId);
  const { timeZone } = await storefront.shop({ requestId: randomUUID() });
  if (!isTimeZone(timeZone)) return;
  await deps.database.asOwner((db) =>
    db.updateTable('store').set({ time_zone: timeZone }).where('store_id', '=', storeId).execute(),
  );
}
