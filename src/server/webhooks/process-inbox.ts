import { z } from 'zod';
import { aboutClaim, shippingClaimOfSubject } from '#core/effects/subject.ts';
import { withShippingEntry } from '#core/protection/shipping-decision.ts';
import { EmailPayload } from '#core/effects/email.ts';
import type { CallContext } from '#partners/ports.ts';
import { BACKGROUND, changeClaim } from '#server/claims/change.ts';
import { raiseAlert } from '#server/db/alerts.ts';
import type { Db } from '#server/db/connect.ts';
import { mailUndelivered } from '#server/db/claim-mail.ts';
import { claimIdOf, effectById, isBuyingLabel, subjectOf, type EffectRow } from '#server/db/effects.ts';
import { suppress } from '#server/db/email-suppressions.ts';
import { paymentById } from '#server/db/payments.ts';
import { checkCover } from '#server/protection/check-cover.ts';
import { takeInOrders } from '#server/protection/take-in-orders.ts';
import { removeProduct, upsertProducts } from '#server/db/products.ts';
import { addPrivacyRequest } from '#server/db/privacy-requests.ts';
import { markUninstalled } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { changeShippingClaimOfEffect } from '#server/effects/note-on-shipping-claim.ts';
import { applyPackageNews } from '#server/labels/package-news.ts';
import { refreshLabelRefund } from '#server/labels/refund-news.ts';
import { refreshPayment } from '#server/payments/news.ts';
import { failureWords, MOST_TRIES, nextTryMs } from '#server/retrying.ts';
import { isConnected } from '#server/privacy/carry-out.ts';
import { removeConnection } from '#server/stores/connections.ts';
import { News, type NewsOf } from '#server/webhooks/concerned.ts';
import { ordersChanged, type OrderNews } from '#server/webhooks/order-news.ts';
import {
  eventDone,
  eventFailed,
  eventForgotten,
  eventGivenUp,
  eventTooEarly,
  takeDueEvents,
  type InboxRow,
} from '#server/webhooks/inbox.ts';

export type InboxDeps = Pick<ServerDeps, 'database' | 'secret' | 'storefrontOf' | 'paymentsOf' | 'labels' | 'log'>;

// Of one deed at a platform several come, and are worked on together when they are taken together.
const AT_ONCE = 32;

/** Works on what partners sent and is due. Returns how many it took. */
export async function processInbox(deps: InboxDeps): Promise<number> {
  const rows = await takeDueEvents(deps.database, AT_ONCE);
  const taken = rows.map((row) => ({ row, news: orderNewsOf(row) }));
  const ofStores = Map.groupBy(
    taken.flatMap(({ news }) => news ?? []),
    ({ row }) => row.store_id,
  );
  await Promise.all([
    ...taken.filter(({ news }) => news === null).map(({ row }) => processOne(deps, row)),
    ...[...ofStores].map(([storeId, news]) => processOrders(deps, storeId, news)),
  ]);
  return rows.length;
}

