import { z } from 'zod';
import { Address } from '#core/address.ts';
import type { Claim } from '#core/claims/claim.ts';
import { claimEmail, EmailContent, EmailType, type EmailText } from '#core/claims/email.ts';
import { CurrencyCode, Minor, Money } from '#core/money.ts';

const ClaimId = z.number().int();
const ClaimLineIds = z.array(z.number().int()).min(1);

/**
 * Who has no account with the order: who was given it, and a guest who gets store credit. Value and goods go to an account
 * of theirs at the platform, looked up or made by the email.
 */
export const Recipient = z.object({ email: z.string(), firstName: z.string(), lastName: z.string() });
export type Recipient = z.infer<typeof Recipient>;

/**
 * One return and one movement for all lines of a claim that end the same way: the platform's return
 * processing takes the lines together, and the shopper sees one sum on the statement.
 */
export const RefundPayload = z.object({
  claimId: ClaimId,
  claimExternalId: z.string(),
  orderIdFromPlatform: z.string(),
  to: z.enum(['originalPayment', 'storeCredit']),
  /** Every line it is for. */
  claimLineIds: z.array(z.number().int()).default([]),
  /** It gives value in place of goods that could not be sent; absent on others. */
  isInstead: z.literal(true).exactOptional(),
  /** Units that come back with it; none where an exchange brings them back, and only its rest is money. */
  lines: z.array(
    z.object({
      claimLineId: z.number().int(),
      lineIdFromPlatform: z.string(),
      fulfillmentLineIdFromPlatform: z.string(),
      quantity: z.number().int().positive(),
      amount: Minor,
    }),
  ),
  /** What moves: the sum of the lines, plus the bonus where it goes to store credit. */
  amount: Money,
  /** The part of `amount` that is bonus. */
  incentiveAmount: Minor,
  note: z.string(),
});

export const GiftCardPayload = z.object({
  claimId: ClaimId,
  claimExternalId: z.string(),
  /** How the value is handed out (C3.03). */
  type: z.enum(['Gift_Card', 'Store_Credit', 'Gift_Card_Order']).default('Gift_Card'),
  orderIdFromPlatform: z.string().default(''),
  customerEmail: z.string().default(''),
  /** Name of a Gift_Card_Order before its number. */
  namePrefix: z.string().default(''),
  claimLineIds: ClaimLineIds,
  /** Face value of the card, bonus included. */
  amount: Money,
  incentiveAmount: Minor,
  customerIdFromPlatform: z.string().nullable(),
  /** Of a gift return, and of a guest's store credit, whom it is issued to instead. */
  recipient: Recipient.nullable().default(null),
  note: z.string(),
});

export const ExchangeOrderPayload = z.object({
  claimId: ClaimId,
  claimExternalId: z.string(),
  originalOrder: z.object({
    idFromPlatform: z.string(),
    orderNo: z.string(),
    email: z.string(),
    customerIdFromPlatform: z.string().nullable(),
    shippingAddress: Address.nullable(),
  }),
  /** Of a gift return, whose order it is. */
  recipient: Recipient.nullable().default(null),
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
  purpose: z.enum(['exchange', 'replacement']).default('exchange'),
  /** Sent before the return is back, and before anyone decided; absent on others, and on those of before this was kept. */
  isAhead: z.literal(true).exactOptional(),
  inventory: z.enum(['bypass', 'decrementIgnoringPolicy', 'decrementObeyingPolicy']).default('decrementObeyingPolicy'),
  namePrefix: z.string().default(''),
  /** Purpose key of the stock kept for it, which is given free first. */
  reservedBy: z.string().nullable().default(null),
  /** What the shopper paid for it outside the platform; null for nothing. */
  paid: Money.nullable().default(null),
  currencyCode: CurrencyCode,
  note: z.string(),
  tags: z.array(z.string()),
});

/** The platform's own exchange: the goods come back and others go out on the original order, in one return. */
export const ReturnExchangePayload = z.object({
  claimId: ClaimId,
  claimExternalId: z.string(),
  orderIdFromPlatform: z.string(),
  returnLines: z
    .array(
      z.object({
        claimLineId: z.number().int(),
        lineIdFromPlatform: z.string(),
        fulfillmentLineIdFromPlatform: z.string(),
        quantity: z.number().int().positive(),
      }),
    )
    .min(1),
  exchangeLines: z
    .array(
      z.object({
        claimLineId: z.number().int(),
        variantIdFromPlatform: z.string(),
        quantity: z.number().int().positive(),
        /** What these units cost the shopper in this exchange: the value of what comes back plus the difference. */
        total: Money,
      }),
    )
    .min(1),
  reservedBy: z.string().nullable(),
  /** What happens when there is too little of the goods by then. */
  outOfStock: z.enum(['fail', 'continue']).default('fail'),
  note: z.string(),
});

