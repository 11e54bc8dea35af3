import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startServer, type PostgresServer } from './database/places.ts';
import { NOTHING_RUN, together, type Result, type Task } from './simulation.ts';

const PROCESS = fileURLToPath(new URL('process.ts', import.meta.url));
const CACHE = fileURLToPath(new URL('../.cache/simulate', import.meta.url));

type Spread = Task & {
  processes: number;
  database: 'pglite' | 'postgres';
  /** A PostgreSQL server that runs already, which takes seconds to make; else one is started and stopped. */
  server?: Pick<PostgresServer, 'url'>;
  /** To PostgreSQL: with more than one the transactions of a schedule overlap. */
  connections?: number;
  /** Told whenever a process is ready to begin. */
  onReady?: () => void;
  /** Told whenever a process has run some schedules; all below `reached` are run. */
  onProgress?: (sofar: Result, reached: number) => void;
};

// Few enough that the last of them are spread too.
const SCHEDULES_AT_ONCE = 10;

/** Runs schedules on several processes side by side. Which process runs which changes nothing about any of them. */
export async function simulateSpread({
  processes,
  database,
  connections = 1,
  server: running,
  onReady,
  onProgress,
  ...task
}: Spread): Promise<Result> {
  const started = database === 'postgres' && !running ? await startServer() : null;
  const server = database === 'postgres' ? (running ?? started) : null;
  const children = Array.from({ length: processes }, () =>
    startProcess(server ? [server.url, String(connections)] : []),
  );
  let result = NOTHING_RUN;
  let next = task.from;
  const begun = new Set<number>();
  const last = task.from + task.schedules;
  const isOver = (): boolean => next >= last || (task.isExhaustive !== true && result.violations.length > 0);
  const work = async (child: ChildProcess): Promise<void> => {
    await answerOf(child);
    onReady?.();
    while (!isOver()) {
      const part = { ...task, from: next, schedules: Math.min(SCHEDULES_AT_ONCE, last - next) };
      next += part.schedules;
      begun.add(part.from);
      child.send(part);
      const answer = await answerOf(child);
      result = together(result, resultOf(answer));
      begun.delete(part.from);
      onProgress?.(result, Math.min(next, ...begun));
    }
  };
  try {
    await Promise.all(children.map(work));
    return result;
  } finally {
    await Promise.all(children.map(end));
    await started?.stop();
  }
}

async function end(child: ChildProcess): Promise<void> {
  const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
  if (child.connected) child.disconnect();
  await ended;
}

// A schedule makes much that is soon forgotten: with room for it, little has to be looked at again or moved on.
const FLAGS = ['--max-semi-space-size=64', '--initial-heap-size=400', '--no-flush-bytecode'];

const startProcess = (server: readonly string[]): ChildProcess =>
  spawn(process.execPath, [...FLAGS, PROCESS, ...server], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Every process loads the same sources; compiled once, they are ready for the others and for the next run.
    env: { NODE_COMPILE_CACHE: CACHE, ...process.env },
  });

/** Its next message. Throws when it ends instead. */
function answerOf(child: ChildProcess): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const ended = (): void => reject(new Error('a process of the simulation ended before its time'));
  child.once('exit', ended);
  child.once('message', resolve);
  return promise.finally(() => {
    child.off('exit', ended);
    child.off('message', resolve);
  });
}

/** As a process sends it. */
function resultOf(sent: unknown): Result {
  const result = sent as Omit<Result, 'hash'> & { hash: string };
  return { ...result, hash: BigInt(result.hash) };
}
