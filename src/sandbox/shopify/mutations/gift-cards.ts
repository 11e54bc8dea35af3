import { minorOf } from '../amounts.ts';
import { randomCode } from '../gift-card-code.ts';
import { customerById } from '../lookup.ts';
import type { GiftCard } from '../state.ts';
import { nextId, numberOf } from '../state.ts';
import type { Context, View } from '../views/connection.ts';
import { giftCardView } from '../views/customer.ts';
import { isoNow } from './announce.ts';

type Input = {
  code?: string | null;
  customerId?: string | null;
  expiresOn?: string | null;
  initialAmount?: { amount: unknown; currencyCode: string } | null;
  initialValue?: unknown;
  note?: string | null;
  templateSuffix?: string | null;
};

const refused = (code: string, field: string, message: string): View => ({
  giftCard: null,
  giftCardCode: null,
  userErrors: [{ code, field: ['input', field], message }],
});

export function giftCardCreate(context: Context, input: Input): View {
  const { shop } = context;
  const amountField = input.initialAmount ? 'initialAmount' : 'initialValue';
  if (!input.initialAmount && (input.initialValue === null || input.initialValue === undefined))
    return refused('MISSING_ARGUMENT', 'initialValue', "Initial value can't be blank");
  const currency = input.initialAmount?.currencyCode ?? shop.currency;
  if (!shop.presentmentCurrencies.includes(currency))
    return refused('INVALID', amountField, 'Currency is not enabled for this shop');
  const value = minorOf(input.initialAmount?.amount ?? input.initialValue, currency);
  if (value === null || value <= 0) return refused('GREATER_THAN', amountField, 'Initial value must be greater than 0');
  const code = (input.code ?? '').toLowerCase().replaceAll(/[\s-]/g, '') || randomCode();
  if (code.length < 8) return refused('TOO_SHORT', 'code', 'Code is too short (minimum is 8 characters)');
  if (code.length > 20) return refused('TOO_LONG', 'code', 'Code is too long (maximum is 20 characters)');
  if (!/^[a-z0-9]+$/.test(code))
    return refused('INVALID', 'code', 'Code can only contain letters (a-z) and numbers (0-9)');
  if (shop.giftCards.some((card) => card.code === code)) return refused('TAKEN', 'code', 'Code has already been taken');
  const customerId = input.customerId ? numberOf(input.customerId, 'Customer') : null;
  if (input.customerId && customerById(shop, customerId) === undefined)
    return refused('CUSTOMER_NOT_FOUND', 'customerId', 'The customer could not be found.');
  const now = isoNow();
  const card: GiftCard = {
    id: nextId(shop),
    code,
    currency,
    initialValue: value,
    balance: value,
    customerId,
    orderId: null,
    note: input.note ?? null,
    expiresOn: input.expiresOn ?? null,
    createdAt: now,
    updatedAt: now,
    deactivatedAt: null,
    templateSuffix: input.templateSuffix ?? null,
  };
  shop.giftCards.push(card);
  return { giftCard: giftCardView(context, card), giftCardCode: code, userErrors: [] };
}

export function giftCardDeactivate(context: Context, id: string): View {
  const card = context.shop.giftCards.find((each) => each.id === numberOf(id, 'GiftCard'));
  if (card === undefined)
    return {
      giftCard: null,
      userErrors: [{ code: 'GIFT_CARD_NOT_FOUND', field: ['id'], message: 'The gift card could not be found.' }],
    };
  card.deactivatedAt ??= isoNow();
  card.updatedAt = isoNow();
  return { giftCard: giftCardView(context, card), userErrors: [] };
}
