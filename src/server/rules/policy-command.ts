import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Refusal } from '#core/refusal.ts';
import { readConfig, SetupError, type Config } from '#server/config.ts';
import { askServer, readControl } from '#server/control.ts';
import { makeLog } from '#server/log.ts';
import { Answered, planOrApply, POLICY_PATH, type Asked } from '#server/rules/policy-on-request.ts';

const USAGE = 'Usage: npm run policy -- plan|apply --store <slug> [--publish] rules.yaml';

async function main(args: string[]): Promise<void> {
  const asked = askedBy(args);
  const config = readConfig(process.env);
  const control = readControl(config.DATA_FOLDER);
  const answer = control && (await askServer(control, POLICY_PATH, asked));
  const told = answer === null ? { text: await doneHere(config, asked) } : Answered.parse(answer);
  if ('problem' in told) throw new SetupError(told.problem);
  process.stdout.write(told.text);
}

/** By everything a server has, and none of its roles: nothing is served. */
async function doneHere(config: Config, asked: Asked): Promise<string> {
  const { startServer } = await import('#server/main.ts');
  const server = await startServer({ ...config, ROLES: [] }, makeLog('silent'));
  try {
    return await planOrApply(server.deps, asked);
  } finally {
    await server.close();
  }
}

function askedBy(args: string[]): Asked {
  const { verb, file, slug, isPublished } = argumentsOf(args);
  try {
    return { verb, slug, isPublished, text: readFileSync(file, 'utf8') };
  } catch {
    throw new SetupError(`The file ${file} can't be read.`);
  }
}

function argumentsOf(args: string[]) {
  try {
    const options = { store: { type: 'string' }, publish: { type: 'boolean', default: false } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [verb, file, ...rest] = positionals;
    if ((verb === 'plan' || verb === 'apply') && file !== undefined && rest.length === 0 && values.store !== undefined)
      return { verb, file, slug: values.store, isPublished: values.publish } as const;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  throw new SetupError(USAGE);
}

if (import.meta.main) {
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof SetupError) && !(error instanceof Refusal)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
