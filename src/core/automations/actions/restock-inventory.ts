import { z } from 'zod';
import { firstWinsAction } from '#core/automations/action.ts';

export const RestockPlatform = z.enum(['SHOPIFY', 'XORO']);
export const ShopifyRestockName = z.enum(['available', 'damaged', 'none']);

export const restockInventory = firstWinsAction({
  label: 'Restock Inventory',
  description: 'Put returned items back into stock, and choose where.',
  hooks: ['claimFinalized', 'rmaWebhook'],
  perLine: true,
  params: z.strictObject({
    restockPlatform: RestockPlatform,
    shopifyRestockName: ShopifyRestockName,
    /** null restocks where the items were sent from. */
    restockLocationIdFromPlatform: z.string().max(200).nullable(),
  }),
  initial: { restockPlatform: 'SHOPIFY', shopifyRestockName: 'available', restockLocationIdFromPlatform: null },
  references: ({ restockPlatform, shopifyRestockName, restockLocationIdFromPlatform: place }) =>
    restockPlatform === 'SHOPIFY' && shopifyRestockName !== 'none' && place !== null
      ? { fulfillmentLocations: [place] }
      : {},
  summary: ({ restockPlatform, shopifyRestockName, restockLocationIdFromPlatform: place }, { fulfillmentLocation }) =>
    restockPlatform === 'XORO'
      ? ['Restocks in Xoro']
      : [
          `Shopify: ${shopifyRestockName}`,
          ...(shopifyRestockName === 'none'
            ? []
            : [place === null ? 'Where the items were sent from' : fulfillmentLocation(place)]),
        ],
});
