import { askSimulator, askTests, type Asking, type Outcome } from './catch.ts';
import type { Copy } from './copy.ts';
import type { Catcher } from './defect.ts';

/** A defect ready to be put into a copy. */
export type Planting = {
  id: string;
  what: string;
  file: string;
  /** The whole file with the defect in it. */
  text: string;
  catchers: readonly Catcher[];
  needsPostgres: boolean;
  missedBecause: string | null;
};

export type Finding = {
  planting: Planting;
  /** What caught it; null when nothing did. */
  by: string | null;
  /** Of all that was asked up to then. */
  seconds: number;
  /** Why nothing can be said of it. */
  broken: string | null;
};

/** Puts a defect into the copy, asks one catcher after the other until one notices, and takes the defect out again. */
export async function prove(planting: Planting, copy: Copy, asking: Asking, schedules: number): Promise<Finding> {
  const began = performance.now();
  await copy.write(planting.file, planting.text);
  let outcome: Outcome = { kind: 'silent' };
  for (const ask of askers(planting, asking, schedules)) {
    outcome = await ask();
    if (outcome.kind !== 'silent') break;
  }
  const seconds = (performance.now() - began) / 1000;
  await copy.restore(planting.file);
  const finding = { planting, by: null, seconds, broken: null };
  if (outcome.kind === 'broken') return { ...finding, broken: outcome.why };
  if (outcome.kind === 'silent') return finding;
  const sick = outcome.file === null ? null : await isSickWithout(outcome.file, outcome.by, asking);
  return sick === null ? { ...finding, by: outcome.by } : { ...finding, broken: sick };
}

function* askers(planting: Planting, asking: Asking, schedules: number): Generator<() => Promise<Outcome>> {
  for (const catcher of planting.catchers) yield () => askTests(catcher, asking);
  if (planting.file.startsWith('src/core/')) yield () => askTests('src/core', asking);
  const database = planting.needsPostgres ? 'postgres' : 'pglite';
  if (schedules > 0) yield () => askSimulator(schedules, database, asking);
}

const healthy = new Map<string, Promise<Outcome>>();

/** What fails without the defect too has caught nothing. Says so, or null. Each file is asked once. */
async function isSickWithout(file: string, by: string, asking: Asking): Promise<string | null> {
  const key = `${file} ${by.includes('(PostgreSQL)')}`;
  const asked = healthy.get(key) ?? askTests(by.includes('(PostgreSQL)') ? { onPostgres: file } : file, asking);
  healthy.set(key, asked);
  const outcome = await asked;
  return outcome.kind === 'silent' ? null : `${file} fails without the defect too`;
}
