import { ApiError, send } from '#contract/client.ts';
import type * as customer from '#contract/customer/customer.ts';
import type * as registrations from '#contract/customer/registrations.ts';
import type * as shippingClaims from '#contract/customer/shipping-claims.ts';
import type * as withdrawal from '#contract/customer/withdrawal.ts';
import type { RouteAnswer, RouteInput, RouteSpec } from '#contract/route.ts';
import { isEmbedded } from './embedding.ts';
import { currentLanguage, t, textNamed } from './texts.ts';
import { written } from './words.ts';

type Customer = typeof customer & typeof registrations & typeof shippingClaims & typeof withdrawal;
type Routes = {
  [K in keyof Customer as Customer[K] extends RouteSpec ? K : never]: Extract<Customer[K], RouteSpec>;
};
export type RouteName = keyof Routes;
export type Answer<K extends RouteName> = RouteAnswer<Routes[K]>;

// The route objects carry zod, 13 KB too heavy for the first screen. Each entry's type is the literal of the contract,
// so a path or method that differs from it, or a missing call, does not compile.
const ROUTES: { readonly [K in RouteName]: Pick<Routes[K], 'method' | 'path'> } = {
  storefront: { method: 'GET', path: '/api/customer/settings/{slug}' },
  returnPolicy: { method: 'GET', path: '/api/customer/{slug}/return-policy' },
  lookup: { method: 'POST', path: '/api/customer/{slug}/order/lookup' },
  mailOrderLink: { method: 'POST', path: '/api/customer/{slug}/order/email-link' },
  openOrderLink: { method: 'POST', path: '/api/customer/{slug}/order/open-link' },
  lookupGift: { method: 'POST', path: '/api/customer/{slug}/order/lookup-gift' },
  leavePortal: { method: 'POST', path: '/api/customer/{slug}/sign-out' },
  openLink: { method: 'POST', path: '/api/customer/{slug}/open-link' },
  getOrder: { method: 'GET', path: '/api/customer/{slug}/order/{idFromPlatform}' },
  orderForReasons: { method: 'POST', path: '/api/customer/{slug}/order/{idFromPlatform}/reasons' },
  startShopping: { method: 'POST', path: '/api/customer/{slug}/order/{idFromPlatform}/shopping' },
  variants: {
    method: 'GET',
    path: '/api/customer/{slug}/order/{idFromPlatform}/line/{lineIdFromPlatform}/variants',
  },
  quote: { method: 'POST', path: '/api/customer/{slug}/order/{idFromPlatform}/quote' },
  exchangeOptions: { method: 'GET', path: '/api/customer/{slug}/order/{idFromPlatform}/exchange-options' },
  createPaymentIntent: {
    method: 'POST',
    path: '/api/customer/{slug}/order/{idFromPlatform}/create-payment-intent',
  },
  payForClaim: { method: 'POST', path: '/api/customer/{slug}/claim/{externalId}/create-payment-intent' },
  paymentState: { method: 'GET', path: '/api/customer/{slug}/order/{idFromPlatform}/payment/{paymentId}' },
  submit: { method: 'POST', path: '/api/customer/{slug}/order/{idFromPlatform}/claim' },
  askForReview: { method: 'POST', path: '/api/customer/{slug}/order/{idFromPlatform}/review' },
  getWithdrawal: { method: 'GET', path: '/api/customer/{slug}/order/{idFromPlatform}/withdrawal' },
  stateWithdrawal: { method: 'POST', path: '/api/customer/{slug}/order/{idFromPlatform}/withdrawal/statement' },
  confirmWithdrawal: { method: 'POST', path: '/api/customer/{slug}/order/{idFromPlatform}/withdrawal' },
  shippingProtection: { method: 'GET', path: '/api/customer/{slug}/order/{idFromPlatform}/shipping-claim' },
  fileShippingClaim: { method: 'POST', path: '/api/customer/{slug}/order/{idFromPlatform}/shipping-claim' },
  remindOfFiling: {
    method: 'POST',
    path: '/api/customer/{slug}/order/{idFromPlatform}/shipping-claim/reminder',
  },
  shippingClaim: { method: 'GET', path: '/api/customer/{slug}/shipping-claim/{externalId}' },
  answerShippingClaim: { method: 'POST', path: '/api/customer/{slug}/shipping-claim/{externalId}/answer' },
  openReorder: { method: 'POST', path: '/api/customer/{slug}/reorder/{shippingClaimId}/open' },
  confirmReorder: { method: 'POST', path: '/api/customer/{slug}/reorder/{shippingClaimId}/confirm' },
  startUpload: { method: 'POST', path: '/api/customer/{slug}/order/{idFromPlatform}/signed-url' },
  finishUpload: {
    method: 'POST',
    path: '/api/customer/{slug}/order/{idFromPlatform}/signed-url/{mediaId}/finish',
  },
  overview: { method: 'GET', path: '/api/customer/{slug}/claim/{externalId}' },
  registrationForm: { method: 'GET', path: '/api/customer/{slug}/registration/form' },
  registrableProducts: { method: 'GET', path: '/api/customer/{slug}/registration/product' },
  orderToRegister: { method: 'POST', path: '/api/customer/{slug}/registration/order' },
  startProofUpload: { method: 'POST', path: '/api/customer/{slug}/registration/signed-url' },
  finishProofUpload: { method: 'POST', path: '/api/customer/{slug}/registration/signed-url/{mediaId}/finish' },
  registerProduct: { method: 'POST', path: '/api/customer/{slug}/registration' },
  certificate: { method: 'POST', path: '/api/customer/{slug}/registration/certificate' },
  openRegistration: { method: 'POST', path: '/api/customer/{slug}/registration/open' },
  acceptQuotes: { method: 'POST', path: '/api/customer/{slug}/claim/{externalId}/repair-quote/accept' },
  declineQuote: {
    method: 'POST',
    path: '/api/customer/{slug}/claim/{externalId}/repair-quote/{claimLineItemId}/decline',
  },
  appealClaim: { method: 'POST', path: '/api/customer/{slug}/claim/{externalId}/appeal' },
  answerInfo: { method: 'POST', path: '/api/customer/{slug}/claim/{externalId}/answer' },
  cancelClaim: { method: 'POST', path: '/api/customer/{slug}/claim/{externalId}/cancel' },
};

