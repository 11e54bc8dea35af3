import * as contract from '#contract/merchant/orders.ts';
import { ListSearch } from '#core/lists/search.ts';
import { matchesLookup } from '#core/orders/lookup.ts';
import { Refusal } from '#core/refusal.ts';
import { consentOf } from '#server/db/cover-consents.ts';
import type { Db } from '#server/db/connect.ts';
import { effectsOfOrder } from '#server/db/effects.ts';
import { orderWithClaims } from '#server/db/order-with-claims.ts';
import { markLine, orderById, orderByPlatformId, ordersByNumber } from '#server/db/orders.ts';
import { shippingClaimsOfOrder } from '#server/db/shipping-claims.ts';
import { rulingFor } from '#server/db/ruling.ts';
import { storeById } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { policyOf } from '#server/policy.ts';
import { bringSegments } from '#server/rules/bring-segments.ts';
import { factsOfOrder } from '#server/rules/facts-of-order.ts';
import { variantsInstead } from '#server/merchant/choices.ts';
import { searchOrders } from '#server/merchant/list.ts';
import { showOrder, type OrderPage, type ShowOrderDeps } from '#server/merchant/show-order.ts';
import { staffName } from '#server/merchant/staff-name.ts';

type Deps = Pick<ServerDeps, 'database' | 'storefrontOf'> & ShowOrderDeps;

const orderNotFound = (): Refusal =>
  new Refusal('notFound', 'ORDER_NOT_FOUND', 'No order in this store matches these details.');
const lineUnknown = (): Refusal => new Refusal('notFound', 'LINE_UNKNOWN', "This item isn't part of the order.");

/** Orders: found, shown with what can be claimed, and lines taken out of it (C7.19). */
export const orderHandlers = (deps: Deps): Handler[] => [
  handle(contract.findOrders, async ({ query: { searchTerm, take } }, { storeId }) => {
    const filters = searchTerm === '' ? {} : { searchTerm };
    const { data } = await searchOrders(deps.database, storeId, ListSearch.parse({ kind: 'Order', take, filters }));
    return { data };
  }),

  handle(contract.lookUpOrder, async ({ body }, { storeId }) => {
    const row = await deps.database.readStore(storeId, async (db) => {
      if ('idFromPlatform' in body) return orderByPlatformId(db, storeId, body.idFromPlatform);
      const rows = await ordersByNumber(db, storeId, body.orderNo);
      return rows.find(({ document }) => matchesLookup(document, body.orderNo, body.emailOrPostalCode));
    });
    if (!row) throw orderNotFound();
    return { id: row.order_id, idFromPlatform: row.id_from_platform };
  }),

  handle(contract.getOrder, async ({ params }, context) => {
    const { storeId } = context;
    const row = await deps.database.readStore(storeId, (db) => orderByPlatformId(db, storeId, params.idFromPlatform));
    if (!row) throw orderNotFound();
    await bringSegments(deps, context, row.order_id, { priority: 'staff' });
    const page = await deps.database.readStore(storeId, (db) => loadOrderPage(db, storeId, row.order_id));
    return showOrder(page, deps, new Date().toISOString());
  }),

  handle(contract.orderFacts, async ({ params, query }, context) => {
    const { storeId } = context;
    // The rule that is tried may ask about them, whatever the live ones do.
    await bringSegments(deps, context, params.storeOrderId, { priority: 'staff', isAsked: true });
    return deps.database.readStore(storeId, async (db) => {
      const found = await orderWithClaims(db, storeId, params.storeOrderId);
      if (!found) throw orderNotFound();
      return factsOfOrder(db, storeId, found, { offered: deps, wanted: query });
    });
  }),

  handle(contract.changeOrderLine, async ({ params, body }, { storeId, user }) => {
    const { storeOrderId, lineItemId } = params;
    const now = new Date().toISOString();
    const page = await deps.database.inStore(storeId, async (db) => {
      const { found } = await loadOrderPage(db, storeId, storeOrderId);
      if (!found.order.lines.some((line) => line.idFromPlatform === lineItemId)) throw lineUnknown();
      const mark =
        body.madeIneligibleOn === null
          ? null
          : { on: new Date(body.madeIneligibleOn).toISOString(), by: staffName(user) };
      await markLine(db, storeId, storeOrderId, lineItemId, mark);
      return loadOrderPage(db, storeId, storeOrderId);
    });
    return showOrder(page, deps, now);
  }),

  handle(contract.orderVariants, async ({ params, query }, { storeId, requestId }) => {
    const { found, store, ruling } = await deps.database.readStore(storeId, (db) =>
      loadOrderPage(db, storeId, params.storeOrderId),
    );
    const orderLine = found.order.lines.find((line) => line.idFromPlatform === params.lineItemId);
    if (!orderLine) throw lineUnknown();
    const productId = query.productIdFromPlatform ?? null;
    const { terms } = policyOf(found, deps, { asker: 'staff', claimType: 'Return', ruling });
    return variantsInstead(deps, { order: found.order, orderLine, store, terms, storeId, productId, requestId });
  }),
];

async function loadOrderPage(db: Db, storeId: number, orderId: number): Promise<OrderPage> {
  const found = await orderWithClaims(db, storeId, orderId);
  const row = found && (await orderById(db, storeId, orderId));
  const store = await storeById(db, storeId);
  if (!found || !row || !store) throw orderNotFound();
  return {
    found,
    ineligible: row.ineligible_lines,
    store,
    ruling: await rulingFor(db, storeId, found),
    consent: await consentOf(db, storeId, found.order.coverConsentId),
    shippingClaims: (await shippingClaimsOfOrder(db, storeId, orderId)).map(({ document }) => document),
    effects: await effectsOfOrder(db, storeId, orderId),
  };
}
