import type { TimelineEntry } from '#core/claims/timeline-shapes.ts';
import { resolvedExternally } from '#core/protection/decide-shipping.ts';
import type { ShippingClaim } from '#core/protection/shipping-claim.ts';
import { withShippingEntry, type ShippingDecision } from '#core/protection/shipping-decision.ts';
import { shippingClaimOfSubject } from '#core/effects/subject.ts';
import type { Db } from '#server/db/connect.ts';
import { subjectOf, type EffectRow } from '#server/db/effects.ts';
import { changeShippingClaim } from '#server/protection/change.ts';

/** Changes the claim of shipping protection of an effect after its answer came, waiting for anyone who holds it. */
export async function changeShippingClaimOfEffect(
  db: Db,
  effect: EffectRow,
  decide: (claim: ShippingClaim, now: string) => ShippingDecision,
): Promise<void> {
  const id = shippingClaimOfSubject(subjectOf(effect));
  if (id === null) return;
  const { store_id: storeId, request_id: requestId } = effect;
  await changeShippingClaim(db, { storeId, id, requestId, by: { kind: 'background' } }, (claim) =>
    decide(claim, new Date().toISOString()),
  );
}

/** Tells in the timeline of the claim who did what an effect was to do. */
export const noteOnShippingClaim = (
  db: Db,
  effect: EffectRow,
  entry: Pick<TimelineEntry, 'type' | 'subject' | 'message' | 'by'>,
): Promise<void> =>
  changeShippingClaimOfEffect(db, effect, (claim, now) => ({
    claim: withShippingEntry(claim, entry, now),
    effects: [],
    entries: [],
  }));

/** Staff did by hand what an effect was to give. */
export const noteResolvedExternally = (db: Db, effect: EffectRow): Promise<void> =>
  changeShippingClaimOfEffect(db, effect, (claim, now) => ({
    claim: resolvedExternally(claim, now),
    effects: [],
    entries: [],
  }));
