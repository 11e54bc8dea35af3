import { z } from 'zod';
import { PUBLIC_ORIGIN } from '#core/origins.ts';
import { Instant } from '#core/instant.ts';
import { SignUp } from '#core/sign-up.ts';
import { SubscriptionStatus } from '#core/stores/subscription.ts';
import { StoreParams } from '#contract/merchant/params.ts';
import { Nothing, route } from '#contract/route.ts';

export const saveProviderControls = route({
  method: 'PUT',
  path: '/api/merchant/{storeId}/provider-controls',
  access: 'superAdmin',
  summary: "Change what only the provider controls: whether it's a test store, and its subscription",
  params: StoreParams,
  body: z.object({
    isTest: z.boolean().optional(),
    subscriptionStatus: SubscriptionStatus.optional(),
    /** Where the merchant approves the subscription, as long as its status needs action; null for nowhere. */
    confirmationUrl: z
      .url({ protocol: /^https$/, message: 'Must be an address that begins with https://.' })
      .max(2000)
      .nullable()
      .optional(),
    /** Null takes the agreement to be billed away: the store has expired then (C4.24). */
    invoiceDefinition: z.object({ endDate: Instant }).nullable().optional(),
  }),
  response: Nothing,
});

export const usersOfAccessCode = route({
  method: 'GET',
  path: '/api/merchant/users',
  access: 'public',
  summary: 'List who can sign in to the store of an access code (C2.01)',
  query: z.object({ accessCode: z.string().min(1).max(2000) }),
  response: z.object({ storeName: z.string(), users: z.array(z.object({ email: z.string() })) }),
  errors: { ACCESS_CODE_INVALID: 'The code is invalid or expired' },
});

export const signUp = route({
  method: 'POST',
  path: '/api/merchant/user/sign-up',
  access: 'public',
  summary: 'Request an invitation (S2.23); read by the people who run this installation',
  body: SignUp,
  response: Nothing,
  errors: { TOO_MANY_ATTEMPTS: 'Too many attempts; try again later' },
});

const HelpdeskEntry = z.object({
  ref: z.string().min(1).max(50),
  configId: z.string().min(1).max(100),
  token: z.string().min(1).max(2000),
  email: z.string().trim().min(3).max(255),
  appIdVersion: z.coerce.number().int().min(0),
});
const HELPDESK_ERRORS = {
  TOKEN_INVALID: 'The token is invalid, or its helpdesk was disconnected',
  HELPDESK_USER_UNKNOWN: 'No user in the store has this email',
  APP_UPGRADE_REQUIRED: "The helpdesk's app is out of date",
  TOO_MANY_ATTEMPTS: 'Too many attempts; try again later',
};

export const checkTokenLogin = route({
  method: 'GET',
  path: '/api/merchant/user/token/login',
  access: 'public',
  summary: "Check a helpdesk's token and the email of its agent (C7.02); opens no session",
  query: HelpdeskEntry,
  response: z.object({ storeId: z.number().int(), storeName: z.string() }),
  errors: HELPDESK_ERRORS,
});

export const tokenLogin = route({
  method: 'POST',
  path: '/api/merchant/user/token/login',
  access: 'public',
  summary: 'Open a session from a helpdesk, for one store and claims only',
  body: HelpdeskEntry,
  response: z.object({ storeId: z.number().int() }),
  errors: HELPDESK_ERRORS,
});

/** Where pages are: https://acme.zendesk.com, without anything after the name. */
const HelpdeskOrigin = z.string().max(200).regex(PUBLIC_ORIGIN, 'Must be an address like https://acme.zendesk.com');
/** Days a token can last; the longest is what a new connection gets. */
export const HELPDESK_TOKEN_DAYS = [30, 90, 365] as const;
const HelpdeskTokenShown = z.object({
  tokenId: z.string(),
  /** Opens sessions of this user alone; null for any user of the store whom the helpdesk names. */
  email: z.string().nullable(),
  createdBy: z.string(),
  createdOn: z.string(),
  expiresOn: z.string(),
  lastUsedOn: z.string().nullable(),
});
const Helpdesk = z.object({
  configId: z.string(),
  ref: z.string(),
  /** Whose pages may show ours within them. */
  embeddedIn: z.array(z.string()),
  /** Whether its agents may finalize claims and give money. */
  mayFinalize: z.boolean(),
  createdBy: z.string(),
  createdOn: z.string(),
  /** The newest first, those that expired among them. */
  tokens: z.array(HelpdeskTokenShown),
});
const HelpdeskParams = StoreParams.extend({ configId: z.string().min(1).max(100) });
/** The token is shown here and never again. */
const WithToken = Helpdesk.extend({ token: z.string(), expiresOn: z.string() });

export const listHelpdesks = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/helpdesk',
  access: 'admin',
  summary: 'List the connected helpdesks with their tokens',
  params: StoreParams,
  response: z.object({ data: z.array(Helpdesk) }),
});
export const connectHelpdesk = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/helpdesk',
  access: 'admin',
  summary: 'Connect a helpdesk; its token for all agents is good for a year and shown once',
  params: StoreParams,
  body: z.object({
    ref: z.string().trim().min(1).max(50),
    embeddedIn: z.array(HelpdeskOrigin).max(5).default([]),
    mayFinalize: z.boolean().default(false),
  }),
  response: WithToken,
});
export const addHelpdeskToken = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/helpdesk/{configId}/token',
  access: 'admin',
  summary:
    'Add a token to a helpdesk, for all agents or one user, shown once; the others stay good until they are revoked',
  params: HelpdeskParams,
  body: z.object({
    email: z.email('Must be a valid email.').max(255).nullable().default(null),
    days: z.union(HELPDESK_TOKEN_DAYS.map((days) => z.literal(days))).default(365),
  }),
  response: WithToken,
  errors: {
    HELPDESK_NOT_FOUND: 'Helpdesk not found',
    HELPDESK_USER_UNKNOWN: 'No user in the store has this email',
    TOO_MANY_TOKENS: 'The helpdesk has the maximum number of tokens',
  },
});
export const revokeHelpdeskToken = route({
  method: 'DELETE',
  path: '/api/merchant/{storeId}/helpdesk/{configId}/token/{tokenId}',
  access: 'admin',
  summary: 'Revoke a token of a helpdesk; the sessions that it opened end',
  params: HelpdeskParams.extend({ tokenId: z.string().min(1).max(100) }),
  response: Nothing,
  errors: { HELPDESK_TOKEN_NOT_FOUND: 'Token not found' },
});
export const disconnectHelpdesk = route({
  method: 'DELETE',
  path: '/api/merchant/{storeId}/helpdesk/{configId}',
  access: 'admin',
  summary: 'Disconnect a helpdesk; its tokens and its sessions end',
  params: HelpdeskParams,
  response: Nothing,
  errors: { HELPDESK_NOT_FOUND: 'Helpdesk not found' },
});
