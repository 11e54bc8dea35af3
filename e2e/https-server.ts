import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** What a helpdesk was given, where the product that gave it is, an order to look up there, and a product. */
export type Framed = {
  url: string;
  slug: string;
  storeId: number;
  configId: string;
  token: string;
  email: string;
  order: { number: string; email: string };
  /** What its shop has in stock. */
  product: { id: string; variantId: string; title: string };
};

/**
 * A second product, which takes itself to be reached by https, as in production. Pages of that origin may frame it: those
 * of a helpdesk, and of the shop. Browsers keep the cookies of https from localhost too.
 */
export async function startHttpsServer(embeddedIn: string): Promise<{ framed: Framed; stop: () => Promise<void> }> {
  const child = fork(fileURLToPath(new URL('in-process/https-server.ts', import.meta.url)), [embeddedIn], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const [framed] = (await Promise.race([
    once(child, 'message'),
    ended.then(([code]) => Promise.reject(new Error(`the https server ended with code ${code}`))),
  ])) as [Framed];
  return {
    framed,
    stop: async () => {
      child.disconnect();
      await ended;
    },
  };
}
