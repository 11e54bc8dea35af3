import { z } from 'zod';
import { firstWinsAction } from '#core/automations/action.ts';
import { estimateText, STATIC_ESTIMATE, StaticEstimate } from '#core/automations/delivery-estimate.ts';

export const themeAppExtensionLoad = firstWinsAction({
  label: 'Storefront Delivery Estimate',
  description: 'Show on product pages when an order should arrive.',
  hooks: ['themeAppExtensionLoad'],
  perLine: false,
  params: z.strictObject({ themeAppConfigs: z.array(StaticEstimate).min(1).max(1, 'At most 1 config') }),
  initial: { themeAppConfigs: [STATIC_ESTIMATE] },
  summary: ({ themeAppConfigs }) => themeAppConfigs.map(estimateText),
});
