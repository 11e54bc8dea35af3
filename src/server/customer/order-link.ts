import { randomUUID } from 'node:crypto';
import * as contract from '#contract/customer/customer.ts';
import { linkBudgets, mailBudget, ORDER_LINK_MINUTES } from '#core/orders/lookup-guard.ts';
import { emailOfOrder } from '#core/orders/lookup.ts';
import { isPaymentOrder } from '#core/orders/payment-order.ts';
import { aboutOrder } from '#core/effects/subject.ts';
import { Refusal } from '#core/refusal.ts';
import { inStore, sameTime } from '#server/customer/guarded.ts';
import { sessionOf } from '#server/customer/lookup.ts';
import { readerLanguage } from '#server/customer/session-order.ts';
import { keptLanguage, type Language } from '#core/texts/languages.ts';
import { isSentToBuyer, readOrderLink } from '#server/customer/order-link-token.ts';
import { storeOfSlug } from '#server/customer/portal-store.ts';
import { orderById, ordersByNumber } from '#server/db/orders.ts';
import type { StoreRow } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { enqueue } from '#server/effects/outbox.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { takeAttempt } from '#server/stores/attempts.ts';

type Deps = Pick<ServerDeps, 'database' | 'secret' | 'pause'>;

/** The way in for shoppers whose look-ups are limited: a link to the buyer's mailbox. */
export const orderLinkHandlers = (deps: Deps): Handler[] => [
  handle(contract.mailOrderLink, async ({ params, body }, { address, requestId, wishes }) => {
    const began = performance.now();
    const { database, secret } = deps;
    const store = await storeOfSlug(database, params.slug);
    if (!(await takeAttempt(database, secret, inStore(store.store_id, linkBudgets({ network: address })))))
      throw new Refusal('tooMany', 'TOO_MANY_ATTEMPTS', 'Too many requests. Please try again in 15 minutes.');
    await mailLink(deps, store, { ...body, language: readerLanguage(store, wishes) }, requestId);
    await sameTime(deps, began);
    return {};
  }),

  handle(contract.openOrderLink, async ({ params, body }, context) => {
    const { database, secret } = deps;
    const store = await storeOfSlug(database, params.slug);
    const storeId = store.store_id;
    const link = readOrderLink(secret, body.token, new Date());
    // Counted for longer than the link works.
    const once = { bucket: `order link ${link?.linkId}`, most: 1, windowSeconds: 2 * ORDER_LINK_MINUTES * 60 };
    if (!link || link.storeId !== storeId || !(await takeAttempt(database, secret, [once]))) throw linkEnded();
    const order = await database.inStore(storeId, (db) => orderById(db, storeId, link.orderId));
    if (!order || !isSentToBuyer(link, order.document)) throw linkEnded();
    context.setPortalSession({ ...sessionOf(store, order), provenBy: 'link' });
    return { idFromPlatform: order.id_from_platform };
  }),
];

const linkEnded = (): Refusal =>
  new Refusal('forbidden', 'LINK_EXPIRED', 'This link has been used or is no longer valid. Please ask for a new one.');

/** Mails a link if number and email belong together. A buyer who has just been mailed some gets no more of them for now. */
async function mailLink(
  { database, secret }: Deps,
  { store_id: storeId }: StoreRow,
  { orderNo, email, language }: { orderNo: string; email: string; language: Language },
  requestId: string,
): Promise<void> {
  const rows = await database.inStore(storeId, (db) => ordersByNumber(db, storeId, orderNo));
  const [found] = rows.flatMap((row) => {
    const whose = emailOfOrder(row.document, orderNo, email);
    return whose && !isPaymentOrder(row.document) ? [{ orderId: row.order_id, whose }] : [];
  });
  if (!found || !(await takeAttempt(database, secret, inStore(storeId, [mailBudget(found.orderId)])))) return;
  const linkId = randomUUID();
  await database.inStore(storeId, (db) =>
    enqueue(db, storeId, requestId, [
      {
        kind: 'orderLink',
        purposeKey: `order-link:${linkId}`,
        subject: aboutOrder(found.orderId),
        payload: { ...found, linkId, ...keptLanguage(language) },
      },
    ]),
  );
}
