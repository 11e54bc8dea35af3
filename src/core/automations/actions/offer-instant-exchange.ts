import { z } from 'zod';
import { firstWinsAction } from '#core/automations/action.ts';

/** Only the provider can give more (R5.13). */
const DAYS_BEFORE_CHARGING = 7;

export const offerInstantExchange = firstWinsAction({
  label: 'Offer Instant Exchange',
  description: 'Send exchange items before the return is back, against a hold on the shopper’s card.',
  hooks: ['afterReasonSelection', 'orderLookup'],
  perLine: false,
  params: z.strictObject({
    timeToReturnBeforeCharging: z.literal(DAYS_BEFORE_CHARGING, 'Must be 7 days.'),
    isInstantExchangeRequired: z.boolean(),
  }),
  initial: { timeToReturnBeforeCharging: DAYS_BEFORE_CHARGING, isInstantExchangeRequired: false },
  summary: ({ timeToReturnBeforeCharging, isInstantExchangeRequired }) => [
    `${timeToReturnBeforeCharging} days to send the items back`,
    ...(isInstantExchangeRequired ? ['Exchanges are always instant'] : []),
  ],
});
