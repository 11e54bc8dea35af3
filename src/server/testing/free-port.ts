import { once } from 'node:events';
import { createServer } from 'node:net';
import { threadId } from 'node:worker_threads';

/** Below the ports that systems hand out by themselves: between this answer and its use none of those can take it. */
const FIRST = 12_000;
const AFTER_LAST = 32_000;
/** Processes that test at the same time begin apart: none takes what another was given and doesn't use yet. */
const APART = 100;
let next = ((process.pid + threadId) * APART) % (AFTER_LAST - FIRST);

/** A port of 127.0.0.1 that no one uses now and that isn't handed out for "any port". */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = FIRST + next;
    next = (next + 1) % (AFTER_LAST - FIRST);
    const probe = createServer();
    probe.listen(port, '127.0.0.1');
    const free = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!free) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
  throw new Error('no free port');
}
