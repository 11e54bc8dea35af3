import { z } from 'zod';
import { action, union, type Match } from '#core/automations/action.ts';

const params = z.strictObject({
  storeShipRateIds: z.array(z.number().int().positive()),
  freeShippingOptInRateId: z.array(z.number().int().positive()),
});

export const quoteOrderShipment = action({
  label: 'Quote Shipping Rates',
  description: 'Choose the shipping rates that checkout offers.',
  hooks: ['orderCheckoutBegin'],
  perLine: false,
  params,
  initial: { storeShipRateIds: [], freeShippingOptInRateId: [] },
  summary: ({ storeShipRateIds, freeShippingOptInRateId }, { shipRate }) => [
    ...(storeShipRateIds.length === 0 ? ['No shipping rates assigned.'] : storeShipRateIds.map(shipRate)),
    ...freeShippingOptInRateId.map((id) => `Free shipping: ${shipRate(id)}`),
  ],
  references: (its) => ({ shipRates: union([its.storeShipRateIds, its.freeShippingOptInRateId]) }),
  combine: (matches: readonly Match<z.output<typeof params>>[]) => ({
    ruleIds: matches.map(({ ruleId }) => ruleId),
    rateIds: union(matches.map(({ params: its }) => its.storeShipRateIds)),
    freeShippingOptInRateIds: union(matches.map(({ params: its }) => its.freeShippingOptInRateId)),
  }),
});
