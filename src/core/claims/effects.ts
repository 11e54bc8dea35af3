import { z } from 'zod';
import { Address } from '#core/address.ts';
import type { Claim } from '#core/claims/claim.ts';
import { claimEmail, EmailContent, EmailType, type EmailText } from '#core/claims/email.ts';
import { CurrencyCode, Minor, Money } from '#core/money.ts';

const ClaimId = z.number().int();
const ClaimLineIds = z.array(z.number().int()).min(1);

/**
 * One return and one movement for all lines of a claim that end the same way: the platform's return
 * processing takes the lines together, and the shopper sees one sum on the statement.
 */
export const RefundPayload = z.object({
  claimId: ClaimId,
  claimExternalId: z.string(),
  orderIdFromPlatform: z.string(),
  to: z.enum(['originalPayment', 'storeCredit']),
  lines: z
    .array(
      z.object({
        claimLineId: z.number().int(),
        lineIdFromPlatform: z.string(),
        fulfillmentLineIdFromPlatform: z.string(),
        quantity: z.number().int().positive(),
        amount: Minor,
      }),
    )
    .min(1),
  /** What moves: the sum of the lines, plus the bonus where it goes to store credit. */
  amount: Money,
  /** The part of `amount` that is bonus. */
  incentiveAmount: Minor,
  note: z.string(),
});

export const GiftCardPayload = z.object({
  claimId: ClaimId,
  claimExternalId: z.string(),
  claimLineIds: ClaimLineIds,
  /** Face value of the card, bonus included. */
  amount: Money,
  incentiveAmount: Minor,
  customerIdFromPlatform: z.string().nullable(),
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
  lines: z
    .array(
      z.object({
        claimLineId: z.number().int(),
        variantIdFromPlatform: z.string(),
        quantity: z.number().int().positive(),
      }),
    )
    .min(1),
  currencyCode: CurrencyCode,
  note: z.string(),
  tags: z.array(z.string()),
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

/** The e-mail as an effect; none when the customer left no address to write to. */
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
