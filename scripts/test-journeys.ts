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
/** Above it, a half is given up. */
const MOST_FAILURES = 5;

const asked = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), 'journeys-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

type Walked = { code: number; planned: string[]; passed: Set<string>; failed: string | null };

async function walk(args: readonly string[], port: number, name: string): Promise<Walked> {
  const journal = path.join(folder, `${port}-${Date.now()}.jsonl`);
  writeFileSync(journal, '');
  const run = spawn('playwright', ['test', ...args, '--max-failures=1', '--add-reporter=./e2e/journal.ts'], {
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
  const failed = ended.find(({ isPassed }) => !isPassed)?.journey ?? null;
  return { planned, failed, passed: new Set(ended.map(({ journey }) => journey).filter((one) => one !== failed)) };
}

/** What a half of the journeys came to: those that failed once, and those that failed again. */
async function half(index: number): Promise<{ isGreen: boolean; once: string[]; twice: string[] }> {
  const name = `[${index + 1}/${HALVES}]`;
  const failedOnce: string[] = [];
  const failedTwice: string[] = [];
  let args = [`--shard=${index + 1}/${HALVES}`];
  for (;;) {
    const { code, planned, passed, failed } = await walk(args, FIRST_PORT + index * PORTS_APART, name);
    const isGreen = code === 0 && failedTwice.length === 0;
    if (failed === null) return { isGreen, once: failedOnce, twice: failedTwice };
    (failedOnce.includes(failed) ? failedTwice : failedOnce).push(failed);
    args = planned.filter((journey) => !passed.has(journey) && !failedTwice.includes(journey));
    if (args.length === 0 || failedOnce.length + failedTwice.length > MOST_FAILURES)
      return { isGreen: false, once: failedOnce, twice: failedTwice };
    console.log(`${name} ${failed} failed; ${args.length} go on in a new store`);
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
  for (const journey of halves.flatMap((one) => one.once))
    console.log(`${journey} failed${halves.some(({ twice }) => twice.includes(journey)) ? ' twice' : ' at first'}`);
  process.exitCode = halves.every(({ isGreen }) => isGreen) ? 0 : 1;
}
