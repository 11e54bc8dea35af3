import { z } from 'zod';
import { Address } from '#core/address.ts';
import { madeBy } from '#core/books/trace.ts';
import { defineEffect, ORDER_MADE_TEXTS } from '#core/effects/define.ts';
import { unitsText } from '#core/effects/units-text.ts';
import { CurrencyCode } from '#core/money.ts';

/** The order that sends the items of a claim of shipping protection once more, for nothing. */
export const ReorderPayload = z.object({
  shippingClaimId: z.number().int(),
  claimExternalId: z.string(),
  originalOrder: z.object({
    idFromPlatform: z.string(),
    orderNo: z.string(),
    email: z.string(),
    customerIdFromPlatform: z.string().nullable(),
    /** As the shopper confirmed it. */
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
  /** Its prices are zero; else it has them, and a discount of all of it. */
  isZeroPriced: z.boolean(),
  currencyCode: CurrencyCode,
  note: z.string(),
  tags: z.array(z.string()),
});

export const reorder = defineEffect({
  payload: ReorderPayload,
  keptTexts: { payload: ['originalOrder.orderNo', 'tags'], result: ORDER_MADE_TEXTS },
  summary: ({ lines }) => `Create a reorder of ${unitsText(lines)}`,
  givesValue: true,
  isPromised: true,
  trace: (_payload, result) => ({
    movement: { kind: 'exchangeOrder', idFromPlatform: madeBy(result), amount: null },
  }),
});
