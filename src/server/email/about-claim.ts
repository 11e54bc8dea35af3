import { CLAIM_TYPES, type ClaimType } from '#core/claims/types.ts';
import { ENGLISH } from '#core/texts/english.ts';
import { PartnerError, type CallContext } from '#partners/ports.ts';
import type { EffectRow } from '#server/db/effects.ts';
import { storeById } from '#server/db/stores.ts';
import { brandOf } from '#server/email/brand.ts';
import { renderEmail } from '#server/email/render.ts';
import { senderName } from '#server/email/sender.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { partnerKey } from '#server/effects/partner-key.ts';

type About = { claimId: number; claimType: ClaimType; claimExternalId: string; to: string };
type Words = { subject: string; paragraphs: string[] };

/** Emails somebody of the store about a claim, with the way to it; once for each effect. */
export async function emailAboutClaim(
  effect: Pick<EffectRow, 'store_id' | 'purpose_key'>,
  { claimId, claimType, claimExternalId, to }: About,
  { subject, paragraphs }: Words,
  deps: EffectDeps,
  context: CallContext,
): Promise<{ label: string; url: null; messageId: string }> {
  const storeId = effect.store_id;
  const store = await deps.database.readStore(storeId, (db) => storeById(db, storeId));
  if (!store) throw new PartnerError('mail', 'refused', 'The store of this email no longer exists.');
  const url = new URL(`/${storeId}/claims/${CLAIM_TYPES[claimType].path}/${claimId}`, deps.config.PUBLIC_URL);
  const content = { heading: subject, paragraphs, lines: [], button: { text: 'Open the claim' } };
  const sent = await deps.mail.send(
    {
      purposeKey: partnerKey(effect.purpose_key, claimExternalId),
      from: senderName(store.name, deps.config),
      to,
      subject,
      ...(await renderEmail(content, brandOf(store), { button: url.href }, ENGLISH)),
    },
    context,
  );
  return { label: to, url: null, messageId: sent.messageId };
}
