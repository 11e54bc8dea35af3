import { parentPort, workerData } from 'node:worker_threads';
import type { HistoryPlan } from '#start/history/sandboxes.ts';
import type { startEasyPostSandbox } from '#sandbox/easypost/server.ts';
import type { startDnsSandbox } from '#sandbox/dns/server.ts';
import type { startMailbox } from '#sandbox/mailbox/server.ts';
import type { OidcSandboxOptions } from '#sandbox/oidc/server.ts';
import type { DemoStore } from '#sandbox/shopify/seed/demo.ts';
import type { ShopifySandboxOptions } from '#sandbox/shopify/server.ts';
import type { startStripeSandbox } from '#sandbox/stripe/server.ts';

/** Which sandboxes to run and how; null for a partner that is a real one, and for a demo without a history. */
export type SandboxPlan = {
  history: HistoryPlan | null;
  shop: (ShopifySandboxOptions & { demoShop: string }) | null;
  easypost: Parameters<typeof startEasyPostSandbox>[0] | null;
  stripe: Parameters<typeof startStripeSandbox>[0] | null;
  mailbox: Parameters<typeof startMailbox>[0] | null;
  dns: Parameters<typeof startDnsSandbox>[0] | null;
  oidc: OidcSandboxOptions | null;
};

export type SandboxName = Exclude<keyof SandboxPlan, 'history'>;

/** Where they are once they run. */
export type RunningSandboxes = {
  shop: { url: string; samples: DemoStore['samples'] } | null;
  easypost: { url: string } | null;
  stripe: { url: string; scriptUrl: string } | null;
  mailbox: { url: string; smtpUrl: string } | null;
  dns: { url: string; server: string } | null;
  oidc: { url: string } | null;
};

/** What this thread tells: where all of them are, or the one that could not start. */
export type SandboxNews =
  | { kind: 'running'; sandboxes: RunningSandboxes }
  | { kind: 'failed'; name: SandboxName; message: string; isPortInUse: boolean };

const started: { close(): Promise<void> }[] = [];
const keep = <T extends { close(): Promise<void> }>(sandbox: T): T => {
  started.push(sandbox);
  return sandbox;
};

// Each is loaded only when it is wanted.
const begin = {
  async shop(plan: NonNullable<SandboxPlan['shop']>) {
    const { startShopifySandbox } = await import('#sandbox/shopify/server.ts');
    const shop = keep(await startShopifySandbox(plan));
    return { url: shop.url, samples: shop.seedDemo(plan.demoShop).samples };
  },
  async easypost(plan: NonNullable<SandboxPlan['easypost']>) {
    const { startEasyPostSandbox } = await import('#sandbox/easypost/server.ts');
    const { url } = keep(await startEasyPostSandbox(plan));
    return { url };
  },
  async stripe(plan: NonNullable<SandboxPlan['stripe']>) {
    const { startStripeSandbox } = await import('#sandbox/stripe/server.ts');
    const { url, scriptUrl } = keep(await startStripeSandbox(plan));
    return { url, scriptUrl };
  },
  async mailbox(plan: NonNullable<SandboxPlan['mailbox']>) {
    const { startMailbox } = await import('#sandbox/mailbox/server.ts');
    const { url, smtpUrl } = keep(await startMailbox(plan));
    return { url, smtpUrl };
  },
  async dns(plan: NonNullable<SandboxPlan['dns']>) {
    const { startDnsSandbox } = await import('#sandbox/dns/server.ts');
    const { url, server } = keep(await startDnsSandbox(plan));
    return { url, server };
  },
  async oidc(plan: NonNullable<SandboxPlan['oidc']>) {
    const { startOidcSandbox } = await import('#sandbox/oidc/server.ts');
    const { url } = keep(await startOidcSandbox(plan));
    return { url };
  },
};

class StartError extends Error {
  readonly sandbox: SandboxName;
  constructor(sandbox: SandboxName, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.sandbox = sandbox;
  }
}

async function run<P, T>(name: SandboxName, plan: P | null, start: (plan: P) => Promise<T>): Promise<T | null> {
  if (plan === null) return null;
  return start(plan).catch((error: unknown) => {
    throw new StartError(name, error);
  });
}

async function startAll(plan: SandboxPlan): Promise<RunningSandboxes> {
  if (plan.history) (await import('#start/history/sandboxes.ts')).restoreSandboxes(plan.history);
  const [shop, easypost, stripe, mailbox, dns, oidc] = await Promise.all([
    run('shop', plan.shop, begin.shop),
    run('easypost', plan.easypost, begin.easypost),
    run('stripe', plan.stripe, begin.stripe),
    run('mailbox', plan.mailbox, begin.mailbox),
    run('dns', plan.dns, begin.dns),
    run('oidc', plan.oidc, begin.oidc),
  ]);
  return { shop, easypost, stripe, mailbox, dns, oidc };
}

const tell = (news: SandboxNews): void => parentPort?.postMessage(news);

parentPort?.once('message', () => {
  void Promise.all(started.map((each) => each.close())).then(() => process.exit(0));
});

try {
  tell({ kind: 'running', sandboxes: await startAll(workerData as SandboxPlan) });
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  const isPortInUse = error.cause instanceof Error && 'code' in error.cause && error.cause.code === 'EADDRINUSE';
  tell({ kind: 'failed', name: error.sandbox, message: error.message, isPortInUse });
}
