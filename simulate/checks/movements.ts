import { claimIdOf } from '#server/db/effects.ts';
import { z } from 'zod';
import type { Claim } from '#core/claims/claim.ts';
import { ExchangeOrderPayload } from '#core/effects/exchange-order.ts';
import { GiftCardPayload } from '#core/effects/gift-card.ts';
import { LabelPayload } from '#core/effects/label.ts';
import { OrderTagsPayload } from '#core/effects/order-tags.ts';
import { RefundPayload } from '#core/effects/refund.ts';
import { ReturnExchangePayload } from '#core/effects/return-exchange.ts';
import { isAtPlatform } from '#core/orders/order-origin.ts';
import { isPaymentOrder } from '#core/orders/payment-order.ts';
import type { ShopState } from '#sandbox/shopify/state.ts';
import type { EffectRow } from '#server/db/effects.ts';
import { isNotedFor, type Check, type Facts } from './facts.ts';
import { movedBy, transactionsOf, wasDeclined } from './refunds.ts';

/** One kind of effect that moves something at a partner: what was wanted of it, and what the partner holds, in words that must be the same. */
type Movement<P> = {
  kind: string;
  payload: z.ZodType<P>;
  wanted: (payload: P, effect: EffectRow) => string;
  held: (facts: Facts, claim: Claim) => string[];
  /** Whether the partner shows it by claim; everything is without it. */
  isSeen?: (payload: P) => boolean;
};

const cents = (minor: number): string => `${minor} cents`;

const refund: Movement<z.infer<typeof RefundPayload>> = {
  kind: 'refund',
  payload: RefundPayload,
  wanted: ({ to, amount }) => `${to} ${cents(amount.amount)}`,
  held: ({ shop, effects }, { externalId }) =>
    shop.orders.flatMap((order) =>
      order.refunds
        .filter(({ note }) => isNotedFor(note, externalId))
        .filter((one) => !wasDeclined(one, order) || isDoneWith(effects, one))
        .flatMap((one) => {
          const total = movedBy(one, order);
          // The platform writes one of nothing for goods that came back in an exchange.
          if (total === 0) return [];
          const isCredit = transactionsOf(one, order).some(({ gateway }) => /store_credit/i.test(gateway));
          return [`${isCredit ? 'storeCredit' : 'originalPayment'} ${cents(total)}`];
        }),
    ),
};

const Made = z.object({ idFromPlatform: z.string().nullish() });
/** A step made this refund, and was done before its payment provider declined it. */
export const isDoneWith = (effects: readonly EffectRow[], { id }: { id: number }): boolean =>
  effects.some(({ state, result }) => state === 'done' && Made.safeParse(result).data?.idFromPlatform === String(id));

const giftCard: Movement<z.infer<typeof GiftCardPayload>> = {
  kind: 'giftCard',
  payload: GiftCardPayload,
  wanted: ({ amount, type }) => `${type} ${cents(amount.amount)}`,
  held: ({ shop }, { externalId }) => [
    ...shop.giftCards
      .filter(({ note }) => isNotedFor(note, externalId))
      .map(({ initialValue }) => `Gift_Card ${cents(initialValue)}`),
    ...shop.orders
      .filter((order) => isOrderOfCard(order) && isNotedFor(order.note, externalId))
      .map(({ lineItems }) => `Gift_Card_Order ${cents(lineItems[0]?.unitPrice.presentment ?? 0)}`),
  ],
  isSeen: ({ type }) => type !== 'Store_Credit',
};

const isOrderOfCard = ({ name, sourceIdentifier }: ShopState['orders'][number]): boolean =>
  sourceIdentifier !== null && name.startsWith('#C-GC-');

