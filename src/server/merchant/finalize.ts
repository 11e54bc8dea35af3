import * as contract from '#contract/merchant/merchant.ts';
import type { Claim } from '#core/claims/claim.ts';
import { claimEmail, defaultEmailText, type EmailText } from '#core/claims/email.ts';
import type { Decision } from '#core/claims/effects.ts';
import { finalizeClaim, effectSummary } from '#core/claims/finalize.ts';
import { claimPageUrl } from '#server/customer/claim-link.ts';
import { claimById, claimsOfOrder } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import { bumpClaimsVersion, orderById } from '#server/db/orders.ts';
import { storeById } from '#server/db/stores.ts';
import { brandOf } from '#server/email/brand.ts';
import { renderEmail } from '#server/email/render.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { changeClaim, type ChangeDeps } from '#server/merchant/change-claim.ts';
import { claimNotFound } from '#server/merchant/show-claim.ts';
import { Refusal } from '#core/refusal.ts';

/** Carrying the decisions out, and seeing beforehand what that does. */
export const finalizeHandlers = (deps: ChangeDeps): Handler[] => [
  handle(contract.finalizePreview, async ({ params }, { storeId }) =>
    deps.database.inStore(storeId, async (db) => {
      const loaded = await claimById(db, storeId, params.claimId);
      const store = await storeById(db, storeId);
      if (!loaded || !store) throw claimNotFound();
      const { decision } = await decideFinal(db, storeId, loaded.claim, undefined, new Date().toISOString());
      const text = defaultEmailText('finalized', decision.claim);
      const { content } = claimEmail('finalized', decision.claim, text);
      const url = claimPageUrl(deps.config.PUBLIC_URL, store.slug, loaded.claim.externalId);
      return {
        ...text,
        html: renderEmail(content, brandOf(store), url).html,
        effects: decision.effects.map((effect) => ({ kind: effect.kind, summary: effectSummary(effect) })),
      };
    }),
  ),

  handle(contract.finalize, ({ params, body }, context) =>
    changeClaim(deps, context, params.claimId, body.version, async (claim, now, db) => {
      const { decision, orderId, claimsVersion } = await decideFinal(db, context.storeId, claim, body.email, now);
      // Two claims of one order finalized at once could each give back the last of what was paid.
      if (!(await bumpClaimsVersion(db, context.storeId, orderId, claimsVersion))) {
        throw new Refusal(
          'conflict',
          'CLAIM_CHANGED',
          'Another claim of this order was changed at the same time. Please look at it again.',
        );
      }
      return decision;
    }),
  ),
];

type Final = { decision: Decision; orderId: number; claimsVersion: number };

async function decideFinal(
  db: Db,
  storeId: number,
  claim: Claim,
  email: EmailText | null | undefined,
  now: string,
): Promise<Final> {
  const order = await orderById(db, storeId, claim.orderId);
  if (!order) throw claimNotFound();
  const claims = await claimsOfOrder(db, storeId, claim.orderId);
  const otherClaims = claims.map((loaded) => loaded.claim).filter((other) => other.id !== claim.id);
  const decision = finalizeClaim(
    claim,
    order.document,
    { ...(email === undefined ? {} : { email }), otherClaims },
    now,
  );
  return { decision, orderId: order.order_id, claimsVersion: order.claims_version };
}
