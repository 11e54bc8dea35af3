import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const SERVER = fileURLToPath(new URL('../../bench/server.ts', import.meta.url));

/** The real server in a process of its own. */
export type ServerProcess = {
  /** Resolves when it listens, or when it ended before. */
  listening: Promise<void>;
  /** SIGKILL: nothing of it runs on, not even the end of a statement. False when it had ended by itself. */
  kill(): Promise<boolean>;
};

export function startProcess(environment: Readonly<Record<string, string | undefined>>): ServerProcess {
  const child = fork(SERVER, {
    env: { PATH: process.env['PATH'], ...environment },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  return {
    listening: Promise.race([once(child, 'message'), ended]).then(() => undefined),
    kill: async () => {
      const isAlive = child.exitCode === null && child.signalCode === null;
      child.kill('SIGKILL');
      await ended;
      return isAlive;
    },
  };
}
