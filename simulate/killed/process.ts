import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SERVER = fileURLToPath(new URL('../../bench/server.ts', import.meta.url));

/** The real server in a process of its own. */
export type ServerProcess = {
  /** Resolves when it listens, or when it ended before. */
  listening: Promise<void>;
  /** SIGKILL: nothing of it runs on, not even the end of a statement. False when it had ended by itself. */
  kill(): Promise<boolean>;
};

const LEVEL_OF_ERROR = /"level":[56]0/;

/** `onError` gets each line of its log that tells of an error. */
export function startProcess(
  environment: Readonly<Record<string, string | undefined>>,
  onError: (line: string) => void,
): ServerProcess {
  const child = fork(SERVER, {
    env: { PATH: process.env['PATH'], ...environment, LOG_LEVEL: 'error' },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (LEVEL_OF_ERROR.test(line)) onError(line);
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
