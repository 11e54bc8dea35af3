import { z } from 'zod';

/** A row of a file that was not taken, and why. */
export const RefusedRow = z.object({ line: z.number().int(), reason: z.string() });
export type RefusedRow = z.infer<typeof RefusedRow>;

/** What became of a row. */
export type RowOutcome = 'written' | 'unchanged' | { refused: string };

export type ImportProgress = {
  read: number;
  written: number;
  unchanged: number;
  refusedCount: number;
  /** The first of them. */
  refused: RefusedRow[];
};

const MOST_REPORTED = 1000;

export const NOTHING_READ: ImportProgress = { read: 0, written: 0, unchanged: 0, refusedCount: 0, refused: [] };

/** Counts a row. The list of refused rows ends after the first thousand, so that a wrong file fills no memory. */
export function counted(progress: ImportProgress, line: number, outcome: RowOutcome): ImportProgress {
  const read = progress.read + 1;
  if (outcome === 'written') return { ...progress, read, written: progress.written + 1 };
  if (outcome === 'unchanged') return { ...progress, read, unchanged: progress.unchanged + 1 };
  const refusedCount = progress.refusedCount + 1;
  return {
    ...progress,
    read,
    refusedCount,
    refused:
      progress.refused.length < MOST_REPORTED
        ? [...progress.refused, { line, reason: outcome.refused }]
        : progress.refused,
  };
}
