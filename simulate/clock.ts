import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const RealDate = Date;
const { randomBytes, randomInt, randomUUID } = crypto;
const realRandom = Math.random;
const realInterval = setInterval;
const realNow = performance.now.bind(performance);

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
    if (this.#written.at !== this.now) this.#written = { at: this.now, text: new RealDate(this.now).toISOString() };
    return this.#written.text;
  }
  #written = { at: Number.NaN, text: '' };
}

/**
 * Lets everything in this process read the clock and draw chance from the schedule until the returned
 * function is called. `Date`, `performance.now`, `Math.random` and what makes ids are themselves replaced (rows are found in the
 * order of their ids), so that code written later follows without being told, and none can bring real time in by being forgotten. Nothing repeats by
 * real time either: those who were stopped could not end it, and no clock here would let it strike.
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
  // What a shop allows comes back as the schedule's time passes, not while it is worked out.
  performance.now = () => clock.now;
  Math.random = chance;
  Reflect.set(globalThis, 'setInterval', silentInterval);
  drawIdsFrom({
    randomBytes: (size: number) => bytesOf(chance, size),
    randomInt: (from: number, to?: number) =>
      to === undefined ? Math.floor(chance() * from) : from + Math.floor(chance() * (to - from)),
    randomUUID: () => uuidOf(bytesOf(chance, 16)),
  });
  return () => {
    drawIdsFrom({ randomBytes, randomInt, randomUUID });
    globalThis.Date = RealDate;
    performance.now = realNow;
    Math.random = realRandom;
    globalThis.setInterval = realInterval;
  };
}

function silentInterval(): NodeJS.Timeout {
  const interval = realInterval(() => undefined, 1_000);
  clearInterval(interval);
  return interval;
}

/** Puts these in place of what `node:crypto` exports, for those who have imported it already too. */
function drawIdsFrom(sources: Readonly<Record<string, unknown>>): void {
  for (const [name, source] of Object.entries(sources)) Reflect.set(crypto, name, source);
  syncBuiltinESMExports();
}

const bytesOf = (chance: () => number, size: number): Buffer =>
  Buffer.from(Array.from({ length: size }, () => Math.floor(chance() * 256)));

function uuidOf(bytes: Buffer): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
