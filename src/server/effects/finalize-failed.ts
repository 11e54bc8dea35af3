import { failureEmails } from '#core/automations/at-final.ts';
import type { EffectIntent } from '#core/effects/kinds.ts';
import { aboutClaim } from '#core/effects/subject.ts';
import { claimById } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import { claimIdOf, type EffectRow } from '#server/db/effects.ts';
import { liveRules } from '#server/db/rules.ts';
import { enqueue } from '#server/effects/outbox.ts';
import { aroundClaim } from '#server/rules/around-claim.ts';

/**
 * Emails those whom a rule names that a claim couldn't be finalized: a rule failed to, or what finalizing decided could
 * not be carried out. Each gets one email for a round, however much of it fails and however often.
 */
export async function tellFinalizeFailed(db: Db, effect: EffectRow, reason: string): Promise<void> {
  const { store_id: storeId, request_id: requestId } = effect;
  const claimId = claimIdOf(effect);
  const claim = claimId === null ? undefined : (await claimById(db, storeId, claimId))?.claim;
  if (!claim || claim.erasedOn !== undefined) return;
  const round = claim.settlements.length;
  // Items of an instant exchange are ordered before anything is finalized.
  if (round === 0 && effect.kind !== 'autoFinalize') return;
  const around = await aroundClaim(db, storeId, await liveRules(db, storeId), claim, ['claimFinalized']);
  const emails = around ? failureEmails(claim, around) : [];
  const { claimType, externalId: claimExternalId } = claim;
  const intents = emails.map((to): EffectIntent => ({
    kind: 'failureEmail',
    purposeKey: `failureEmail:claim:${claim.id}:${round}:${to}`,
    subject: aboutClaim(claim),
    payload: { claimId: claim.id, claimType, claimExternalId, to, reason },
  }));
  if (intents.length > 0) await enqueue(db, storeId, requestId, intents);
}
