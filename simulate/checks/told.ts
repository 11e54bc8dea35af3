import { claimOfPayment } from '#server/db/payments.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import type { ShopState } from '#sandbox/shopify/state.ts';
import { COVER_SKU } from '#core/protection/cover-product.ts';
import { isFromRegistration } from '#core/orders/order-origin.ts';
import { claimIdOf, type EffectRow } from '#server/db/effects.ts';
import { judge, type Apart, type Judgement } from '../oracle/oracle.ts';
import type { Asked, AskedLine, Bought, Exchanged, Made, Moved, Rules, Wanted, Way } from '../oracle/story.ts';
import { BY_HAND } from '../people/platform.ts';
import { RECIPIENT } from '../people/recipient.ts';
import type { Saved } from '../rules.ts';
import { automationOf, minorOf } from './automations.ts';
import { isOfCover } from './covers.ts';
import { coveredOf } from './told-covers.ts';
import { packagesOf } from './told-packages.ts';
import { roundsOf } from './rounds.ts';
import { isOfRecipient } from './gifts.ts';
import { hasStaffRefund, isNotedFor, type MoneyFacts, type Registered } from './facts.ts';
import { transactionsOf, wasDeclined } from './refunds.ts';

/** Tells the oracle what was bought, asked and decided, and what the partners hold; it works out every amount itself. */
export function judged(facts: MoneyFacts, sold: Pick<ShopState, 'orders'>): Judgement {
  const orders = [
    ...sold.orders.map((order) => boughtOf(order, facts)),
    ...facts.registered.map((one) => registeredOf(one, facts.shop)),
  ];
  const made = madeOrders(facts, sold);
  const claims = facts.claims.map(({ claim }) => askedOf(claim, facts));
  const byName = new Map(facts.claims.map(({ claim }) => [claim.externalId, claim]));
  const movedFor = (name: string): Moved => {
    const claim = byName.get(name);
    if (!claim) throw new Error(`there is no claim ${name}`);
    return movedOf(claim, facts);
  };
  const covered = coveredOf(facts, orders);
  return judge({ orders, made, claims, packages: packagesOf(facts, sold), covered }, movedFor, directCredits(facts));
}

type Order = ShopState['orders'][number];
const sumOf = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);

function boughtOf(order: Order, { shop, claims, shippingClaims }: MoneyFacts): Bought {
  const isOfClaim = (note: string | null): boolean =>
    [...claims, ...shippingClaims].some(({ claim }) => isNotedFor(note, claim.externalId));
  const now = shop.orders.find(({ id }) => id === order.id);
  return {
    id: String(order.id),
    taxesIncluded: order.taxesIncluded,
    paid: sumOf(order.transactions.filter(({ kind }) => kind === 'SALE').map(({ amount }) => amount.presentment)),
    isRegistered: false,
    delivery: sumOf(
      order.shippingLines.flatMap(({ price, taxLines }) => [
        price.presentment,
        ...(order.taxesIncluded ? [] : taxLines.map((tax) => tax.price.presentment)),
      ]),
    ),
    exchanged: exchangedOn(now, { shop, claims }),
    isDisturbed:
      now === undefined ||
      // Of what nobody paid, nothing is left to give.
      order.transactions.length === 0 ||
      now.refunds.some((refund) => refund.note === BY_HAND || wasDeclined(refund, now)) ||
      // The cancellation of an order takes items off it, and may give its money back.
      (now.cancelledAt !== null && now.refunds.some(({ note }) => !isOfCover(note) && !isOfClaim(note))) ||
      now.transactions.some(({ kind }, index) => kind === 'SALE' && index >= order.transactions.length) ||
      now.lineItems.some(
        ({ id }) => !order.lineItems.some((line) => line.id === id) && !exchangedLines(shop).includes(id),
      ),
    lines: order.lineItems.map((line) => ({
      id: String(line.id),
      product: line.productId === null ? null : String(line.productId),
      sku: line.sku,
      deliveredOn: deliveryOf(order, line.id),
      quantity: line.quantity,
      price: line.unitPrice.presentment * line.quantity - sumOf(line.discounts.map(({ amount }) => amount.presentment)),
      tax: sumOf(line.taxLines.map(({ price }) => price.presentment)),
      isShipped: line.requiresShipping,
      isCover: line.sku === COVER_SKU,
    })),
  };
}

