import { z } from 'zod';
import type { FieldChange } from '#core/automations/compare.ts';
import type { Database } from '#server/db/connect.ts';
import { answerCommand } from '#server/http/answer-command.ts';
import type { Handler } from '#server/http/serve.ts';
import { storeIdOf } from '#server/import/import-on-request.ts';
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
export const policyOnRequest = ({ database }: { database: Database }, token: string): Handler =>
  answerCommand({ path: POLICY_PATH, wanted: Asked }, token, async (asked) => ({
    text: await planOrApply(database, asked),
  }));

const BY = 'Command line';

export async function planOrApply(database: Database, { verb, slug, text, isPublished }: Asked): Promise<string> {
  const storeId = await storeIdOf(database, slug);
  if (verb === 'plan') {
    const plan = await database.readStore(storeId, (db) => planText(db, storeId, text));
    return `${reportOf(plan)}Not back-tested: a plan compares rules, not past orders.\n`;
  }
  const note = 'Applied from a file';
  const applied = await database.inStore(storeId, (db) =>
    applyText(db, { storeId, by: BY }, { text, isPublished, note }),
  );
  const ended = applied.number === null ? 'The draft has these rules.' : `Version ${applied.number} is live.`;
  return `${reportOf(applied)}${ended}\n`;
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