/** Null if it is about something else or can't be read. */
function orderNewsOf(row: InboxRow): OrderNews | null {
  const news = News.safeParse(jsonOf(row.body)).data;
  return news?.kind === 'order' ? { row, ...news } : null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const contextOf = ({ webhook_id: id }: InboxRow): CallContext => ({
  requestId: `webhook-${id}`.replaceAll(/[^\w-]/g, '').slice(0, 64),
});

async function processOrders(deps: InboxDeps, storeId: number, news: readonly OrderNews[]): Promise<void> {
  const [first] = news;
  if (!first) return;
  try {
    await ordersChanged(deps, storeId, news, contextOf(first.row), (row, error) => notWorkedOn(deps, row, error));
  } catch (error) {
    for (const { row } of news) await notWorkedOn(deps, row, error);
  }
}

async function processOne(deps: InboxDeps, row: InboxRow): Promise<void> {
  try {
    const isOver = await workOn(deps, row, News.parse(JSON.parse(row.body)), contextOf(row));
    await deps.database.inStore(row.store_id, (db) => (isOver ? eventDone(db, row).execute() : eventTooEarly(db, row)));
  } catch (error) {
    await notWorkedOn(deps, row, error);
  }
}

/** False when it has to be looked at again soon: what it is about is not here yet. */
async function workOn(deps: InboxDeps, row: InboxRow, news: News, context: CallContext): Promise<boolean> {
  switch (news.kind) {
    case 'labelRefund':
      return labelRefunded(deps, row, news, context);
    case 'payment':
      return paymentChanged(deps, row, news, context);
    case 'mail':
      return mailReported(deps, row, news);
    case 'tracker':
      return trackerChanged(deps, row, news, context);
    case 'return':
      return returnChanged(deps, row, news, context);
    case 'product':
      return productChanged(deps, row, news, context);
    case 'appUninstalled':
      return appUninstalled(deps, row, context);
    case 'privacy':
      return privacyAsked(deps, row, news);
    case 'order':
      throw new Error('news of orders are worked on together');
  }
}

/** Tried again later; given up like an effect, after a day and a half, with an alert to the store. */
async function notWorkedOn({ database, log }: InboxDeps, row: InboxRow, error: unknown): Promise<void> {
  const { store_id: storeId, attempts } = row;
  const isOver = attempts >= MOST_TRIES;
  log.warn(
    { err: error, storeId, topic: row.topic, attempt: attempts },
    isOver ? 'a webhook is given up' : 'a webhook could not be worked on',
  );
  const words = failureWords(error);
  await database.inStore(storeId, async (db) => {
    if (!isOver) return eventFailed(db, row, words, nextTryMs(error, attempts));
    await eventGivenUp(db, row, words);
    return raiseAlert(db, storeId, 'newsLost', `About ${subjectOfNews(row)}: ${words}`);
  });
}

const ABOUT: Readonly<Record<News['kind'], string>> = {
  order: 'an order',
  return: 'a return',
  product: 'a product',
  appUninstalled: 'the app in your store',
  privacy: 'a privacy request',
  payment: 'a payment',
  labelRefund: 'the refund of a label',
  mail: "an email that couldn't be delivered",
  tracker: 'a package',
};

function subjectOfNews({ body, topic }: InboxRow): string {
  const news = News.safeParse(jsonOf(body)).data;
  return news ? ABOUT[news.kind] : topic;
}

async function paymentChanged(
  deps: InboxDeps,
  { store_id: storeId }: InboxRow,
  { paymentId }: NewsOf<'payment'>,
  context: CallContext,
): Promise<boolean> {
  const payment = await deps.database.inStore(storeId, (db) => paymentById(db, storeId, paymentId));
  return payment ? refreshPayment(deps, payment, context) : true;
}

async function labelRefunded(
  deps: InboxDeps,
  { store_id: storeId }: InboxRow,
  { effectId }: NewsOf<'labelRefund'>,
  context: CallContext,
): Promise<boolean> {
  const effect = await deps.database.inStore(storeId, (db) => effectById(db, storeId, effectId));
  return effect ? refreshLabelRefund(deps, effect, context) : true;
}

/** Notes on the claim that its email went wrong. */
async function mailReported(
  { database, secret }: InboxDeps,
  { store_id: storeId, webhook_id: id }: InboxRow,
  { effectId, report: { isPermanent, ...report } }: NewsOf<'mail'>,
): Promise<boolean> {
  await database.inStore(storeId, async (db) => {
    const effect = await effectById(db, storeId, effectId);
    if (effect && shippingClaimOfSubject(subjectOf(effect)) !== null)
      return shippingMailFailed(db, effect, { ...report, isPermanent }, secret);
    const sent = EmailPayload.safeParse(effect?.payload).data;
    const claimId = effect ? claimIdOf(effect) : null;
    // Erased meanwhile, it says nothing of anybody.
    if (!sent || sent.to === '' || claimId === null) return;
    const at = { storeId, claimId, requestId: `mail-${id}`.slice(0, 64), by: BACKGROUND };
    const failure = { ...report, email: sent.to, subject: sent.subject };
    const changed = await changeClaim(db, at, { kind: 'emailFailed', input: failure });
    if (isPermanent) await suppress(db, { storeId, secret, email: sent.to }, report.kind);
    if (changed?.isChanged)
      await raiseAlert(
        db,
        storeId,
        'emailUndelivered',
        report.kind === 'bounce'
          ? `“${sent.subject}” for ${sent.claimExternalId} couldn't be delivered.`
          : `The customer reported “${sent.subject}” for ${sent.claimExternalId} as spam.`,
        aboutClaim(changed.claim),
      );
  });
  return true;
}

/** Says in the conversation of a claim that an email of it went wrong. */
async function shippingMailFailed(
  db: Db,
  effect: EffectRow,
  { kind, reason, isPermanent }: NewsOf<'mail'>['report'],
  secret: string,
): Promise<void> {
  const { store_id: storeId } = effect;
  const { to } = SentTo.parse(effect.payload);
  if (to === '') return;
  const isBounce = kind === 'bounce';
  const words = reason || (isBounce ? 'It was returned.' : 'The customer reported it as spam.');
  const subject = await mailUndelivered(db, storeId, effect.purpose_key, words);
  if (isPermanent) await suppress(db, { storeId, secret, email: to }, kind);
  if (subject === null) return;
  const message = isBounce
    ? `“${subject}” couldn't be delivered: ${words}`
    : `The customer reported “${subject}” as spam.`;
  await changeShippingClaimOfEffect(db, effect, (claim, now) => ({
    claim: withShippingEntry(claim, { type: 'warning', subject: 'Email not delivered', message }, now),
    effects: [],
    entries: [],
  }));
  await raiseAlert(db, storeId, 'emailUndelivered', message, subjectOf(effect));
}

const SentTo = z.object({ to: z.string() });

async function returnChanged(
  deps: InboxDeps,
  { store_id: storeId }: InboxRow,
  { idFromPlatform }: NewsOf<'return'>,
  context: CallContext,
): Promise<boolean> {
  const order = await (await deps.storefrontOf(storeId)).fetchOrderOfReturn(idFromPlatform, context);
  if (order) await deps.database.inStore(storeId, (db) => takeInOrders(db, storeId, [order], context.requestId));
  return true;
}

async function productChanged(
  deps: InboxDeps,
  { store_id: storeId }: InboxRow,
  { idFromPlatform }: NewsOf<'product'>,
  context: CallContext,
): Promise<boolean> {
  const product = await (await deps.storefrontOf(storeId)).fetchProduct(idFromPlatform, context);
  await deps.database.inStore(storeId, async (db) => {
    await (product ? upsertProducts(db, storeId, [product]) : removeProduct(db, storeId, idFromPlatform));
    await checkCover(db, storeId, idFromPlatform, product);
  });
  return true;
}

/** Only once the platform refuses our token: the merchant may have installed the app again since. */
async function appUninstalled(
  deps: InboxDeps,
  { store_id: storeId }: InboxRow,
  context: CallContext,
): Promise<boolean> {
  if (await isConnected(deps, storeId, context.requestId)) return true;
  await deps.database.inStore(storeId, async (db) => {
    await removeConnection(db, storeId);
    await markUninstalled(db, storeId);
    await raiseAlert(
      db,
      storeId,
      'appUninstalled',
      'The app has been uninstalled from your store. Reinstall to continue using the app.',
    );
  });
  return true;
}

/** Becomes a request of the store; the inbox then forgets who it was about. */
async function privacyAsked(
  { database }: InboxDeps,
  row: InboxRow,
  { asked, about, idFromPlatform }: NewsOf<'privacy'>,
): Promise<boolean> {
  const { store_id: storeId } = row;
  await database.inStore(storeId, async (db) => {
    const made = await addPrivacyRequest(db, storeId, {
      purposeKey: `webhook:${row.webhook_id}`,
      kind: asked,
      requestedBy: idFromPlatform === '' ? 'Shopify' : `Shopify (request ${idFromPlatform})`,
      about: asked === 'eraseStore' ? null : about,
    });
    if (made !== null && asked !== 'eraseStore')
      await raiseAlert(
        db,
        storeId,
        'privacyRequest',
        `Request ${made.request_id}: Shopify asks ${asked === 'export' ? "for a customer's data" : 'to erase a customer'}.`,
      );
    await eventForgotten(db, row).execute();
  });
  return true;
}

function trackerChanged(
  { database }: InboxDeps,
  { store_id: storeId }: InboxRow,
  update: NewsOf<'tracker'>,
  context: CallContext,
): Promise<boolean> {
  return database.inStore(storeId, async (db) => {
    // Asked first: a label recorded after this answer is found by its claim.
    const isBuying = await isBuyingLabel(db, storeId);
    return (await applyPackageNews(db, storeId, update, context)) || !isBuying;
  });
}
