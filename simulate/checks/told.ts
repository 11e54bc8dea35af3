import { claimOfPayment } from '#server/db/payments.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import type { ShopState } from '#sandbox/shopify/state.ts';
import { claimIdOf } from '#server/db/effects.ts';
import { judge, type Judgement } from '../oracle/oracle.ts';
import type { Asked, AskedLine, Bought, Moved, Rules, Wanted, Way } from '../oracle/story.ts';
import { BY_HAND } from '../people/platform.ts';
import { hasStaffRefund, type MoneyFacts } from './facts.ts';

/** Tells the oracle what was bought, asked and decided, and what the partners hold; it works out every amount itself. */
export function judged(facts: MoneyFacts, sold: Pick<ShopState, 'orders'>): Judgement {
  const orders = sold.orders.map((order) => boughtOf(order, facts.shop));
  const claims = facts.claims.map(({ claim }) => askedOf(claim, facts));
  const byName = new Map(facts.claims.map(({ claim }) => [claim.externalId, claim]));
  const movedFor = (name: string): Moved => {
    const claim = byName.get(name);
    if (!claim) throw new Error(`there is no claim ${name}`);
    return movedOf(claim, facts);
  };
  return judge(orders, claims, movedFor, directCredits(facts));
}

type Order = ShopState['orders'][number];
const sumOf = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);

function boughtOf(order: Order, shop: ShopState): Bought {
  const now = shop.orders.find(({ id }) => id === order.id);
  return {
    id: String(order.id),
    taxesIncluded: order.taxesIncluded,
    paid: sumOf(order.transactions.filter(({ kind }) => kind === 'SALE').map(({ amount }) => amount.presentment)),
    isDisturbed:
      now === undefined ||
      now.refunds.some(({ note }) => note === BY_HAND) ||
      now.transactions.some(({ kind }, index) => kind === 'SALE' && index >= order.transactions.length) ||
      now.lineItems.length !== order.lineItems.length,
    lines: order.lineItems.map((line) => ({
      id: String(line.id),
      product: line.productId === null ? null : String(line.productId),
      quantity: line.quantity,
      price: line.unitPrice.presentment * line.quantity - sumOf(line.discounts.map(({ amount }) => amount.presentment)),
      tax: sumOf(line.taxLines.map(({ price }) => price.presentment)),
    })),
  };
}

const rulesOf = ({ settings }: MoneyFacts['story']): Rules => ({
  returnFee: settings.returnFee,
  returnShippingFee: settings.returnShippingFee,
  exchangeShippingFee: settings.exchangeShippingFee,
  bonusBasisPoints: settings.incentiveBasisPoints,
  shopNowBasisPoints: settings.shopNowIncentiveBasisPoints,
  priceOfSameProduct: settings.variantExchangePricing,
  priceOfOtherProduct: settings.advancedExchangePricing,
});

type Sent = { variantIdFromPlatform: string; quantity: number };

function wantedOf({ variantIdFromPlatform, quantity }: Sent, shop: ShopState): Wanted | null {
  const variant = shop.products
    .flatMap(({ variants }) => variants)
    .find(({ id }) => String(id) === variantIdFromPlatform);
  return variant ? { product: String(variant.productId), price: variant.price, quantity } : null;
}

const isWay = (method: string | null): method is Way =>
  method === 'refund' || method === 'storeCredit' || method === 'giftCard';

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
    line.canceledOn !== null || line.status === 'denied' || line.deniedOn !== null || line.restoredOn !== undefined,
  isOutside: line.wasResolvedExternally,
  wanted: line.exchange ? wantedOf(line.exchange, shop) : null,
  remainder: line.isShopNow && isWay(line.method) ? line.method : (line.exchangeRemainderMethod ?? 'refund'),
  isSentAhead: line.exchangeOrderedOn !== null,
  toldWorth: line.requestedAmount,
  toldAmount: line.amount,
});

