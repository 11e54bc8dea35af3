import { setTimeout as sleep } from 'node:timers/promises';
import * as contract from '#contract/customer/customer.ts';
import { matchesLookup, normalizeOrderNo, orderNotFound } from '#core/orders/lookup.ts';
import { isPaymentOrder } from '#core/orders/payment-order.ts';
import { Refusal } from '#core/refusal.ts';
import { readClaimLink } from '#server/customer/claim-link.ts';
import { portalSettings, storeOfSlug } from '#server/customer/portal-store.ts';
import { ordersByNumber, type OrderRow } from '#server/db/orders.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { giveAttemptBack, takeAttempt } from '#server/stores/attempts.ts';

// A household or shop behind one address may look up many orders; a number is guessed at only by someone else.
const FAILURES_PER_ADDRESS = 30;
const FAILURES_PER_ORDER = 8;
const WINDOW_SECONDS = 15 * 60;
// Longer than any lookup takes, so that the time of a failure says nothing about its cause.
const FAILURE_MS = 150;

/** Ways into the portal: brand, lookup, e-mailed link. */
export function lookupHandlers({
  database,
  secret,
  ...offered
}: Pick<ServerDeps, 'database' | 'secret' | 'labels' | 'payments'>): Handler[] {
  return [
    handle(contract.storefront, async ({ params }) => {
      const store = await storeOfSlug(database, params.slug);
      const settings = portalSettings(store, offered);
      return {
        slug: store.slug,
        name: store.name,
        brandColor: settings.brandColor,
        logoUrl: settings.logoUrl,
        heading: settings.portalHeading,
        supportEmail: settings.supportEmail,
        isReturnsEnabled: settings.isReturnsEnabled,
        isAdvancedExchangeEnabled: settings.isAdvancedExchangeEnabled,
        isInstantExchangeEnabled: settings.isInstantExchangeEnabled,
        isShopNowEnabled: settings.isShopNowEnabled,
      };
    }),

    handle(contract.lookup, async ({ params, body }, context) => {
      const began = performance.now();
      const store = await storeOfSlug(database, params.slug);
      const limits = [
        { bucket: `lookup address ${context.address}`, most: FAILURES_PER_ADDRESS, windowSeconds: WINDOW_SECONDS },
        {
          bucket: `lookup order ${store.store_id} ${normalizeOrderNo(body.orderNo)}`,
          most: FAILURES_PER_ORDER,
          windowSeconds: WINDOW_SECONDS,
        },
      ];
      if (!(await takeAttempt(database, secret, limits))) {
        throw new Refusal(
          'tooMany',
          'TOO_MANY_ATTEMPTS',
          'Too many attempts. Please wait a quarter of an hour and try again.',
        );
      }
      const rows = await database.inStore(store.store_id, (db) => ordersByNumber(db, store.store_id, body.orderNo));
      const found = matching(rows, body.orderNo, body.emailOrPostalCode);
      if (!found) {
        await sleep(Math.max(0, FAILURE_MS - (performance.now() - began)));
        throw orderNotFound();
      }
      await giveAttemptBack(database, secret, limits);
      context.setPortalSession({
        storeId: store.store_id,
        slug: store.slug,
        orderId: found.order_id,
        orderIdFromPlatform: found.id_from_platform,
        provenBy: body.emailOrPostalCode.includes('@') ? 'email' : 'postalCode',
      });
      return { idFromPlatform: found.id_from_platform };
    }),

    handle(contract.openLink, async ({ params, body }, context) => {
      const link = readClaimLink(secret, body.token, new Date());
      const store = await storeOfSlug(database, params.slug);
      if (!link || link.storeId !== store.store_id) {
        throw new Refusal('forbidden', 'LINK_EXPIRED', 'This link is no longer valid. Please look up your order.');
      }
      context.setPortalSession({
        storeId: store.store_id,
        slug: store.slug,
        orderId: link.orderId,
        orderIdFromPlatform: link.orderIdFromPlatform,
        provenBy: 'link',
      });
      return { idFromPlatform: link.orderIdFromPlatform, externalId: link.externalId };
    }),
  ];
}

/** Every order of that number is compared, and nobody's when there is none: the same work for every answer. */
function matching(rows: readonly OrderRow[], orderNo: string, emailOrPostalCode: string): OrderRow | undefined {
  if (rows.length === 0) matchesLookup(null, orderNo, emailOrPostalCode);
  return rows.filter(
    (row) => matchesLookup(row.document, orderNo, emailOrPostalCode) && !isPaymentOrder(row.document),
  )[0];
}
