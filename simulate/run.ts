import { parseArgs } from 'node:util';
import { DATABASES, type DatabaseName } from './database/places.ts';
import { DEFECTS, type DefectName } from './defects.ts';
import { lossesByFifty, MONEY_CALLS, SCHEDULES_PER_ROW } from './money-calls.ts';
import type { Result, Violation } from './simulation.ts';
import { simulateSpread } from './spread.ts';

const USAGE = `npm run simulate -- [--seed N] [--schedules M] [--from K] [--processes P] [--database ${DATABASES.join('|')}] [--connections N] [--all] [--deeds] [--losses] [--defect ${Object.keys(DEFECTS).join('|')}]`;
const PROGRESS_MS = 30_000;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    schedules: { type: 'string', default: '1000' },
    from: { type: 'string', default: '0' },
    processes: { type: 'string', default: '1' },
    database: { type: 'string', default: 'pglite' },
    /** To PostgreSQL; with one its transactions do not overlap. */
    connections: { type: 'string', default: '4' },
    /** Goes on after a violation. */
    all: { type: 'boolean', default: false },
    /** Says at the end how often who did what. */
    deeds: { type: 'boolean', default: false },
    /** Says at the end in how many of each fifty schedules each call that moves money lost its answer. */
    losses: { type: 'boolean', default: false },
    defect: { type: 'string' },
  },
});

function wholeNumber(name: 'seed' | 'schedules' | 'from' | 'processes' | 'connections'): number {
  const number = Number(values[name]);
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`--${name} takes a whole number. ${USAGE}`);
  return number;
}
const isDefect = (name: string): name is DefectName => Object.hasOwn(DEFECTS, name);
const isDatabase = (name: string): name is DatabaseName => DATABASES.some((one) => one === name);

const task = { seed: wholeNumber('seed'), schedules: wholeNumber('schedules'), from: wholeNumber('from') };
const { defect, database } = values;
if (defect !== undefined && !isDefect(defect)) throw new Error(`There is no defect ${defect}. ${USAGE}`);
if (!isDatabase(database)) throw new Error(`There is no database ${database}. ${USAGE}`);

let began = performance.now();
let shownAt = began;
let isBegun = false;
const rateOf = (done: number): string => `${((done / (performance.now() - began)) * 1000).toFixed(1)} per second`;
const countOf = ({ done, violations }: Result): string =>
  `${done} of ${task.schedules} schedules, ${violations.length} violated, ${rateOf(done)}`;

let told = 0;
function tellNew({ violations }: Result): void {
  for (const violation of violations.slice(told)) tell(violation);
  told = violations.length;
}

function tell({ schedule, violations, trace }: Violation): void {
  if (!values.all) console.log(trace.join('\n'));
  console.log(`\nSchedule ${schedule} of seed ${task.seed} is violated:`);
  for (const sentence of violations) console.log(`- ${sentence}`);
  const again = [`--seed ${task.seed}`, `--from ${schedule}`, '--schedules 1'];
  const withDefect = defect === undefined ? [] : [`--defect ${defect}`];
  const on = database === 'pglite' ? [] : [`--database ${database}`, `--connections ${values.connections}`];
  console.log(`Again: npm run simulate -- ${[...again, ...on, ...withDefect].join(' ')}`);
}

function tellLosses({ lost }: Result): void {
  const rows = lossesByFifty(lost);
  const names = rows[0]?.losses.map(({ name }) => name) ?? [];
  console.log(
    `schedules of each ${SCHEDULES_PER_ROW} in which the call lost its answer; from schedule ${rows.map(({ from }) => from).join(', ')}`,
  );
  for (const [index, name] of names.entries()) {
    const counts = rows.map(({ losses }) => String(losses[index]?.schedules ?? 0).padStart(3));
    console.log(`${counts.join(' ')}  ${name} (${MONEY_CALLS[name]})`);
  }
}

const result = await simulateSpread({
  ...task,
  database,
  connections: Math.max(1, wholeNumber('connections')),
  defect,
  processes: Math.max(1, wholeNumber('processes')),
  isExhaustive: values.all,
  onReady: () => {
    // Opening databases is not what is measured.
    if (!isBegun) began = performance.now();
    isBegun = true;
  },
  onProgress: (sofar, reached) => {
    tellNew(sofar);
    if (performance.now() - shownAt < PROGRESS_MS) return;
    shownAt = performance.now();
    console.error(`${new Date().toISOString()} ${countOf(sofar)}; goes on with --from ${reached}`);
  },
});

tellNew(result);
console.log(
  `seed ${task.seed}: ${countOf(result)}; ${result.claims} claims, ${result.moved} effects, ${result.steps} steps, traces ${result.hash.toString(16)}`,
);
if (values.losses) tellLosses(result);
if (values.deeds)
  for (const [deed, count] of Object.entries(result.deeds).toSorted(([, one], [, other]) => other - one))
    console.log(`${String(count).padStart(9)} ${deed}`);
process.exit(result.violations.length > 0 ? 1 : 0);
