import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import * as customer from '#contract/customer/customer.ts';
import type { RouteAnswer } from '#contract/route.ts';
import type { SettingsChanges } from '#core/settings/settings.fixture.ts';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import {
  changeLine,
  claimOf,
  returnableOrder,
  settledClaim,
  submitReturn,
  type Returnable,
} from '#server/testing/claims.ts';
import { eventually, LONG_WINDOWS, type Caller, type TestServer } from '#server/testing/server.ts';

type Draft = z.input<typeof customer.ReturnDraft>;
export type Begun = RouteAnswer<typeof customer.createPaymentIntent>;
/** A return of one unit for a dearer product, and how the shopper goes about it. */
export type DearerExchange = Returnable & {
  draft: Draft;
  requestKey: string;
  quote: () => Promise<RouteAnswer<typeof customer.quote>>;
  begin: () => Promise<Begun>;
  submit: (paymentId: number | null, requestKey?: string) => Promise<string>;
};

/** Settings under which shoppers pay. */
export const PAYING: SettingsChanges = {
  ...LONG_WINDOWS,
  shippingMethods: ['packingSlip'],
  paymentProvider: 'stripe',
  isInstantExchangeEnabled: true,
};

/** An order with a line that something in the shop costs `more` than. Throws when no order is left. */
async function orderOfSomethingCheap(server: TestServer, units: number, more: number) {
  for (;;) {
    const returnable = await returnableOrder(server, units);
    const { call, order, line } = returnable;
    // Orders in another currency than the shop's prices cannot have another product.
    if (!order.isAdvancedExchangeEnabled) continue;
    const { products } = await call(customer.exchangeOptions, {
      params: { slug: server.slug, idFromPlatform: order.idFromPlatform },
      query: { lineIdFromPlatform: line.lineIdFromPlatform, take: 500 },
    });
    const wanted = products
      .flatMap((product) => product.variants.map((variant) => ({ product, variant })))
      .filter(({ variant }) => variant.price >= line.unitValue + more)
      .toSorted((one, other) => one.variant.price - other.variant.price)[0];
    if (wanted) return { returnable, wanted };
  }
}

/** The cheapest variant in stock that costs at least `more` (a decimal) than one unit of the line. */
export async function dearerExchange(
  server: TestServer,
  {
    isInstantExchange = false,
    more = 5,
    units = 1,
  }: { isInstantExchange?: boolean; more?: number; units?: number } = {},
): Promise<DearerExchange> {
  const { returnable, wanted } = await orderOfSomethingCheap(server, units, more);
  const { call, order, line } = returnable;
  const params = { slug: server.slug, idFromPlatform: order.idFromPlatform };
  const draft: Draft = {
    isInstantExchange,
    shippingMethod: 'packingSlip',
    selections: [
      {
        lineIdFromPlatform: line.lineIdFromPlatform,
        quantity: 1,
        reasonId: order.reasons[0]?.id ?? '',
        method: 'variantExchange',
        variantIdFromPlatform: wanted.variant.idFromPlatform,
        productIdFromPlatform: wanted.product.idFromPlatform,
      },
    ],
  };
  const requestKey = randomUUID();
  return {
    ...returnable,
    draft,
    requestKey,
    quote: () => call(customer.quote, { params, body: draft }),
    begin: () => call(customer.createPaymentIntent, { params, body: { ...draft, requestKey } }),
    submit: async (paymentId, key = requestKey) => {
      const body = { ...draft, shippingMethod: 'packingSlip', requestKey: key, paymentId } as const;
      return (await call(customer.submit, { params, body })).externalId;
    },
  };
}

/** A submitted return whose line staff approved as a dearer exchange, and how its shopper pays for it. */
export type OwingClaim = {
  exchange: DearerExchange;
  claim: ClaimShown;
  see: () => Promise<RouteAnswer<typeof customer.overview>>;
  begin: () => Promise<Begun>;
  state: (begun: Pick<Begun, 'paymentId'>) => Promise<RouteAnswer<typeof customer.paymentState>>;
};

