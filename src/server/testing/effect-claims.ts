import { staffEmails } from '#core/claims/staff-news.ts';
import { aboutClaim } from '#core/effects/subject.ts';
import { randomBytes, randomUUID } from 'node:crypto';
import type { Claim } from '#core/claims/claim.ts';
import { createClaim } from '#core/claims/create.ts';
import type { CreateClaimInput } from '#core/claims/new-claim.ts';
import type { Decision } from '#core/claims/decision.ts';
import { inEnglish } from '#core/emails/worded.fixture.ts';
import type { EffectIntent, EffectKind } from '#core/effects/kinds.ts';
import { lineEligibility } from '#core/claims/eligibility.ts';
import { EXTERNAL_ID_BYTES, externalIdOf } from '#core/claims/external-id.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import { reservationKey, stockEffects } from '#core/claims/reservation.ts';
import { POLICY, WAY } from '#core/claims/test-data.ts';
import { restockEffects } from '#core/claims/restock.ts';
import { approveLine } from '#core/claims/approve.ts';
import { cancelClaim } from '#core/claims/cancel.ts';
import { attachShipment, type NewShipment } from '#core/claims/shipments.ts';
import type { Order, Variant } from '#core/orders/order.ts';
import { effectsOfClaim } from '#server/db/effects.ts';
import { addClaim } from '#server/claims/change.ts';
import { orderForClaim, orderWithClaims } from '#server/db/order-with-claims.ts';
import { attachPayment } from '#server/db/payments.ts';
import { policyOf } from '#server/policy.ts';
import { storeById } from '#server/db/stores.ts';
import { partnerKey } from '#server/effects/partner-key.ts';
import type { TestServer } from '#server/testing/server.ts';

export type OrderToReturn = { orderId: number; order: Order; lineIdFromPlatform: string };
/** A test server with the orders that can be returned there by every method. */
export type Shop = { server: TestServer; orders: readonly OrderToReturn[]; taken: number; shared: number };
/** One effect of a fresh claim, as the worker finds it. */
export type Wanted = { claim: Claim; intent: EffectIntent; effectId: number; orderInShop: number };
/** A claim not written yet, with the effects it wants. */
export type Draft = { claim: Claim; order: Order; effects: Decision['effects'] };

type Method = 'refund' | 'storeCredit' | 'giftCard' | 'variantExchange';

/** The shop of a server that has synced its orders and has no claims. */
export async function shopOf(server: TestServer): Promise<Shop> {
  const isAtHome = ({ currencyCode, shippingAddress }: Order): boolean =>
    currencyCode === 'USD' && shippingAddress?.countryCode === 'US';
  return { server, orders: await returnableOrders(server, isAtHome), taken: 0, shared: 0 };
}

/** An order paid in another currency than the shop's. */
export async function foreignOrder(server: TestServer): Promise<OrderToReturn> {
  const [order] = await returnableOrders(server, ({ currencyCode }) => currencyCode === 'EUR');
  if (!order) throw new Error('the shop has no order in euros to return');
  return order;
}

async function returnableOrders(server: TestServer, isWanted: (order: Order) => boolean): Promise<OrderToReturn[]> {
  const { rows, store } = await server.server.deps.database.inStore(server.storeId, async (db) => ({
    rows: await db.selectFrom('store_order').select(['order_id', 'document']).orderBy('order_id').execute(),
    store: await storeById(db, server.storeId),
  }));
  if (!store) throw new Error('the store is gone');
  const { deps } = server.server;
  return rows.flatMap(({ order_id: orderId, document: order }) => {
    if (!isWanted(order) || order.totalRefunded > 0) return [];
    const line = lineEligibility(
      order,
      policyOf({ order, store }, deps, { asker: 'staff', claimType: 'Return', ruling: null }),
      [],
      new Date().toISOString(),
    ).find((one) => Object.values(one.methods).every((method) => method.isEligible));
    return line ? [{ orderId, order, lineIdFromPlatform: line.lineIdFromPlatform }] : [];
  });
}

const now = (): string => new Date().toISOString();

