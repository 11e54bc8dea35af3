import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeCopy, ROOT } from './copy.ts';
import { planted } from './defect.ts';
import { DEFECTS } from './defects/defects.ts';
import { generate } from './generated.ts';
import { prove, type Finding, type Planting } from './prove.ts';
import { reportOf } from './report.ts';

const USAGE =
  'npm run mutate -- [--only A5,B2] [--list] [--jobs N] [--schedules N] [--seed N] [--generated N] [--report docs/mutation.md]';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    list: { type: 'boolean', default: false },
    /** Defects that are looked at side by side, each in a copy of its own. */
    jobs: { type: 'string', default: '1' },
    /** How many schedules of the simulator are run for a defect that no test catches. */
    schedules: { type: 'string', default: '2000' },
    /** Of the laws, the schedules and the choice of generated defects. */
    seed: { type: 'string', default: '20260701' },
    /** Takes so many defects made by rule from the whole core, instead of those of the table. */
    generated: { type: 'string' },
    report: { type: 'string' },
  },
});

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`${text} is no whole number. ${USAGE}`);
  return number;
}

const read = (file: string): Promise<string> => readFile(join(ROOT, file), 'utf8');

async function fromTable(): Promise<Planting[]> {
  const only = values.only?.split(',');
  const unknown = only?.filter((id) => !DEFECTS.some((defect) => defect.id === id)) ?? [];
  if (unknown.length > 0) throw new Error(`There is no defect ${unknown.join(', ')}. ${USAGE}`);
  const chosen = DEFECTS.filter(({ id }) => only?.includes(id) ?? true);
  return Promise.all(
    chosen.map(async ({ needsPostgres = false, missedBecause = null, ...defect }) => ({
      ...defect,
      needsPostgres,
      missedBecause,
      text: planted({ ...defect }, await read(defect.file)),
    })),
  );
}

const seed = wholeNumber(values.seed);
const plantings =
  values.generated === undefined ? await fromTable() : await generate(wholeNumber(values.generated), seed);
if (values.list) {
  for (const { id, what, file } of plantings) console.log(`${id.padEnd(5)} ${what}  (${file})`);
  process.exit(0);
}

const schedules = values.generated === undefined ? wholeNumber(values.schedules) : 0;
const jobs = Math.max(1, wholeNumber(values.jobs));
const workers = Math.max(1, Math.floor(availableParallelism() / jobs));
const parent = await mkdtemp(join(tmpdir(), 'makegood-mutate-'));
const waiting = [...plantings];
const findings: Finding[] = [];

function tell({ planting, by, broken, seconds }: Finding): void {
  const verdict = broken !== null ? `BROKEN: ${broken}` : (by ?? 'NOT CAUGHT');
  console.log(
    `${planting.id.padEnd(5)} ${seconds.toFixed(1).padStart(6)} s  ${verdict}\n             ${planting.what}`,
  );
}

async function work(): Promise<void> {
  const copy = await makeCopy(parent);
  for (let planting = waiting.shift(); planting; planting = waiting.shift()) {
    const finding = await prove(planting, copy, { folder: copy.folder, workers, seed }, schedules);
    tell(finding);
    findings.push(finding);
  }
}

try {
  await Promise.all(Array.from({ length: jobs }, work));
} finally {
  await rm(parent, { recursive: true, force: true, maxRetries: 5 });
}

const order = new Map(plantings.map(({ id }, index) => [id, index]));
findings.sort((one, other) => (order.get(one.planting.id) ?? 0) - (order.get(other.planting.id) ?? 0));
const caught = findings.filter(({ by }) => by !== null).length;
const rate = (caught / Math.max(1, findings.length)) * 100;
console.log(`\n${caught} of ${findings.length} defects are caught: ${rate.toFixed(1)} percent. Seed ${seed}.`);
for (const { planting, broken } of findings.filter(({ by }) => by === null))
  console.log(`- ${planting.id}: ${broken ?? planting.missedBecause ?? 'not caught'} (${planting.what})`);
if (values.report !== undefined) await writeFile(values.report, reportOf(findings, { seed, schedules }));
process.exit(findings.some(({ by, broken }) => broken !== null || by === null) && rate < 95 ? 1 : 0);
