import { setTimeout as sleep } from 'node:timers/promises';
import { PartnerError, type CallContext } from '#partners/ports.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { refreshClaim } from '#server/db/claims.ts';
import { giveBack, markDone, markFailed, markForRetry, takeDueEffects, type EffectRow } from '#server/db/effects.ts';
import type { Logger } from '#server/log.ts';

/**
 * One kind of effect. `run` calls the partner, outside any transaction, and may be run again after its
 * answer was lost: it must find what it did before. `record` writes what follows from the answer, in the
 * transaction that marks the effect done.
 */
export type EffectKind<Deps> = {
  run(effect: EffectRow, deps: Deps, context: CallContext): Promise<Record<string, unknown>>;
  record?(db: Db, effect: EffectRow, result: Record<string, unknown>): Promise<void>;
};

export type WorkerOptions<Deps> = {
  database: Database;
  log: Logger;
  deps: Deps;
  kinds: Readonly<Record<string, EffectKind<Deps>>>;
  /** Effects of all stores carried out at the same time. */
  concurrency?: number;
  /** Work beside effects that is looked for at every beat, such as the webhook inbox; returns how many items it did. */
  alsoRun?: readonly (() => Promise<number>)[];
};

export type Worker = { stop(): Promise<void> };

const IDLE_MS = 250;
const LEASE_MS = 120_000;
const FIRST_DELAY_MS = 2_000;
const LONGEST_DELAY_MS = 5 * 60_000;
// With the longest delay reached after 8 tries this is a day and a half of a partner being down.
const MOST_ATTEMPTS = 400;

/** Waits 2 s after the first failure, twice as long after each further one, at most 5 minutes; a fifth of it by chance, so that a crowd spreads out. */
export function retryDelayMs(attempts: number, chance: number): number {
  const delay = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempts - 1, 20));
  return Math.round(delay * (0.9 + 0.2 * chance));
}

/** Carries out due effects until stopped. Stopping waits for those begun. */
export function startWorker<Deps>(options: WorkerOptions<Deps>): Worker {
  const { database, log, concurrency = 16 } = options;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const didWork = await beat().catch((error: unknown) => {
        log.error({ err: error }, 'the worker could not look for work');
        return false;
      });
      if (!didWork) await sleep(IDLE_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };

  const beat = async (): Promise<boolean> => {
    const free = concurrency - running.size;
    const taken = free > 0 ? await database.asOwner((db) => takeDueEffects(db, free, LEASE_MS)) : [];
    for (const effect of taken) {
      if (stopping.signal.aborted) {
        await database.inStore(effect.store_id, (db) => giveBack(db, effect));
        continue;
      }
      const work = carryOut(effect, options).catch((error: unknown) => {
        // Its lease ends and it is taken again; nothing is lost.
        log.error({ err: error, effectId: effect.effect_id }, 'the outcome of an effect could not be written');
      });
      running.add(work);
      void work.finally(() => running.delete(work));
    }
    let others = 0;
    for (const run of options.alsoRun ?? []) others += await run();
    if (running.size >= concurrency) await Promise.race(running);
    return taken.length + others > 0;
  };

  const ended = loop();
  return {
    stop: async () => {
      stopping.abort();
      await ended;
      await Promise.all(running);
    },
  };
}

/** One attempt at one effect, from the call to the written outcome. */
export async function carryOut<Deps>(
  effect: EffectRow,
  options: Pick<WorkerOptions<Deps>, 'database' | 'log' | 'deps' | 'kinds'>,
): Promise<void> {
  const { database, log } = options;
  const kind = options.kinds[effect.kind];
  const inItsStore = (work: (db: Db) => Promise<unknown>): Promise<unknown> => database.inStore(effect.store_id, work);
  const names = {
    effectId: effect.effect_id,
    kind: effect.kind,
    storeId: effect.store_id,
    requestId: effect.request_id,
    attempt: effect.attempts,
  };
  if (!kind) {
    await inItsStore(async (db) => {
      await markFailed(db, effect, `This version does not know effects of the kind ${effect.kind}.`);
      await refresh(db, effect);
    });
    return;
  }
  let result: Record<string, unknown>;
  try {
    result = await kind.run(effect, options.deps, { requestId: effect.request_id });
  } catch (error) {
    const words = error instanceof PartnerError ? error.message : 'Something unexpected went wrong; see the log.';
    const isHopeless = (error instanceof PartnerError && error.kind === 'refused') || effect.attempts >= MOST_ATTEMPTS;
    log.warn({ ...names, err: error }, isHopeless ? 'an effect failed' : 'an effect will be tried again');
    await inItsStore(async (db) => {
      if (isHopeless) await markFailed(db, effect, words);
      else {
        const asked = error instanceof PartnerError ? (error.retryAfterMs ?? 0) : 0;
        await markForRetry(db, effect, words, Math.max(asked, retryDelayMs(effect.attempts, Math.random())));
      }
      await refresh(db, effect);
    });
    return;
  }
  await inItsStore(async (db) => {
    if (!(await markDone(db, effect, result))) return;
    await kind.record?.(db, effect, result);
    await refresh(db, effect);
  });
  log.info(names, 'an effect is done');
}

async function refresh(db: Db, effect: EffectRow): Promise<void> {
  if (effect.claim_id !== null) await refreshClaim(db, effect.store_id, effect.claim_id);
}
