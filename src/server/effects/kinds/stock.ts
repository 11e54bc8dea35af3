import { ReleaseStockPayload } from '#core/effects/release-stock.ts';
import { ReserveStockPayload } from '#core/effects/reserve-stock.ts';
import { OutOfStockError } from '#partners/ports.ts';
import { z } from 'zod';
import { claimById } from '#server/db/claims.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { releaseReservedStock } from '#server/effects/reserved-stock.ts';
import { changeClaimOfEffect } from '#server/effects/note-on-claim.ts';
import { partnerKey } from '#server/effects/partner-key.ts';
import type { EffectKind } from '#server/effects/worker.ts';

const Kept = z.object({ until: z.string().nullable(), short: z.array(z.string()) });

/** Keeps the goods a shopper chose. Too few of them is an answer too: staff see it, and the claim goes on. */
export const reserveStock: EffectKind<EffectDeps> = {
  async run(effect, deps, context) {
    const payload = ReserveStockPayload.parse(effect.payload);
    const { store_id: storeId } = effect;
    const loaded = await deps.database.inStore(storeId, (db) => claimById(db, storeId, effect.subject_id));
    // The claim was decided in the meantime; no one would release stock reserved now.
    if (loaded?.claim.reservation?.state !== 'asked')
      return { label: 'No longer needed', url: null, until: null, short: [] };
    const storefront = await deps.storefrontOf(storeId);
    try {
      const kept = await storefront.reserveStock(
        {
          purposeKey: partnerKey(effect.purpose_key, payload.claimExternalId),
          claimExternalId: payload.claimExternalId,
          lines: payload.lines,
          until: payload.until,
          order: { idFromPlatform: payload.orderIdFromPlatform, email: payload.customerEmail },
        },
        context,
      );
      return { label: 'Stock reserved', url: null, ...kept, short: [] };
    } catch (error) {
      if (!(error instanceof OutOfStockError)) throw error;
      return {
        label: 'Not enough stock to reserve',
        url: null,
        until: null,
        short: error.short.map((each) => each.variantIdFromPlatform),
      };
    }
  },
  async record(db, effect, result) {
    const { until, short } = Kept.parse(result);
    const payload = ReserveStockPayload.parse(effect.payload);
    const input = { until: short.length > 0 ? null : (until ?? payload.until) };
    await changeClaimOfEffect(db, effect, { kind: 'stockReserved', input });
  },
};

/** Releases reserved stock; no reservation is no error. */
export const releaseStock: EffectKind<EffectDeps> = {
  async run(effect, deps, context) {
    await releaseReservedStock(deps, effect, ReleaseStockPayload.parse(effect.payload), context);
    return { label: 'Stock released', url: null };
  },
  async record(db, effect) {
    await changeClaimOfEffect(db, effect, { kind: 'stockReleased', input: {} });
  },
};
