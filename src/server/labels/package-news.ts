import type { Claim } from '#core/claims/claim.ts';
import { allShipments } from '#core/claims/shipments.ts';
import { undeliverableAhead } from '#core/claims/undeliverable.ts';
import { aboutClaim } from '#core/effects/subject.ts';
import { PartnerError, type CallContext, type TrackerUpdate } from '#partners/ports.ts';
import { BACKGROUND, changeClaim } from '#server/claims/change.ts';
import { raiseAlert } from '#server/db/alerts.ts';
import { claimByTrackingCode } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import type { ServerDeps } from '#server/deps.ts';
import { sellerOf } from '#server/labels/providers.ts';

/** False when no claim of the store has the parcel. */
export async function applyPackageNews(
  db: Db,
  storeId: number,
  update: Omit<TrackerUpdate, 'shipmentIdFromProvider'>,
  { requestId }: CallContext,
): Promise<boolean> {
  const found = await claimByTrackingCode(db, storeId, update.trackingCode);
  if (!found) return false;
  const at = { storeId, claimId: found.claim.id, requestId, by: BACKGROUND };
  const changed = await changeClaim(db, at, (claim) => {
    const shipment = allShipments(claim).find((one) => one.trackingCode === update.trackingCode);
    return shipment ? { kind: 'parcelMoved', input: { shipmentId: shipment.id, news: update } } : null;
  });
  const undeliverable = changed && undeliverableAhead(changed.before, changed.claim, new Date().toISOString());
  if (undeliverable) await raiseAlert(db, storeId, 'returnUndeliverable', undeliverable, aboutClaim(found.claim));
  return changed !== null;
}

/**
 * Asks carriers where the packages of a claim are, before something is done because nothing was heard of them: their news
 * may have been lost. Throws where one doesn't answer.
 */
export async function askCarriers(
  { database, labels }: Pick<ServerDeps, 'database' | 'labels'>,
  storeId: number,
  { shipments }: Pick<Claim, 'shipments'>,
  context: CallContext,
): Promise<void> {
  for (const { shipmentIdFromProvider, trackingCode, canceledOn, trackerStatus } of shipments) {
    if (shipmentIdFromProvider === null || canceledOn !== null || trackerStatus === 'delivered') continue;
    try {
      const seller = await sellerOf(labels, shipmentIdFromProvider, context);
      const news = await seller?.track(trackingCode, context);
      if (news) await database.inStore(storeId, (db) => applyPackageNews(db, storeId, news, context));
    } catch (error) {
      // A refusal is an answer: it will say no more of the package.
      if (!(error instanceof PartnerError) || error.kind !== 'refused') throw error;
    }
  }
}
