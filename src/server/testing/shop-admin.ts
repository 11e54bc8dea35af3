import { z } from 'zod';
import type { TestServer } from '#server/testing/server.ts';

const Token = z.object({ access_token: z.string() });

/** The shop's own admin API, as somebody else's app calls it. */
export async function shopAdmin({ shopify, shop }: TestServer) {
  const reply = await fetch(`${shopify.url}/_control/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ shop: shop.domain }),
  });
  const { access_token: token } = Token.parse(await reply.json());
  return async (query: string, variables: object): Promise<unknown> => {
    const answer = await fetch(`${shopify.url}/${shop.domain}/admin/api/2026-07/graphql.json`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-shopify-access-token': token },
      body: JSON.stringify({ query, variables }),
    });
    return answer.json();
  };
}

const Created = z.object({
  data: z.object({ orderCreate: z.object({ order: z.object({ id: z.string(), name: z.string() }) }) }),
});

export type ProtectedOrder = { idFromPlatform: string; name: string; gid: string };

/** Somebody buys something with a cover for $2.29, now. */
export async function buyProtected(
  server: TestServer,
  admin: Awaited<ReturnType<typeof shopAdmin>>,
  {
    email,
    isPaid = true,
    covers = 1,
    coverSku = 'MAKEGOOD-COVER',
    gateway = 'bogus',
    ...changes
  }: {
    email: string;
    isPaid?: boolean;
    covers?: number;
    coverSku?: string;
    gateway?: string;
    fulfillmentStatus?: string;
    tags?: string[];
  },
): Promise<ProtectedOrder> {
  const variant = server.shop.products.find(({ status, isGiftCard }) => status === 'ACTIVE' && !isGiftCard)
    ?.variants[0];
  if (!variant) throw new Error('the shop sells nothing');
  const money = (amount: string) => ({ shopMoney: { amount, currencyCode: 'USD' } });
  const order = {
    email,
    currency: 'USD',
    lineItems: [
      { variantId: `gid://shopify/ProductVariant/${variant.id}`, quantity: 1, priceSet: money('40.00') },
      {
        title: 'Delivery Guarantee',
        sku: coverSku,
        quantity: covers,
        priceSet: money('2.29'),
        requiresShipping: false,
      },
    ],
    shippingAddress: {
      firstName: 'Ada',
      lastName: 'Byron',
      address1: '1 High Street',
      city: 'Albany',
      provinceCode: 'NY',
      countryCode: 'US',
      zip: '12207',
    },
    ...(isPaid
      ? {
          financialStatus: 'PAID',
          transactions: [
            { kind: 'SALE', status: 'SUCCESS', gateway, amountSet: money((40 + covers * 2.29).toFixed(2)) },
          ],
        }
      : { financialStatus: 'PENDING' }),
    ...changes,
  };
  const answer = await admin(
    'mutation M($order: OrderCreateOrderInput!) { orderCreate(order: $order) { order { id name } userErrors { field message } } }',
    { order },
  );
  const { order: made } = Created.parse(answer).data.orderCreate;
  return { idFromPlatform: made.id.split('/').at(-1) ?? '', name: made.name, gid: made.id };
}

/** Cancels an order at the shop. `isRefunded`: with its money. */
export const cancelAtShop = (
  admin: Awaited<ReturnType<typeof shopAdmin>>,
  { gid }: ProtectedOrder,
  { isRefunded, restock = false }: { isRefunded: boolean; restock?: boolean },
): Promise<unknown> =>
  admin(
    `mutation C($id: ID!, $restock: Boolean!, $refund: OrderCancelRefundMethodInput) {
      orderCancel(orderId: $id, reason: CUSTOMER, restock: $restock, refundMethod: $refund) {
        job { id } orderCancelUserErrors { code message } } }`,
    { id: gid, restock, refund: { originalPaymentMethodsRefund: isRefunded } },
  );
