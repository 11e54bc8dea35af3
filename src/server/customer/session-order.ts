import type { Claim } from '#core/claims/claim.ts';
import { orderNotFound } from '#core/orders/lookup.ts';
import type { Order } from '#core/orders/order.ts';
import type { StoreSettings } from '#core/settings/settings.ts';
import type { Labels } from '#partners/ports.ts';
import { portalSettings } from '#server/customer/portal-store.ts';
import { claimsOfOrder, type LoadedClaim } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import { orderById } from '#server/db/orders.ts';
import type { PortalSession } from '#server/http/context.ts';

export type SessionOrder = {
  order: Order;
  orderId: number;
  claimsVersion: number;
  settings: StoreSettings;
  loadedClaims: LoadedClaim[];
  claims: Claim[];
};

/** The order a portal session is for, with all that decides what can be returned of it. Refuses ORDER_NOT_FOUND. */
export async function loadSessionOrder(db: Db, portal: PortalSession, labels: Labels | null): Promise<SessionOrder> {
  const row = await orderById(db, portal.storeId, portal.orderId);
  if (!row) throw orderNotFound();
  const loadedClaims = await claimsOfOrder(db, portal.storeId, portal.orderId);
  return {
    order: row.document,
    orderId: row.order_id,
    claimsVersion: row.claims_version,
    settings: await portalSettings(db, portal.storeId, labels),
    loadedClaims,
    claims: loadedClaims.map(({ claim }) => claim),
  };
}
