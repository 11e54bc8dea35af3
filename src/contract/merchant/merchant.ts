import { z } from 'zod';
import { DenialDetail, ExchangeChoice, ResolutionMethod } from '#core/claims/claim.ts';
import { ClaimsSort } from '#core/lists/claims-list.ts';
import { StoreSettings } from '#core/settings/settings.ts';
import { ClaimShown, StatusShown } from '#contract/claim-shapes.ts';
import { Amount, Nothing, route } from '#contract/route.ts';

const StoreParams = z.object({ storeId: z.coerce.number().int().positive() });
const ClaimParams = StoreParams.extend({ claimId: z.coerce.number().int().positive() });
const LineParams = ClaimParams.extend({ lineId: z.coerce.number().int().positive() });
const Version = z.number().int().nonnegative();
const Changed = {
  CLAIM_CHANGED: 'Someone else changed this claim first',
  CLAIM_NOT_FOUND: 'No such claim in this store',
};

export const me = route({
  method: 'GET',
  path: '/api/merchant/me',
  access: 'session',
  summary: 'The signed-in user with the stores they can open',
  response: z.object({
    user: z.object({
      id: z.number().int(),
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
        customerAppUrl: z.string(),
        roleCode: z.enum(['Admin', 'Staff', 'Makegood_Admin']),
      }),
    ),
    csrfToken: z.string(),
  }),
});

export const signOut = route({
  method: 'POST',
  path: '/api/merchant/sign-out',
  access: 'session',
  summary: 'Ends the session',
  response: Nothing,
});

export const searchClaims = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/claims/search',
  access: 'staff',
  summary: 'Claims of the store, newest first, by cursor (C3.33)',
  params: StoreParams,
  body: z.object({
    kind: z.enum(['Return', 'Warranty']).default('Return'),
    cursor: z
      .object({ direction: z.enum(['prev', 'next']), id: z.string().max(200) })
      .nullable()
      .default(null),
    orderBy: ClaimsSort.default('newest'),
    take: z.number().int().min(1).max(100).default(50),
    filters: z
      .object({
        /** Rollup names: Open, Awaiting_Return, In_Transit, At_Return_Location, Approved, Completed, Denied, Closed. */
        statusCodes: z.array(z.string().max(60)).max(20).default([]),
        hasError: z.boolean().optional(),
        searchTerm: z.string().max(200).default(''),
      })
      .prefault({}),
  }),
  response: z.object({
    kind: z.enum(['Return', 'Warranty']),
    data: z.array(
      z.object({
        id: z.number().int(),
        externalId: z.string(),
        createdOn: z.string(),
        orderNo: z.string(),
        customerName: z.string(),
        customerEmail: z.string(),
        status: StatusShown,
        resolutionMethods: z.array(ResolutionMethod),
        requestedTotal: Amount,
        currencyCode: z.string(),
        tags: z.array(z.string()),
        lineItemHasError: z.boolean(),
        lineCount: z.number().int(),
      }),
    ),
    pageInfo: z.object({ prevCursor: z.string().nullable(), nextCursor: z.string().nullable() }),
  }),
});

export const claimCounts = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/claims/counts',
  access: 'staff',
  summary: 'Number of claims by rollup name',
  params: StoreParams,
  response: z.object({ counts: z.record(z.string(), z.number().int()), withError: z.number().int() }),
});

export const getClaim = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/claim/{claimId}',
  access: 'staff',
  summary: 'One claim with everything its page shows',
  params: ClaimParams,
  response: ClaimShown,
  errors: { CLAIM_NOT_FOUND: 'No such claim in this store' },
});