/** Goods that exchanges added to an order of the shop. */
const exchangedOn = (order: Order | undefined, { shop, claims }: Pick<MoneyFacts, 'shop' | 'claims'>): Exchanged[] =>
  shop.returns.flatMap(({ lines, exchanges }) => {
    const claim = claims.find((one) => lines.some(({ note }) => note.includes(one.claim.externalId)))?.claim;
    return exchanges.flatMap(({ lineItemId }) => {
      const line = order?.lineItems.find(({ id }) => id === lineItemId);
      if (!claim || !line || line.variantId === null) return [];
      return [
        {
          id: String(line.id),
          claim: claim.externalId,
          product: line.productId === null ? null : String(line.productId),
          variant: String(line.variantId),
          quantity: line.quantity,
          shopNet:
            line.unitPrice.presentment * line.quantity - sumOf(line.discounts.map(({ amount }) => amount.presentment)),
          shopTax: sumOf(line.taxLines.map(({ price }) => price.presentment)),
        },
      ];
    });
  });

/** When a line arrived, all of it in one parcel. */
function deliveryOf({ fulfillments }: Order, lineId: number): string | null {
  const [parcel, ...others] = fulfillments.filter(({ lines }) => lines.some(({ lineItemId }) => lineItemId === lineId));
  if (!parcel || others.length > 0) return null;
  return parcel.events.find(({ status }) => status === 'DELIVERED')?.happenedAt ?? null;
}

/** What its owner registered, at the price the shop asks for it where the store values it so. */
function registeredOf({ orderId, lines, isWorthListPrice }: Registered, shop: ShopState): Bought {
  const variants = shop.products.flatMap((product) => product.variants);
  const bought = lines.map(({ id, variant, quantity }) => {
    const sold = variants.find((one) => String(one.id) === variant);
    return {
      id,
      product: sold ? String(sold.productId) : null,
      sku: null,
      deliveredOn: null,
      quantity,
      price: isWorthListPrice ? (sold?.price ?? 0) * quantity : 0,
      tax: 0,
      isShipped: true,
    };
  });
  const paid = sumOf(bought.map(({ price }) => price));
  return { id: orderId, taxesIncluded: true, paid, delivery: 0, isRegistered: true, isDisturbed: false, lines: bought };
}

/** Lines that exchanges added to an order. */
const exchangedLines = ({ returns }: ShopState): number[] =>
  returns.flatMap(({ exchanges }) => exchanges.flatMap(({ lineItemId }) => lineItemId ?? []));

/** Staff chose what it sends, and it isn't known what was paid for that. */
const isOfReplacement = ({ sourceIdentifier }: ShopState['orders'][number]): boolean =>
  sourceIdentifier?.startsWith('replacementOrder:') === true;

/** Orders that were made for a claim, of goods sent in exchange. */
function madeOrders({ shop, claims, shippingClaims }: MoneyFacts, sold: Pick<ShopState, 'orders'>): Made[] {
  return shop.orders.flatMap((order) => {
    const claim = [...claims, ...shippingClaims].find(({ claim: { externalId } }) =>
      isNotedFor(order.note, externalId),
    )?.claim;
    if (!claim || isOfReplacement(order) || sold.orders.some(({ id }) => id === order.id)) return [];
    const goods = order.lineItems.flatMap((line) =>
      line.variantId === null ? [] : [{ ...line, variantId: line.variantId }],
    );
    const lines = goods.map(({ id, productId, variantId, quantity }) => ({
      id: String(id),
      product: productId === null ? null : String(productId),
      variant: String(variantId),
      quantity,
    }));
    const isDisturbed = order.refunds.some(({ note }) => note === BY_HAND);
    return [{ id: String(order.id), claim: claim.externalId, lines, isDisturbed }];
  });
}

const LONG = 3650;

const rulesOf = ({ settings, automations }: Saved, currencyCode: string): Rules => ({
  returnFee: settings.returnFee,
  returnShippingFee: settings.returnShippingFee,
  isLabelInPercent: false,
  exchangeShippingFee: settings.exchangeShippingFee,
  isVariantShippingFree: false,
  ...bonusOf(settings, currencyCode),
  shopNowBasisPoints: settings.shopNowIncentiveBasisPoints,
  windows: { refund: settings.isRefundsEnabled ? LONG : 0, giftCard: null, exchange: null },
  priceOfSameProduct: settings.variantExchangePricing,
  priceOfOtherProduct: settings.advancedExchangePricing,
  areCardsCredits: settings.giftCardType === 'Store_Credit',
  standardDelivery: settings.standardDeliveryCost,
  automations: automations.filter(({ isEnabled }) => isEnabled).map((rule) => automationOf(rule, currencyCode)),
});

const bonusOf = (
  { giftCardIncentiveType: type, giftCardIncentiveAmount: amount }: Saved['settings'],
  currency: string,
): Pick<Rules, 'bonusBasisPoints' | 'bonusAmount'> => ({
  bonusBasisPoints: type === 'percent' ? Math.round(amount * 100) : 0,
  bonusAmount: type === 'fixed' ? minorOf(amount, currency) : 0,
});

type Sent = { variantIdFromPlatform: string; quantity: number };

