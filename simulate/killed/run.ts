import { parseArgs } from 'node:util';
import { killUnderLoad, PLACES } from './killed.ts';

const USAGE = 'npm run kill -- [--database pglite|postgres] [--kills N] [--seed N]';

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'pglite' },
    kills: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const isKnown = (name: string): name is keyof typeof PLACES => Object.hasOwn(PLACES, name);
const { database } = values;
const kills = Number(values.kills);
const seed = Number(values.seed);
if (!isKnown(database) || !Number.isSafeInteger(kills) || kills < 1 || !Number.isSafeInteger(seed)) {
  console.error(`Usage: ${USAGE}`);
  process.exit(2);
}

console.error(`seed ${seed}`);
const onProgress = (done: number): void => {
  if (done % 5 === 0) console.error(`${done} of ${kills} kills`);
};
const { problems, ...report } = await killUnderLoad({ database, kills, seed, onProgress });
console.log(JSON.stringify({ database, seed, kills, ...report }, null, 2));
for (const problem of problems) console.log(`- ${problem}`);
console.log(problems.length === 0 ? 'Nothing lost, nothing doubled.' : `${problems.length} problems.`);
process.exit(problems.length === 0 ? 0 : 1);
