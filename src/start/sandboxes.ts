import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { refusePretendPartners, SetupError, type Config } from '#server/config.ts';
import { checkListen } from '#server/http/listen.ts';
import { resolveSecret } from '#server/secret.ts';
import { historyUntil } from '#start/history/sandboxes.ts';
import type { RestoredHistory } from '#start/history/restore.ts';
import type { RunningSandboxes, SandboxName, SandboxNews, SandboxPlan } from '#start/sandbox-thread.ts';

export const DEMO_SHOP = 'demo.myshopify.com';
const SHOPIFY_API_KEY = 'makegood-demo';
const OIDC_CLIENT_ID = 'makegood';

export type Sandboxes = {
  isAny: boolean;
  /** The settings that make the server use them. */
  environment: Record<string, string>;
  shop: RunningSandboxes['shop'];
  /** What the pretend partners already did; null where they begin with nothing. */
  history: RestoredHistory | null;
  mailboxUrl: string | null;
  paymentsUrl: string | null;
  hasDemoUsers: boolean;
  close(): Promise<void>;
};

const NONE: Sandboxes = {
  isAny: false,
  environment: {},
  shop: null,
  history: null,
  mailboxUrl: null,
  paymentsUrl: null,
  hasDemoUsers: false,
  close: async () => {},
};

/**
 * Begins a pretend partner for each one that is not set, all in a thread of their own. Their ports begin at
 * SANDBOX_PORT. Returned as soon as the thread is on its way, so that the caller can load the rest in parallel.
 */
export async function beginSandboxes(
  config: Config,
  log: (line: string) => void,
): Promise<{ running(): Promise<Sandboxes> }> {
  refusePretendPartners(config);
  const secrets = secretsOf(resolveSecret(config));
  const plan = planOf(config, secrets);
  if (Object.values(plan).every((each) => each === null)) return { running: async () => NONE };
  await checkPorts(plan, config);
  mkdirSync(join(config.DATA_FOLDER, 'sandbox'), { recursive: true });
  if (plan.shop) log('Preparing the demo shop');
  const thread = beginThread(plan);
  const endsOn = plan.history?.endsOn ?? null;
  return { running: async () => sandboxesOf(await thread.running(config.SANDBOX_PORT), config, secrets, endsOn) };
}

function historyOf(
  endsOn: string | null,
  { shop, easypost }: RunningSandboxes,
  { PUBLIC_URL }: Config,
): RestoredHistory | null {
  if (endsOn === null || !shop || !easypost) return null;
  return { endsOn, origins: { product: PUBLIC_URL, shop: shop.url, labels: easypost.url } };
}

function sandboxesOf(
  { sandboxes, close }: RunningThread,
  config: Config,
  secrets: Secrets,
  endsOn: string | null,
): Sandboxes {
  return {
    isAny: true,
    environment: environmentOf(sandboxes, config, secrets),
    shop: sandboxes.shop,
    history: historyOf(endsOn, sandboxes, config),
    mailboxUrl: sandboxes.mailbox?.url ?? null,
    paymentsUrl: sandboxes.stripe?.url ?? null,
    hasDemoUsers: sandboxes.oidc !== null,
    close,
  };
}

// Another for each sandbox and each installation: nobody can forge a demo's webhooks or sign-ins from outside.
const secretsOf = (secret: string) => {
  const derived = (purpose: string): string =>
    createHash('sha256').update(`sandbox ${purpose} ${secret}`).digest('hex').slice(0, 40);
  return {
    shopify: derived('shopify'),
    easypost: { apiKey: derived('easypost key'), webhookSecret: derived('easypost webhooks') },
    oidc: derived('oidc'),
    inbound: derived('inbound mail'),
    stripe: {
      secretKey: `sk_test_${derived('stripe secret key')}`,
      publishableKey: `pk_test_${derived('stripe publishable key')}`,
      webhookSecret: `whsec_${derived('stripe webhooks')}`,
    },
  };
};
type Secrets = ReturnType<typeof secretsOf>;

