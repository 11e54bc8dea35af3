import { PaymentProvider } from '#core/payments/providers.ts';
import { z } from 'zod';
import { WantedItem } from '#core/claims/goods-shapes.ts';
import { ResolutionMethodEnum } from '#core/claims/method-names.ts';
import { SECTION_TYPES } from '#core/claims/ledger.ts';
import { Amount } from '#contract/route.ts';

/** New items to send, with the unit price as a decimal of the claim's currency. */
export const WantedShown = WantedItem.omit({ taxRate: true }).extend({
  unitPrice: Amount,
  unitTax: Amount,
  /** What all of its units cost: the tax of one, as it is shown, is rounded for itself. */
  cost: Amount,
});
export type WantedShown = z.infer<typeof WantedShown>;

/** What staff choose to send; the server looks its name and price up at the platform. */
export const WantedChoice = z.object({
  variantIdFromPlatform: z.string().min(1).max(100),
  productIdFromPlatform: z.string().min(1).max(100),
  quantity: z.number().int().min(1).max(9999).default(1),
});
export type WantedChoice = z.input<typeof WantedChoice>;

const Side = z.object({
  total: Amount,
  lineItems: z.array(z.object({ id: z.string(), label: z.string(), amount: Amount })),
  sections: z.array(z.object({ type: z.enum(SECTION_TYPES), label: z.string(), amount: Amount })),
});
/** C3.28. `balance` goes to the shopper; negative, the shopper owes it. */
export const LedgerShown = z.object({
  currencyCode: z.string(),
  credits: Side,
  deductions: Side,
  balance: Amount,
  /** What the shopper still has to pay, and what is only held until goods come back. */
  owed: Amount,
  held: Amount,
  /** How the balance goes to the shopper, bonus included. */
  issued: z.object({ refund: Amount, storeCredit: Amount, giftCard: Amount }),
  /** The payment the shopper has started for the amount owed; only the shopper sees its secret. */
  paymentIntent: z
    .object({
      clientSecret: z.string().nullable(),
      payUrl: z.string().nullable(),
      amount: Amount,
      idFromPlatform: z.string(),
    })
    .nullable(),
});
export type LedgerShown = z.infer<typeof LedgerShown>;

/** C3.19. */
export const CustomerPaymentShown = z.object({
  id: z.number().int(),
  idFromPlatform: z.string(),
  provider: PaymentProvider,
  amount: Amount,
  capturedAmount: Amount,
  refundedAmount: Amount,
  currencyCode: z.string(),
  note: z.string(),
  status: z.enum(['Authorized', 'Captured', 'Refunded', 'Expired']),
  authorizationExpiresOn: z.string().nullable(),
  capturedOn: z.string().nullable(),
  /** C4.16: only a captured payment that isn't refunded can be refunded. */
  canRefund: z.boolean(),
  /** What a refund would return now: captured and not yet requested back. */
  refundable: Amount,
});

/** Additional facts for staff: the refund under way. */
export const StaffPaymentShown = CustomerPaymentShown.extend({
  openRefunds: z.array(z.object({ amount: Amount, isFailed: z.boolean() })),
});

/** C3.02 to C3.04, C3.01 requestSummary: what the claim asks for as decided now, and what has come of it. */
export const RequestSummary = z.object({
  approvedLineItems: z.array(
    z.object({
      id: z.number().int(),
      estimatedAmount: Amount,
      quantity: z.number().int(),
      resolutionMethodEnum: ResolutionMethodEnum,
      wasZeroedThroughDeduction: z.boolean(),
    }),
  ),
  totals: z.object({ giftCard: Amount, storeCredit: Amount, refund: Amount }),
});
export const ResolutionSummary = z.object({
  refunds: z.array(
    z.object({
      amount: Amount,
      shippingFee: Amount,
      handlingFee: Amount,
      isRefundPending: z.boolean(),
      /** Pending, and not retried until someone asks. */
      isFailed: z.boolean(),
      wasResolvedExternally: z.boolean(),
      to: z.enum(['originalPayment', 'external']),
    }),
  ),
  /** Gift cards and store credit, whichever of them was asked for. */
  giftCards: z.array(
    z.object({
      amount: Amount,
      incentiveAmount: Amount,
      type: z.enum(['Gift_Card', 'Gift_Card_Order', 'Store_Credit']),
      isPending: z.boolean(),
      isFailed: z.boolean(),
      wasResolvedExternally: z.boolean(),
    }),
  ),
  exchangeOrders: z.array(
    z.object({
      idFromPlatform: z.string().nullable(),
      orderNo: z.string().nullable(),
      lineItems: z.array(z.object({ title: z.string(), quantity: z.number().int() })),
      platformAdminUrl: z.string().nullable(),
      isReplacement: z.boolean(),
      /** The platform's own exchange: the goods go out on the order they were bought with. */
      isOnOriginalOrder: z.boolean(),
      isPending: z.boolean(),
      isFailed: z.boolean(),
    }),
  ),
});