/** An order of which no other claim gives anything back. */
export function freshOrder(shop: Shop): OrderToReturn {
  const order = shop.orders[shop.taken];
  if (!order || (shop.shared > 0 && shop.taken >= sharedFrom(shop)))
    throw new Error(`the shop has only ${shop.taken} orders to return`);
  shop.taken += 1;
  return order;
}

/** An order that other claims may be on, for effects that leave its money alone. */
export function anyOrder(shop: Shop): OrderToReturn {
  const from = sharedFrom(shop);
  const order = shop.orders[from + (shop.shared % (shop.orders.length - from))];
  if (!order) throw new Error('the shop has no order to return');
  shop.shared += 1;
  return order;
}

/** The first of the orders that are shared: effects on these may take units back, though no money. */
const sharedFrom = ({ orders }: Shop): number => Math.ceil(orders.length * 0.7);

type Shipping = 'label' | 'packingSlip';

/** A claim of one unit as the portal would make it, with the effects it wants. */
export async function draft(
  { server }: Shop,
  from: OrderToReturn,
  method: Method,
  {
    shippingMethod = 'packingSlip',
    recipient,
  }: { shippingMethod?: Shipping; recipient?: CreateClaimInput['customer'] } = {},
): Promise<Draft> {
  return server.server.deps.database.inStore(server.storeId, async (db) => {
    const found = await orderForClaim(db, server.storeId, from.orderId, randomUUID());
    if (!found) throw new Error('the order is gone');
    const asker = recipient ? 'recipient' : 'buyer';
    const policy = policyOf(found, server.server.deps, { asker, claimType: 'Return', ruling: null });
    const variants = new Map<string, Variant[]>();
    for (const { document } of await db.selectFrom('product').select('document').execute())
      variants.set(document.idFromPlatform, document.variants);
    const line = from.order.lines.find((one) => one.idFromPlatform === from.lineIdFromPlatform);
    const wanted = variants
      .get(line?.productIdFromPlatform ?? '')
      ?.toSorted((one, other) => (other.available ?? 0) - (one.available ?? 0))[0];
    const { claim, effects } = createClaim({
      ids: {
        claimId: found.nextClaimId,
        externalId: externalIdOf('Return', randomBytes(EXTERNAL_ID_BYTES)),
        orderId: from.orderId,
      },
      order: from.order,
      policy,
      returnAddress: found.store.return_address,
      variants,
      priorClaims: [],
      selections: [
        {
          lineIdFromPlatform: from.lineIdFromPlatform,
          quantity: 1,
          reasonId: policy.reasons[0]?.id ?? '',
          reasonDetail: '',
          comments: '',
          method,
          variantIdFromPlatform: method === 'variantExchange' ? (wanted?.idFromPlatform ?? null) : null,
          media: [],
        },
      ],
      shippingMethod,
      ...(recipient ? { customer: recipient } : {}),
      now: now(),
    });
    return { claim, order: from.order, effects };
  });
}

/** A claim whose one line was approved as asked for, finalized. */
export async function finalized(
  shop: Shop,
  from: OrderToReturn,
  method: Method,
  { order = from.order, recipient }: { order?: Order; recipient?: CreateClaimInput['customer'] } = {},
): Promise<Draft> {
  const made = await draft(shop, { ...from, order }, method, recipient ? { recipient } : {});
  const { claim, effects } = finalizedAsAsked(made.claim, order);
  return { claim, order, effects };
}

/** Every line approved for what was asked for, and finalized. */
export function finalizedAsAsked(made: Claim, order: Order): ReturnType<typeof finalizeClaim> {
  const approved = made.lines.reduce((claim, { id }) => approveLine(claim, id, {}, now()).claim, made);
  return finalizeClaim(approved, order, { policy: POLICY, orderTags: ['returned', 'makegood'] }, now());
}

