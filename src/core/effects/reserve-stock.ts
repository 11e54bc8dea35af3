import { z } from 'zod';
import { defineEffect } from '#core/effects/define.ts';
import { unitsText } from '#core/effects/units-text.ts';
import { CurrencyCode } from '#core/money.ts';

export const ReserveStockPayload = z.object({
  claimExternalId: z.string(),
  orderIdFromPlatform: z.string(),
  customerEmail: z.string(),
  lines: z.array(z.object({ variantIdFromPlatform: z.string(), quantity: z.number().int().positive() })).min(1),
  currencyCode: CurrencyCode,
  /** ISO instant at which the platform releases the stock by itself. */
  until: z.string(),
});

export const reserveStock = defineEffect({
  payload: ReserveStockPayload,
  keptTexts: { payload: ['until'], result: ['until', 'label'] },
  summary: ({ lines }) => `Reserve ${unitsText(lines)}`,
});
