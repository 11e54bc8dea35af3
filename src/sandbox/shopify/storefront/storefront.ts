import type { FastifyInstance } from 'fastify';
import type { Context } from '../views/connection.ts';
import type { Storefront } from './cart-calls.ts';
import { cartCalls } from './cart-calls.ts';
import { checkoutPages } from './checkout-pages.ts';
import { storePages } from './store-pages.ts';

/** The online store a shopper uses: its pages, the calls of its scripts, and a checkout that makes orders. */
export function openStorefront(
  app: FastifyInstance,
  storefront: Storefront,
  outside: <T>(domain: string, work: (context: Context) => T) => T | null,
): void {
  cartCalls(app, storefront);
  storePages(app, storefront);
  checkoutPages(app, storefront, outside);
}
