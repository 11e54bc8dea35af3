import { setTimeout as pause } from 'node:timers/promises';

/** Which connections each of these connections waits for, by the number of its process at the database. */
export type WaitsFor = (pids: readonly number[]) => Promise<ReadonlyMap<number, readonly number[]>>;

type Outcome = { answer: Buffer } | { error: unknown };
type Blocked = { pid: number; outcome: Outcome | null; coming: Promise<Outcome>; goOn: () => void };

// An answer that takes no lock is there sooner, on a machine that does nothing else.
const LOOK_AFTER_MS = 3;
/** After this the database looks for a deadlock; `startServer` sets it. */
export const DEADLOCK_TIMEOUT_MS = 1;
// Those who began to wait before have had their look by then, so that the one who closes the circle is undone.
const UNTIL_LOOKED_MS = 4 * DEADLOCK_TIMEOUT_MS;

export const outcomeOf = (sent: Promise<Buffer>): Promise<Outcome> =>
  sent.then((answer): Outcome => ({ answer })).catch((error: unknown): Outcome => ({ error }));

/**
 * Statements that wait for a lock of another transaction. Real time decides when the database gives a lock; so that it
 * decides nothing else, `settle` is called before the next move is chosen: statements that got a lock continue in the
 * order in which they began to wait, and all others still wait.
 */
export class Locks {
  #blocked: Blocked[] = [];
  #hasReleased = false;
  readonly #waitsFor: WaitsFor;

  constructor(waitsFor: WaitsFor) {
    this.#waitsFor = waitsFor;
  }

  /** A transaction ended, or a statement failed: only then the database gives locks to others. */
  released(): void {
    this.#hasReleased = true;
  }

  get waiting(): number {
    return this.#blocked.length;
  }

  /** The answer; or, as soon as the statement waits for a lock, what brings the answer once it was given. */
  async answerOf(pid: number, sent: Promise<Buffer>): Promise<Outcome | (() => Promise<Outcome>)> {
    const outcome = outcomeOf(sent);
    const first = await Promise.race([outcome, pause(LOOK_AFTER_MS, null)]);
    if (first !== null) return first;
    const soon = await this.#untilAnsweredOrWaiting(pid, outcome);
    if (soon !== null) return soon;
    const { promise, resolve } = Promise.withResolvers<void>();
    const blocked: Blocked = { pid, outcome: null, coming: outcome, goOn: resolve };
    void outcome.then((known) => (blocked.outcome = known));
    this.#blocked.push(blocked);
    return async () => {
      await promise;
      return outcome;
    };
  }

  /** Lets those go on who got their lock meanwhile. Says whether there were any. */
  async settle(): Promise<boolean> {
    if (!this.#hasReleased) return false;
    this.#hasReleased = false;
    await this.#untilStill();
    const given = this.#blocked.filter(({ outcome }) => outcome !== null);
    this.#blocked = this.#blocked.filter(({ outcome }) => outcome === null);
    for (const { goOn } of given) goOn();
    return given.length > 0;
  }

  /**
   * Until every statement without an answer waits for a transaction that only its owner can end. Statements that wait
   * for the same row give way to each other at once, and one may wait a moment for another that is about to get it.
   */
  async #untilStill(): Promise<void> {
    for (;;) {
      const open = this.#blocked.filter(({ outcome }) => outcome === null);
      if (open.length === 0) return;
      const pids = open.map(({ pid }) => pid);
      const edges = await this.#waitsFor(pids);
      if (pids.every((pid) => isReached(edges, pid, (next) => !pids.includes(next)))) return;
      await Promise.race([...open.map(({ coming }) => coming), pause(1)]);
    }
  }

  async #untilAnsweredOrWaiting(pid: number, outcome: Promise<Outcome>): Promise<Outcome | null> {
    for (;;) {
      if (await this.#waits(pid)) {
        const looked = await Promise.race([outcome, pause(UNTIL_LOOKED_MS, null)]);
        if (looked !== null) return looked;
        // Somebody in a circle is being undone.
        if ((await this.#waits(pid)) && !(await this.#isInCircle(pid))) return null;
      }
      const answered = await Promise.race([outcome, pause(1, null)]);
      if (answered !== null) return answered;
    }
  }

  async #waits(pid: number): Promise<boolean> {
    return ((await this.#waitsFor([pid])).get(pid) ?? []).length > 0;
  }

  async #isInCircle(pid: number): Promise<boolean> {
    const edges = await this.#waitsFor([pid, ...this.#blocked.map((one) => one.pid)]);
    return isReached(edges, pid, (next) => next === pid);
  }
}

/** Whether one that `isSought` is waited for, by itself or by those it waits for in turn. */
function isReached(
  edges: Awaited<ReturnType<WaitsFor>>,
  from: number,
  isSought: (pid: number) => boolean,
  seen = new Set<number>(),
): boolean {
  return (edges.get(from) ?? []).some((next) => {
    if (isSought(next)) return true;
    if (seen.has(next)) return false;
    seen.add(next);
    return isReached(edges, next, isSought, seen);
  });
}