function wantedOf({ variantIdFromPlatform, quantity }: Sent, shop: ShopState): Wanted | null {
  const variant = shop.products
    .flatMap(({ variants }) => variants)
    .find(({ id }) => String(id) === variantIdFromPlatform);
  return variant
    ? { variant: variantIdFromPlatform, product: String(variant.productId), price: variant.price, quantity }
    : null;
}

const isWay = (method: string | null): method is Way =>
  method === 'refund' || method === 'storeCredit' || method === 'giftCard';

function exchangeAtFirst(line: ClaimLine, shop: ShopState): Wanted | null {
  const { exchange } = line.requestedExchange ?? line;
  return exchange ? wantedOf(exchange, shop) : null;
}

const askedLine = (line: ClaimLine, shop: ShopState): AskedLine => ({
  id: line.id,
  lineId: line.lineIdFromPlatform,
  quantity: line.quantity,
  asked: line.requestedMethod,
  isShopNow: line.isShopNow,
  decided: line.method,
  isDenied: line.status === 'denied' || line.status === 'closed',
  isCanceled: line.canceledOn !== null,
  hasWavered:
    line.canceledOn !== null ||
    line.status === 'denied' ||
    line.deniedOn !== null ||
    line.restoredOn !== undefined ||
    line.repair?.state === 'sentBack',
  wasRestored: line.restoredOn !== undefined,
  isOutside: line.wasResolvedExternally,
  isCarriedOut: line.finalizedOn !== null && line.canceledOn === null && line.status === 'approved',
  repairPrice: line.repair?.price ?? 0,
  wanted: line.exchange ? wantedOf(line.exchange, shop) : null,
  wantedAtFirst: exchangeAtFirst(line, shop),
  remainder: line.isShopNow && isWay(line.method) ? line.method : (line.exchangeRemainderMethod ?? 'refund'),
  isSentAhead: line.exchangeOrderedOn !== null,
  toldWorth: line.requestedAmount,
  toldAmount: line.amount,
  toldDelivery: line.deliveryAmount ?? 0,
});

function askedOf(claim: Claim, facts: MoneyFacts): Asked {
  const own = facts.effects.filter((effect) => claimIdOf(effect) === claim.id);
  const unsure = own.find(({ kind, state }) => MOVING.test(kind) && !isSure(state));
  const doubts = [
    unsure ? `a step is ${unsure.state}` : null,
    claim.settlements.some(({ insteadOf }) => insteadOf !== undefined) ? 'value was given instead of goods' : null,
    claim.lines.some(({ restoredOn }) => restoredOn !== undefined && restoredOn !== claim.appeal?.on)
      ? 'a line was brought back'
      : null,
  ];
  const isAllEnded = claim.lines.every(({ finalizedOn, canceledOn }) => finalizedOn ?? canceledOn);
  return {
    name: claim.externalId,
    orderId: claim.orderIdFromPlatform,
    createdOn: claim.createdOn,
    isWarranty: claim.claimType === 'Warranty',
    isWithdrawal: claim.withdrawal !== undefined,
    hasLabel: claim.shippingMethod === 'label',
    isByStaff: claim.source === 'Merchant_App',
    label: labelOf(claim, facts),
    isGift: isOfRecipient(claim, facts.shop),
    isAtNoCost: claim.isGiftReturn === true,
    possibleRules: facts.rules.of(claim.externalId).map((saved) => rulesOf(saved, claim.currencyCode)),
    lines: claim.lines.map((line) => askedLine(line, facts.shop)),
    shopNow: (claim.shopNow?.items ?? []).flatMap((item) => wantedOf(item, facts.shop) ?? []),
    rounds: roundsOf(claim),
    isOver: isAllEnded && !claim.instantExchange?.isOnlyReturnAwaited,
    doubt: doubts.find((doubt) => doubt !== null) ?? null,
    paidByCard: own.every(({ kind, state }) => !kind.startsWith('payment') || isSure(state))
      ? paidByCard(claim, facts)
      : null,
  };
}

/** Carriers ask in dollars; a price in another currency charges nothing. */
function labelOf({ policy, currencyCode }: Claim, { labels }: MoneyFacts): Asked['label'] {
  const share = policy.returnLabelShare;
  if (!share) return null;
  const cheapest = labels.shipments.flatMap(({ rates }) => {
    const prices = rates
      .filter(({ currency }) => currency === currencyCode)
      .map(({ rate }) => Math.round(Number(rate) * 100));
    return prices.length > 0 ? [Math.min(...prices)] : [];
  });
  return { toldPrice: cheapest.length > 0 ? share.ofCost : 0, quoted: [...new Set(cheapest)] };
}

const MOVING = /^(refund|giftCard|exchangeOrder|returnExchange)/;
/** It moved what it says, or was canceled before it moved anything. */
const isSure = (state: EffectRow['state']): boolean => state === 'done' || state === 'calledOff';

