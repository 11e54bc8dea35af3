import { DAY_MS } from '#core/dates.ts';
import { randomUUID } from 'node:crypto';
import { isTimeZone } from '#core/analytics/period.ts';
import type { ShopAtPlatform } from '#partners/ports.ts';
import type { CronJob } from '#server/cron.ts';
import type { ServerDeps } from '#server/deps.ts';

/** Learns the time zone and the plan of every connected shop again, once a day: shops move, and change their plan. */
export const learnShops = (deps: Pick<ServerDeps, 'database' | 'storefrontOf' | 'log'>): CronJob => ({
  name: 'learnShops',
  everyMs: DAY_MS,
  run: async (signal) => {
    const rows = await deps.database.asOwner((db) =>
      db.selectFrom('store_connection').select('store_id').orderBy('store_id').execute(),
    );
    for (const { store_id: storeId } of rows) {
      if (signal.aborted) return;
      await learnShop(deps, storeId).catch((error: unknown) =>
        deps.log.warn({ err: error, storeId }, 'time zone and plan of a store could not be learned'),
      );
    }
  },
});

async function learnShop(deps: Pick<ServerDeps, 'database' | 'storefrontOf'>, storeId: number): Promise<void> {
  const storefront = await deps.storefrontOf(storeId);
  const shop = await storefront.shop({ requestId: randomUUID() });
  await deps.database.asOwner((db) =>
    db.updateTable('store').set(learnedOf(shop)).where('store_id', '=', storeId).execute(),
  );
}

/** What may change at the platform, and counts here as soon as it is known. */
export const learnedOf = ({ timeZone, plan }: Pick<ShopAtPlatform, 'timeZone' | 'plan'>) => ({
  platform_plan: plan,
  ...(isTimeZone(timeZone) ? { time_zone: timeZone } : {}),
});
