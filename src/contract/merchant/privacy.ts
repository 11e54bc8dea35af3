import { z } from 'zod';
import { StoreParams } from '#contract/merchant/params.ts';
import { Nothing, route } from '#contract/route.ts';
import { OpenClaim, PrivacyCounts, PrivacyRequestKind, PrivacyRequestState } from '#core/privacy/requests.ts';

const Email = z.string().trim().max(254).pipe(z.email('Must be a valid email.'));

const PrivacyRequest = z.object({
  id: z.number().int(),
  kind: PrivacyRequestKind,
  state: PrivacyRequestState,
  requestedBy: z.string(),
  createdOn: z.string(),
  /** When it has to be carried out by. */
  dueOn: z.string(),
  doneOn: z.string().nullable(),
  /** Who it is about, as they were named; null once they are erased. */
  customer: z.string().nullable(),
  counts: PrivacyCounts,
  /** What has to be closed first. */
  waitsFor: z.array(OpenClaim),
  lastError: z.string().nullable(),
  /** The customer's data, for a while. */
  downloadUrl: z.string().nullable(),
});
export type PrivacyRequest = z.infer<typeof PrivacyRequest>;

export const listPrivacyRequests = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/privacy/request',
  access: 'admin',
  summary: 'List the latest 100 requests to hand over or erase data, newest first',
  params: StoreParams,
  response: z.object({
    data: z.array(PrivacyRequest),
    /** The whole store can only be erased once the app is uninstalled. */
    isInstalled: z.boolean(),
  }),
});

export const findCustomerData = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/privacy/find',
  access: 'admin',
  summary: 'Count what the store holds of a customer, before it is handed over or erased',
  params: StoreParams,
  body: z.object({ email: Email }),
  response: z.object({
    counts: PrivacyCounts,
    openClaims: z.array(OpenClaim),
    /** What stays after an erasure, and why. */
    kept: z.array(z.object({ what: z.string(), why: z.string() })),
  }),
});

export const askPrivacy = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/privacy/request',
  access: 'admin',
  summary: "Export or erase a customer's data, or erase the whole store once the app is uninstalled",
  params: StoreParams,
  body: z.discriminatedUnion('kind', [
    z.object({ kind: z.enum(['export', 'erase']), email: Email }),
    /** `storeName` as it is shown: nobody erases a store by accident. */
    z.object({ kind: z.literal('eraseStore'), storeName: z.string().max(200) }),
  ]),
  response: PrivacyRequest,
  errors: {
    CUSTOMER_NOT_FOUND: 'Nothing is held of this customer',
    STORE_CONNECTED: 'The app is still installed',
    STORE_NAME_WRONG: 'The name is not that of the store',
  },
});

export const retryPrivacyRequest = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/privacy/request/{privacyRequestId}/retry',
  access: 'admin',
  summary: 'Carry a waiting request out now, as far as possible',
  params: StoreParams.extend({ privacyRequestId: z.coerce.number().int().positive() }),
  response: Nothing,
  errors: { PRIVACY_REQUEST_NOT_FOUND: 'No such waiting request' },
});
