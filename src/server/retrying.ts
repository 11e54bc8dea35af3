import { PartnerError } from '#partners/ports.ts';

const FIRST_DELAY_MS = 2_000;
const LONGEST_DELAY_MS = 5 * 60_000;

/** With the longest delay reached after 8 tries this is a day and a half of a partner being down. */
export const MOST_TRIES = 400;

/** Waits 2 s after the first failure, twice as long after each further one, at most 5 minutes; a fifth of it by chance, so that a crowd spreads out. */
export function retryDelayMs(tries: number, chance: number): number {
  const delay = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(tries - 1, 20));
  return Math.round(delay * (0.9 + 0.2 * chance));
}

/** For how long the partner must not be asked again: after a lost answer, until it can tell what it did. A refusal is an answer. */
export const pauseMs = (error: unknown): number =>
  error instanceof PartnerError && error.kind === 'retry' ? (error.retryAfterMs ?? 0) : 0;

/** When to try again what failed for the time being: as a partner asks, and no sooner than others that failed as often. */
export const nextTryMs = (error: unknown, tries: number): number =>
  Math.max(pauseMs(error), retryDelayMs(tries, Math.random()));

/** What staff may read of a failure. */
export const failureWords = (error: unknown): string =>
  error instanceof PartnerError ? error.message : 'Something unexpected went wrong; see the log.';