export async function owingClaim(server: TestServer, staff: Caller, language = 'en'): Promise<OwingClaim> {
  const exchange = await dearerExchange(server);
  const { call, order, draft } = exchange;
  const externalId = await submitReturn(server, { ...exchange, call: (route, input) => call(route, input, language) });
  const asked = await settledClaim(server, staff, externalId);
  const [line] = asked.claimLineItems;
  const [wanted] = draft.selections;
  if (!line || !wanted?.variantIdFromPlatform || !wanted.productIdFromPlatform) throw new Error('nothing is wanted');
  const claim = await changeLine(server, staff, asked, line.id, {
    kind: 'approved',
    resolutionMethod: 'variantExchange',
    variantExchangeLineItem: {
      variantIdFromPlatform: wanted.variantIdFromPlatform,
      productIdFromPlatform: wanted.productIdFromPlatform,
    },
  });
  const params = { slug: server.slug, externalId };
  const { idFromPlatform } = order;
  return {
    exchange,
    claim,
    see: () => call(customer.overview, { params }),
    begin: () => call(customer.payForClaim, { params }),
    state: ({ paymentId }) => call(customer.paymentState, { params: { slug: server.slug, idFromPlatform, paymentId } }),
  };
}

/** What Stripe.js sends when the shopper has typed a card. Answers the status of the call. */
export async function typeCard(
  server: TestServer,
  { clientSecret }: Pick<Begun, 'clientSecret'>,
  number = '4242424242424242',
): Promise<number> {
  const id = intentOf(clientSecret);
  const response = await fetch(`${server.stripe.url}/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${server.stripe.keys.publishableKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({
      client_secret: clientSecret ?? '',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2034',
      'payment_method_data[card][cvc]': '123',
    }),
  });
  return response.status;
}

export const intentOf = (clientSecret: string | null): string => clientSecret?.split('_secret_')[0] ?? '';

/** A payment as Stripe has it. */
export async function atStripe(
  server: TestServer,
  idFromPlatform: string,
): Promise<{ status: string; amount_received: number; amount: number }> {
  const response = await fetch(`${server.stripe.url}/v1/payment_intents/${idFromPlatform}`, {
    headers: { authorization: `Bearer ${server.stripe.keys.secretKey}` },
  });
  const intent = (await response.json()) as { status: string; amount_received: number; amount: number };
  return { status: intent.status, amount_received: intent.amount_received, amount: intent.amount };
}

/** Someone refunds all of a payment at Stripe. */
export async function refundAtStripe(server: TestServer, idFromPlatform: string): Promise<void> {
  const response = await fetch(`${server.stripe.url}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.stripe.keys.secretKey}` },
    body: new URLSearchParams({ payment_intent: idFromPlatform }),
  });
  if (!response.ok) throw new Error(await response.text());
}

/** Someone captures a hold at Stripe: all of it, or a part in minor units. */
export async function captureAtStripe(server: TestServer, idFromPlatform: string, amount?: number): Promise<void> {
  const response = await fetch(`${server.stripe.url}/v1/payment_intents/${idFromPlatform}/capture`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.stripe.keys.secretKey}` },
    body: new URLSearchParams(amount === undefined ? {} : { amount_to_capture: String(amount) }),
  });
  if (!response.ok) throw new Error(await response.text());
}

/** Someone releases a hold at Stripe. */
export async function cancelAtStripe(server: TestServer, idFromPlatform: string): Promise<void> {
  const response = await fetch(`${server.stripe.url}/v1/payment_intents/${idFromPlatform}/cancel`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.stripe.keys.secretKey}` },
  });
  if (!response.ok) throw new Error(await response.text());
}

/** Sets a switch of the Stripe sandbox. */
export async function stripeSwitch(server: TestServer, path: string, body: Record<string, unknown>): Promise<void> {
  const response = await fetch(`${server.stripe.url}/_control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
}

/** The claim once it is as wanted. */
export const claimWhen = (
  server: TestServer,
  staff: Caller,
  externalId: string,
  isAsWanted: (claim: ClaimShown) => boolean,
  what: string,
): Promise<ClaimShown> =>
  eventually(async () => {
    const claim = await claimOf(server, staff, externalId);
    return isAsWanted(claim) && claim;
  }, what);