export const approveLine = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/claim/{claimId}/line-item/{lineId}/approve',
  access: 'staff',
  summary: 'Decides how a line ends (C4.10, C4.11)',
  params: LineParams,
  body: z.object({
    version: Version,
    method: ResolutionMethod,
    amount: Amount.nullable().default(null),
    exchange: ExchangeChoice.nullable().default(null),
    noteToCustomer: z.string().max(2000).default(''),
  }),
  response: ClaimShown,
  errors: Changed,
});
export const denyLine = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/claim/{claimId}/line-item/{lineId}/deny',
  access: 'staff',
  summary: 'Denies a line with a detail',
  params: LineParams,
  body: z.object({ version: Version, detail: DenialDetail, noteToCustomer: z.string().max(2000).default('') }),
  response: ClaimShown,
  errors: Changed,
});
export const revertLine = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/claim/{claimId}/line-item/{lineId}/revert',
  access: 'staff',
  summary: 'Takes a decision back, before it is finalized',
  params: LineParams,
  body: z.object({ version: Version }),
  response: ClaimShown,
  errors: Changed,
});
export const cancelClaim = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/claim/{claimId}/cancel',
  access: 'staff',
  summary: 'Cancels what is not finalized; permanent',
  params: ClaimParams,
  body: z.object({ version: Version }),
  response: ClaimShown,
  errors: Changed,
});
export const requestInfo = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/claim/{claimId}/request-info',
  access: 'staff',
  summary: 'Asks the shopper a question by e-mail',
  params: ClaimParams,
  body: z.object({ version: Version, message: z.string().trim().min(1).max(2000) }),
  response: ClaimShown,
  errors: Changed,
});
export const addComment = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/claim/{claimId}/comment',
  access: 'staff',
  summary: 'Adds a comment for colleagues to the timeline',
  params: ClaimParams,
  body: z.object({ message: z.string().trim().min(1).max(2000) }),
  response: ClaimShown,
  errors: Changed,
});
export const finalizePreview = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/claim/{claimId}/finalize-preview',
  access: 'staff',
  summary: 'The customer e-mail and what will happen, before finalizing',
  params: ClaimParams,
  response: z.object({
    subject: z.string(),
    body: z.string(),
    html: z.string(),
    effects: z.array(z.object({ kind: z.string(), summary: z.string() })),
  }),
  errors: Changed,
});
export const finalize = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/claim/{claimId}/finalize',
  access: 'staff',
  summary: 'Carries the decisions out and tells the customer',
  params: ClaimParams,
  body: z.object({
    version: Version,
    email: z
      .object({ subject: z.string().trim().min(1).max(200), body: z.string().trim().min(1).max(10000) })
      .nullable(),
  }),
  response: ClaimShown,
  errors: {
    ...Changed,
    CLAIM_ALREADY_FINALIZED: 'Everything in it is already decided and done',
    LINE_UNRESOLVED: 'A line has no decision yet',
  },
});
export const retryEffect = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/effect/{effectId}/retry',
  access: 'staff',
  summary: 'Tries a failed or waiting effect again now',
  params: StoreParams.extend({ effectId: z.coerce.number().int().positive() }),
  response: Nothing,
  errors: { EFFECT_NOT_FOUND: 'No such effect in this store', EFFECT_DONE: 'It is already done' },
});
export const claimVariants = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/claim/{claimId}/line-item/{lineId}/variants',
  access: 'staff',
  summary: "Variants of the line's product with live stock",
  params: LineParams,
  response: z.object({
    variants: z.array(
      z.object({
        idFromPlatform: z.string(),
        title: z.string(),
        sku: z.string(),
        imgUrl: z.string().nullable(),
        available: z.number().int().nullable(),
      }),
    ),
  }),
  errors: Changed,
});
export const getSettings = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/settings',
  access: 'admin',
  summary: 'Settings of the store',
  params: StoreParams,
  response: z.object({ version: Version, settings: StoreSettings }),
});
export const saveSettings = route({
  method: 'PUT',
  path: '/api/merchant/{storeId}/settings',
  access: 'admin',
  summary: 'Replaces the settings of the store',
  params: StoreParams,
  body: z.object({ version: Version, settings: StoreSettings }),
  response: z.object({ version: Version, settings: StoreSettings }),
  errors: { SETTINGS_CHANGED: 'Someone else saved the settings first' },
});
