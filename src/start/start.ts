import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { readConfig, SetupError, type Config } from '#server/config.ts';
import { lockDataFolder } from '#server/db/data-folder-lock.ts';
import { makeLog } from '#server/log.ts';
import { startServer, type RunningServer } from '#server/main.ts';
import { buildWeb } from '#start/build-web.ts';
import { ensureDemoStore } from '#start/demo-store.ts';
import { welcomeScreen } from '#start/welcome.ts';
import { startSandboxes, type Sandboxes } from '#start/sandboxes.ts';

const log = (line: string): void => void process.stderr.write(`${line}\n`);

async function start(): Promise<void> {
  const began = performance.now();
  const options = readArguments();
  const environment = { ...process.env, ...(options.roles === undefined ? {} : { ROLES: options.roles }) };
  const config = readConfig(environment);
  if (options.reset) reset(config);
  // Before the sandboxes, whose state lies in the same folder; the server then takes it for good.
  if (config.DATABASE_URL === undefined) lockDataFolder(config.DATA_FOLDER)();
  const [sandboxes] = await Promise.all([
    startSandboxes(config, log),
    config.ROLES.includes('web') ? buildWeb(log, options.dev) : undefined,
  ]);
  stopWith(sandboxes);
  const complete = readConfig({ ...environment, ...sandboxes.environment });
  // Beside sandboxes the terminal is for people; elsewhere it is where logs are collected.
  const logFile = sandboxes.isAny ? join(config.DATA_FOLDER, 'server.log') : null;
  const server = await startServer(
    complete,
    logFile === null
      ? undefined
      : makeLog(config.LOG_LEVEL, pino.destination({ dest: logFile, mkdir: true, sync: true })),
  );
  stopWith(server);
  const demo = sandboxes.shop ? await ensureDemoStore(server.deps, sandboxes.shop, log) : null;
  if (sandboxes.isAny && server.url !== null)
    process.stdout.write(
      welcomeScreen({ config: complete, sandboxes, demo, logFile, seconds: (performance.now() - began) / 1000 }),
    );
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
  for (const name of ['database', 'files', 'sandbox', 'secret', 'server.log'])
    rmSync(join(config.DATA_FOLDER, name), { recursive: true, force: true });
  release();
}

const running: { close(): Promise<void> }[] = [];
let isStopping = false;
const stopWith = (part: Sandboxes | RunningServer): void => void running.push(part);

/** Stops what runs, the last started first; a second signal does not wait. */
async function stop(code: number): Promise<void> {
  if (isStopping) process.exit(1);
  isStopping = true;
  for (const part of running.toReversed()) await part.close();
  process.exit(code);
}

process.on('SIGTERM', () => void stop(0));
process.on('SIGINT', () => void stop(0));

start().catch(async (error: unknown) => {
  log(
    error instanceof SetupError
      ? `Makegood cannot start: ${error.message}`
      : `Makegood cannot start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
  );
  await stop(1);
});
