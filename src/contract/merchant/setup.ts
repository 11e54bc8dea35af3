import { z } from 'zod';
import { StoreParams } from '#contract/merchant/params.ts';
import { Nothing, route } from '#contract/route.ts';

export const getSetup = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/setup',
  access: 'admin',
  summary: 'Get the setup checklist: what the store has already done',
  params: StoreParams,
  response: z.object({
    isDismissed: z.boolean(),
    /** Where shoppers begin. */
    portalUrl: z.string(),
    /** An order to try the portal with, whose email address belongs to nobody; null where there is none. */
    testOrder: z.object({ orderNo: z.string(), email: z.string() }).nullable(),
    done: z.object({
      /** The link was copied or opened from here, or a shopper has used it. */
      portal: z.boolean(),
      /** A claim was made in the portal. */
      testReturn: z.boolean(),
      /** Somebody saved how the portal looks. */
      brand: z.boolean(),
      /** Somebody saved what can be returned, and until when. */
      policy: z.boolean(),
    }),
  }),
});

export const changeSetup = route({
  method: 'PUT',
  path: '/api/merchant/{storeId}/setup',
  access: 'admin',
  summary: 'Dismiss the setup checklist or bring it back, or note that the link of the portal was taken',
  params: StoreParams,
  body: z.object({ isDismissed: z.boolean().optional(), isPortalShared: z.literal(true).optional() }),
  response: Nothing,
});
