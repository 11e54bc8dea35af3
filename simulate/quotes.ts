import type { Scheduler } from './scheduler.ts';

type Named = { externalId: string; lineId: number; price: number; step: number; isTaken: boolean };
type Answered = { externalId: string; step: number };

/** What people said about repairs and appeals, as they said it themselves: what the product tells of it is compared with that. */
export class Quotes {
  readonly #named: Named[] = [];
  readonly #answered: Answered[] = [];
  readonly #waived = new Set<string>();
  readonly #appealed: string[] = [];
  readonly #scheduler: Scheduler;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  get #step(): number {
    return this.#scheduler.trace.length;
  }

  /** Staff are about to name a price, in minor units; whether it is taken nobody may hear. */
  named(externalId: string, lineId: number, price: number): Named {
    const named = { externalId, lineId, price, step: this.#step, isTaken: false };
    this.#named.push(named);
    return named;
  }

  /** Staff heard that this price was taken; others may have named one since. */
  taken(named: Named): void {
    named.isTaken = true;
  }

  /** The shopper has begun to pay, or has agreed to what other items pay for; perhaps without hearing of it. */
  answered(externalId: string): void {
    this.#answered.push({ externalId, step: this.#step });
  }

  /** Staff gave away what the shopper owed, perhaps without hearing of it. */
  waived(externalId: string): void {
    this.#waived.add(externalId);
  }

  /** An appeal was taken. */
  appealed(externalId: string): void {
    this.#appealed.push(externalId);
  }

  wasNamed(externalId: string, lineId: number, price: number): boolean {
    return this.#of(externalId, lineId).some((one) => one.price === price);
  }

  /** The most it may cost by what staff said last: the price last taken, or one named since that may have been. */
  mostNow(externalId: string, lineId: number): number {
    const named = this.#of(externalId, lineId);
    const last = named.findLastIndex(({ isTaken }) => isTaken);
    return Math.max(0, ...named.slice(Math.max(0, last)).map(({ price }) => price));
  }

  /** Whether the shopper answered once at least so much had been named for a line. */
  wasAgreed(externalId: string, lineId: number, price: number): boolean {
    const dear = this.#of(externalId, lineId).filter((one) => one.price >= price);
    return this.#answered.some((one) => one.externalId === externalId && dear.some(({ step }) => step <= one.step));
  }

  wasWaived(externalId: string): boolean {
    return this.#waived.has(externalId);
  }

  timesAppealed(externalId: string): number {
    return this.#appealed.filter((one) => one === externalId).length;
  }

  #of(externalId: string, lineId: number): Named[] {
    return this.#named.filter((one) => one.externalId === externalId && one.lineId === lineId);
  }
}
