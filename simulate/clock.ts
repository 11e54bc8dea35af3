const RealDate = Date;
const realRandom = Math.random;

/** The one clock of a schedule, in milliseconds since 1970; it moves only when the scheduler moves it. */
export class Clock {
  now: number;
  constructor(now: number) {
    this.now = now;
  }
  forward(ms: number): void {
    this.now += ms;
  }
  iso(): string {
    return new RealDate(this.now).toISOString();
  }
}

/**
 * Lets everything in this process read the clock and draw chance from the schedule until the returned
 * function is called. `Date` and `Math.random` themselves are replaced, so that code written later
 * follows without being told, and none can bring real time in by being forgotten.
 */
export function live(clock: Clock, chance: () => number): () => void {
  class VirtualDate extends RealDate {
    constructor(...given: [] | [value: number | string | Date]) {
      if (given.length === 0) super(clock.now);
      else super(...(given as [number]));
    }
    static override now(): number {
      return clock.now;
    }
  }
  Reflect.set(globalThis, 'Date', VirtualDate);
  Math.random = chance;
  return () => {
    globalThis.Date = RealDate;
    Math.random = realRandom;
  };
}
