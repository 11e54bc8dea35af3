import type { Recipient } from '#core/effects/recipient.ts';
import { PartnerError, type CallContext } from '#partners/ports.ts';
import { claimById } from '#server/db/claims.ts';
import { claimIdOf, type EffectRow } from '#server/db/effects.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { changeClaimOfEffect } from '#server/effects/note-on-claim.ts';

/**
 * The account at the store platform for a gift recipient's value and goods, or for a guest's store credit. It is saved
 * with the claim before anything is issued, so that a retry uses the same account even if its email has changed since.
 */
export async function recipientAccount(
  deps: Pick<EffectDeps, 'database' | 'storefrontOf'>,
  effect: EffectRow,
  recipient: Recipient,
  context: CallContext,
): Promise<string> {
  const known = await keptAccount(deps, effect, recipient);
  if (known !== undefined) return known;
  const storefront = await deps.storefrontOf(effect.store_id);
  const { idFromPlatform } = await storefront.customerOf(recipient, context);
  const { email } = recipient;
  await deps.database.inStore(effect.store_id, (db) =>
    changeClaimOfEffect(db, effect, { kind: 'recipientKnown', input: { email, idFromPlatform } }),
  );
  const kept = await keptAccount(deps, effect, recipient);
  if (kept === undefined) throw new PartnerError('shopify', 'refused', 'The claim of this account is gone.');
  return kept;
}

async function keptAccount(
  { database }: Pick<EffectDeps, 'database'>,
  effect: EffectRow,
  { email }: Recipient,
): Promise<string | undefined> {
  const { store_id: storeId } = effect;
  const claimId = claimIdOf(effect);
  const loaded = claimId === null ? null : await database.inStore(storeId, (db) => claimById(db, storeId, claimId));
  const account = loaded?.claim.recipientAccount;
  return account?.email === email ? account.idFromPlatform : undefined;
}
