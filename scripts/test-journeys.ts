// Runs the browser journeys in two halves side by side, each with a product, a store and a browser of its own; with
// arguments, which go to Playwright, as one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const HALVES = 2;
const FIRST_PORT = 3510;
/** Far enough for what a product and the journey of a first start open next to it. */
const PORTS_APART = 100;

const asked = process.argv.slice(2);

/** What it answered: 0 when all journeys passed. */
async function journeys(args: readonly string[], port: number, name: string): Promise<number> {
  const run = spawn('playwright', ['test', ...args], {
    stdio: name === '' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, E2E_PORT: String(port) },
  });
  for (const output of [run.stdout, run.stderr]) {
    if (output) createInterface({ input: output }).on('line', (line) => console.log(`${name} ${line}`));
  }
  const [code] = (await once(run, 'close')) as [number | null];
  return code ?? 1;
}

const codes =
  asked.length > 0
    ? [await journeys(asked, FIRST_PORT, '')]
    : await Promise.all(
        Array.from({ length: HALVES }, (_, half) =>
          journeys([`--shard=${half + 1}/${HALVES}`], FIRST_PORT + half * PORTS_APART, `[${half + 1}/${HALVES}]`),
        ),
      );
process.exitCode = Math.max(...codes);
