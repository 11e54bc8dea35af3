import { z } from 'zod';
import { Address } from '#core/address.ts';
import { madeBy } from '#core/books/trace.ts';
import type { ClaimLine } from '#core/claims/claim.ts';
import { mayBeSentAhead } from '#core/claims/instant-exchange.ts';
import { defineEffect, ORDER_MADE_TEXTS } from '#core/effects/define.ts';
import { Recipient } from '#core/effects/recipient.ts';
import { unitsText } from '#core/effects/units-text.ts';
import { CurrencyCode, Money } from '#core/money.ts';

export const ExchangeOrderPayload = z.object({
  claimExternalId: z.string(),
  originalOrder: z.object({
    idFromPlatform: z.string(),
    orderNo: z.string(),
    email: z.string(),
    customerIdFromPlatform: z.string().nullable(),
    shippingAddress: Address.nullable(),
  }),
  /** Of a gift return, whose order it is. */
  recipient: Recipient.nullable(),
  lines: z
    .array(
      z.object({
        /** Null for goods bought with the shop-now credit. */
        claimLineId: z.number().int().nullable(),
        variantIdFromPlatform: z.string(),
        quantity: z.number().int().positive(),
      }),
    )
    .min(1),
  purpose: z.enum(['exchange', 'replacement']),
  /** Sent before the return is back, and before anyone decided; absent on others. */
  isAhead: z.literal(true).exactOptional(),
  inventory: z.enum(['bypass', 'decrementIgnoringPolicy', 'decrementObeyingPolicy']),
  namePrefix: z.string(),
  /** Names its shipping line, which costs nothing; absent for an order without one. */
  shippingTitle: z.string().exactOptional(),
  /** Purpose key of the stock reserved for it, which is released first. */
  reservedBy: z.string().nullable(),
  /** What the shopper paid for it outside the platform; null for nothing. */
  paid: Money.nullable(),
  currencyCode: CurrencyCode,
  note: z.string(),
  tags: z.array(z.string()),
});

/** Items bought with credit have no line of their own: they belong to the lines the credit comes from. */
const paysForShopNow = (line: ClaimLine): boolean =>
  line.isShopNow && line.status === 'approved' && line.finalizedOn !== null;

export const exchangeOrder = defineEffect({
  payload: ExchangeOrderPayload,
  keptTexts: {
    payload: ['originalOrder.orderNo', 'purpose', 'inventory', 'namePrefix', 'shippingTitle', 'reservedBy', 'tags'],
    result: ORDER_MADE_TEXTS,
  },
  summary: ({ purpose, lines }) =>
    `Create ${purpose === 'replacement' ? 'a replacement' : 'an exchange'} order of ${unitsText(lines)}`,
  givesValue: true,
  isPromised: true,
  concerns: ({ lines }, line) =>
    lines.some(({ claimLineId }) => (claimLineId === null ? paysForShopNow(line) : claimLineId === line.id)),
  // What the goods are worth is the platform's to say.
  trace: (_payload, result) => ({
    movement: { kind: 'exchangeOrder', idFromPlatform: madeBy(result), amount: null },
  }),
  // One that failed after its lines were finalized is all they have.
  overtakenBy: ({ isAhead, lines }, { before, after }) => {
    const isUnsent = after.lines.some((line) => line.exchange !== null && line.exchangeOrderedOn === null);
    if (isAhead !== true || !after.instantExchange || !isUnsent) return null;
    const ids = lines.flatMap((line) => line.claimLineId ?? []);
    const isFinalized = (id: number): boolean =>
      before.lines.some((line) => line.id === id && line.finalizedOn !== null);
    return ids.every(isFinalized) || mayBeSentAhead(after, lines) ? null : 'Its items were decided another way.';
  },
});