/** Writes the claim with the one effect of this kind, and nothing else to be done. */
export async function saved({ server }: Shop, { claim, order, effects }: Draft, kind: EffectKind): Promise<Wanted> {
  const intent = inEnglish({ claim, effects }).find((one) => one.kind === kind);
  if (!intent) throw new Error(`the claim wants no ${kind}`);
  const effectId = await server.server.deps.database.inStore(server.storeId, async (db) => {
    const current = await orderWithClaims(db, server.storeId, claim.orderId);
    await addClaim(db, server.storeId, {
      claim,
      request: null,
      channel: '',
      claimsVersion: current?.claimsVersion ?? 0,
      effects: [intent],
      mediaIds: [],
      requestId: `request-${claim.id}`,
    });
    for (const payment of claim.payments) await attachPayment(db, server.storeId, payment.id, claim.id);
    return (await effectsOfClaim(db, server.storeId, claim.id))[0]?.effect_id ?? 0;
  });
  return { claim, intent, effectId, orderInShop: Number(order.idFromPlatform) };
}

type Exchange = Draft & { variantIdFromPlatform: string };

async function exchangeDraft(shop: Shop, from = freshOrder(shop)): Promise<Exchange> {
  const made = await draft(shop, from, 'variantExchange');
  const variantIdFromPlatform = made.claim.lines[0]?.exchange?.variantIdFromPlatform;
  if (variantIdFromPlatform === undefined) throw new Error('the claim wants nothing in exchange');
  return { ...made, variantIdFromPlatform };
}

const inADay = (): string => new Date(Date.now() + 86_400_000).toISOString();

/** A claim whose exchange items are to be reserved. */
export async function stockToKeep(shop: Shop): Promise<Draft> {
  const { claim, order, variantIdFromPlatform } = await exchangeDraft(shop);
  const until = inADay();
  const lines = [{ variantIdFromPlatform, quantity: 1 }];
  const payload = {
    claimExternalId: claim.externalId,
    orderIdFromPlatform: claim.orderIdFromPlatform,
    customerEmail: claim.customerEmail,
    lines,
    currencyCode: claim.currencyCode,
    until,
  };
  return {
    claim: { ...claim, reservation: { state: 'asked', expiresOn: until, lines } },
    order,
    effects: [{ kind: 'reserveStock', purposeKey: reservationKey(claim), subject: aboutClaim(claim), payload }],
  };
}

/** A claim whose reserved stock is to be released. */
export async function stockToRelease(shop: Shop): Promise<Draft> {
  const { claim, order, variantIdFromPlatform } = await exchangeDraft(shop);
  const until = inADay();
  const lines = [{ variantIdFromPlatform, quantity: 1 }];
  const storefront = await shop.server.server.deps.storefrontOf(shop.server.storeId);
  await storefront.reserveStock(
    {
      purposeKey: partnerKey(reservationKey(claim), claim.externalId),
      claimExternalId: claim.externalId,
      lines,
      until,
      order: { idFromPlatform: claim.orderIdFromPlatform, email: claim.customerEmail },
    },
    { requestId: 'stock-to-give-free' },
  );
  const kept: Claim = { ...claim, reservation: { state: 'held', expiresOn: until, lines } };
  return { claim: kept, order, effects: stockEffects(kept) };
}

/** A claim exchanged within its order, by the platform's own return process. */
export async function exchangedInOrder(shop: Shop, from?: OrderToReturn): Promise<Draft> {
  const { claim, order, variantIdFromPlatform } = await exchangeDraft(shop, from);
  const [line] = claim.lines;
  if (!line || line.fulfillmentLineIdFromPlatform === null) throw new Error('the claim has no shipped line');
  const { id: claimLineId, lineIdFromPlatform, fulfillmentLineIdFromPlatform, requestedAmount } = line;
  const payload = {
    claimExternalId: claim.externalId,
    orderIdFromPlatform: claim.orderIdFromPlatform,
    returnLines: [{ claimLineId, lineIdFromPlatform, fulfillmentLineIdFromPlatform, quantity: 1 }],
    exchangeLines: [
      {
        claimLineId,
        variantIdFromPlatform,
        quantity: 1,
        total: { amount: requestedAmount, currencyCode: claim.currencyCode },
      },
    ],
    reservedBy: null,
    outOfStock: 'fail' as const,
    note: `Return ${claim.externalId}`,
  };
  const purposeKey = `returnExchange:claim:${claim.id}`;
  return { claim, order, effects: [{ kind: 'returnExchange', purposeKey, subject: aboutClaim(claim), payload }] };
}