const PaymentOf = {
  claimId: ClaimId.nullable(),
  paymentId: z.number().int(),
  idFromPlatform: z.string(),
  provider: z.enum(['stripe', 'platformCheckout']),
};
export const PaymentMovePayload = z.object({ ...PaymentOf, amount: Money });
export const PaymentReleasePayload = z.object(PaymentOf);

export const ReserveStockPayload = z.object({
  claimId: ClaimId,
  claimExternalId: z.string(),
  orderIdFromPlatform: z.string(),
  customerEmail: z.string(),
  lines: z.array(z.object({ variantIdFromPlatform: z.string(), quantity: z.number().int().positive() })).min(1),
  currencyCode: CurrencyCode,
  /** ISO instant at which the platform gives the stock free by itself. */
  until: z.string(),
});
export const ReleaseStockPayload = z.object({
  claimId: ClaimId,
  claimExternalId: z.string(),
  /** Purpose key under which it was kept. */
  reservedBy: z.string(),
});

export const OrderTagsPayload = z.object({
  claimId: ClaimId,
  orderIdFromPlatform: z.string(),
  tags: z.array(z.string()).min(1),
});

export const LabelPayload = z.object({
  claimId: ClaimId,
  claimExternalId: z.string(),
  claimLineIds: ClaimLineIds,
  /** From the shopper to the merchant: the way the parcel travels. */
  from: Address,
  to: Address,
  weightOunces: z.number().int().positive(),
  /** The rate staff chose; null buys the cheapest. */
  quoted: z.object({ shipmentIdFromProvider: z.string(), rateId: z.string() }).nullable().default(null),
});

export const LabelRefundPayload = z.object({
  claimId: ClaimId,
  shipmentId: z.number().int(),
  shipmentIdFromProvider: z.string(),
});

export const PackingSlipPayload = z.object({
  claimId: ClaimId,
  claimExternalId: z.string(),
  claimLineIds: ClaimLineIds,
  /** Null stands for the customer's address, and for the store's own. */
  from: Address.nullable().default(null),
  to: Address.nullable().default(null),
});

export const EmailPayload = z.object({
  claimId: ClaimId,
  claimExternalId: z.string(),
  type: EmailType,
  to: z.string(),
  subject: z.string(),
  content: EmailContent,
});

/** Everything an effect of each kind needs to be carried out, decided when it was wanted. */
export const EffectIntent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('refund'), purposeKey: z.string(), payload: RefundPayload }),
  z.object({ kind: z.literal('giftCard'), purposeKey: z.string(), payload: GiftCardPayload }),
  z.object({ kind: z.literal('exchangeOrder'), purposeKey: z.string(), payload: ExchangeOrderPayload }),
  z.object({ kind: z.literal('returnExchange'), purposeKey: z.string(), payload: ReturnExchangePayload }),
  z.object({ kind: z.literal('paymentCapture'), purposeKey: z.string(), payload: PaymentMovePayload }),
  z.object({ kind: z.literal('paymentRefund'), purposeKey: z.string(), payload: PaymentMovePayload }),
  z.object({ kind: z.literal('paymentRelease'), purposeKey: z.string(), payload: PaymentReleasePayload }),
  z.object({ kind: z.literal('paymentHoldAgain'), purposeKey: z.string(), payload: PaymentMovePayload }),
  z.object({ kind: z.literal('reserveStock'), purposeKey: z.string(), payload: ReserveStockPayload }),
  z.object({ kind: z.literal('releaseStock'), purposeKey: z.string(), payload: ReleaseStockPayload }),
  z.object({ kind: z.literal('orderTags'), purposeKey: z.string(), payload: OrderTagsPayload }),
  z.object({ kind: z.literal('label'), purposeKey: z.string(), payload: LabelPayload }),
  z.object({ kind: z.literal('labelRefund'), purposeKey: z.string(), payload: LabelRefundPayload }),
  z.object({ kind: z.literal('packingSlip'), purposeKey: z.string(), payload: PackingSlipPayload }),
  z.object({ kind: z.literal('email'), purposeKey: z.string(), payload: EmailPayload }),
]);
export type EffectIntent = z.infer<typeof EffectIntent>;
export type EffectKind = EffectIntent['kind'];
export type EffectPayload<K extends EffectKind> = Extract<EffectIntent, { kind: K }>['payload'];

/** What a decision gives back: the claim as it is now, and what has to happen in the world. */
export type Decision = { claim: Claim; effects: EffectIntent[] };

/** The email as an effect; none when the customer left no address to write to. */
export function emailEffect(type: EmailType, claim: Claim, purposeKey: string, text?: EmailText): EffectIntent[] {
  if (claim.customerEmail === '') return [];
  return [
    {
      kind: 'email',
      purposeKey,
      payload: {
        claimId: claim.id,
        claimExternalId: claim.externalId,
        type,
        to: claim.customerEmail,
        ...claimEmail(type, claim, text),
      },
    },
  ];
}
