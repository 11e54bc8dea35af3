import { z } from 'zod';
import { madeBy, movedBy } from '#core/books/trace.ts';
import { defineEffect, ORDER_MADE_TEXTS } from '#core/effects/define.ts';
import { Recipient } from '#core/effects/recipient.ts';
import { formatMoney, Minor, Money } from '#core/money.ts';

export const GiftCardPayload = z.object({
  claimExternalId: z.string(),
  /** How the value is handed out (C3.03). */
  type: z.enum(['Gift_Card', 'Store_Credit', 'Gift_Card_Order']),
  orderIdFromPlatform: z.string(),
  customerEmail: z.string(),
  /** Name of a Gift_Card_Order before its number. */
  namePrefix: z.string(),
  /** The template of a Gift_Card, and the product of a Gift_Card_Order; absent for the usual ones. */
  templateSuffix: z.string().exactOptional(),
  productIdFromPlatform: z.string().exactOptional(),
  claimLineIds: z.array(z.number().int()).min(1),
  /** Face value of the card, bonus included. */
  amount: Money,
  incentiveAmount: Minor,
  customerIdFromPlatform: z.string().nullable(),
  /** Of a gift return, and of a guest's store credit, whom it is issued to instead. */
  recipient: Recipient.nullable(),
  note: z.string(),
});

const WAYS = {
  Gift_Card: { words: 'Issue a gift card of', partner: 'platform:giftCards', kind: 'giftCard' },
  Store_Credit: { words: 'Add store credit of', partner: 'platform:storeCredit', kind: 'storeCredit' },
  Gift_Card_Order: { words: 'Send a gift card order of', partner: 'platform:giftCards', kind: 'giftCardOrder' },
} as const;

const ToRecipient = z.object({ recipientIdFromPlatform: z.string() });

export const giftCard = defineEffect({
  payload: GiftCardPayload,
  keptTexts: { payload: ['type', 'namePrefix', 'templateSuffix', 'productIdFromPlatform'], result: ORDER_MADE_TEXTS },
  summary: ({ type, amount }) => `${WAYS[type].words} ${formatMoney(amount)}`,
  givesValue: true,
  isPromised: true,
  concerns: ({ claimLineIds }, line) => claimLineIds.includes(line.id),
  movement: ({ type, amount }) => ({ way: 'out', partner: WAYS[type].partner, money: amount, words: 'Gift card' }),
  trace: ({ type, amount }, result) => {
    const { kind } = WAYS[type];
    const to = kind === 'storeCredit' ? ToRecipient.safeParse(result).data : undefined;
    return { movement: { kind, idFromPlatform: madeBy(result), amount: movedBy(result) ?? amount, ...to } };
  },
});
