import { z } from 'zod';
import { firstWinsAction } from '#core/automations/action.ts';

/** The behaviors and their words (R3.36). */
export const INVENTORY_BEHAVIORS = {
  bypass: 'Do Not Decrement Inventory',
  decrement_ignoring_policy: 'Decrement Inventory (Ignore Policies)',
  decrement_obeying_policy: 'Decrement Inventory (Obey Policies)',
} as const;

export const customizeClaimFinalizationSettings = firstWinsAction({
  label: 'Customize Finalization',
  description: 'Choose how inventory is handled when a claim is finalized.',
  hooks: ['claimFinalized'],
  perLine: false,
  params: z.strictObject({
    restockToShopify: z.boolean(),
    failOnOutOfStockScenarios: z.boolean(),
    failureToFinalizeNotificationEmails: z.array(z.email('Must be a valid email.')),
    inventoryBehavior: z.enum(['bypass', 'decrement_ignoring_policy', 'decrement_obeying_policy']),
  }),
  initial: {
    restockToShopify: false,
    failOnOutOfStockScenarios: true,
    failureToFinalizeNotificationEmails: [],
    inventoryBehavior: 'decrement_obeying_policy',
  },
  summary: (its) => [
    INVENTORY_BEHAVIORS[its.inventoryBehavior],
    ...(its.restockToShopify ? ['Restocks at Shopify'] : []),
    its.failOnOutOfStockScenarios ? 'Fails when out of stock' : 'Continues when out of stock',
    ...(its.failureToFinalizeNotificationEmails.length === 0
      ? []
      : [`Failures go to ${its.failureToFinalizeNotificationEmails.join(', ')}`]),
  ],
});
