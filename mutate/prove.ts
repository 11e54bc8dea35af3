import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { askSimulator, askTests, type Asking, type Outcome, type Question } from './catch.ts';
import { ROOT, type Copy } from './copy.ts';
import type { Catcher } from './defect.ts';

/** A defect ready to be put into a copy. */
export type Planting = {
  id: string;
  what: string;
  file: string;
  /** The same for the same defect, though its file has changed elsewhere. */
  name: string;
  /** The whole file with the defect in it. */
  text: string;
  catchers: readonly Catcher[];
  needsPostgres: boolean;
  missedBecause: string | null;
};

export type Verdict = {
  /** What caught it; null when nothing did. */
  by: string | null;
  /** Of all that was asked up to then. */
  seconds: number;
  /** Why nothing can be said of it. */
  broken: string | null;
  /** What to ask first the next time. */
  hint: Question | null;
};

export type Finding = Verdict & { planting: Planting };

/** Nearly every defect shows in so many of a law's cases. */
const FEW = 0.05;
const ALL = 1;

/** Puts a defect into the copy, asks one catcher after the other until one notices, and takes the defect out again. */
export async function prove(
  planting: Planting,
  hint: Question | null,
  copy: Copy,
  asking: Asking,
  schedules: number,
): Promise<Verdict> {
  const began = performance.now();
  const broken: string[] = [];
  for (const ask of askers(planting, hint, asking, schedules)) {
    await copy.write(planting.file, planting.text);
    const outcome = await ask();
    await copy.restore(planting.file);
    const seconds = (performance.now() - began) / 1000;
    if (outcome.kind === 'silent') continue;
    if (outcome.kind === 'broken') {
      broken.push(outcome.why);
      continue;
    }
    if (outcome.kind === 'violated') {
      // Of what it reports without the defect too, nothing was learned.
      const again = await askSimulator(1, databaseOf(planting), asking, outcome.schedule);
      if (again.kind === 'silent') return { by: outcome.by, seconds, broken: null, hint: null };
      broken.push(`${outcome.by}, without the defect too`);
      continue;
    }
    if (outcome.where === null) return { by: outcome.by, seconds, broken: null, hint: null };
    const healthy = await healthyOf(outcome.where, asking);
    if (healthy) return { by: outcome.by, seconds, broken: null, hint: healthy };
    broken.push(`${outcome.by} fails without the defect too`);
  }
  const seconds = (performance.now() - began) / 1000;
  return { by: null, seconds, broken: broken.length > 0 ? broken.join('; ') : null, hint: null };
}

const databaseOf = ({ needsPostgres }: Planting): 'pglite' | 'postgres' => (needsPostgres ? 'postgres' : 'pglite');

function* askers(
  planting: Planting,
  hint: Question | null,
  asking: Asking,
  schedules: number,
): Generator<() => Promise<Outcome>> {
  const { file, catchers } = planting;
  const asked = new Set<string>();
  for (const question of questionsOf(file, catchers, hint)) {
    if (asking.isQuick && question.lawTimes === ALL) continue;
    const words = JSON.stringify(question);
    if (asked.has(words)) continue;
    asked.add(words);
    yield () => askTests(question, asking);
  }
  if (schedules > 0) yield () => askSimulator(schedules, databaseOf(planting), asking);
}

/** The last test that caught it, the tests beside it, those named for it, the core; and with all cases of the laws. */
function questionsOf(file: string, catchers: readonly Catcher[], hint: Question | null): Question[] {
  const exists = ({ path }: Question): boolean => existsSync(join(ROOT, path));
  const last = [hint].filter((each) => each !== null);
  const beside = file.replace(/\.ts$/, '.test.ts');
  const named = [...catchers, ...(existsSync(join(ROOT, beside)) ? [beside] : [])].map(questionOf);
  const core = file.startsWith('src/core/') ? [questionOf('src/core')] : [];
  const few = [...last, ...last.map((each) => ({ ...each, test: null })), ...named, ...core];
  const all = few
    .filter(({ path }) => path.startsWith('src/core'))
    .map((each) => ({ ...each, test: null, lawTimes: ALL }));
  return [...few, ...all].filter(exists);
}

function questionOf(catcher: Catcher): Question {
  const path = typeof catcher === 'string' ? catcher : catcher.onPostgres;
  return { path, test: null, isOnPostgres: typeof catcher !== 'string', lawTimes: FEW };
}

const healthy = new Map<string, Promise<Question | null>>();

/**
 * What fails without the defect too has caught nothing. Asks the test by itself, and its file where the test needs
 * those before it; says which of them passed, or null. Each is asked once.
 */
function healthyOf(where: Question, asking: Asking): Promise<Question | null> {
  const key = JSON.stringify(where);
  const asked = healthy.get(key) ?? firstHealthy([where, { ...where, test: null }], asking);
  healthy.set(key, asked);
  return asked;
}

async function firstHealthy(questions: readonly Question[], asking: Asking): Promise<Question | null> {
  for (const question of questions) {
    const outcome = await askTests(question, asking);
    if (outcome.kind === 'silent' && outcome.passed > 0) return question;
  }
  return null;
}