/** Calls one route of the customer contract by name, with its types; throws ApiError. */
export async function portalCall<K extends RouteName>(
  name: K,
  input: RouteInput<Routes[K]>,
  signal?: AbortSignal,
): Promise<Answer<K>> {
  const headers: Record<string, string> = {
    // Emails about what is asked for are in the language that is read here.
    'accept-language': currentLanguage(),
    ...(isEmbedded ? { 'x-makegood-embedded': '1' } : {}),
  };
  return (await send(ROUTES[name], input, { headers, ...(signal ? { signal } : {}) })) as Answer<K>;
}

export const isExpired = (error: unknown): boolean => error instanceof ApiError && error.status === 401;
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && [403, 404].includes(error.status);

/** The code of a refusal, as the contract names it; empty for any other failure. */
export const codeOf = (error: unknown): string => (error instanceof ApiError ? error.code : '');

/** The claim that the same request has made before; null for any other failure. */
export function submittedAs(error: unknown): string | null {
  const externalId = codeOf(error) === 'ALREADY_SUBMITTED' && error instanceof ApiError && error.values['externalId'];
  return typeof externalId === 'string' ? externalId : null;
}

/** Whether the same request may succeed when sent again: no answer came, or the server is in trouble. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

/** Whether it was asked too often; the same may succeed later. */
export const isTooMany = (error: unknown): boolean => error instanceof ApiError && error.status === 429;

/** What people read about a failure. */
export function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return t('common.failed.unknown');
  const said = textNamed(`refusal.${error.code}`, written(error.values));
  return said ?? (error.isKnown ? error.message : t('common.failed.unknown'));
}
