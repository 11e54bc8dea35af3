import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Question } from './catch.ts';
import { ROOT } from './copy.ts';
import type { Planting, Verdict } from './prove.ts';

const RESULTS = join(ROOT, '.cache/mutate/results.jsonl');
const HINTS = join(ROOT, 'mutate/caught-by.json');

const Asked = z.object({
  path: z.string(),
  test: z.string().nullable(),
  isOnPostgres: z.boolean(),
  lawTimes: z.number(),
});
const Line = z.object({
  planted: z.string(),
  by: z.string().nullable(),
  seconds: z.number(),
  broken: z.string().nullable(),
  hint: Asked.nullable(),
});

const nameOf = ({ name }: Planting): string => createHash('sha256').update(name).digest('hex');

const readOr = (path: string, otherwise: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return otherwise;
    throw error;
  });

/** The verdicts of an earlier run, so that one that was interrupted can go on; the last of each defect counts. */
export async function verdictsKept(): Promise<(planting: Planting) => Verdict | null> {
  const lines = (await readOr(RESULTS, '')).split('\n').filter((line) => line !== '');
  const kept = new Map(lines.map((line) => Line.parse(JSON.parse(line))).map((line) => [line.planted, line]));
  return (planting) => kept.get(nameOf(planting)) ?? null;
}

export async function forgetVerdicts(): Promise<void> {
  await rm(RESULTS, { force: true });
}

export async function keepVerdict(planting: Planting, { by, seconds, broken, hint }: Verdict): Promise<void> {
  await mkdir(dirname(RESULTS), { recursive: true });
  await appendFile(RESULTS, `${JSON.stringify({ planted: nameOf(planting), by, seconds, broken, hint })}\n`);
}

/** What caught each defect the last time, by its id: an order to ask in, never a verdict. */
export type Hints = Readonly<Record<string, Question>>;

export async function readHints(): Promise<Hints> {
  return z.record(z.string(), Asked).parse(JSON.parse(await readOr(HINTS, '{}')));
}

export async function writeHints(hints: Hints): Promise<void> {
  const sorted = Object.entries(hints).toSorted(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }));
  await writeFile(HINTS, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}
