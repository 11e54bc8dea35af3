import { z } from 'zod';
import { action, union, type Match } from '#core/automations/action.ts';
import { CarrierEstimate, StaticEstimate, estimateText, STATIC_ESTIMATE } from '#core/automations/delivery-estimate.ts';

const DisplayLocation = z.enum(['ADD_TO_DESCRIPTION', 'EXTENSION']);
const PLACES: Readonly<Record<z.infer<typeof DisplayLocation>, string>> = {
  ADD_TO_DESCRIPTION: 'in place of the rate description',
  EXTENSION: 'in the checkout extension, which needs a Shopify Plus plan',
};
const shown = {
  estimatedDeliveryDisplayLocation: DisplayLocation,
  estimatedTargetStoreShipRateIds: z.array(z.number().int().positive()),
};

const Config = z.discriminatedUnion('strategy', [CarrierEstimate.extend(shown), StaticEstimate.extend(shown)]);
export type RateEstimate = z.output<typeof Config>;

const params = z.strictObject({
  deliveryEstimateConfigs: z.array(Config).min(1, 'Please add at least one delivery estimate').max(20),
});

/** For each rate the first estimate that names it; the first that names none stands for all other rates. */
function combine(matches: readonly Match<z.output<typeof params>>[]) {
  const all = matches.flatMap(({ ruleId, params: { deliveryEstimateConfigs } }) =>
    deliveryEstimateConfigs.map((estimate) => ({ ruleId, estimate })),
  );
  return (rateId: number) =>
    all.find(
      ({ estimate: { estimatedTargetStoreShipRateIds: rates } }) => rates.length === 0 || rates.includes(rateId),
    ) ?? null;
}

export const quoteOrderShipmentDeliveryEstimate = action({
  label: 'Delivery Estimates',
  description: 'Show when an order should arrive, beside the shipping rates at checkout.',
  hooks: ['orderCheckoutQuoteShipping'],
  perLine: false,
  params,
  initial: {
    deliveryEstimateConfigs: [
      {
        ...STATIC_ESTIMATE,
        estimatedDeliveryDisplayLocation: 'ADD_TO_DESCRIPTION',
        estimatedTargetStoreShipRateIds: [],
      },
    ],
  },
  summary: ({ deliveryEstimateConfigs }, { shipRate }) =>
    deliveryEstimateConfigs.map((estimate) => {
      const rates = estimate.estimatedTargetStoreShipRateIds;
      const on = rates.length === 0 ? 'all rates' : rates.map(shipRate).join(', ');
      return `${estimateText(estimate)}, ${PLACES[estimate.estimatedDeliveryDisplayLocation]}: ${on}`;
    }),
  references: ({ deliveryEstimateConfigs }) => ({
    shipRates: union(deliveryEstimateConfigs.map((one) => one.estimatedTargetStoreShipRateIds)),
  }),
  combine,
});
