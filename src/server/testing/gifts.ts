import { randomUUID } from 'node:crypto';
import * as customer from '#contract/customer/customer.ts';
import type { PortalOrder } from '#contract/customer/customer.ts';
import type { Order } from '#sandbox/shopify/state.ts';
import { returnableOrder, type Returnable } from '#server/testing/claims.ts';
import type { Caller, TestServer } from '#server/testing/server.ts';

/** Who was given the order, at an address of her own; the email is another one each time. */
export const newRecipient = (email = `grace-${randomUUID().slice(0, 8)}@recipient.test`): customer.GiftRecipient => ({
  email,
  address: {
    firstName: 'Grace',
    lastName: 'Hopper',
    line1: '9 Harbour Road',
    city: 'San Diego',
    stateOrProvinceCode: 'CA',
    postalCode: '92101',
    countryCode: 'US',
  },
});

/** An order with the buyer's session and the recipient's, each in a browser of its own. */
export type Gift = { bought: Returnable; shopOrder: Order; call: Caller; order: PortalOrder; lineId: string };

export async function openGift(server: TestServer, units = 1): Promise<Gift> {
  const bought = await returnableOrder(server, units);
  const { shopOrder } = bought;
  const call = await lookUpGift(server, shopOrder);
  const order = await call(customer.getOrder, {
    params: { slug: server.slug, idFromPlatform: bought.order.idFromPlatform },
  });
  return { bought, shopOrder, call, order, lineId: bought.line.lineIdFromPlatform };
}

/** A browser that has an order open as who was given it. */
export async function lookUpGift(server: TestServer, { name, shippingAddress }: Order): Promise<Caller> {
  const call = server.browser();
  await call(customer.lookupGift, {
    params: { slug: server.slug },
    body: { number: name, postalCode: shippingAddress?.zip ?? '' },
  });
  return call;
}

export type GiftWanted = {
  method?: 'refund' | 'giftCard' | 'storeCredit' | 'variantExchange';
  quantity?: number;
  variantIdFromPlatform?: string;
  recipient?: customer.GiftRecipient | undefined;
  shippingMethod?: 'label' | 'packingSlip';
  paymentId?: number;
  requestKey?: string;
};

/** Submits a gift return of one line; answers the claim's external id. */
export async function submitGift(
  server: TestServer,
  { call, order, lineId }: Pick<Gift, 'call' | 'order' | 'lineId'>,
  wanted: GiftWanted = {},
): Promise<string> {
  const { method = 'giftCard', quantity = 1, variantIdFromPlatform = null, shippingMethod = 'packingSlip' } = wanted;
  const recipient = 'recipient' in wanted ? wanted.recipient : newRecipient();
  const { externalId } = await call(customer.submit, {
    params: { slug: server.slug, idFromPlatform: order.idFromPlatform },
    body: {
      requestKey: wanted.requestKey ?? randomUUID(),
      shippingMethod,
      paymentId: wanted.paymentId ?? null,
      ...(recipient ? { recipient } : {}),
      selections: [
        {
          lineIdFromPlatform: lineId,
          quantity,
          reasonId: order.reasons[0]?.id ?? '',
          method,
          variantIdFromPlatform,
        },
      ],
    },
  });
  return externalId;
}