/** Where answers to the emails of the demo go. */
const INBOUND_ADDRESS = 'claims@in.makegood.test';

/** Their places among the ports that begin at SANDBOX_PORT. */
const PLACES = { shop: 0, easypost: 1, mailbox: 2, oidc: 3, smtp: 4, stripe: 5, dns: 6 } as const;
const portOf = (first: number, place: keyof typeof PLACES): number => (first === 0 ? 0 : first + PLACES[place]);

const portInUse = (port: number, name: SandboxName): SetupError =>
  new SetupError(
    `Port ${port} is in use; the ${NAMES[name]} needs it. Stop what uses it, or set SANDBOX_PORT to the first of seven free ports.`,
  );

/** Tells before anything is made that a port is taken; the thread would tell only after the demo shop is. */
async function checkPorts(plan: SandboxPlan, { HOST, SANDBOX_PORT }: Config): Promise<void> {
  const places = Object.keys(PLACES) as (keyof typeof PLACES)[];
  await Promise.all(
    places.map(async (place) => {
      const name = place === 'smtp' ? 'mailbox' : place;
      const port = portOf(SANDBOX_PORT, place);
      if (plan[name] === null) return;
      await checkListen({ HOST, PORT: port }).catch(() => {
        throw portInUse(port, name);
      });
    }),
  );
}

function planOf(config: Config, secrets: Secrets): SandboxPlan {
  const { HOST: host, PUBLIC_URL } = config;
  const stateFile = (name: string): string => join(config.DATA_FOLDER, 'sandbox', `${name}.json`);
  const port = (place: keyof typeof PLACES): number => portOf(config.SANDBOX_PORT, place);
  const isDemoShop = config.SHOPIFY_API_KEY === undefined;
  return {
    history: historyPlan(config),
    shop: isDemoShop
      ? {
          port: port('shop'),
          host,
          apiKey: SHOPIFY_API_KEY,
          apiSecret: secrets.shopify,
          stateFile: stateFile('shopify'),
          demoShop: DEMO_SHOP,
        }
      : null,
    // Only beside the demo shop: a real shopper must never get a pretend label.
    easypost:
      isDemoShop && config.EASYPOST_API_KEY === undefined
        ? {
            ...secrets.easypost,
            port: port('easypost'),
            host,
            webhookUrl: `${PUBLIC_URL}/api/webhooks/easypost`,
            stateFile: stateFile('easypost'),
          }
        : null,
    stripe:
      isDemoShop && config.STRIPE_SECRET_KEY === undefined
        ? {
            ...secrets.stripe,
            port: port('stripe'),
            host,
            webhookUrl: `${PUBLIC_URL}/api/webhooks/stripe`,
            stateFile: stateFile('stripe'),
          }
        : null,
    mailbox:
      config.SMTP_URL === undefined
        ? {
            httpPort: port('mailbox'),
            smtpPort: port('smtp'),
            host,
            stateFile: stateFile('mailbox'),
            postTo: {
              domain: INBOUND_ADDRESS.slice(INBOUND_ADDRESS.indexOf('@') + 1),
              url: `${PUBLIC_URL}/api/webhooks/mail/${config.MAIL_INBOUND_TOKEN ?? secrets.inbound}`,
            },
          }
        : null,
    // With a real mail server a domain has to be a real one too.
    dns:
      config.SMTP_URL === undefined && config.DNS_SERVERS.length === 0
        ? { httpPort: port('dns'), dnsPort: port('dns'), host }
        : null,
    oidc:
      config.OIDC_ISSUER === undefined
        ? {
            port: port('oidc'),
            host,
            clientId: OIDC_CLIENT_ID,
            clientSecret: secrets.oidc,
            redirectUris: [`${PUBLIC_URL}/login/callback`],
          }
        : null,
  };
}

