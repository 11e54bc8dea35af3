import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '#contract/client.ts';

const AGAIN_MS = 100;

// Nobody is there, or somebody who says to try again because a partner is not.
const ASKED_AGAIN: ReadonlySet<string> = new Set(['NETWORK', 'PARTNER_UNAVAILABLE']);

/** People who ask until somebody answers, and how often they were answered and not. */
export class Patience {
  answered = 0;
  unanswered = 0;
  private waiting: { answers: number; resolve: () => void }[] = [];

  /** The first answer. Asking again is what people do whose page hangs; a refusal is an answer, and is thrown. */
  async ask<T>(call: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        const answer = await call();
        this.countAnswer();
        return answer;
      } catch (error) {
        if (!(error instanceof ApiError) || !ASKED_AGAIN.has(error.code)) throw error;
        this.unanswered += 1;
        await pause(AGAIN_MS);
      }
    }
  }

  /** Resolves with that many further answers. */
  answers(count: number): Promise<void> {
    if (count === 0) return Promise.resolve();
    return new Promise((resolve) => this.waiting.push({ answers: this.answered + count, resolve }));
  }

  private countAnswer(): void {
    this.answered += 1;
    for (const { answers, resolve } of this.waiting) if (answers <= this.answered) resolve();
    this.waiting = this.waiting.filter(({ answers }) => answers > this.answered);
  }
}
