import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { readConfig, SetupError, type Config } from '#server/config.ts';
import { lockDataFolder } from '#server/db/data-folder-lock.ts';
import { checkListen } from '#server/http/listen.ts';
import { makeLog } from '#server/log.ts';
import type { RunningServer } from '#server/main.ts';
import { buildWeb } from '#start/build-web.ts';
import type { Demo } from '#start/demo-store.ts';
import { welcomeScreen } from '#start/welcome.ts';
import { beginSandboxes, type Sandboxes } from '#start/sandboxes.ts';

const log = (line: string): void => void process.stderr.write(`${line}\n`);

async function start(): Promise<void> {
  const options = readArguments();
  const environment = { ...process.env, ...(options.roles === undefined ? {} : { ROLES: options.roles }) };
  const config = readConfig(environment);
  if (options.reset) reset(config);
  // Before the sandboxes, whose state lies in the same folder; the server then takes it for good.
  if (config.DATABASE_URL === undefined) lockDataFolder(config.DATA_FOLDER)();
  if (config.ROLES.includes('web')) await checkListen(config);
  // Side by side: the sandboxes in their thread, the database and all that stands on it, and what has to be built.
  // The thread goes first: loading the rest leaves this one no time to begin it.
  const begun = await beginSandboxes(config, log);
  const built = config.ROLES.includes('web') ? buildWeb(log, options.dev) : Promise.resolve();
  // Whether it went well is asked at the end; what fails before then ends the start by itself.
  built.catch(() => undefined);
  const [sandboxes, database, { startServer }] = await Promise.all([
    begun.running().then(keepRunning),
    import('#server/setup-database.ts').then(({ setUpDatabase }) => setUpDatabase(config)),
    import('#server/main.ts'),
  ]);
  // A demo store is made meanwhile; who has a shop of their own is served only when all is there.
  if (!sandboxes.shop) await built;
  const complete = readConfig({ ...environment, ...sandboxes.environment });
  // Beside sandboxes the terminal is for people; elsewhere it is where logs are collected.
  const logFile = sandboxes.isAny ? join(config.DATA_FOLDER, 'server.log') : null;
  const server = keepRunning(
    await startServer(
      complete,
      logFile === null
        ? undefined
        : makeLog(config.LOG_LEVEL, pino.destination({ dest: logFile, mkdir: true, sync: true })),
      database,
    ),
  );
  const demo = sandboxes.shop
    ? await demoStore(server, { samples: sandboxes.shop.samples, history: sandboxes.history })
    : null;
  await built;
  if (sandboxes.isAny && server.url !== null)
    process.stdout.write(
      welcomeScreen({ config: complete, sandboxes, demo, logFile, seconds: performance.now() / 1000 }),
    );
}

async function demoStore(
  server: RunningServer,
  known: { samples: Demo['samples']; history: Sandboxes['history'] },
): Promise<Demo> {
  const { ensureDemoStore } = await import('#start/demo-store.ts');
  return ensureDemoStore(server.deps, known, log);
}

function readArguments(): { reset: boolean; dev: boolean; roles: string | undefined } {
  try {
    const { values } = parseArgs({
      options: {
        reset: { type: 'boolean', default: false },
        dev: { type: 'boolean', default: false },
        roles: { type: 'string' },
      },
    });
    return { reset: values.reset, dev: values.dev, roles: values.roles };
  } catch (error) {
    throw new SetupError(
      `${error instanceof Error ? error.message : String(error)} Known are --reset, --dev and --roles=web,worker,cron.`,
    );
  }
}

/** Removes what this product keeps in the data folder, and nothing else that may lie there. */
function reset(config: Config): void {
  if (config.DATABASE_URL !== undefined)
    throw new SetupError('--reset is for the embedded database; empty the one at DATABASE_URL yourself.');
  const release = lockDataFolder(config.DATA_FOLDER);
  for (const name of ['database', 'database.making', 'files', 'sandbox', 'secret', 'server.log', 'server.control'])
    rmSync(join(config.DATA_FOLDER, name), { recursive: true, force: true });
  release();
}

const running: { close(): Promise<void> }[] = [];
let isStopping = false;
const keepRunning = <T extends Sandboxes | RunningServer>(part: T): T => {
  running.push(part);
  return part;
};

// More than any single call to a partner takes, and less than hosts wait before they kill.
const STOP_WITHIN_MS = 45_000;

/** Stops what runs, the last started first; a second signal does not wait. */
async function stop(code: number): Promise<void> {
  if (isStopping) process.exit(1);
  isStopping = true;
  setTimeout(() => {
    log('Some work did not end in time; the next start takes it up.');
    process.exit(1);
  }, STOP_WITHIN_MS).unref();
  for (const part of running.toReversed()) await part.close();
  process.exit(code);
}

process.on('SIGTERM', () => void stop(0));
process.on('SIGINT', () => void stop(0));

start().catch(async (error: unknown) => {
  // Stopped while it started: what was under way cannot end well, and need not.
  if (isStopping) return;
  log(
    error instanceof SetupError
      ? `Makegood cannot start: ${error.message}`
      : `Makegood cannot start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
  );
  await stop(1);
});