/** The account of a customer does not say which claim a credit was for; all of them together are what we gave. */
const creditsGiven: Check = ({ effects, shop }) => {
  const credits = effects
    .filter(({ kind }) => kind === 'giftCard')
    .map((effect) => ({ effect, payload: GiftCardPayload.parse(effect.payload) }))
    .filter(({ payload }) => payload.type === 'Store_Credit');
  const amounts = (isOne: (effect: EffectRow) => boolean): string[] =>
    credits.filter(({ effect }) => isOne(effect)).map(({ payload }) => cents(payload.amount.amount));
  const held = shop.storeCreditAccounts
    .flatMap(({ movements }) => movements.filter(({ event }) => event === 'ADJUSTMENT'))
    .map(({ amount }) => cents(amount));
  const given = amounts(isDone);
  return isSame(given, amounts(mayHaveMoved), held)
    ? []
    : [`we gave store credit of [${given.join(', ')}], the partner holds [${held.join(', ')}]`];
};

const isDone = ({ state }: EffectRow): boolean => state === 'done';
/** Marked as resolved externally, though one of our attempts may have succeeded without an answer. */
export const mayHaveMoved = ({ state, attempts }: EffectRow): boolean => state === 'doneElsewhere' && attempts > 0;

/** Whether all that is done is there, and nothing more but what may be. */
function isSame(done: readonly string[], perhaps: readonly string[], there: readonly string[]): boolean {
  const left = without(there, done);
  return left.length + done.length === there.length && without(left, perhaps).length === 0;
}

