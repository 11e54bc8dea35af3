import { z } from 'zod';
import { StoreParams } from '#contract/merchant/params.ts';
import { Amount, Nothing, route } from '#contract/route.ts';

/** A variant of the product that is sold as the cover (S3.11). */
const ShipProtectUnit = z.object({
  idFromPlatform: z.string(),
  implementationType: z.literal('Product_Variant'),
  productVariant: z.object({
    title: z.string(),
    imgUrl: z.string().nullable(),
    sku: z.string(),
    price: Amount,
    deletedOnPlatform: z.boolean(),
  }),
});

export const getShippingProtection = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/shipping-protection',
  access: 'admin',
  summary: 'The product of the cover and the script of Checkout Plus, as the store platform has them',
  params: StoreParams,
  response: z.object({
    /** What the app may not do at the platform and needs for the cover: null while nobody could be asked. */
    missingScopes: z.array(z.string()).nullable(),
    checkoutPlusScriptUrl: z.string(),
    /** `custom`: somebody else installed it. */
    scriptStatus: z.enum(['custom', 'configured', 'notConfigured']),
    product: z.object({
      state: z.enum(['none', 'beingMade', 'failed', 'made']),
      /** What somebody did to it at the platform. */
      problem: z.enum(['deleted', 'changed']).nullable(),
      lastError: z.string().nullable(),
      platformAdminUrl: z.string().nullable(),
    }),
    shipProtectUnits: z.array(ShipProtectUnit),
  }),
});

export const configureShippingProtection = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/shipping-protection/configure',
  access: 'admin',
  summary: 'Make the product of the cover or the script of Checkout Plus again, or remove scripts',
  params: StoreParams,
  body: z.object({
    method: z.enum([
      'checkoutPlusProducts',
      'createCheckoutPlusScript',
      'deleteCheckoutPlusScript',
      'removeGspCartScript',
    ]),
  }),
  response: Nothing,
  errors: { PROTECTION_NOT_OFFERED: 'The provider has not switched shipping protection on for this store' },
});