function askedOf(claim: Claim, facts: MoneyFacts): Asked {
  const own = facts.effects.filter((effect) => claimIdOf(effect) === claim.id);
  const unsure = own.find(({ kind, state }) => MOVING.test(kind) && state !== 'done');
  const doubts = [
    unsure ? `a step is ${unsure.state}` : null,
    claim.settlements.some(({ insteadOf }) => insteadOf !== undefined) ? 'value was given instead of goods' : null,
    claim.lines.some(({ restoredOn }) => restoredOn !== undefined) ? 'a line was brought back' : null,
  ];
  const isAllEnded = claim.lines.every(({ finalizedOn, canceledOn }) => finalizedOn ?? canceledOn);
  return {
    name: claim.externalId,
    orderId: claim.orderIdFromPlatform,
    createdOn: claim.createdOn,
    isWarranty: claim.claimType === 'Warranty',
    hasLabel: claim.shippingMethod === 'label',
    rules: rulesOf(facts.story),
    lines: claim.lines.map((line) => askedLine(line, facts.shop)),
    shopNow: claim.shopNowItems.flatMap((item) => wantedOf(item, facts.shop) ?? []),
    rounds: claim.settlements.map(({ lineIds }) => ({ lineIds })),
    isOver: isAllEnded && claim.areSentGoodsAwaited !== true,
    doubt: doubts.find((doubt) => doubt !== null) ?? null,
    paidByCard: paidByCard(claim),
  };
}

const MOVING = /^(refund|giftCard|exchangeOrder|returnExchange|payment)/;

/** Known where one provider held or took it, no hold ended by itself, and staff gave nothing back besides. */
function paidByCard(claim: Claim): number | null {
  const { payments, isInstantExchange } = claim;
  const isPlain =
    !isInstantExchange &&
    payments.every(({ provider, status }) => provider === 'stripe' && status !== 'Expired') &&
    !hasStaffRefund(claim);
  return isPlain ? sumOf(payments.map(({ amount }) => amount)) : null;
}

const isGuestOrder = ({ shop }: MoneyFacts, claim: Claim): boolean =>
  shop.orders.find(({ id }) => String(id) === claim.orderIdFromPlatform)?.customerId === null;

function movedOf(claim: Claim, facts: MoneyFacts): Moved {
  const { shop, story, intents, returned, payments } = facts;
  const refunds = shop.orders.flatMap((order) =>
    order.refunds
      .filter(({ note }) => note?.includes(claim.externalId))
      .flatMap(({ transactionIds }) => order.transactions.filter(({ id }) => transactionIds.includes(id))),
  );
  const isCredit = ({ gateway }: { gateway: string }): boolean => /store_credit/i.test(gateway);
  const refunded = (isOne: (gateway: { gateway: string }) => boolean): number =>
    sumOf(refunds.filter(isOne).map(({ amount }) => amount.presentment));
  const cards = shop.giftCards.filter(({ note }) => note?.includes(claim.externalId));
  const cardOrders = shop.orders.filter((order) => {
    const isOfCard = order.sourceIdentifier !== null && order.name.startsWith('#C-GC-');
    return isOfCard && order.note?.includes(claim.externalId) === true;
  });
  const own = payments.filter((one) => claimOfPayment(one) === claim.id).map((one) => one.id_from_platform);
  const taken = intents.filter(({ id }) => own.includes(id));
  // The provider books the part of a hold that was never captured as a refund too, without our mark.
  const givenBack = returned.filter(
    ({ payment_intent, metadata }) => taken.some(({ id }) => id === payment_intent) && 'purposeKey' in metadata,
  );
  return {
    refund: refunded((one) => !isCredit(one)),
    storeCredit: isGuestOrder(facts, claim) ? null : refunded(isCredit),
    giftCard:
      story.settings.giftCardType === 'Store_Credit'
        ? null
        : sumOf(cards.map(({ initialValue }) => initialValue)) +
          sumOf(cardOrders.map(({ lineItems }) => lineItems[0]?.unitPrice.presentment ?? 0)),
    taken: sumOf(taken.map(({ amount_received }) => amount_received)) - sumOf(givenBack.map(({ amount }) => amount)),
  };
}

/** Credited to accounts directly: the platform does not say for which claim. */
const directCredits = ({ shop }: MoneyFacts): number =>
  sumOf(
    shop.storeCreditAccounts
      .flatMap(({ movements }) => movements.filter(({ event }) => event === 'ADJUSTMENT'))
      .map(({ amount }) => amount),
  );
