import { sql } from 'kysely';
import * as contract from '#contract/merchant/setup.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { lineEligibility } from '#core/claims/eligibility.ts';
import { portalAddress } from '#server/customer/portal-address.ts';
import type { Db } from '#server/db/connect.ts';
import { orderWithClaims } from '#server/db/order-with-claims.ts';
import { rulingFor } from '#server/db/ruling.ts';
import { savedPages } from '#server/db/settings.ts';
import { storeById } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { policyOf } from '#server/policy.ts';

type Deps = Pick<ServerDeps, 'database' | 'config' | 'install' | 'labels' | 'payments'>;
type Setup = RouteAnswer<typeof contract.getSetup>;

/** What a new store does first, ticked by what happened in it. */
export const setupHandlers = (deps: Deps): Handler[] => [
  handle(contract.getSetup, (_input, { storeId }) =>
    deps.database.readStore(storeId, async (db): Promise<Setup> => {
      const store = await storeById(db, storeId);
      if (!store) throw new Error(`store ${storeId} was let in and is not there`);
      const saved = await savedPages(db, storeId);
      const testReturn = await isClaimedInPortal(db, storeId);
      return {
        isDismissed: store.setup_dismissed_on !== null,
        portalUrl: portalAddress(deps.config.PUBLIC_URL, store),
        testOrder: testReturn ? null : await testOrder(db, storeId, deps),
        done: {
          portal: store.portal_shared_on !== null || testReturn,
          testReturn,
          brand: saved.has('theme'),
          policy: saved.has('returns'),
        },
      };
    }),
  ),

  handle(contract.changeSetup, ({ body: { isDismissed, isPortalShared } }, { storeId }) =>
    deps.database.inStore(storeId, async (db) => {
      if (isDismissed === undefined && isPortalShared === undefined) return {};
      await db
        .updateTable('store')
        .set({
          ...(isDismissed === undefined ? {} : { setup_dismissed_on: isDismissed ? sql`now()` : null }),
          ...(isPortalShared ? { portal_shared_on: sql`coalesce(portal_shared_on, now())` } : {}),
        })
        .where('store_id', '=', storeId)
        .execute();
      return {};
    }),
  ),
];

/** Since the store was set up here: it may have brought an older past along, which left no traces of origin. */
async function isClaimedInPortal(db: Db, storeId: number): Promise<boolean> {
  const row = await db
    .selectFrom('claim_origin')
    .select('claim_id')
    .where('store_id', '=', storeId)
    .where('proven_by', '<>', 'staff')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

const LOOKED_AT = 20;
const RECENT_DAYS = 30;

/** The newest order that can be returned, of those whose email address is reserved for examples: nobody gets its mails. */
async function testOrder(db: Db, storeId: number, deps: Deps): Promise<Setup['testOrder']> {
  const rows = await db
    .selectFrom('store_order')
    .select('order_id')
    .where('store_id', '=', storeId)
    .where('email_key', 'like', '%@example.com')
    .where('erased_on', 'is', null)
    .where('claims_version', '=', 0)
    .where('created_on', '>', sql<Date>`now() - ${RECENT_DAYS} * interval '1 day'`)
    .where(sql<boolean>`document @? '$.fulfillments[*] ? (@.deliveredOn != null)'`)
    .orderBy('created_on', 'desc')
    .limit(LOOKED_AT)
    .execute();
  const now = new Date().toISOString();
  for (const { order_id: orderId } of rows) {
    const found = await orderWithClaims(db, storeId, orderId);
    if (!found) continue;
    const { order } = found;
    const policy = policyOf(found, deps, {
      asker: 'buyer',
      claimType: 'Return',
      ruling: await rulingFor(db, storeId, found),
    });
    const isReturnable = lineEligibility(order, policy, [], now).some(({ reason }) => reason === null);
    if (isReturnable) return { orderNo: order.orderNo, email: order.email };
  }
  return null;
}
