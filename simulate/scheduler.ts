import { createHash } from 'node:crypto';
import type { Chance } from '#sandbox/shopify/seed/random.ts';
import type { Clock } from './clock.ts';
import { isMoneyCall } from './money-calls.ts';

export const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

/** One run of a process, or of a person. When it is over none of its code goes on, not even a catch. */
export class Life {
  readonly name: string;
  /** Whether the scheduler may stop it: processes yes, people no. */
  readonly isMortal: boolean;
  readonly ended: Promise<void>;
  isOver = false;
  private readonly tellEnd: () => void;
  constructor(name: string, isMortal: boolean) {
    this.name = name;
    this.isMortal = isMortal;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.tellEnd = resolve;
  }
  end(): void {
    this.isOver = true;
    this.tellEnd();
  }
}

/** How hard a schedule is on the product: probabilities per step. */
export type Hardship = {
  stop: number;
  fault: number;
  /** Of losing the answer to a call that moves money, besides. */
  loss: number;
  /** Of a jump of the clock over seconds, and over minutes. */
  wait: number;
  longWait: number;
};

type Parked = {
  life: Life;
  name: string;
  faults: readonly string[];
  isReady: () => boolean;
  resume: (verdict: string) => void;
  isTurn: boolean;
};

const ANSWER_LOST = 'answer lost';
const LONGEST_SHORT_WAIT_MS = 12_000;
const LONG_WAIT_MS = [130_000, 400_000] as const;
const LONGEST_BETWEEN_STEPS_MS = 40;

/**
 * Decides who goes next. Every piece of code under it stops at its steps; one of those waiting there is let go at a
 * time, by chance, and the next is chosen when nothing moves any more.
 */
export class Scheduler {
  readonly chance: Chance;
  readonly clock: Clock;
  readonly trace: string[] = [];
  hardship: Hardship;
  /** Whether a long wait may pass now. */
  mayWaitLong: () => boolean = () => true;
  /** Calls whose next answer is lost whatever chance says. */
  readonly answersToLose = new Set<string>();
  /** How likely somebody else comes between two statements of a transaction. */
  interleaving = 1;
  /** Lets those go on who waited for a lock and have it; says whether there were any. */
  settleLocks: () => Promise<boolean> = () => Promise.resolve(false);
  /** Done whenever all is still, before the next is chosen. */
  beforeChoice: () => Promise<void> = () => Promise.resolve();
  private parked: Parked[] = [];
  private busy = 0;
  private whenFree: () => void = () => undefined;

  constructor(chance: Chance, clock: Clock, hardship: Hardship) {
    this.chance = chance;
    this.clock = clock;
    this.hardship = hardship;
  }

  /** Waits to be chosen. Returns 'go' or one of the faults; never returns when the life ends here or has ended. */
  step<F extends string = never>(
    life: Life,
    name: string,
    faults: readonly F[] = [],
    isReady: () => boolean = () => true,
  ): Promise<'go' | F> {
    if (life.isOver) return never();
    return new Promise((resume) => {
      const parked = { life, name, faults, isReady, isTurn: false };
      this.parked.push({ ...parked, resume: resume as (verdict: string) => void });
    });
  }

  /** Waits for its turn with a statement of its transaction: nothing fails there, and no time passes. */
  turn(life: Life, name: string): Promise<void> {
    if (life.isOver) return never();
    return new Promise((resolve) => {
      this.parked.push({ life, name, faults: [], isReady: () => true, resume: () => resolve(), isTurn: true });
    });
  }

  /** Does a piece of real work, during which nobody else is chosen. */
  async inside<T>(work: () => Promise<T>): Promise<T> {
    this.busy += 1;
    try {
      return await work();
    } finally {
      this.busy -= 1;
      if (this.busy === 0) this.whenFree();
    }
  }

  /** Starts something that runs beside all else; its failure is kept. */
  start(work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      this.failures.push(error);
    });
  }
  readonly failures: unknown[] = [];

  /** Lets one after the other go until nobody is ready, or `steps` are used up. */
  async run(steps: number): Promise<'still' | 'unfinished'> {
    for (let taken = 0; taken < steps; taken += 1) {
      await this.settle();
      await this.beforeChoice();
      const ready = this.parked.filter((one) => one.isReady());
      if (ready.length === 0) return 'still';
      this.letGo(this.next(ready));
    }
    return 'unfinished';
  }

  private next(ready: readonly Parked[]): Parked {
    const same = ready.find(({ life, isTurn }) => isTurn && life === this.last);
    const one = same && !this.chance.under(this.interleaving) ? same : this.chance.pick(ready);
    this.last = one.life;
    return one;
  }
  private last: Life | null = null;

  private letGo(one: Parked): void {
    if (one.isTurn) {
      this.parked = this.parked.filter((other) => other !== one);
      this.note(`${one.life.name}: ${one.name}`);
      one.resume('go');
      return;
    }
    this.passTime();
    this.parked = this.parked.filter((other) => other !== one);
    const verdict = this.verdictOn(one);
    this.note(`${one.life.name}: ${one.name}${verdict === 'go' ? '' : ` !! ${verdict}`}`);
    if (verdict === 'stop') this.end(one.life);
    else one.resume(verdict);
  }

  private verdictOn({ life, name, faults }: Parked): string {
    const call = faults.includes(ANSWER_LOST) ? name.replace(/ answered$/, '') : null;
    if (call !== null && this.answersToLose.delete(call)) return ANSWER_LOST;
    if (life.isMortal && this.chance.under(this.hardship.stop)) return 'stop';
    if (call !== null && isMoneyCall(call) && this.chance.under(this.hardship.loss)) return ANSWER_LOST;
    return faults.length > 0 && this.chance.under(this.hardship.fault) ? this.chance.pick(faults) : 'go';
  }

  private passTime(): void {
    this.clock.forward(this.chance.between(1, LONGEST_BETWEEN_STEPS_MS));
    if (this.chance.under(this.hardship.wait)) this.waitFor(this.chance.between(500, LONGEST_SHORT_WAIT_MS));
    if (this.chance.under(this.hardship.longWait) && this.mayWaitLong())
      this.waitFor(this.chance.between(...LONG_WAIT_MS));
  }

  waitFor(ms: number): void {
    this.clock.forward(ms);
    this.note(`clock: ${ms} ms pass`);
  }

  end(life: Life): void {
    this.parked = this.parked.filter((one) => one.life !== life);
    life.end();
  }

  note(line: string): void {
    this.trace.push(line);
  }

  /** One number for the whole trace: the same seed gives the same. */
  traceHash(): string {
    return createHash('sha256').update(this.trace.join('\n')).digest('hex').slice(0, 16);
  }

  /** Resolves when every piece of code has come to its next step. */
  private async settle(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet += 1) {
      await turn();
      if (this.busy === 0) {
        if (quiet === QUIET_TURNS - 1 && (await this.settleLocks())) quiet = 0;
        continue;
      }
      await new Promise<void>((resolve) => (this.whenFree = resolve));
      quiet = 0;
    }
  }
}

// Reading the body of an answer takes the platform's streams more than one turn of the loop.
const QUIET_TURNS = 4;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
