import { z } from 'zod';
import { ShipmentEvent, TrackerStatus } from '#core/claims/claim.ts';
import { applyTracker } from '#core/claims/shipments.ts';
import { PartnerError, type CallContext } from '#partners/ports.ts';
import { claimByTrackingCode, claimForChange, saveClaim } from '#server/db/claims.ts';
import { raiseAlert } from '#server/db/alerts.ts';
import type { Db } from '#server/db/connect.ts';
import { effectById, isBuyingLabel } from '#server/db/effects.ts';
import { paymentById } from '#server/db/payments.ts';
import { removeProduct, upsertProducts } from '#server/db/products.ts';
import { markUninstalled } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { enqueue } from '#server/effects/outbox.ts';
import { refreshLabelRefund } from '#server/labels/refund-news.ts';
import { refreshPayment } from '#server/payments/news.ts';
import { removeConnection } from '#server/stores/connections.ts';
import { REFUND_TOPIC } from '#server/webhooks/easypost.ts';
import { ordersChanged, type OrderNews } from '#server/webhooks/order-news.ts';
import { eventDone, eventFailed, eventTooEarly, takeDueEvents, type InboxRow } from '#server/webhooks/inbox.ts';

export type InboxDeps = Pick<ServerDeps, 'database' | 'storefrontOf' | 'paymentsOf' | 'labels' | 'log'>;

// Of one deed at a platform several come, and are worked on together when they are taken together.
const AT_ONCE = 32;

const Change = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('order'), idFromPlatform: z.string(), updatedOn: z.string() }),
  z.object({ kind: z.literal('product'), idFromPlatform: z.string(), updatedOn: z.string() }),
  z.object({ kind: z.literal('productDeleted'), idFromPlatform: z.string() }),
  z.object({ kind: z.literal('appUninstalled') }),
  z.object({ kind: z.literal('other') }),
]);

const PaymentNews = z.object({ paymentId: z.number().int() });
const RefundNews = z.object({ effectId: z.number().int() });

const Tracker = z.object({
  trackingCode: z.string(),
  status: TrackerStatus,
  updatedOn: z.string(),
  estimatedDeliveryOn: z.string().nullable().default(null),
  events: z.array(ShipmentEvent),
});

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

/** Null where it tells of something else, or is not understood. */
function orderNewsOf(row: InboxRow): OrderNews | null {
  if (row.partner !== 'shopify') return null;
  const change = Change.safeParse(jsonOf(row.body)).data;
  return change?.kind === 'order' ? { row, ...change } : null;
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
  const inItsStore = <T>(work: (db: Db) => Promise<T>): Promise<T> => deps.database.inStore(row.store_id, work);
  const context = contextOf(row);
  try {
    if (row.partner === 'easypost' && row.topic === REFUND_TOPIC) {
      const isRecorded = await labelRefunded(deps, row, context);
      await inItsStore((db) => (isRecorded ? eventDone(db, row).execute() : eventTooEarly(db, row)));
      return;
    }
    if (row.partner === 'easypost') {
      await inItsStore(async (db) => {
        // Asked first: a label recorded after this answer is found by its claim.
        const isBuying = await isBuyingLabel(db, row.store_id);
        const isKnown = await trackerChanged(db, row, context);
        await (isKnown || !isBuying ? eventDone(db, row).execute() : eventTooEarly(db, row));
      });
      return;
    }
    if (row.partner === 'stripe') {
      const isRecorded = await paymentChanged(deps, row, context);
      await inItsStore((db) => (isRecorded ? eventDone(db, row).execute() : eventTooEarly(db, row)));
      return;
    }
    await storefrontChanged(deps, row, context);
    await deps.database.changeInStore(row.store_id, (db) => eventDone(db, row));
  } catch (error) {
    await notWorkedOn(deps, row, error);
  }
}

async function notWorkedOn({ database, log }: InboxDeps, row: InboxRow, error: unknown): Promise<void> {
  log.warn(
    { err: error, storeId: row.store_id, topic: row.topic, attempt: row.attempts },
    'a webhook could not be worked on',
  );
  const words = error instanceof PartnerError ? error.message : 'Something unexpected went wrong; see the log.';
  await database.inStore(row.store_id, (db) => eventFailed(db, row, words));
}

/** False when it has to be looked at again soon. */
async function paymentChanged(deps: InboxDeps, row: InboxRow, context: CallContext): Promise<boolean> {
  const { paymentId } = PaymentNews.parse(JSON.parse(row.body));
  const payment = await deps.database.inStore(row.store_id, (db) => paymentById(db, row.store_id, paymentId));
  return payment ? refreshPayment(deps, payment, context) : true;
}

/** False when it has to be looked at again soon. */
async function labelRefunded(deps: InboxDeps, row: InboxRow, context: CallContext): Promise<boolean> {
  const { effectId } = RefundNews.parse(JSON.parse(row.body));
  const effect = await deps.database.inStore(row.store_id, (db) => effectById(db, row.store_id, effectId));
  return effect ? refreshLabelRefund(deps, effect, context) : true;
}

async function storefrontChanged(deps: InboxDeps, row: InboxRow, context: CallContext): Promise<void> {
  const storeId = row.store_id;
  const change = Change.parse(JSON.parse(row.body));
  const inItsStore = <T>(work: (db: Db) => Promise<T>): Promise<T> => deps.database.inStore(storeId, work);
  switch (change.kind) {
    case 'product': {
      const product = await (await deps.storefrontOf(storeId)).fetchProduct(change.idFromPlatform, context);
      await inItsStore((db) =>
        product ? upsertProducts(db, storeId, [product]) : removeProduct(db, storeId, change.idFromPlatform),
      );
      return;
    }
    case 'productDeleted':
      await inItsStore((db) => removeProduct(db, storeId, change.idFromPlatform));
      return;
    case 'appUninstalled':
      await inItsStore(async (db) => {
        await removeConnection(db, storeId);
        await markUninstalled(db, storeId);
        await raiseAlert(
          db,
          storeId,
          'appUninstalled',
          'The app has been uninstalled from your store. Reinstall to continue using the app.',
        );
      });
      return;
    // News of orders are worked on together, before.
    case 'order':
    case 'other':
  }
}

/** False when no claim of the store has the parcel. */
async function trackerChanged(db: Db, row: InboxRow, context: CallContext): Promise<boolean> {
  const update = Tracker.parse(JSON.parse(row.body));
  const found = await claimByTrackingCode(db, row.store_id, update.trackingCode);
  const loaded = found && (await claimForChange(db, row.store_id, found.claim.id));
  const shipment = loaded?.claim.shipments.find((one) => one.trackingCode === update.trackingCode);
  if (!loaded || !shipment) return false;
  const { claim, effects } = applyTracker(loaded.claim, shipment.id, update, new Date().toISOString());
  if (claim === loaded.claim) return true;
  if (!(await saveClaim(db, row.store_id, loaded, claim, effects.length > 0, 'background')))
    throw new Error('the claim changed while it was held');
  await enqueue(db, row.store_id, context.requestId, effects);
  return true;
}
