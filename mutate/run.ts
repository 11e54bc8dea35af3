import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeCopy, ROOT } from './copy.ts';
import { nameOf, planted } from './defect.ts';
import { DEFECTS } from './defects/defects.ts';
import { generate } from './generated.ts';
import { prove, type Finding, type Planting } from './prove.ts';
import { reportOf } from './report.ts';
import { forgetVerdicts, keepVerdict, readHints, verdictsKept, writeHints } from './results.ts';

const USAGE =
  'npm run mutate -- [--resume] [--quick] [--only A5,B2] [--list] [--jobs N] [--schedules N] [--seed N] [--generated N] [--report docs/mutation.md]';

const { values } = parseArgs({
  options: {
    /** Keeps what an earlier run said of the same defects, and asks for the others. */
    resume: { type: 'boolean', default: false },
    /** Laws try few of their cases, and never all: less is caught, much sooner. */
    quick: { type: 'boolean', default: false },
    /** Asks for these; with --resume the report holds the others too. */
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

const only = values.only?.split(',');
const isAsked = (id: string): boolean => only?.includes(id) ?? true;

const read = (file: string): Promise<string> => readFile(join(ROOT, file), 'utf8');

async function fromTable(): Promise<Planting[]> {
  const unknown = only?.filter((id) => !DEFECTS.some((defect) => defect.id === id)) ?? [];
  if (unknown.length > 0) throw new Error(`There is no defect ${unknown.join(', ')}. ${USAGE}`);
  const chosen = DEFECTS.filter(({ id }) => values.resume || isAsked(id));
  return Promise.all(
    chosen.map(async ({ needsPostgres = false, missedBecause = null, ...defect }) => ({
      ...defect,
      needsPostgres,
      missedBecause,
      name: nameOf(defect),
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
const hints = values.generated === undefined ? await readHints() : {};
if (!values.resume && only === undefined) await forgetVerdicts();
const keptOf = values.resume ? await verdictsKept() : () => null;
const findings: Finding[] = [];
const waiting: Planting[] = [];
for (const planting of plantings) {
  const kept = keptOf(planting);
  // Where nothing was proved, and where it is asked for by name, it is tried again.
  const isKept = kept !== null && kept.broken === null && (only === undefined || !isAsked(planting.id));
  if (isKept) findings.push({ planting, ...kept });
  else if (isAsked(planting.id)) waiting.push(planting);
}
if (values.resume) console.log(`${findings.length} are known from before, ${waiting.length} are asked for.`);
const parent = await mkdtemp(join(tmpdir(), 'makegood-mutate-'));

function tell({ planting, by, broken, seconds }: Finding): void {
  const verdict = broken !== null ? `BROKEN: ${broken}` : (by ?? 'NOT CAUGHT');
  console.log(
    `${planting.id.padEnd(5)} ${seconds.toFixed(1).padStart(6)} s  ${verdict}\n             ${planting.what}`,
  );
}

async function work(): Promise<void> {
  const copy = await makeCopy(parent);
  for (let planting = waiting.shift(); planting; planting = waiting.shift()) {
    const asking = { folder: copy.folder, workers, seed, isQuick: values.quick };
    const verdict = await prove(planting, hints[planting.id] ?? null, copy, asking, schedules);
    await keepVerdict(planting, verdict);
    tell({ planting, ...verdict });
    findings.push({ planting, ...verdict });
  }
}

try {
  await Promise.all(Array.from({ length: jobs }, work));
} finally {
  await rm(parent, { recursive: true, force: true, maxRetries: 5 });
}

const unasked = plantings.filter((each) => !findings.some(({ planting }) => planting === each)).map(({ id }) => id);
const order = new Map(plantings.map(({ id }, index) => [id, index]));
findings.sort((one, other) => (order.get(one.planting.id) ?? 0) - (order.get(other.planting.id) ?? 0));
const caught = findings.filter(({ by }) => by !== null).length;
const rate = (caught / Math.max(1, findings.length)) * 100;
console.log(`\n${caught} of ${findings.length} defects are caught: ${rate.toFixed(1)} percent. Seed ${seed}.`);
for (const { planting, broken } of findings.filter(({ by }) => by === null))
  console.log(`- ${planting.id}: ${broken ?? planting.missedBecause ?? 'not caught'} (${planting.what})`);
if (values.generated === undefined) {
  const next = Object.fromEntries(findings.flatMap(({ planting, hint }) => (hint ? [[planting.id, hint]] : [])));
  const known = Object.entries(await readHints()).filter(([id]) => DEFECTS.some((defect) => defect.id === id));
  await writeHints({ ...Object.fromEntries(known), ...next });
}
if (values.report !== undefined) {
  const how = { seed, schedules, unasked, isQuick: values.quick, isResumed: values.resume };
  await writeFile(values.report, reportOf(findings, how));
}
process.exit(findings.some(({ by, broken }) => broken !== null || by === null) && rate < 95 ? 1 : 0);
