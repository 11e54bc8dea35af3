import * as contract from '#contract/customer/customer.ts';
import { lookupBudgets, verdictOf, type Budget, type LookupTry, type Verdict } from '#core/orders/lookup-guard.ts';
import { isBefore } from '#core/dates.ts';
import { giftNotFound, isEmailOfOrder, matchesGiftLookup, matchesLookup, orderNotFound } from '#core/orders/lookup.ts';
import type { Order } from '#core/orders/order.ts';
import { isPaymentOrder } from '#core/orders/payment-order.ts';
import { Refusal } from '#core/refusal.ts';
import { isSentTo, readLink } from '#server/customer/claim-link.ts';
import { inStore, sameTime } from '#server/customer/guarded.ts';
import { storeOfSlug } from '#server/customer/portal-store.ts';
import { storefrontFor } from '#server/customer/storefront.ts';
import { storePolicyOf, type Offered } from '#server/policy.ts';
import type { Db } from '#server/db/connect.ts';
import { claimByExternalId } from '#server/db/claims.ts';
import { ownedSince } from '#server/db/registrations.ts';
import { shippingClaimByExternalId } from '#server/db/shipping-claims.ts';
import { orderById, ordersByNumber, ordersOfGift, type OrderRow } from '#server/db/orders.ts';
import type { StoreRow } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import type { Logger } from '#server/log.ts';
import { giveAttemptBack, takeAttempt } from '#server/stores/attempts.ts';

/** Ways into the portal: brand, lookup, emailed link. */
export function lookupHandlers({
  database,
  secret,
  pause,
  ...offered
}: Pick<ServerDeps, 'database' | 'secret' | 'pause' | 'labels' | 'payments'>): Handler[] {
  return [
    handle(contract.storefront, async ({ params, query }) => {
      const store = await storeOfSlug(database, params.slug);
      return storefrontFor(database, store, { offered, wishes: query.languages.split(',') });
    }),

    handle(contract.lookup, async ({ params, body: { orderNo, emailOrPostalCode } }, context) => {
      const store = await storeOfSlug(database, params.slug);
      const isGiftOffered = storePolicyOf(store, offered).isGiftReturnEnabled;
      const found = await findGuarded(
        {
          database,
          secret,
          pause,
          store,
          log: context.log,
          tried: {
            network: context.address,
            number: orderNo,
            answer: emailOrPostalCode,
            proof: emailOrPostalCode.includes('@') ? 'email' : 'postalCode',
          },
        },
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
        {
          database,
          secret,
          pause,
          store,
          log: context.log,
          tried: { network: context.address, number, answer: postalCode, proof: 'gift' },
        },
        {
          candidates: (db) => ordersOfGift(db, store.store_id, number),
          isIt: (order, isTrackingOnly) => matchesGiftLookup(order, number, postalCode, isTrackingOnly),
          notFound: giftNotFound,
        },
      );
      context.setPortalSession({ ...sessionOf(store, found), provenBy: 'postalCode', gift: { externalIds: [] } });
      return { idFromPlatform: found.id_from_platform };
    }),

    handle(contract.leavePortal, async ({ params }, context) => {
      context.endPortalSession(params.slug);
      return {};
    }),

    handle(contract.openLink, async ({ params, body }, context) => {
      const link = readLink(secret, body.token, new Date());
      const store = await storeOfSlug(database, params.slug);
      if (!link || link.storeId !== store.store_id) throw linkExpired();
      const { externalId, isGift } = link;
      const answered =
        externalId === null
          ? null
          : await database.readStore(store.store_id, (db) => answeredAt(db, store.store_id, externalId));
      if (externalId !== null && (answered === null || !isSentTo(link, answered.email))) throw linkExpired();
      // Existing returns can be opened even if the store no longer accepts new ones.
      if (isGift && externalId === null) checkGiftsTaken(store, offered);
      context.setPortalSession({
        storeId: store.store_id,
        slug: store.slug,
        orderId: link.orderId,
        orderIdFromPlatform: link.orderIdFromPlatform,
        provenBy: answered?.isTyped ? 'postalCode' : 'link',
        ...(isGift ? { gift: { externalIds: externalId === null ? [] : [externalId] } } : {}),
      });
      return { idFromPlatform: link.orderIdFromPlatform, externalId, isGiftReturn: isGift };
    }),
  ];
}

const linkExpired = (): Refusal =>
  new Refusal('forbidden', 'LINK_EXPIRED', 'This link is no longer valid. Please find your order.');

/** Refuses GIFT_RETURNS_NOT_OFFERED. */
function checkGiftsTaken(store: StoreRow, offered: Offered): void {
  if (storePolicyOf(store, offered).isGiftReturnEnabled) return;
  throw new Refusal('notAllowed', 'GIFT_RETURNS_NOT_OFFERED', "This store doesn't accept gift returns online.");
}

export const sessionOf = (store: StoreRow, found: OrderRow) => ({
  storeId: store.store_id,
  slug: store.slug,
  orderId: found.order_id,
  orderIdFromPlatform: found.id_from_platform,
});

type Asked = Pick<ServerDeps, 'database' | 'secret' | 'pause'> & {
  store: StoreRow;
  tried: LookupTry;
  log: Logger;
  /** Has budgets of its own: numbers that are none of the store's are typed there too. */
  isRegistering?: true;
};
type Search = {
  candidates: (db: Db) => Promise<OrderRow[]>;
  isIt: (order: Order | null, isTrackingOnly: boolean) => boolean;
  notFound: () => Refusal;
};

