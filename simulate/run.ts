import { parseArgs } from 'node:util';
import { DEFECTS, type DefectName } from './defects.ts';
import { simulate } from './simulation.ts';

const USAGE = `npm run simulate -- [--seed N] [--schedules M] [--from K] [--defect ${Object.keys(DEFECTS).join('|')}]`;
const PROGRESS_MS = 5_000;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    schedules: { type: 'string', default: '1000' },
    from: { type: 'string', default: '0' },
    defect: { type: 'string' },
  },
});

function wholeNumber(name: 'seed' | 'schedules' | 'from'): number {
  const number = Number(values[name]);
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`--${name} takes a whole number. ${USAGE}`);
  return number;
}
const isDefect = (name: string): name is DefectName => Object.hasOwn(DEFECTS, name);

const task = { seed: wholeNumber('seed'), schedules: wholeNumber('schedules'), from: wholeNumber('from') };
const { defect } = values;
if (defect !== undefined && !isDefect(defect)) throw new Error(`There is no defect ${defect}. ${USAGE}`);

const began = performance.now();
let shownAt = began;
const rateOf = (done: number): string => `${((done / (performance.now() - began)) * 1000).toFixed(1)} per second`;
const result = await simulate({
  ...task,
  ...(defect === undefined ? {} : { defect }),
  onProgress: (done) => {
    if (performance.now() - shownAt < PROGRESS_MS) return;
    shownAt = performance.now();
    console.error(`${done} of ${task.schedules} schedules, ${rateOf(done)}`);
  },
});
const { violation } = result;
if (violation) {
  console.log(violation.trace.join('\n'));
  console.log(`\nSchedule ${violation.schedule} of seed ${task.seed} is violated:`);
  for (const sentence of violation.violations) console.log(`- ${sentence}`);
  const again = [`--seed ${task.seed}`, `--from ${violation.schedule}`, '--schedules 1'];
  console.log(
    `Again: npm run simulate -- ${[...again, ...(defect === undefined ? [] : [`--defect ${defect}`])].join(' ')}`,
  );
}
console.log(
  `seed ${task.seed}: ${result.done} schedules, ${result.steps} steps, ${violation ? 'VIOLATED' : 'no violation'}, ${rateOf(result.done)}, trace ${result.hash}`,
);
process.exitCode = violation ? 1 : 0;
