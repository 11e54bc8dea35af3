import type { Claim } from '#core/claims/claim.ts';
import { areSentGoodsOut, heldText } from '#core/claims/payments.ts';
import type { TrackerStatus } from '#core/claims/shipment-shapes.ts';

const UNDELIVERABLE: ReadonlySet<TrackerStatus> = new Set(['failure', 'return_to_sender', 'error']);

/** What staff are alerted of when the carrier's news is that items sent ahead for may never come back; null for other news. */
export function undeliverableAhead(before: Claim, after: Claim, now: string): string | null {
  if (!areSentGoodsOut(after)) return null;
  const isNew = after.shipments.some(
    ({ id, trackerStatus, canceledOn }) =>
      canceledOn === null &&
      UNDELIVERABLE.has(trackerStatus) &&
      !UNDELIVERABLE.has(before.shipments.find((one) => one.id === id)?.trackerStatus ?? 'unknown'),
  );
  if (!isNew) return null;
  const held = heldText(after, now);
  const onHold = held === null ? '' : `, and ${held} is held on the customer's card`;
  return `The return of ${after.externalId} can't be delivered. Its new items were sent ahead${onHold}.`;
}
