import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '#server/db/connect.ts';
import { insertReturnLocation } from '#server/db/return-locations.ts';
import { GROUP_NAMES, type GroupName, type SettingsOf } from '#core/settings/settings.ts';
import { SAVED_AT_FIRST, saveGroup } from '#server/db/settings.ts';
import { storeByDomain } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { connectStore } from '#server/sync/connect-store.ts';
import { firstSync } from '#server/sync/first-sync.ts';
import { syncCursor } from '#server/sync/sync-state.ts';
import { platformWebhookUrl } from '#server/webhooks/receive-calls.ts';
import { restoreStore, type RestoredHistory } from '#start/history/restore.ts';
import { DEMO_SHOP } from '#start/sandboxes.ts';

export type Demo = { slug: string; samples: { orderName: string; email: string; what: string }[] };

const RETURN_LOCATION = {
  name: 'Main warehouse',
  isQuickShipEnabled: true,
  address: {
    firstName: '',
    lastName: '',
    company: 'Demo Store Returns',
    line1: '417 Montgomery Street',
    line2: '',
    city: 'San Francisco',
    stateOrProvinceCode: 'CA',
    postalCode: '94104',
    countryCode: 'US',
    phone: '4155550100',
  },
};

/**
 * The demo store, made at the first start by the way any shop takes: install, webhooks, first sync. What is known of its
 * past is there before, and is then not synced again.
 */
export async function ensureDemoStore(
  deps: ServerDeps,
  { samples, history }: { samples: Demo['samples']; history: RestoredHistory | null },
  log: (line: string) => void,
): Promise<Demo> {
  const context = { requestId: `start-${randomUUID()}` };
  if (history && (await restoreStore(deps, history))) log('Restored 18 months of the demo store');
  const known = await deps.database.asOwner((db) => storeByDomain(db, DEMO_SHOP));
  if (!known || !(await isConnected(deps, known.store_id)) || !(await isSynced(deps, known.store_id))) {
    const storeId = await install(deps, context);
    if (await isSynced(deps, storeId)) return demoOf(deps, samples);
    log('Syncing the demo store');
    // False when the cron role of this process has taken up already what an earlier start did not end.
    while (!(await firstSync(deps, storeId, context)) && !(await isSynced(deps, storeId))) await pause(250);
  } else {
    // The address may have changed since the last start.
    const storefront = await deps.storefrontOf(known.store_id);
    const { refusal } = await storefront.subscribe(platformWebhookUrl(deps), context);
    if (refusal) throw refusal;
  }
  return demoOf(deps, samples);
}

async function demoOf({ database }: ServerDeps, samples: Demo['samples']): Promise<Demo> {
  const store = await database.asOwner((db) => storeByDomain(db, DEMO_SHOP));
  return { slug: store?.slug ?? '', samples: samples.slice(0, 3) };
}

const isConnected = ({ database }: ServerDeps, storeId: number): Promise<boolean> =>
  database.inStore(storeId, async (db) => {
    const row = await db
      .selectFrom('store_connection')
      .select('kind')
      .where('store_id', '=', storeId)
      .executeTakeFirst();
    return row !== undefined;
  });

const isSynced = ({ database }: ServerDeps, storeId: number): Promise<boolean> =>
  database.inStore(
    storeId,
    async (db) =>
      (await syncCursor(db, storeId, 'products')) !== null && (await syncCursor(db, storeId, 'orders')) !== null,
  );

async function install(deps: ServerDeps, context: { requestId: string }): Promise<number> {
  const granted = await fetch(deps.install.authorizeUrl(DEMO_SHOP, randomUUID(), deps.config.PUBLIC_URL), {
    redirect: 'manual',
  });
  const callback = new URL(granted.headers.get('location') ?? '', deps.config.PUBLIC_URL);
  const storeId = await connectStore(
    deps,
    await deps.install.completeInstall(Object.fromEntries(callback.searchParams)),
    context,
  );
  await deps.database.asOwner((db) => furnish(db, storeId));
  return storeId;
}

/** The demo users' roles, and the settings without which nothing could be sent back. */
export async function furnish(db: Db, storeId: number): Promise<void> {
  const roles = [
    { email_key: 'ada@demo.test', role_code: 'Admin' as const, first_name: 'Ada', last_name: 'Admin' },
    { email_key: 'sam@demo.test', role_code: 'Staff' as const, first_name: 'Sam', last_name: 'Staff' },
  ];
  await db
    .insertInto('store_user_role')
    .values(roles.map((role) => ({ store_id: storeId, ...role })))
    .onConflict((conflict) => conflict.columns(['store_id', 'email_key']).doNothing())
    .execute();
  const row = await storeByDomain(db, DEMO_SHOP);
  if (!row || row.settings.email) return;
  await insertReturnLocation(db, storeId, RETURN_LOCATION);
  const groups: Partial<{ [Name in GroupName]: Partial<SettingsOf<Name>> }> = {
    email: { supportEmail: 'help@demo.test' },
    payments: { paymentProvider: 'stripe' },
    instantExchange: { isInstantExchangeEnabled: true },
    returns: { isGiftReturnEnabled: true },
    exclusions: { protectionSkus: ['SHIPRO'] },
  };
  for (const group of GROUP_NAMES) {
    const document = groups[group];
    if (document) await saveGroup(db, storeId, { group, version: 0, document, by: SAVED_AT_FIRST });
  }
}
