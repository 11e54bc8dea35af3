import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startEasyPostSandbox } from '#sandbox/easypost/server.ts';
import { startMailbox } from '#sandbox/mailbox/server.ts';
import { startOidcSandbox } from '#sandbox/oidc/server.ts';
import { startShopifySandbox, type ShopifySandbox } from '#sandbox/shopify/server.ts';
import { SetupError, type Config } from '#server/config.ts';
import { resolveSecret } from '#server/secret.ts';

export const DEMO_SHOP = 'demo.myshopify.com';

export type Sandboxes = {
  isAny: boolean;
  /** The settings that make the server use them. */
  environment: Record<string, string>;
  shop: ShopifySandbox | null;
  mailboxUrl: string | null;
  hasDemoUsers: boolean;
  close(): Promise<void>;
};

/** Starts a pretend partner for each one that is not set. Their ports begin at SANDBOX_PORT. */
export async function startSandboxes(config: Config, log: (line: string) => void): Promise<Sandboxes> {
  const folder = join(config.DATA_FOLDER, 'sandbox');
  const port = (offset: number): number => (config.SANDBOX_PORT === 0 ? 0 : config.SANDBOX_PORT + offset);
  const secret = resolveSecret(config);
  mkdirSync(folder, { recursive: true });
  const environment: Record<string, string> = {};
  const started: { close(): Promise<void> }[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(started.splice(0).map((each) => each.close()));
  };
  const run = async <T extends { close(): Promise<void> }>(
    name: string,
    first: number,
    begin: () => Promise<T>,
  ): Promise<T> => {
    const sandbox = await begin().catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
        throw new SetupError(
          `Port ${first} is in use; the ${name} needs it. Stop what uses it, or set SANDBOX_PORT to the first of five free ports.`,
        );
      throw error;
    });
    started.push(sandbox);
    return sandbox;
  };

  try {
    const shop =
      config.SHOPIFY_API_KEY !== undefined
        ? null
        : await run('demo shop', port(0), () => {
            log('Preparing the demo shop');
            return startShopifySandbox({
              port: port(0),
              host: config.HOST,
              apiKey: 'makegood-demo',
              apiSecret: derived(secret, 'shopify'),
              stateFile: join(folder, 'shopify.json'),
            });
          });
    if (shop)
      Object.assign(environment, {
        SHOPIFY_API_KEY: 'makegood-demo',
        SHOPIFY_API_SECRET: derived(secret, 'shopify'),
        SHOPIFY_SHOP_URL: `${shop.url}/{shop}`,
      });

    if (config.EASYPOST_API_KEY === undefined) {
      const keys = { apiKey: derived(secret, 'easypost key'), webhookSecret: derived(secret, 'easypost webhooks') };
      const easypost = await run('demo carrier', port(1), () =>
        startEasyPostSandbox({
          ...keys,
          port: port(1),
          host: config.HOST,
          webhookUrl: `${config.PUBLIC_URL}/api/webhooks/easypost`,
          stateFile: join(folder, 'easypost.json'),
        }),
      );
      Object.assign(environment, {
        EASYPOST_API_KEY: keys.apiKey,
        EASYPOST_WEBHOOK_SECRET: keys.webhookSecret,
        EASYPOST_BASE_URL: easypost.url,
      });
    }

    const mailbox =
      config.SMTP_URL !== undefined
        ? null
        : await run('mailbox', port(2), () =>
            startMailbox({
              httpPort: port(2),
              smtpPort: port(4),
              host: config.HOST,
              stateFile: join(folder, 'mailbox.json'),
            }),
          );
    if (mailbox) environment['SMTP_URL'] = mailbox.smtpUrl;

    if (config.OIDC_ISSUER === undefined) {
      const client = { clientId: 'makegood', clientSecret: derived(secret, 'oidc') };
      const oidc = await run('demo sign-in', port(3), () =>
        startOidcSandbox({
          ...client,
          port: port(3),
          host: config.HOST,
          redirectUris: [`${config.PUBLIC_URL}/login/callback`],
        }),
      );
      Object.assign(environment, {
        OIDC_ISSUER: oidc.url,
        OIDC_CLIENT_ID: client.clientId,
        OIDC_CLIENT_SECRET: client.clientSecret,
      });
      environment['PROVIDER_ADMINS'] = [...config.PROVIDER_ADMINS, 'petra@makegood.test'].join(',');
    }
    return {
      isAny: Object.keys(environment).length > 0,
      environment,
      shop,
      mailboxUrl: mailbox?.url ?? null,
      hasDemoUsers: config.OIDC_ISSUER === undefined,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

// Another for each sandbox and each installation: nobody can forge a demo's webhooks or sign-ins from outside.
const derived = (secret: string, purpose: string): string =>
  createHash('sha256').update(`sandbox ${purpose} ${secret}`).digest('hex').slice(0, 40);
