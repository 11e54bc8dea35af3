// Runs the browser journeys beside the checks and the unit and server tests: each waits about as long as it works. With
// --postgres the server tests run on a real PostgreSQL, as they are quicker there; on the embedded database only those
// of the database itself, of imports and of a whole return, next to the journeys, whose product runs on it too.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const isOnPostgres = process.argv.includes('--postgres');
if (isOnPostgres) process.env['TESTS_LEFT_TO_POSTGRES'] = 'true';

/** Said again at the end of what failed: by then it is far above. */
const LINES_SAID_AGAIN = 60;
const failures: string[] = [];

/** What it answered: 0 when all of it passed. */
async function run(name: string, command: string, ...args: string[]): Promise<number> {
  const began = performance.now();
  const last: string[] = [];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  for (const output of [child.stdout, child.stderr])
    createInterface({ input: output }).on('line', (line) => {
      console.log(`${name} ${line}`);
      last.push(line);
      if (last.length > LINES_SAID_AGAIN) last.shift();
    });
  const [code] = (await once(child, 'close')) as [number | null];
  console.log(`${name} ended with ${code} after ${Math.round((performance.now() - began) / 1000)} s`);
  if (code !== 0) failures.push(...last.map((line) => `${name} ${line}`));
  return code ?? 1;
}

async function inTurn(...runs: (() => Promise<number>)[]): Promise<number> {
  let worst = 0;
  for (const next of runs) worst = Math.max(worst, await next());
  return worst;
}

const codes = await Promise.all([
  run('[journeys]', process.execPath, 'scripts/test-journeys.ts'),
  // In turn: more at once would end no sooner on two cores, and what a test waits for would come later.
  inTurn(
    () => run('[check]', 'npm', 'run', '--silent', 'check'),
    () => run('[tests]', 'vitest', 'run'),
    () => (isOnPostgres ? run('[postgres]', process.execPath, 'scripts/test-on-postgres.ts') : Promise.resolve(0)),
  ),
]);
for (const line of failures) console.log(line);
process.exitCode = Math.max(...codes);