/** What is left of them when one is taken for each of the others. */
function without(all: readonly string[], taken: readonly string[]): string[] {
  const left = [...all];
  for (const one of taken) {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

const exchangeOrder: Movement<z.infer<typeof ExchangeOrderPayload>> = {
  kind: 'exchangeOrder',
  payload: ExchangeOrderPayload,
  wanted: ({ lines }) => goods(lines.map((line) => [line.variantIdFromPlatform, line.quantity])),
  held: ({ shop }, { externalId }) =>
    shop.orders
      .filter((order) => order.sourceIdentifier !== null && !isOrderOfCard(order) && isNotedFor(order.note, externalId))
      // Shipping and charges that were paid are a line of their own, and no goods.
      .map(({ lineItems }) => lineItems.filter(({ variantId }) => variantId !== null))
      .map((sent) => goods(sent.map((line) => [String(line.variantId), line.quantity]))),
};

const returnExchange: Movement<z.infer<typeof ReturnExchangePayload>> = {
  kind: 'returnExchange',
  payload: ReturnExchangePayload,
  wanted: ({ exchangeLines }) => goods(exchangeLines.map((line) => [line.variantIdFromPlatform, line.quantity])),
  held: ({ shop }, { externalId }) =>
    shop.returns
      .filter(({ lines }) => lines.some(({ note }) => note.includes(externalId)))
      .map(({ exchanges }) => exchanges.filter(({ processedQuantity }) => processedQuantity > 0))
      .filter((exchanges) => exchanges.length > 0)
      .map((exchanges) => goods(exchanges.map((one) => [String(one.variantId), one.processedQuantity]))),
};

const goods = (lines: [variant: string, quantity: number][]): string =>
  lines
    .map(([variant, quantity]) => `${quantity} of ${variant}`)
    .sort()
    .join(', ');

const label: Movement<z.infer<typeof LabelPayload>> = {
  kind: 'label',
  payload: LabelPayload,
  wanted: () => 'a label',
  held: ({ labels }, { externalId }) =>
    labels.shipments
      .filter(({ reference, postage_label }) => postage_label !== null && reference?.includes(externalId))
      .map(() => 'a label'),
};

/** Nothing moves twice, nothing is missing, nothing moves that nobody decided, and what failed did not move. */
const movedOnce =
  <P>({ kind, payload, wanted, held, isSeen }: Movement<P>): Check =>
  (facts) =>
    facts.claims.flatMap(({ claim }) => {
      const effects = facts.effects.filter((effect) => effect.kind === kind && claimIdOf(effect) === claim.id);
      const wantedOf = (isOne: (effect: EffectRow) => boolean): string[] =>
        effects
          .filter((effect) => isOne(effect) && (isSeen?.(payload.parse(effect.payload)) ?? true))
          .map((effect) => wanted(payload.parse(effect.payload), effect))
          .sort();
      const done = wantedOf(isDone);
      const there = held(facts, claim).sort();
      if (isSame(done, wantedOf(mayHaveMoved), there)) return [];
      const states = effects.map(({ state, last_error }) => `${state} ${last_error ?? ''}`.trim()).join('; ');
      return [
        `${kind} of ${claim.externalId}: we hold for done [${done.join('; ')}], the partner holds [${there.join('; ')}] (effects: ${states})`,
      ];
    });

/** Whatever carries our mark at the partner belongs to a claim that there is. */
const nothingUnknown: Check = ({ claims, shippingClaims, effects, shop, labels }) => {
  const known = [...claims, ...shippingClaims].map(({ claim }) => claim.externalId);
  const covers = effects.filter(({ kind }) => kind === 'coverRefund').map(({ purpose_key: key }) => `[${key}]`);
  const isOurs = (text: string | null): boolean => text !== null && /\[\w+:|makegood|Return |Exchange for/.test(text);
  const notes = [
    ...shop.orders.flatMap((order) => [
      order.sourceIdentifier === null ? null : order.note,
      // What a shopper paid at the checkout is given back for no claim.
      ...(isPaymentOrder(order) ? [] : order.refunds.map(({ note }) => note)),
    ]),
    ...shop.giftCards.map(({ note }) => note),
    ...labels.shipments.filter((one) => one.postage_label !== null).map(({ reference }) => `Return ${reference}`),
  ];
  return notes
    .filter((note) => isOurs(note) && !known.some((externalId) => isNotedFor(note, externalId)))
    .filter((note) => !covers.some((key) => note?.includes(key)))
    .map((note) => `a partner holds "${note}", and there is no such claim`);
};

const tagsThere: Check = ({ effects, shop }) =>
  effects
    .filter(({ kind, state }) => kind === 'orderTags' && state === 'done')
    .map((effect) => OrderTagsPayload.parse(effect.payload))
    .filter(({ orderIdFromPlatform }) => isAtPlatform(orderIdFromPlatform))
    .flatMap(({ orderIdFromPlatform, tags }) => {
      const order = shop.orders.find(({ id }) => String(id) === orderIdFromPlatform);
      const missing = tags.filter((tag) => order?.tags.filter((one) => one === tag).length !== 1);
      return missing.map((tag) => `the tag ${tag} is not once on the order`);
    });

/** A purpose of an email that is done was taken in at least once; twice can happen to a mail server, and is no harm. */
const mailsSent: Check = ({ effects, claims, mailbox }) =>
  effects
    .filter(({ kind, state }) => kind === 'email' && state === 'done')
    .filter((effect) => {
      const externalId = claims.find(({ claim }) => claim.id === claimIdOf(effect))?.claim.externalId;
      return !mailbox.has(`<${effect.purpose_key}:${externalId}>`);
    })
    .map(({ purpose_key }) => `no email of ${purpose_key} was taken in`);

/** No order gives back more than was paid for it, but for the bonus the store adds when it gives store credit. */
const withinPaid: Check = ({ shop, effects }) =>
  shop.orders.flatMap((order) => {
    const paid = sumOf(order, ['SALE', 'CAPTURE']);
    const bonus = effects
      .filter((effect) => effect.kind === 'refund' && (isDone(effect) || mayHaveMoved(effect)))
      .map(({ payload }) => RefundPayload.parse(payload))
      .filter(({ to, orderIdFromPlatform }) => to === 'storeCredit' && orderIdFromPlatform === String(order.id))
      .reduce((sum, { incentiveAmount }) => sum + incentiveAmount, 0);
    const back = sumOf(order, ['REFUND']);
    return back > paid + bonus
      ? [`order ${order.name}: ${cents(back)} went back of ${cents(paid)} and a bonus of ${cents(bonus)}`]
      : [];
  });

export const sumOf = (order: ShopState['orders'][number], kinds: string[]): number =>
  order.transactions
    .filter(({ kind, status }) => kinds.includes(kind) && status === 'SUCCESS')
    .reduce((sum, { amount }) => sum + amount.presentment, 0);

export const MOVEMENTS: readonly Check[] = [
  movedOnce(refund),
  movedOnce(giftCard),
  movedOnce(exchangeOrder),
  movedOnce(returnExchange),
  creditsGiven,
  movedOnce(label),
  nothingUnknown,
  tagsThere,
  mailsSent,
  withinPaid,
];
