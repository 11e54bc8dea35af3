import { isAtPlatform } from '#core/orders/order-origin.ts';
import { DAY_MS } from '#core/dates.ts';
import type { CallContext, CallPriority, CustomerSegment } from '#partners/ports.ts';
import { buyerToAskAbout, keepSegments, keepSegmentsOfBuyer } from '#server/db/customer-segments.ts';
import type { ServerDeps } from '#server/deps.ts';
import { inTime } from '#server/rules/in-time.ts';
import type { RequestContext } from '#server/http/context.ts';

type Deps = Pick<ServerDeps, 'database' | 'storefrontOf'>;
type Asker = Pick<RequestContext, 'requestId' | 'log'> & { storeId: number };

const KEPT_MS = DAY_MS / 24;

/**
 * Asks the platform which segments the buyer of an order is in, where live rules (or `isAsked`) look at them and nobody
 * has asked within the hour. To be called outside of transactions. Where the platform doesn't answer, what was known
 * stays: nothing at first, and no condition on what is unknown holds.
 */
export async function bringSegments(
  { database, storefrontOf }: Deps,
  { storeId, requestId, log }: Asker,
  orderId: number,
  { priority, isAsked = false }: { priority: CallPriority; isAsked?: boolean },
): Promise<void> {
  const buyer = await database.readStore(storeId, (db) => buyerToAskAbout(db, storeId, orderId, { isAsked }));
  if (!buyer || !isAtPlatform(buyer.idFromPlatform)) return;
  if (buyer.askedOn && Date.now() - buyer.askedOn.getTime() < KEPT_MS) return;
  const ask = async (): Promise<void> => {
    try {
      const storefront = await storefrontOf(storeId);
      const segmentIds = await storefront.segmentsOf(buyer.customerId, { requestId, priority });
      await database.inStore(storeId, (db) => keepSegmentsOfBuyer(db, storeId, orderId, segmentIds));
    } catch (error) {
      log.warn({ err: error, orderId }, 'the segments of a buyer could not be read');
    }
  };
  await inTime(ask());
}

/** The segments of a store at its platform. What was found is kept, for rules that name one that is gone. */
export async function segmentsOfStore(
  { database, storefrontOf }: Deps,
  storeId: number,
  context: CallContext,
): Promise<CustomerSegment[]> {
  const segments = await (await storefrontOf(storeId)).segments(context);
  await database.inStore(storeId, (db) => keepSegments(db, storeId, segments));
  return segments;
}
