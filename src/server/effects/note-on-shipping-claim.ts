import type { ShippingClaim } from '#core/protection/shipping-claim.ts';
import type { ShippingDecision } from '#core/protection/shipping-decision.ts';
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
