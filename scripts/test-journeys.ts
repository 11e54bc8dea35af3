// Runs the browser journeys in two halves side by side, each with a product, a store and a browser of its own; with
// arguments, which go to Playwright, as one. Journeys of a half share a store, so one that fails leaves it as nobody
// expects: the rest, and the one that failed, go on in a new store. Failing there too, it has failed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { JOURNAL, type Entry } from '../e2e/journal.ts';

const HALVES = 2;
const FIRST_PORT = 3510;
/** Far enough for what a product and the journey of a first start open next to it. */
const PORTS_APART = 100;
const OPTIONS = ['--max-failures=1', '--add-reporter=./e2e/journal.ts'];
/** Above it, a half is given up. */
const MOST_FAILURES = 5;

const asked = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), 'journeys-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

type Failure = { journey: string; why: string };
type Walked = { code: number; planned: string[]; passed: Set<string>; failure: Failure | null };

async function walk(args: readonly string[], port: number, name: string): Promise<Walked> {
  const journal = path.join(folder, `${port}-${Date.now()}.jsonl`);
  writeFileSync(journal, '');
  // Apart, so that the screen of a journey that failed is still there after its second walk.
  const run = spawn('playwright', ['test', ...args, ...OPTIONS, `--output=test-results/${path.parse(journal).name}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, E2E_PORT: String(port), [JOURNAL]: journal },
  });
  for (const output of [run.stdout, run.stderr])
    createInterface({ input: output }).on('line', (line) => console.log(`${name} ${line}`));
  const [code] = (await once(run, 'close')) as [number | null];
  return { code: code ?? 1, ...told(journal) };
}

/** Journeys that one line makes have passed once all of them did. */
function told(journal: string): Omit<Walked, 'code'> {
  const entries = readFileSync(journal, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry);
  const planned = entries.flatMap((entry) => (entry.kind === 'planned' ? entry.journeys : []));
  const ended = entries.filter((entry) => entry.kind === 'ended');
  const failure = ended.find(({ isPassed }) => !isPassed) ?? null;
  const passed = new Set(ended.map(({ journey }) => journey).filter((one) => one !== failure?.journey));
  return { planned, failure, passed };
}

/** What a half of the journeys came to: those that failed once, and those that failed again. */
async function half(index: number): Promise<{ isGreen: boolean; once: Failure[]; twice: Failure[] }> {
  const name = `[${index + 1}/${HALVES}]`;
  const once: Failure[] = [];
  const twice: Failure[] = [];
  const has = (failures: readonly Failure[], journey: string): boolean =>
    failures.some((one) => one.journey === journey);
  let args = [`--shard=${index + 1}/${HALVES}`];
  for (;;) {
    const { code, planned, passed, failure } = await walk(args, FIRST_PORT + index * PORTS_APART, name);
    const isGreen = code === 0 && twice.length === 0;
    if (failure === null) return { isGreen, once, twice };
    (has(once, failure.journey) ? twice : once).push(failure);
    args = planned.filter((journey) => !passed.has(journey) && !has(twice, journey));
    if (args.length === 0 || once.length + twice.length > MOST_FAILURES) return { isGreen: false, once, twice };
    console.log(`${name} ${failure.journey} failed; ${args.length} go on in a new store`);
  }
}

if (asked.length > 0) {
  const run = spawn('playwright', ['test', ...asked], {
    stdio: 'inherit',
    env: { ...process.env, E2E_PORT: String(FIRST_PORT) },
  });
  const [code] = (await once(run, 'close')) as [number | null];
  process.exitCode = code ?? 1;
} else {
  const halves = await Promise.all(Array.from({ length: HALVES }, (_, index) => half(index)));
  for (const { once, twice } of halves) {
    for (const { journey, why } of once) console.log(`${journey} failed at first: ${why}`);
    for (const { journey, why } of twice) console.log(`${journey} failed twice: ${why}`);
  }
  process.exitCode = halves.every(({ isGreen }) => isGreen) ? 0 : 1;
}
