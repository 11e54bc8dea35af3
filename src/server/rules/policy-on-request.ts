import { z } from 'zod';
import type { FieldChange } from '#core/automations/compare.ts';
import type { StoreRule } from '#core/automations/rule.ts';
import { tallyLines } from '#core/back-test/words.ts';
import { DAY_MS } from '#core/dates.ts';
import { actingAs } from '#server/db/acting.ts';
import { storeById } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { answerCommand } from '#server/http/answer-command.ts';
import type { Handler } from '#server/http/serve.ts';
import { storeIdOf } from '#server/import/import-on-request.ts';
import { compiled, tallyOf, todayOf } from '#server/rules/back-test.ts';
import { applyText, planText, type Plan } from '#server/rules/import-text.ts';

/** Where a server receives rule sets from the command on the same machine. */
export const POLICY_PATH = '/api/control/policy';

const Asked = z.object({
  verb: z.enum(['plan', 'apply']),
  slug: z.string(),
  text: z.string(),
  isPublished: z.boolean(),
});
export type Asked = z.infer<typeof Asked>;

/** What the command prints, or why nothing was changed. */
export const Answered = z.union([z.object({ text: z.string() }), z.object({ problem: z.string() })]);

/** `npm run policy` while this server runs. */
export const policyOnRequest = (deps: Deps, token: string): Handler =>
  answerCommand({ path: POLICY_PATH, wanted: Asked }, token, async (asked) => ({
    text: await planOrApply(deps, asked),
  }));

type Deps = Pick<ServerDeps, 'database' | 'labels' | 'payments'>;

const BY = 'Command line';
const BACK_TEST_DAYS = 90;

export async function planOrApply(deps: Deps, { verb, slug, text, isPublished }: Asked): Promise<string> {
  const { database } = deps;
  const storeId = await storeIdOf(database, slug);
  if (verb === 'plan') {
    const plan = await database.readStore(storeId, (db) => planText(db, storeId, text));
    return `${reportOf(plan)}${await backTestReport(deps, storeId, plan)}`;
  }
  const note = 'Applied from a file';
  const applied = await actingAs(
    {
      kind: 'commandLine',
      name: BY,
      storeId,
      requestId: '',
      about: 'automation',
      what: 'Applied a file',
      thingId: null,
    },
    () => database.inStore(storeId, (db) => applyText(db, { storeId, by: BY }, { text, isPublished, note })),
  );
  const ended = applied.number === null ? 'The draft has these rules.' : `Version ${applied.number} is live.`;
  return `${reportOf(applied)}${ended}\n`;
}

/** What the claims of the last days would have come to, had the rules of the file run instead of the live ones. */
async function backTestReport(
  deps: Deps,
  storeId: number,
  { live, rules }: { live: readonly StoreRule[]; rules: readonly StoreRule[] },
): Promise<string> {
  const store = await deps.database.readStore(storeId, (db) => storeById(db, storeId));
  if (!store) throw new Error(`store ${storeId} is gone`);
  const until = new Date();
  const period = { store_id: storeId, from_on: new Date(until.getTime() - BACK_TEST_DAYS * DAY_MS), until_on: until };
  const asked = { before: compiled(live), after: compiled(rules) };
  const lines = tallyLines(await tallyOf(deps.database, period, asked, todayOf(store, deps)));
  const [first, ...others] = lines;
  return [`Back-test of the last ${BACK_TEST_DAYS} days: ${first}`, ...others.map((line) => `    ${line}`), ''].join(
    '\n',
  );
}

/** What changes, a line for each rule and field, and what the linter found. */
function reportOf({ difference: { added, removed, changed }, findings }: Plan): string {
  const lines = [
    ...added.map(({ name }) => `+ ${name}`),
    ...removed.map(({ id, name }) => `- ${name} (${id})`),
    ...changed.flatMap(({ id, name, fields }) => [`~ ${name} (${id})`, ...fields.map(fieldText)]),
    ...(added.length + removed.length + changed.length === 0 ? ['Nothing changes.'] : []),
    ...findings.map(({ message }) => `! ${message}`),
  ];
  return `${lines.join('\n')}\n`;
}

const fieldText = ({ path, before, after }: FieldChange): string =>
  `    ${path}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`;
