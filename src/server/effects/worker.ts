import { PartnerError, type CallContext, type CallPriority } from '#partners/ports.ts';
import { raiseAlert } from '#server/db/alerts.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { holdClaim, refreshClaim } from '#server/db/claims.ts';
import {
  claimIdOf,
  giveBack,
  markCalledOff,
  markDone,
  markFailed,
  markForRetry,
  renewLease,
  subjectOf,
  takeDueEffects,
  TakenByAnother,
  type EffectRow,
} from '#server/db/effects.ts';
import { onWork } from '#server/db/work-signal.ts';
import type { Logger } from '#server/log.ts';
import type { Metrics } from '#server/metrics.ts';
import { failureWords, MOST_TRIES, nextTryMs, pauseMs } from '#server/retrying.ts';

/**
 * One kind of effect. `run` calls the partner, outside any transaction, and may be run again after its
 * answer was lost: it must find what it did before. `record` writes what follows from the answer, in the
 * transaction that marks the effect done; true when it saved the claim, and its columns with it. It changes nothing
 * but the database, because its transaction is undone when another worker has taken the effect.
 */
export type EffectKind<Deps> = {
  /** How urgent its calls of partners are; money when absent. */
  priority?: CallPriority;
  run(effect: EffectRow, deps: Deps, context: CallContext): Promise<Record<string, unknown>>;
  record?(db: Db, effect: EffectRow, result: Record<string, unknown>): Promise<boolean | void>;
  /** What is stored of the answer; absent on kinds that store all of it. */
  kept?(result: Record<string, unknown>): Record<string, unknown>;
  /** What follows in the transaction that cancels the effect, after `run` threw `CalledOff`. */
  calledOff?(db: Db, effect: EffectRow): Promise<void>;
  /** What follows from a failure for good, in the transaction that writes it. True: admins have an alert of its own. */
  failed?(db: Db, effect: EffectRow, reason: string): Promise<boolean | void>;
  /** What follows when a person has what failed tried again, or did it elsewhere, in the transaction that writes it: it moves from then on. */
  wantedAgain?(db: Db, effect: EffectRow): Promise<void>;
  /** What else follows when a person did it elsewhere, in the transaction that writes it. */
  doneElsewhere?(db: Db, effect: EffectRow): Promise<void>;
};

/** Thrown when the effect is no longer needed; nothing was sent. The message says why. */
export class CalledOff extends Error {}

export type WorkerOptions<Deps> = {
  database: Database;
  log: Logger;
  metrics: Pick<Metrics, 'countEffect'>;
  deps: Deps;
  kinds: Readonly<Record<string, EffectKind<Deps>>>;
  /** Effects of all stores carried out at the same time; CONCURRENCY when absent. */
  concurrency?: number;
  /** How long after its last sign of life the work of a dead process is done by another. */
  leaseMs?: number;
  /** The clock by which it knows how long ago it took its work, ms. */
  now?: () => number;
  /** How long it rests when there is nothing to do; work made in this process wakes it at once. */
  idleMs?: number;
  /**
   * Other work that is polled as often, such as the webhook inbox; returns how many items it did. Neither waits for the
   * other.
   */
  alsoRun?: readonly (() => Promise<number>)[];
};

export type Worker = { stop(): Promise<void> };

/** Effects of all stores that one process carries out at the same time; most of each is waiting for a partner. */
export const CONCURRENCY = 32;
const IDLE_MS = 250;
const LEASE_MS = 120_000;

/** Carries out due effects until stopped. Stopping waits for those under way. */
export function startWorker<Deps>(options: WorkerOptions<Deps>): Worker {
  const { log, idleMs = IDLE_MS } = options;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  const again = async (look: () => Promise<boolean>, rest: Rest): Promise<void> => {
    stopping.signal.addEventListener('abort', rest.wake);
    while (!stopping.signal.aborted) {
      rest.forget();
      const didWork = await look().catch((error: unknown) => {
        log.error({ err: error }, 'the worker could not look for work');
        return false;
      });
      if (!didWork) await rest.begin(idleMs);
    }
  };

  const rest = restUntilWoken();
  const stopListening = onWork(rest.wake);
  const ended = Promise.all([
    again(() => beat(options, running, stopping.signal), rest),
    ...(options.alsoRun ?? []).map((run) => again(async () => (await run()) > 0, restUntilWoken())),
  ]);
  return {
    stop: async () => {
      stopListening();
      stopping.abort();
      await ended;
      await Promise.all(running);
    },
  };
}

type Rest = ReturnType<typeof restUntilWoken>;