/**
 * The order someone has named, guarded against guessing: failures are limited (`lookupBudgets`), and take the same time
 * whatever their cause. Refuses TOO_MANY_ATTEMPTS, EMAIL_NEEDED and TRACKING_NUMBER_NEEDED, and as `notFound` says.
 */
export async function findGuarded(asked: Asked, { notFound, ...search }: Search): Promise<OrderRow> {
  const { found, verdict } = await searchGuarded(asked, search);
  if (found) return found;
  if (verdict === 'locked') throw tooMany(asked.tried);
  if (verdict === 'emailNeeded') throw emailNeeded();
  throw verdict === 'trackingOnly' ? trackingNeeded() : notFound();
}

/** The same for someone who can go on without the order: null also where nothing is compared any more. */
export async function searchGuarded(
  asked: Asked,
  { candidates, isIt }: Omit<Search, 'notFound'>,
): Promise<{ found: OrderRow | null; verdict: Verdict }> {
  const { store, log } = asked;
  const began = performance.now();
  const { verdict, returnAttempts } = await guard(asked);
  if (verdict !== 'compare') log.warn({ storeId: store.store_id, verdict }, 'look-ups are limited');
  if (verdict === 'locked' || verdict === 'emailNeeded') return { found: null, verdict };
  const isTrackingOnly = verdict === 'trackingOnly';
  const rows = await asked.database.inStore(store.store_id, candidates);
  // Compares every order with that number, or a dummy if there is none, so that every answer takes the same work.
  if (rows.length === 0) isIt(null, isTrackingOnly);
  const [found] = rows.filter((row) => isIt(row.document, isTrackingOnly) && !isPaymentOrder(row.document));
  if (!found) {
    await sameTime(asked, began);
    return { found: null, verdict };
  }
  await returnAttempts();
  return { found, verdict };
}

/** Counts a look-up in its budgets until it is given back: only failures use them up. */
async function guard({ database, secret, store, tried, isRegistering }: Asked): Promise<{
  verdict: Verdict;
  returnAttempts: () => Promise<void>;
}> {
  const { own, shared, whileSpent } = lookupBudgets(tried);
  const [ofThisOrder, ofTheStore] = shared;
  const place = isRegistering ? 'registering ' : '';
  const limitsOf = (budgets: readonly Budget[]) =>
    inStore(
      store.store_id,
      budgets.map(({ bucket, ...limit }) => ({ ...limit, bucket: `${place}${bucket}` })),
    );
  const taken: Budget[] = [];
  const take = (budgets: readonly Budget[]): Promise<boolean> => {
    taken.push(...budgets);
    return takeAttempt(database, secret, limitsOf(budgets));
  };
  const isSpent = async (): Promise<'own' | 'shared' | null> => {
    if (!(await take(own))) return 'own';
    if (!(await take(ofThisOrder))) return 'shared';
    if (await take(ofTheStore)) return null;
    return whileSpent.length > 0 && (await take(whileSpent)) ? null : 'shared';
  };
  return {
    verdict: verdictOf(tried.proof, await isSpent()),
    returnAttempts: () => giveAttemptBack(database, secret, limitsOf(taken)),
  };
}

const tooMany = ({ proof }: LookupTry): Refusal =>
  new Refusal(
    'tooMany',
    'TOO_MANY_ATTEMPTS',
    proof === 'gift'
      ? 'Too many attempts. Please try again later, or ask the person who ordered your gift for their gift link.'
      : 'Too many attempts. We can email you a link to your order instead.',
  ).naming({ kind: proof === 'gift' ? 'gift' : 'lookup' });

const emailNeeded = (): Refusal =>
  new Refusal(
    'tooMany',
    'EMAIL_NEEDED',
    "Postal codes can't be used right now. Enter the email address of your order instead.",
  );

const trackingNeeded = (): Refusal =>
  new Refusal(
    'tooMany',
    'TRACKING_NUMBER_NEEDED',
    "We couldn't find your gift by its order number right now. Enter the tracking number from the shipping label instead.",
  );

/**
 * Where a claim of either kind is answered to; null where there is none, or its registration has another owner since. `isTyped`: a shopper typed an address that is
 * none of the order's, so who reads mail there is not proven to be the buyer.
 */
async function answeredAt(
  db: Db,
  storeId: number,
  externalId: string,
): Promise<{ email: string; isTyped: boolean } | null> {
  const loaded = await claimByExternalId(db, storeId, externalId);
  if (loaded) {
    const { claim } = loaded;
    const since = await ownedSince(db, { ...claim, storeId });
    return since !== undefined && isBefore(claim.createdOn, since)
      ? null
      : { email: claim.customerEmail, isTyped: false };
  }
  const row = await shippingClaimByExternalId(db, storeId, externalId);
  if (!row || row.document.erasedOn !== undefined) return null;
  const { customer_email: email, document } = row;
  const order = await orderById(db, storeId, document.orderId);
  const isOfOrder = order !== undefined && isEmailOfOrder(order.document, email);
  return { email, isTyped: document.source === 'Customer_UI' && !isOfOrder };
}
