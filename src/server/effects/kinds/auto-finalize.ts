import { z } from 'zod';
import { leftToStaff } from '#core/automations/auto-finalize.ts';
import type { Claim } from '#core/claims/claim.ts';
import { decide, type Command } from '#core/claims/commands/commands.ts';
import { AutoFinalizePayload } from '#core/effects/auto-finalize.ts';
import { Refusal } from '#core/refusal.ts';
import { PartnerError } from '#partners/ports.ts';
import { BACKGROUND, changeClaim } from '#server/claims/change.ts';
import { aheadUnderWay, askPartners, loadForFinal } from '#server/claims/finalizing.ts';
import type { Stock } from '#server/claims/stock-to-send.ts';
import { claimById } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import { claimIdOf, type EffectRow } from '#server/db/effects.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { tellFinalizeFailed } from '#server/effects/finalize-failed.ts';
import { CalledOff, type EffectKind } from '#server/effects/worker.ts';
import { riskLevelOf } from '#server/risk/level.ts';

const PHOTOS_WAIT_MS = 5_000;
const DONE = { label: 'Finalized', url: null };

/**
 * Finalizes a claim as staff would. What staff decided since is theirs, and then it ends as canceled; what cannot be
 * carried out fails, for staff to see.
 */
export const autoFinalize: EffectKind<EffectDeps> = {
  failed: tellFinalizeFailed,
  async run(effect, deps, { requestId }) {
    const { allowedMethods } = AutoFinalizePayload.parse(effect.payload);
    const { store_id: storeId } = effect;
    const claimId = claimIdOf(effect);
    if (claimId === null) throw new CalledOff(GONE);
    const { claim, riskLevel } = await deps.database.readStore(storeId, async (db) => {
      const found = await claimById(db, storeId, claimId);
      if (!found) throw new CalledOff(GONE);
      return { claim: found.claim, riskLevel: await riskLevelOf(db, deps.secret, storeId, found.claim) };
    });
    const left = leftToStaff(claim, allowedMethods, riskLevel);
    if (left !== null) throw new CalledOff(left);
    if (riskLevel === null)
      throw new PartnerError('rules', 'retry', 'The photos of this claim are still being compared.', PHOTOS_WAIT_MS);
    try {
      const loaded = await loadForFinal(deps, storeId, claimId, true);
      if (!loaded) throw new CalledOff(GONE);
      const lineIds = loaded.claim.lines.filter((line) => line.canceledOn === null).map((line) => line.id);
      const stock = await askPartners(deps, { storeId, requestId }, loaded, lineIds);
      const now = await loadForFinal(deps, storeId, claimId, true);
      if (!now) throw new CalledOff(GONE);
      const command = await deps.database.readStore(storeId, (db) => commandOf(db, effect, now.claim, stock));
      decide(command, { ...now, now: new Date().toISOString() });
      return { ...DONE, stock: [...stock] };
    } catch (error) {
      throw error instanceof Refusal ? new PartnerError('rules', 'refused', error.message) : error;
    }
  },
  kept: () => DONE,
  async record(db, effect, result) {
    const { allowedMethods } = AutoFinalizePayload.parse(effect.payload);
    const stock: Stock = new Map(KeptStock.parse(result).stock);
    const { store_id: storeId, request_id: requestId } = effect;
    const at = { storeId, claimId: claimIdOf(effect) ?? 0, requestId, by: BACKGROUND, readsOrder: true };
    const changed = await changeClaim(db, at, (claim) => {
      // Staff were faster: this attempt is undone, and the next one finds out why it is not needed.
      const left = leftToStaff(claim, allowedMethods, null);
      if (left !== null) throw new Error(left);
      return commandOf(db, effect, claim, stock);
    });
    return changed?.isChanged === true;
  },
};

const GONE = 'The claim no longer exists.';

const KeptStock = z.object({ stock: z.array(z.tuple([z.string(), z.number().int().nullable()])) });

async function commandOf(db: Db, effect: EffectRow, claim: Claim, stock: Stock): Promise<Command<'finalizeByRule'>> {
  const { ruleName } = AutoFinalizePayload.parse(effect.payload);
  const how = { stock, aheadUnderWay: await aheadUnderWay(db, effect.store_id, claim) };
  return { kind: 'finalizeByRule', input: { ruleName, how } };
}