/** A rest that ends early when it is woken, at once when it was since `forget`. */
function restUntilWoken() {
  let isWoken = false;
  let end = (): void => undefined;
  return {
    wake: (): void => {
      isWoken = true;
      end();
    },
    forget: (): void => void (isWoken = false),
    begin: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        if (isWoken) return resolve();
        const timer = setTimeout(resolve, ms);
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}

/**
 * Takes due effects, as many as there is room for next to `running`, and starts them. False if there was nothing to do.
 */
export async function beat<Deps>(
  options: WorkerOptions<Deps>,
  running: Set<Promise<void>>,
  stopping: AbortSignal,
): Promise<boolean> {
  const { database, log, concurrency = CONCURRENCY, leaseMs = LEASE_MS } = options;
  const free = concurrency - running.size;
  const takenAt = (options.now ?? Date.now)();
  const taken = free > 0 ? await takeDueEffects(database, free, leaseMs) : [];
  for (const effect of taken) {
    if (stopping.aborted) {
      await database.inStore(effect.store_id, (db) => giveBack(db, effect));
      continue;
    }
    const work = carryOut(effect, options, takenAt).catch((error: unknown) => {
      // Its lease ends and it is taken again; nothing is lost.
      log.error({ err: error, effectId: effect.effect_id }, 'the outcome of an effect could not be written');
    });
    running.add(work);
    void work.finally(() => running.delete(work));
  }
  if (running.size >= concurrency) await Promise.race(running);
  return taken.length > 0;
}

/** One attempt at one effect, from the call to the written outcome. `takenAt`: its lease began then or later. */
export async function carryOut<Deps>(
  effect: EffectRow,
  options: Pick<WorkerOptions<Deps>, 'database' | 'log' | 'metrics' | 'deps' | 'kinds' | 'leaseMs' | 'now'>,
  takenAt = (options.now ?? Date.now)(),
): Promise<void> {
  const { database, log, metrics } = options;
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
      const words = `This version doesn't know effects of kind ${effect.kind}.`;
      const [, isFailed] = await Promise.all([holdItsClaim(db, effect), markFailed(db, effect, { words, pauseMs: 0 })]);
      await refresh(db, effect);
      if (isFailed) await tellFailed(db, effect, words);
    });
    metrics.countEffect('unknown', 'failed');
    return;
  }
  let result: Record<string, unknown>;
  try {
    result = await holding(effect, options, takenAt, (isStillOurs) =>
      kind.run(effect, options.deps, { requestId: effect.request_id, priority: kind.priority ?? 'money', isStillOurs }),
    );
  } catch (error) {
    if (error instanceof CalledOff) {
      await inItsStore(async (db) => {
        await holdItsClaim(db, effect);
        if (await markCalledOff(db, effect, error.message)) await kind.calledOff?.(db, effect);
        await refresh(db, effect);
      });
      metrics.countEffect(effect.kind, 'calledOff');
      log.info(names, 'an effect is canceled');
      return;
    }
    const words = failureWords(error);
    const failure = { words, pauseMs: pauseMs(error) };
    const isHopeless = (error instanceof PartnerError && error.kind === 'refused') || effect.attempts >= MOST_TRIES;
    log.warn({ ...names, err: error }, isHopeless ? 'an effect failed' : 'an effect will be tried again');
    await inItsStore(async (db) => {
      await holdItsClaim(db, effect);
      const isFailed = isHopeless && (await markFailed(db, effect, failure));
      const isTold = isFailed && (await kind.failed?.(db, effect, words)) === true;
      if (!isHopeless) await markForRetry(db, effect, failure, nextTryMs(error, effect.attempts));
      await refresh(db, effect);
      if (isFailed && !isTold) await tellFailed(db, effect, words);
    });
    metrics.countEffect(effect.kind, isHopeless ? 'failed' : 'retry');
    return;
  }
  try {
    // Asked for together, so that it takes three exchanges with the database: read, write, commit.
    await database.inStore(effect.store_id, (db) =>
      Promise.all([
        holdItsClaim(db, effect),
        markDone(db, effect, kind.kept?.(result) ?? result),
        recordOf(db, effect, kind, result),
      ]),
    );
  } catch (error) {
    if (!(error instanceof TakenByAnother)) throw error;
    log.warn(names, 'an effect took so long that another worker has taken it');
    return;
  }
  metrics.countEffect(effect.kind, 'done');
  log.info(names, 'an effect is done');
}

/**
 * Renews the lease while the work goes on: partners may be slower than it is long, and must not be asked by two at
 * once. Half of it has to be left when something is sent, which is as long as a partner may take to answer.
 */
async function holding<T>(
  effect: EffectRow,
  {
    database,
    log,
    leaseMs = LEASE_MS,
    now = Date.now,
  }: Pick<WorkerOptions<unknown>, 'database' | 'log' | 'leaseMs' | 'now'>,
  takenAt: number,
  work: (isStillOurs: () => boolean) => Promise<T>,
): Promise<T> {
  let heldSince = takenAt;
  const renew = async (): Promise<void> => {
    const at = now();
    if (await database.inStore(effect.store_id, (db) => renewLease(db, effect, leaseMs))) heldSince = at;
  };
  const renewal = setInterval(() => {
    renew().catch((error: unknown) =>
      log.warn({ err: error, effectId: effect.effect_id }, 'a lease could not be renewed'),
    );
  }, leaseMs / 3);
  try {
    return await work(() => now() < heldSince + leaseMs / 2);
  } finally {
    clearInterval(renewal);
  }
}

async function recordOf<Deps>(
  db: Db,
  effect: EffectRow,
  kind: EffectKind<Deps>,
  result: Record<string, unknown>,
): Promise<void> {
  const isRefreshed = await kind.record?.(db, effect, result);
  if (isRefreshed !== true) await refresh(db, effect);
}

const tellFailed = (db: Db, effect: EffectRow, words: string): Promise<void> =>
  raiseAlert(db, effect.store_id, 'effectFailed', `${effect.summary}: ${words}`, subjectOf(effect));

async function holdItsClaim(db: Db, effect: EffectRow): Promise<void> {
  const claimId = claimIdOf(effect);
  if (claimId !== null) await holdClaim(db, effect.store_id, claimId);
}

async function refresh(db: Db, effect: EffectRow): Promise<void> {
  const claimId = claimIdOf(effect);
  if (claimId !== null) await refreshClaim(db, effect.store_id, claimId);
}
