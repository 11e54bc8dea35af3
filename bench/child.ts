import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export type Child = { url: string; pid: number | undefined; stop(): Promise<void> };

const Ready = z.object({ url: z.url() });

// As `npm start` does.
const NODE_COMPILE_CACHE = fileURLToPath(new URL('../.cache/compile', import.meta.url));
const FLAGS = ['--max-semi-space-size=8'];

/** Starts a module of this folder as its own process and waits for the address it says it listens at. */
export async function startChild(module: string, env: Record<string, string>): Promise<Child> {
  const child = fork(fileURLToPath(new URL(module, import.meta.url)), {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE, ...env },
    execArgv: FLAGS,
    // Log lines are written as in production, to nowhere.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ready = await new Promise<unknown>((resolve, reject) => {
    child.once('message', resolve);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${module} ended with code ${code} before it was ready`)));
  });
  return {
    url: Ready.parse(ready).url,
    pid: child.pid,
    stop: async () => {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

/** For the child: tells the parent the address, and runs `close` when the parent lets go. */
export function tellReady(url: string, close: () => Promise<void>): void {
  process.once('disconnect', () => void close().finally(() => process.exit()));
  process.send?.({ url });
}