/** A history is that of all partners together: beside a real one it would speak of what that partner never did. */
function historyPlan(config: Config): SandboxPlan['history'] {
  const { SHOPIFY_API_KEY: shop, EASYPOST_API_KEY: labels, STRIPE_SECRET_KEY: cards } = config;
  if (shop !== undefined || labels !== undefined || cards !== undefined) return null;
  const folder = join(config.DATA_FOLDER, 'sandbox');
  const endsOn = historyUntil(folder, config.DEMO_HISTORY === 'on');
  const at = (place: keyof typeof PLACES): string => `http://127.0.0.1:${portOf(config.SANDBOX_PORT, place)}`;
  return endsOn === null
    ? null
    : { folder, endsOn, origins: { product: config.PUBLIC_URL, shop: at('shop'), labels: at('easypost') } };
}

function environmentOf(sandboxes: RunningSandboxes, config: Config, secrets: Secrets): Record<string, string> {
  const { shop, easypost, stripe, mailbox, dns, oidc } = sandboxes;
  return {
    ...(shop && {
      SHOPIFY_API_KEY,
      SHOPIFY_API_SECRET: secrets.shopify,
      SHOPIFY_SHOP_URL: `${shop.url}/{shop}`,
    }),
    ...(easypost && {
      EASYPOST_API_KEY: secrets.easypost.apiKey,
      EASYPOST_WEBHOOK_SECRET: secrets.easypost.webhookSecret,
      EASYPOST_BASE_URL: easypost.url,
    }),
    ...(stripe && {
      STRIPE_SECRET_KEY: secrets.stripe.secretKey,
      STRIPE_PUBLISHABLE_KEY: secrets.stripe.publishableKey,
      STRIPE_WEBHOOK_SECRET: secrets.stripe.webhookSecret,
      STRIPE_API_URL: stripe.url,
      STRIPE_JS_URL: stripe.scriptUrl,
    }),
    ...(mailbox && {
      SMTP_URL: mailbox.smtpUrl,
      MAIL_SPF: config.MAIL_SPF ?? 'include:spf.makegood.test',
      MAIL_INBOUND_TOKEN: config.MAIL_INBOUND_TOKEN ?? secrets.inbound,
      MAIL_INBOUND_ADDRESS: config.MAIL_INBOUND_ADDRESS ?? INBOUND_ADDRESS,
    }),
    ...(dns && { DNS_SERVERS: dns.server }),
    ...(oidc && {
      OIDC_ISSUER: oidc.url,
      OIDC_CLIENT_ID,
      OIDC_CLIENT_SECRET: secrets.oidc,
      PROVIDER_ADMINS: [...config.PROVIDER_ADMINS, 'petra@makegood.test', 'paula@makegood.test'].join(','),
    }),
  };
}

const NAMES: Record<SandboxName, string> = {
  shop: 'demo shop',
  easypost: 'demo carrier',
  stripe: 'demo card payments',
  mailbox: 'mailbox',
  dns: 'demo DNS',
  oidc: 'demo sign-in',
};

type RunningThread = { sandboxes: RunningSandboxes; close(): Promise<void> };

function beginThread(plan: SandboxPlan): { running(firstPort: number): Promise<RunningThread> } {
  const thread = new Worker(new URL('./sandbox-thread.ts', import.meta.url), {
    workerData: plan,
    // The default for threads is so small that making the demo store is mostly collecting garbage.
    resourceLimits: { maxYoungGenerationSizeMb: 64 },
  });
  const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
  const first = new Promise<SandboxNews>((resolve, reject) => {
    thread.once('message', resolve);
    // Later failures find no listener, and end the process as they would without a thread.
    thread.once('error', reject);
    thread.once('message', () => thread.off('error', reject));
  });
  const close = async (): Promise<void> => {
    thread.postMessage('close');
    await ended;
  };
  return {
    running: async (firstPort) => ({ sandboxes: await runningIn(thread, await first, firstPort), close }),
  };
}

async function runningIn(thread: Worker, news: SandboxNews, firstPort: number): Promise<RunningSandboxes> {
  if (news.kind === 'failed') {
    await thread.terminate();
    const { name, message, isPortInUse } = news;
    throw isPortInUse
      ? portInUse(portOf(firstPort, name), name)
      : new SetupError(`The ${NAMES[name]} could not be started: ${message}`);
  }
  return news.sandboxes;
}
