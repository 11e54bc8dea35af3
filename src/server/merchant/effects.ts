import { isEnded, meanwhileText } from '#core/effects/state.ts';
import * as contract from '#contract/merchant/claim-actions.ts';
import { Refusal } from '#core/refusal.ts';
import { holdClaim, refreshClaim } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import {
  claimIdOf,
  countOpenEffects,
  effectById,
  effectsOfStore,
  markDoneElsewhere,
  retryNow,
  type EffectRow,
} from '#server/db/effects.ts';
import { finishTask, openTasksOfStore } from '#server/db/tasks.ts';
import type { ServerDeps } from '#server/deps.ts';
import { kindNamed } from '#server/effects/kinds/kinds.ts';
import { noteOnClaim } from '#server/effects/note-on-claim.ts';
import { noteOnShippingClaim } from '#server/effects/note-on-shipping-claim.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { nameRefund } from '#server/merchant/refunds-by-hand.ts';
import { showEffect } from '#server/merchant/show-claim.ts';
import { showTask } from '#server/merchant/show-money.ts';
import { staffName } from '#server/merchant/staff-name.ts';

/** What the store has asked its partners to do, and what people have to look at. */
export const effectHandlers = ({ database }: Pick<ServerDeps, 'database'>): Handler[] => [
  handle(contract.listEffects, ({ query }, { storeId }) =>
    database.readStore(storeId, async (db) => {
      const states = query.state === 'open' ? OPEN : [query.state];
      const rows = await effectsOfStore(db, storeId, { states, before: query.before, take: query.take + 1 });
      const page = rows.slice(0, query.take);
      return {
        data: page.map((row) => ({
          ...showEffect(row, row.claim_finalized_on !== null),
          claimId: claimIdOf(row),
          claimExternalId: row.claim_external_id,
          orderNo: row.claim_order_no,
          createdOn: row.created_on.toISOString(),
        })),
        counts: await countOpenEffects(db, storeId),
        nextBefore: rows.length > page.length ? (page.at(-1)?.effect_id ?? null) : null,
      };
    }),
  ),

  handle(contract.retryEffect, async ({ params }, { storeId }) => {
    await database.inStore(storeId, async (db) => {
      const effect = await heldEffect(db, storeId, params.effectId);
      if (!(await retryNow(db, storeId, params.effectId)))
        throw overtaken(await knownEffect(db, storeId, params.effectId), 'EFFECT_DONE');
      if (effect.state === 'failed') await kindNamed(effect.kind)?.wantedAgain?.(db, effect);
      await refreshItsClaim(db, effect);
    });
    return {};
  }),

  handle(contract.settleEffect, async ({ params, body }, { storeId, user }) => {
    await database.inStore(storeId, async (db) => {
      const effect = await heldEffect(db, storeId, params.effectId);
      const by = staffName(user);
      if (!(await markDoneElsewhere(db, storeId, params.effectId, by, body.reason)))
        throw overtaken(await knownEffect(db, storeId, params.effectId), 'EFFECT_RUNNING');
      if (effect.state === 'failed') await kindNamed(effect.kind)?.wantedAgain?.(db, effect);
      await kindNamed(effect.kind)?.doneElsewhere?.(db, effect);
      await nameRefund(db, effect, body.refundIdFromPlatform);
      const subject = `Marked as resolved externally: ${effect.summary}`;
      const entry = { type: 'edit', subject, message: body.reason, by } as const;
      await noteOnClaim(db, effect, entry);
      await noteOnShippingClaim(db, effect, entry);
      await refreshItsClaim(db, effect);
    });
    return {};
  }),

  handle(contract.listTasks, async (_input, { storeId }) => {
    const tasks = await database.inStore(storeId, (db) => openTasksOfStore(db, storeId));
    return { data: tasks.map((task) => showTask(task, task.claim_external_id)) };
  }),

  handle(contract.finishTask, async ({ params, body }, { storeId, user }) => {
    const isFinished = await database.inStore(storeId, (db) =>
      finishTask(db, storeId, params.taskId, staffName(user), body.note),
    );
    if (!isFinished) throw new Refusal('notFound', 'TASK_NOT_FOUND', "This task doesn't exist or is already done.");
    return {};
  }),
];

const OPEN: readonly EffectRow['state'][] = ['waiting', 'running', 'failed'];

async function knownEffect(db: Db, storeId: number, effectId: number): Promise<EffectRow> {
  const effect = await effectById(db, storeId, effectId);
  if (!effect) throw new Refusal('notFound', 'EFFECT_NOT_FOUND', "This action doesn't exist in this store.");
  return effect;
}

/** With its claim held, which is written after it. */
async function heldEffect(db: Db, storeId: number, effectId: number): Promise<EffectRow> {
  const effect = await knownEffect(db, storeId, effectId);
  const claimId = claimIdOf(effect);
  if (claimId !== null) await holdClaim(db, storeId, claimId);
  return effect;
}

async function refreshItsClaim(db: Db, effect: EffectRow): Promise<void> {
  const claimId = claimIdOf(effect);
  if (claimId !== null) await refreshClaim(db, effect.store_id, claimId);
}

/** Someone else or the worker was first; `running` is the code for an effect that is running. */
function overtaken(effect: EffectRow, running: 'EFFECT_RUNNING' | 'EFFECT_DONE'): Refusal {
  const { state, settled_by: by, settled_reason: reason } = effect;
  return new Refusal('conflict', isEnded(state) ? 'EFFECT_DONE' : running, meanwhileText({ state, by, reason }));
}
