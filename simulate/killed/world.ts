import type { Place } from '../../bench/places.ts';
import { flatSettings } from '#core/settings/settings.fixture.ts';
import { settingsOf } from '#server/db/settings.ts';
import { storeById } from '#server/db/stores.ts';
import { signToken } from '#server/signed-token.ts';
import { shopOf, type OrderToReturn } from '#server/testing/effect-claims.ts';
import { PAYING } from '#server/testing/payments.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';
import { stockUp } from '#server/testing/staff-claims.ts';

/** A store whose server is down, its partners, which stay up and keep the truth, and the people who use it. */
export type World = {
  server: TestServer;
  staff: readonly Caller[];
  orders: readonly OrderToReturn[];
  reasonId: string;
  /** A shopper with the order open. */
  shopper(order: OrderToReturn): Caller;
};

const PLENTY = 1_000_000;
const SESSION_MS = 7_200_000;

/** Connects a store of about that many orders, and stops its server. Closing takes everything away again. */
export async function openWorld(place: Place, orders: number, staffMembers: number): Promise<World> {
  const server = await startTestServer({ place, orders, roles: 'web', plan: 'plus' });
  const { database, secret } = server.server.deps;
  const store = await database.inStore(server.storeId, (db) => storeById(db, server.storeId));
  if (!store) throw new Error('the store is gone');
  const settings = {
    ...flatSettings(settingsOf(store)),
    ...PAYING,
    shippingMethods: ['label' as const, 'packingSlip' as const],
  };
  await server.saveSettings(settings);
  for (const variant of server.shop.products.flatMap((product) => product.variants)) stockUp(variant, PLENTY);
  const staff: Caller[] = [];
  for (let count = 0; count < staffMembers; count += 1) staff.push(await server.staff());
  const returnable = await shopOf(server);
  await server.server.close();
  return {
    server,
    staff,
    orders: returnable.orders,
    reasonId: settings.reasons[0]?.id ?? '',
    shopper: ({ orderId, order }) => {
      const session = {
        storeId: server.storeId,
        slug: server.slug,
        orderId,
        orderIdFromPlatform: order.idFromPlatform,
      };
      const expiresOn = new Date(Date.now() + SESSION_MS);
      return server.browser(`makegood_portal=${signToken(secret, 'portal-session', session, expiresOn)}`);
    },
  };
}
