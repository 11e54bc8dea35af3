import { DAY_MS } from '#core/dates.ts';
import { randomUUID } from 'node:crypto';
import { isTimeZone } from '#core/analytics/period.ts';
import type { ShopAtPlatform } from '#partners/ports.ts';
import type { CronJob } from '#server/cron.ts';
import { raiseAlert } from '#server/db/alerts.ts';
import type { ServerDeps } from '#server/deps.ts';
import { wantSync } from '#server/sync/sync-state.ts';
import { platformWebhookUrl } from '#server/webhooks/receive-calls.ts';

type Deps = Pick<ServerDeps, 'config' | 'database' | 'install' | 'storefrontOf' | 'log'>;

/**
 * Looks at every connected shop once a day. Shops move and change their plan; the platform deletes subscriptions that
 * were not answered for hours; and a merchant may not have granted yet what a newer version of the app needs.
 */
export const learnShops = (deps: Deps): CronJob => ({
  name: 'learnShops',
  everyMs: DAY_MS,
  run: async (signal) => {
    const rows = await deps.database.asOwner((db) =>
      db.selectFrom('store_connection').select('store_id').orderBy('store_id').execute(),
    );
    for (const { store_id: storeId } of rows) {
      if (signal.aborted) return;
      await learnShop(deps, storeId).catch((error: unknown) =>
        deps.log.warn({ err: error, storeId }, 'a shop could not be looked at'),
      );
    }
  },
});

async function learnShop(deps: Deps, storeId: number): Promise<void> {
  const { database } = deps;
  const context = { requestId: randomUUID() };
  const storefront = await deps.storefrontOf(storeId);
  const shop = await storefront.shop(context);
  await database.asOwner((db) =>
    db.updateTable('store').set(learnedOf(shop)).where('store_id', '=', storeId).execute(),
  );
  const missing = await storefront.missingScopes(context);
  if (missing.length > 0) {
    const message = `Open the app from Shopify and approve these permissions: ${missing.join(', ')}.`;
    await database.inStore(storeId, (db) => raiseAlert(db, storeId, 'scopesMissing', message));
  }
  const { isMissingProducts, refusal } = await storefront.subscribe(platformWebhookUrl(deps), context);
  // Orders are compared every few minutes whatever their webhooks tell; products are not.
  if (isMissingProducts) await database.inStore(storeId, (db) => wantSync(db, storeId, 'products'));
  if (refusal) throw refusal;
}

/** What may change at the platform, and counts here as soon as it is known. */
export const learnedOf = ({ timeZone, plan }: Pick<ShopAtPlatform, 'timeZone' | 'plan'>) => ({
  platform_plan: plan,
  ...(isTimeZone(timeZone) ? { time_zone: timeZone } : {}),
});