/**
 * Known where one provider held or took it, no hold ended by itself, and staff gave nothing back besides. Of a hold that
 * somebody captured there is as much as they took.
 */
function paidByCard(claim: Claim, facts: MoneyFacts): Asked['paidByCard'] {
  const { payments, instantExchange } = claim;
  const there = ({ id, amount }: (typeof payments)[number]): number => capturedByHand(id, facts) ?? amount;
  const isPlain =
    !instantExchange &&
    payments.every(({ provider, status }) => provider === 'stripe' && status !== 'Expired') &&
    !hasStaffRefund(claim);
  if (!isPlain) return null;
  const isFirst = ({ heldOn }: (typeof payments)[number]): boolean => heldOn === null || heldOn <= claim.createdOn;
  return {
    atFirst: sumOf(payments.filter(isFirst).map(there)),
    isTakenByHand: payments.filter(isFirst).some(({ id }) => capturedByHand(id, facts) !== null),
    later: payments.filter((one) => !isFirst(one)).map((one) => ({ amount: there(one), on: one.heldOn })),
  };
}

/** What somebody took of a payment at its provider; null where nobody did. */
function capturedByHand(paymentId: number, { payments, intents, capturedByHand: ids }: MoneyFacts): number | null {
  const row = payments.find(({ payment_id: id }) => id === paymentId);
  const intent = intents.find(({ id }) => id === row?.id_from_platform && ids.has(id));
  return intent?.amount_received ?? null;
}

const isGuestOrder = ({ shop }: MoneyFacts, claim: Claim): boolean =>
  shop.orders.find(({ id }) => String(id) === claim.orderIdFromPlatform)?.customerId === null;

/** Its goods were sent in exchange, by an order that was paid with nothing. */
const isOfExchange = (claim: Claim, { orders }: ShopState): boolean =>
  orders.some(({ id, sourceIdentifier }) => String(id) === claim.orderIdFromPlatform && sourceIdentifier !== null);

function movedOf(claim: Claim, facts: MoneyFacts): Moved {
  const { shop, intents, returned, payments } = facts;
  const refunds = shop.orders.flatMap((order) =>
    order.refunds
      .filter(({ note }) => isNotedFor(note, claim.externalId))
      .flatMap((refund) => transactionsOf(refund, order)),
  );
  const isCredit = ({ gateway }: { gateway: string }): boolean => /store_credit/i.test(gateway);
  const refunded = (isOne: (gateway: { gateway: string }) => boolean): number =>
    sumOf(refunds.filter(isOne).map(({ amount }) => amount.presentment));
  const cards = shop.giftCards.filter(({ note }) => isNotedFor(note, claim.externalId));
  const cardOrders = shop.orders.filter((order) => {
    const isOfCard = order.sourceIdentifier !== null && order.name.startsWith('#C-GC-');
    return isOfCard && isNotedFor(order.note, claim.externalId);
  });
  const own = payments.filter((one) => claimOfPayment(one) === claim.id).map((one) => one.id_from_platform);
  const taken = intents.filter(({ id }) => own.includes(id));
  // The provider books the part of a hold that was never captured as a refund too, without our mark.
  const givenBack = returned.filter(
    ({ payment_intent, metadata }) => taken.some(({ id }) => id === payment_intent) && 'purposeKey' in metadata,
  );
  return {
    refund: refunded((one) => !isCredit(one)),
    // Of a guest, of a person who was given the order, for goods of an exchange and for registered ones it is credited directly.
    storeCredit:
      isGuestOrder(facts, claim) ||
      isOfRecipient(claim, shop) ||
      isOfExchange(claim, shop) ||
      isFromRegistration(claim.orderIdFromPlatform)
        ? null
        : refunded(isCredit),
    giftCard:
      sumOf(cards.map(({ initialValue }) => initialValue)) +
      sumOf(cardOrders.map(({ lineItems }) => lineItems[0]?.unitPrice.presentment ?? 0)),
    taken: sumOf(taken.map(({ amount_received }) => amount_received)) - sumOf(givenBack.map(({ amount }) => amount)),
  };
}

/** Credited to accounts directly: the platform does not say for which claim. */
function directCredits({ shop }: MoneyFacts): Apart {
  const recipients = shop.customers.filter(({ email }) => email === RECIPIENT.email).map(({ id }) => id);
  const creditedTo = (isOne: (customerId: number) => boolean): number =>
    sumOf(
      shop.storeCreditAccounts
        .filter(({ customerId }) => isOne(customerId))
        .flatMap(({ movements }) => movements.filter(({ event }) => event === 'ADJUSTMENT'))
        .map(({ amount }) => amount),
    );
  return {
    buyers: creditedTo((id) => !recipients.includes(id)),
    recipients: creditedTo((id) => recipients.includes(id)),
  };
}
