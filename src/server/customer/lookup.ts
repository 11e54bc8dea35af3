import { setTimeout as sleep } from 'node:timers/promises';
import * as contract from '#contract/customer/customer.ts';
import {
  giftNotFound,
  matchesGiftLookup,
  matchesLookup,
  normalizeOrderNo,
  orderNotFound,
} from '#core/orders/lookup.ts';
import type { Order } from '#core/orders/order.ts';
import { isPaymentOrder } from '#core/orders/payment-order.ts';
import { Refusal } from '#core/refusal.ts';
import { readLink } from '#server/customer/claim-link.ts';
import { storeOfSlug } from '#server/customer/portal-store.ts';
import { storePolicyOf, type Offered } from '#server/policy.ts';
import type { Db } from '#server/db/connect.ts';
import { ordersByNumber, ordersOfGift, type OrderRow } from '#server/db/orders.ts';
import { settingsOf } from '#server/db/settings.ts';
import type { StoreRow } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { giveAttemptBack, takeAttempt } from '#server/stores/attempts.ts';

// A household or shop behind one address may look up many orders; a number is guessed at only by someone else.
const FAILURES_PER_ADDRESS = 30;
const FAILURES_PER_ORDER = 8;
const WINDOW_SECONDS = 15 * 60;
// Longer than any lookup takes, so that the time of a failure says nothing about its cause.
const FAILURE_MS = 150;

/** Ways into the portal: brand, lookup, emailed link. */
export function lookupHandlers({
  database,
  secret,
  ...offered
}: Pick<ServerDeps, 'database' | 'secret' | 'labels' | 'payments'>): Handler[] {
  return [
    handle(contract.storefront, async ({ params }) => {
      const store = await storeOfSlug(database, params.slug);
      const { theme, email } = settingsOf(store);
      const policy = storePolicyOf(store, offered);
      return {
        slug: store.slug,
        name: store.name,
        brandColor: theme.brandColor,
        logoUrl: theme.logoUrl,
        heading: theme.portalHeading,
        supportEmail: email.supportEmail,
        isReturnsEnabled: policy.isReturnsEnabled,
        isGiftReturnEnabled: policy.isGiftReturnEnabled,
        orderLookupGiftReturnDetailText: theme.orderLookupGiftReturnDetailText,
        isAdvancedExchangeEnabled: policy.isAdvancedExchangeEnabled,
        isInstantExchangeEnabled: policy.isInstantExchangeEnabled,
        isShopNowEnabled: policy.isShopNowEnabled,
      };
    }),

    handle(contract.lookup, async ({ params, body: { orderNo, emailOrPostalCode } }, context) => {
      const store = await storeOfSlug(database, params.slug);
      const isGiftOffered = storePolicyOf(store, offered).isGiftReturnEnabled;
      const found = await findGuarded(
        { database, secret, store, number: orderNo, address: context.address },
        {
          candidates: (db) => ordersByNumber(db, store.store_id, orderNo),
          isIt: (order) => matchesLookup(order, orderNo, emailOrPostalCode, isGiftOffered),
          notFound: orderNotFound,
        },
      );
      context.setPortalSession({
        ...sessionOf(store, found),
        provenBy: emailOrPostalCode.includes('@') ? 'email' : 'postalCode',
      });
      return { idFromPlatform: found.id_from_platform };
    }),

    handle(contract.lookupGift, async ({ params, body: { number, postalCode } }, context) => {
      const store = await storeOfSlug(database, params.slug);
      checkGiftsTaken(store, offered);
      const found = await findGuarded(
        { database, secret, store, number, address: context.address },
        {
          candidates: (db) => ordersOfGift(db, store.store_id, number),
          isIt: (order) => matchesGiftLookup(order, number, postalCode),
          notFound: giftNotFound,
        },
      );
      context.setPortalSession({ ...sessionOf(store, found), provenBy: 'postalCode', gift: { externalIds: [] } });
      return { idFromPlatform: found.id_from_platform };
    }),

    handle(contract.openLink, async ({ params, body }, context) => {
      const link = readLink(secret, body.token, new Date());
      const store = await storeOfSlug(database, params.slug);
      if (!link || link.storeId !== store.store_id) {
        throw new Refusal('forbidden', 'LINK_EXPIRED', 'This link is no longer valid. Please find your order.');
      }
      const { externalId, isGift } = link;
      // Existing returns can be opened even if the store no longer accepts new ones.
      if (isGift && externalId === null) checkGiftsTaken(store, offered);
      context.setPortalSession({
        storeId: store.store_id,
        slug: store.slug,
        orderId: link.orderId,
        orderIdFromPlatform: link.orderIdFromPlatform,
        provenBy: 'link',
        ...(isGift ? { gift: { externalIds: externalId === null ? [] : [externalId] } } : {}),
      });
      return { idFromPlatform: link.orderIdFromPlatform, externalId, isGiftReturn: isGift };
    }),
  ];
}

/** Refuses GIFT_RETURNS_NOT_OFFERED. */
function checkGiftsTaken(store: StoreRow, offered: Offered): void {
  if (storePolicyOf(store, offered).isGiftReturnEnabled) return;
  throw new Refusal('notAllowed', 'GIFT_RETURNS_NOT_OFFERED', "This store doesn't accept gift returns online.");
}

const sessionOf = (store: StoreRow, found: OrderRow) => ({
  storeId: store.store_id,
  slug: store.slug,
  orderId: found.order_id,
  orderIdFromPlatform: found.id_from_platform,
});

type Asked = Pick<ServerDeps, 'database' | 'secret'> & { store: StoreRow; number: string; address: string };
type Search = {
  candidates: (db: Db) => Promise<OrderRow[]>;
  isIt: (order: Order | null) => boolean;
  notFound: () => Refusal;
};

/**
 * The order someone has named, guarded against guessing: failures are limited by address and by number, and
 * take the same time whatever their cause. Refuses TOO_MANY_ATTEMPTS, and as `notFound` says.
 */
async function findGuarded(asked: Asked, { candidates, isIt, notFound }: Search): Promise<OrderRow> {
  const { database, secret, store, number, address } = asked;
  const began = performance.now();
  const limits = [
    { bucket: `lookup address ${address}`, most: FAILURES_PER_ADDRESS, windowSeconds: WINDOW_SECONDS },
    {
      bucket: `lookup order ${store.store_id} ${normalizeOrderNo(number)}`,
      most: FAILURES_PER_ORDER,
      windowSeconds: WINDOW_SECONDS,
    },
  ];
  if (!(await takeAttempt(database, secret, limits))) {
    throw new Refusal('tooMany', 'TOO_MANY_ATTEMPTS', 'Too many attempts. Please try again in 15 minutes.');
  }
  const rows = await database.inStore(store.store_id, candidates);
  // Compares every order with that number, or a dummy if there is none, so that every answer takes the same work.
  if (rows.length === 0) isIt(null);
  const [found] = rows.filter((row) => isIt(row.document) && !isPaymentOrder(row.document));
  if (!found) {
    await sleep(Math.max(0, FAILURE_MS - (performance.now() - began)));
    throw notFound();
  }
  await giveAttemptBack(database, secret, limits);
  return found;
}
