import * as customer from '#contract/customer/customer.ts';
import * as books from '#contract/merchant/books.ts';
import * as claimActions from '#contract/merchant/claim-actions.ts';
import * as merchant from '#contract/merchant/merchant.ts';
import type { RouteSpec } from '#contract/route.ts';

const isRoute = (value: unknown): value is RouteSpec =>
  typeof value === 'object' && value !== null && 'path' in value && 'response' in value && 'access' in value;

/** Every call of the API by a unique name: what OpenAPI publishes and the access test walks. */
export const routes: Readonly<Record<string, RouteSpec>> = Object.fromEntries([
  ...Object.entries(merchant)
    .filter(([, value]) => isRoute(value))
    .map(([name, value]) => [`merchant.${name}`, value as RouteSpec]),
  ...Object.entries(claimActions)
    .filter(([, value]) => isRoute(value))
    .map(([name, value]) => [`merchant.${name}`, value as RouteSpec]),
  ...Object.entries(books)
    .filter(([, value]) => isRoute(value))
    .map(([name, value]) => [`merchant.${name}`, value as RouteSpec]),
  ...Object.entries(customer)
    .filter(([, value]) => isRoute(value))
    .map(([name, value]) => [`customer.${name}`, value as RouteSpec]),
]);
