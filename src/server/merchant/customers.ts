import { getCustomer, type CustomerShown } from '#contract/merchant/customers.ts';
import { ClaimType } from '#core/claims/types.ts';
import { statusView } from '#core/claims/status.ts';
import { normalizeEmail } from '#core/orders/lookup.ts';
import type { ShippingClaim } from '#core/protection/shipping-claim.ts';
import { Refusal } from '#core/refusal.ts';
import { claimsOfCustomer, ordersOfCustomer, type CustomerOrderRow } from '#server/db/customers.ts';
import { shippingClaimsOfOrders } from '#server/db/shipping-claims.ts';
import { registrationsOfEmail } from '#server/db/registrations.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { shippingClaimOfOrder } from '#server/protection/show.ts';

const MOST_ORDERS = 100;

type ClaimRow = Awaited<ReturnType<typeof claimsOfCustomer>>[number];

/** A customer as the orders under an email know them. */
export const customerHandler = ({ database }: Pick<ServerDeps, 'database'>): Handler =>
  handle(getCustomer, ({ query }, { storeId }) =>
    database.readStore(storeId, async (db) => {
      const email = normalizeEmail(query.email ?? query.customerEmail ?? '');
      const found = await ordersOfCustomer(db, storeId, email, MOST_ORDERS + 1);
      const [newest] = found;
      if (!newest) throw new Refusal('notFound', 'CUSTOMER_NOT_FOUND', 'No order in this store has this email.');
      const orders = found.slice(0, MOST_ORDERS);
      const ids = orders.map((row) => row.order_id);
      const claims = await claimsOfCustomer(db, storeId, ids);
      const shippingClaims = await shippingClaimsOfOrders(db, storeId, ids);
      const { customer, shippingAddress } = newest.document;
      return {
        firstName: customer?.firstName || (shippingAddress?.firstName ?? ''),
        lastName: customer?.lastName || (shippingAddress?.lastName ?? ''),
        email,
        orders: orders.map((row) => showOrder(row, claims, shippingClaims)),
        hasMoreOrders: found.length > MOST_ORDERS,
        registrations: (await registrationsOfEmail(db, storeId, email)).map((row) => ({
          id: row.registration_id,
          externalId: row.external_id,
        })),
      };
    }),
  );

const showOrder = (
  row: CustomerOrderRow,
  claims: readonly ClaimRow[],
  shippingClaims: readonly ShippingClaim[],
): CustomerShown['orders'][number] => ({
  id: row.order_id,
  orderNo: row.order_no,
  idFromPlatform: row.id_from_platform,
  createdOn: row.created_on.toISOString(),
  claims: claims.filter((claim) => claim.order_id === row.order_id).map(showClaim),
  shipProtectClaims: shippingClaims.filter(({ orderId }) => orderId === row.order_id).map(shippingClaimOfOrder),
});

function showClaim(row: ClaimRow): CustomerShown['orders'][number]['claims'][number] {
  const status = statusView(row.status_code, row.status_detail, row.finalized_on !== null);
  if (!status) throw new Error(`claim ${row.claim_id} has the unknown status ${row.status_code}`);
  return {
    id: row.claim_id,
    externalId: row.external_id,
    claimType: ClaimType.parse(row.claim_type),
    createdOn: row.created_on.toISOString(),
    status,
  };
}
