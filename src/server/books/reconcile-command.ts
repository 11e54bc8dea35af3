import { parseArgs } from 'node:util';
import { Refusal } from '#core/refusal.ts';
import { Reconciled, RECONCILE_PATH, type Wanted } from '#server/books/reconcile-on-request.ts';
import { reconcileAndTell } from '#server/books/tell-reconciled.ts';
import { readConfig, SetupError, type Config } from '#server/config.ts';
import { askServer, readControl } from '#server/control.ts';
import { makeLog } from '#server/log.ts';

const USAGE = 'Usage: npm run reconcile [-- --store <slug> --days <1 to 366>]';
const DEFAULT_DAYS = 30;

async function main(args: string[]): Promise<boolean> {
  const wanted = wantedOf(args);
  const config = readConfig(process.env);
  const control = readControl(config.DATA_FOLDER);
  // The embedded database belongs to the server that runs, and the sandboxes' settings are known to it alone.
  const answer = control && (await askServer(control, RECONCILE_PATH, wanted));
  if (answer === null) return reconcileHere(config, wanted);
  const told = Reconciled.parse(answer);
  if ('problem' in told) throw new SetupError(told.problem);
  process.stdout.write(told.text);
  return told.isAllExplained;
}

/** Everything a server has, and none of its roles: nothing is served, and no step is carried out. */
async function reconcileHere(config: Config, { slug, days }: Wanted): Promise<boolean> {
  const { startServer } = await import('#server/main.ts');
  const server = await startServer({ ...config, ROLES: [] }, makeLog('silent')).catch((error: unknown) => {
    if (!(error instanceof SetupError)) throw error;
    throw new SetupError(
      `No server that runs with the data folder ${config.DATA_FOLDER} can be asked, and without one: ${error.message}`,
    );
  });
  try {
    return await reconcileAndTell(server.deps, slug, days, (line) => process.stdout.write(line));
  } finally {
    await server.close();
  }
}

function wantedOf(args: string[]): Wanted {
  try {
    const { values } = parseArgs({ args, options: { store: { type: 'string' }, days: { type: 'string' } } });
    const days = Number(values.days ?? DEFAULT_DAYS);
    if (Number.isInteger(days) && days >= 1 && days <= 366) return { slug: values.store ?? null, days };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  throw new SetupError(USAGE);
}

if (import.meta.main) {
  try {
    if (!(await main(process.argv.slice(2)))) process.exitCode = 1;
  } catch (error) {
    if (!(error instanceof SetupError) && !(error instanceof Refusal)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
