import { z } from 'zod';
import { StoreFeatures } from '#core/stores/features.ts';
import { SubscriptionStatus } from '#core/stores/subscription.ts';
import { Nothing, route } from '#contract/route.ts';

/** The signed-in user and everything the shell shows of their stores (C3.36). */
export const MeShown = z.object({
  user: z.object({
    id: z.number().int(),
    idFromPlatform: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    isProviderAdmin: z.boolean(),
  }),
  stores: z.array(
    z.object({
      id: z.number().int(),
      slug: z.string(),
      name: z.string(),
      currencyCode: z.string(),
      isTest: z.boolean(),
      /** The name of the shop's plan at Shopify. */
      shopifyPlan: z.string(),
      /** False once the app was uninstalled at the store platform. */
      isCrewInstalled: z.boolean(),
      customerAppUrl: z.string(),
      /** Null for a store without a subscription; the year 9999 for a store that is never billed. */
      invoiceDefinition: z.object({ endDate: z.string() }).nullable(),
      subscriptionStatus: SubscriptionStatus,
      /** Where the merchant approves the subscription; null where there is nothing to approve (S4.04). */
      confirmationUrl: z.string().nullable(),
      features: StoreFeatures,
      roleCode: z.enum(['Admin', 'Staff', 'Makegood_Admin', 'Helpdesk']),
      /** Whether they may finalize claims and give money; a helpdesk only where the store lets it. */
      mayFinalize: z.boolean(),
      /** Whether they may export lists. */
      mayExport: z.boolean(),
    }),
  ),
  /** Whom to write to, and where the help is: an address of the web or a mailto. */
  support: z.object({ email: z.string(), helpUrl: z.string() }),
  csrfToken: z.string(),
});

export const me = route({
  method: 'GET',
  path: '/api/merchant/me',
  access: 'session',
  summary: 'Get the signed-in user with the stores they can open',
  response: MeShown,
});

export const signOut = route({
  method: 'POST',
  path: '/api/merchant/sign-out',
  access: 'session',
  summary: 'End the session',
  response: Nothing,
});

export const signOutEverywhere = route({
  method: 'POST',
  path: '/api/merchant/sign-out/everywhere',
  access: 'session',
  summary: 'End all sessions of the signed-in user, in every browser',
  response: Nothing,
});

export const getUser = route({
  method: 'GET',
  path: '/api/merchant/user/{idFromPlatform}',
  access: 'session',
  summary: "Get the user by the sign-in provider's ID; only oneself (C7.02)",
  params: z.object({ idFromPlatform: z.string().min(1).max(500) }),
  response: MeShown,
  errors: { USER_NOT_FOUND: 'Not the signed-in user' },
});