/** A finalized claim whose item goes back into stock, and its variant. */
export async function restocked(shop: Shop): Promise<Draft> {
  const from = anyOrder(shop);
  const { claim } = await draft(shop, from, 'refund');
  const restock = claim.lines.map(({ id }) => ({
    claimLineId: id,
    state: 'damaged' as const,
    locationIdFromPlatform: null,
  }));
  return { claim, order: from.order, effects: restockEffects(claim, from.order, claim.lines, restock, []) };
}

/** A claim whose failure to finalize is emailed to somebody of the store. */
export async function failureToTell(shop: Shop): Promise<Draft> {
  const made = await draft(shop, anyOrder(shop), 'refund');
  const { id: claimId, claimType, externalId: claimExternalId } = made.claim;
  const to = 'returns@store.example';
  const intent: EffectIntent = {
    kind: 'failureEmail',
    purposeKey: `failureEmail:claim:${claimId}:0:${to}`,
    subject: aboutClaim(made.claim),
    payload: { claimId, claimType, claimExternalId, to, reason: 'The platform refused it.' },
  };
  return { ...made, effects: [intent] };
}

/** A new claim with an email to somebody of the store. */
export async function newsToTell(shop: Shop): Promise<Draft> {
  const made = await draft(shop, anyOrder(shop), 'refund');
  return { ...made, effects: staffEmails(made.claim, 'newClaim', ['ops@store.example']) };
}

/** A canceled claim whose bought label is voided. */
export async function canceledWithLabel(shop: Shop): Promise<Draft> {
  const { claim, order, effects } = await draft(shop, anyOrder(shop), 'refund', { shippingMethod: 'label' });
  const label = effects.find((one) => one.kind === 'label');
  const [labels] = shop.server.server.deps.labels;
  if (label?.kind !== 'label' || !labels) throw new Error('no label is wanted');
  const context = { requestId: 'a-label-to-give-back' };
  const { from, to, weightOunces } = label.payload;
  const quoted = await labels.quote({ from, to, parcel: { weightOunces }, reference: claim.externalId }, context);
  const bought = await labels.buy(quoted.shipmentIdFromProvider, quoted.rates[0]?.id ?? '', context);
  const { claim: attached } = attachShipment(
    claim,
    {
      type: 'Label',
      provider: 'Easy_Post',
      shipmentIdFromProvider: bought.shipmentIdFromProvider,
      carrier: bought.carrier,
      service: bought.service,
      cost: bought.cost.amount,
      trackingCode: bought.trackingCode,
      trackingUrl: bought.trackingUrl,
      documentKey: `labels/${claim.externalId}.pdf`,
      qrCodeUrl: null,
      fromAddress: from,
      toAddress: to,
    },
    now(),
  );
  const canceled = cancelClaim(attached, now());
  return { claim: canceled.claim, order, effects: canceled.effects };
}

const SLIP: Omit<NewShipment, 'documentKey'> = {
  type: 'Packing_Slip',
  provider: null,
  shipmentIdFromProvider: null,
  carrier: '',
  service: '',
  cost: 0,
  trackingCode: '',
  trackingUrl: '',
  qrCodeUrl: null,
  ...WAY,
};

/** A claim whose packing slip is ready to be sent with an email. */
export async function slipToMail(shop: Shop): Promise<Draft> {
  const { claim, order } = await draft(shop, anyOrder(shop), 'refund');
  const documentKey = `packing-slips/${claim.externalId}.pdf`;
  await shop.server.server.deps.files.put(documentKey, Buffer.from('%PDF-1.7 slip'), 'application/pdf');
  const { claim: attached, effects } = attachShipment(claim, { ...SLIP, documentKey }, now());
  return { claim: attached, order, effects };
}

/** A claim that a rule is about to finalize. */
export async function leftToRule(shop: Shop): Promise<Draft> {
  const made = await draft(shop, freshOrder(shop), 'refund');
  const { claim } = made;
  const intent: EffectIntent = {
    kind: 'autoFinalize',
    purposeKey: `autoFinalize:claim:${claim.id}:created`,
    subject: aboutClaim(claim),
    payload: { claimExternalId: claim.externalId, ruleId: 1, ruleName: 'Fast refunds', allowedMethods: ['refund'] },
  };
  return { ...made, effects: [intent] };
}
