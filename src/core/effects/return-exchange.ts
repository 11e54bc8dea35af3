import { z } from 'zod';
import { defineEffect } from '#core/effects/define.ts';
import { unitsText } from '#core/effects/units-text.ts';
import { Money } from '#core/money.ts';

/** The platform's own exchange: the goods come back and others go out on the original order, in one return. */
export const ReturnExchangePayload = z.object({
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
  outOfStock: z.enum(['fail', 'continue']),
  note: z.string(),
});

const Exchanged = z.object({ returnIdFromPlatform: z.string() });

export const returnExchange = defineEffect({
  payload: ReturnExchangePayload,
  keptTexts: { payload: ['reservedBy', 'outOfStock'], result: ['label', 'url', 'platformAdminUrl'] },
  summary: ({ exchangeLines }) => `Exchange ${unitsText(exchangeLines)} on the original order`,
  givesValue: true,
  isPromised: true,
  concerns: ({ returnLines }, line) => returnLines.some(({ claimLineId }) => claimLineId === line.id),
  trace: (_payload, result) => {
    const idFromPlatform = Exchanged.safeParse(result).data?.returnIdFromPlatform ?? null;
    return { movement: { kind: 'returnExchange', idFromPlatform, amount: null } };
  },
});
