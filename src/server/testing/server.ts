import { randomBytes, randomUUID } from 'node:crypto';
import { call, type CallOptions } from '#contract/client.ts';
import * as customer from '#contract/customer/customer.ts';
import type { RouteAnswer, RouteInput, RouteSpec } from '#contract/route.ts';
import type { SettingsChanges } from '#core/settings/settings.fixture.ts';
import { startEasyPostSandbox, type EasyPostSandbox } from '#sandbox/easypost/server.ts';
import { startStripeSandbox, type StripeSandbox } from '#sandbox/stripe/server.ts';
import { startDnsSandbox, type DnsSandbox } from '#sandbox/dns/server.ts';
import { startMailbox, type Mailbox } from '#sandbox/mailbox/server.ts';
import { startShopifySandbox, type ShopifySandbox, type ShopifySandboxOptions } from '#sandbox/shopify/server.ts';
import type { ShopState } from '#sandbox/shopify/state.ts';
import { readConfig } from '#server/config.ts';
import { openSession } from '#server/http/login-session.ts';
import { makeLog } from '#server/log.ts';
import { insertReturnLocation } from '#server/db/return-locations.ts';
import { replaceSettings } from '#server/testing/replace-settings.ts';
import { startServer, type RunningServer } from '#server/main.ts';
import { connectStore } from '#server/sync/connect-store.ts';
import { firstSync } from '#server/sync/first-sync.ts';
import { testDatabasePlace, type DatabasePlace } from '#server/testing/database.ts';
import { freePort } from '#server/testing/free-port.ts';

const SHOPIFY = { apiKey: 'test-app', apiSecret: 'test-app-secret' };
const STRIPE = { secretKey: 'sk_test_stripe', publishableKey: 'pk_test_stripe', webhookSecret: 'whsec_stripe' };
const EASYPOST = { apiKey: 'test-easypost', webhookSecret: 'test-easypost-secret' };
export const INBOUND_ADDRESS = 'claims@in.makegood.test';
export const INBOUND_TOKEN = 'test-inbound-token-0123456789';
const SHOP_DOMAIN = 'test-shop.myshopify.com';

/** A browser: keeps its cookies and their identity between calls. */
export type Caller = {
  /** `language`: of who calls. */
  <R extends RouteSpec>(route: R, input: RouteInput<R>, language?: string): Promise<RouteAnswer<R>>;
};

export type TestServer = {
  url: string;
  server: RunningServer;
  /** The settings of the server, for another process in its place. */
  environment: Readonly<Record<string, string | undefined>>;
  shopify: ShopifySandbox;
  shop: ShopState;
  easypost: EasyPostSandbox;
  stripe: StripeSandbox & { keys: typeof STRIPE };
  mailbox: Mailbox;
  dns: DnsSandbox;
  storeId: number;
  slug: string;
  shopifySecret: string;
  easypostSecret: string;
  browser(cookie?: string): Caller;
  /** A signed-in member of the store's staff. */
  staff(roleCode?: 'Admin' | 'Staff', email?: string): Promise<Caller>;
  /** A shopper with the order open. */
  shopper(order: { name: string; email: string }): Promise<{ call: Caller; idFromPlatform: string }>;
  /** Every setting that is not named becomes what it is at first. */
  saveSettings(settings: SettingsChanges): Promise<void>;
  close(): Promise<void>;
};

/** The whole product against sandboxes on free ports, with a connected and synced shop of about 120 orders. */
export async function startTestServer(
  options: {
    orders?: number;
    roles?: string;
    plan?: ShopifySandboxOptions['plan'];
    latencyMs?: number;
    place?: DatabasePlace;
    /** It takes itself to be reached by https, as in production. */
    isHttps?: boolean;
    /** Every line the server logs, however unimportant. */
    logTo?: (line: string) => void;
    /** Whose X-Forwarded-For is believed, so that callers can come from many networks. */
    trustedProxies?: string;
  } = {},
): Promise<TestServer> {
  const place = options.place ?? (await testDatabasePlace());
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const plan = options.plan ?? 'standard';
  const shopify = await startShopifySandbox({
    ...SHOPIFY,
    port: 0,
    webhookRetryMs: 50,
    plan,
    latencyMs: options.latencyMs ?? 0,
  });
  const easypost = await startEasyPostSandbox({ ...EASYPOST, port: 0, webhookUrl: `${url}/api/webhooks/easypost` });
  const stripe = await startStripeSandbox({ ...STRIPE, port: 0, webhookUrl: `${url}/api/webhooks/stripe` });
  const mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
  const dns = await startDnsSandbox({ dnsPort: 0, httpPort: 0 });
  shopify.seedDemo(SHOP_DOMAIN, { orders: options.orders ?? 120, customers: 40 });
  const environment = {
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: options.isHttps ? url.replace('http:', 'https:') : url,
    TRUSTED_PROXIES: options.trustedProxies,
    DATA_FOLDER: place.dataFolder,
    DATABASE_URL: place.databaseUrl,
    SECRET: randomBytes(32).toString('hex'),
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    ROLES: options.roles ?? 'web,worker',
    PROVIDER_ADMINS: 'petra@test.example,provider@access.test',
    OIDC_ISSUER: 'http://127.0.0.1:1',
    OIDC_CLIENT_ID: 'none',
    OIDC_CLIENT_SECRET: 'none',
    SMTP_URL: mailbox.smtpUrl,
    MAIL_SPF: 'include:spf.makegood.test',
    MAIL_INBOUND_TOKEN: INBOUND_TOKEN,
    MAIL_INBOUND_ADDRESS: INBOUND_ADDRESS,
    DNS_SERVERS: dns.server,
    SHOPIFY_API_KEY: SHOPIFY.apiKey,
    SHOPIFY_API_SECRET: SHOPIFY.apiSecret,
    SHOPIFY_SHOP_URL: `${shopify.url}/{shop}`,
    EASYPOST_API_KEY: EASYPOST.apiKey,
    EASYPOST_WEBHOOK_SECRET: EASYPOST.webhookSecret,
    EASYPOST_BASE_URL: easypost.url,
    STRIPE_SECRET_KEY: STRIPE.secretKey,
    STRIPE_PUBLISHABLE_KEY: STRIPE.publishableKey,
    STRIPE_WEBHOOK_SECRET: STRIPE.webhookSecret,
    STRIPE_API_URL: stripe.url,
    STRIPE_JS_URL: stripe.scriptUrl,
  };
  const config = readConfig(environment);
  const { logTo } = options;
  const server = await startServer(config, logTo ? makeLog('trace', { write: logTo }) : makeLog(config.LOG_LEVEL));
  const { database } = server.deps;
  const context = { requestId: `test-${randomUUID()}` };

  const authorize = await fetch(server.deps.install.authorizeUrl(SHOP_DOMAIN, 'test-state', `${url}/installed`), {
    redirect: 'manual',
  });
  const callback = new URL(authorize.headers.get('location') ?? '');
  const storeId = await connectStore(
    server.deps,
    await server.deps.install.completeInstall(Object.fromEntries(callback.searchParams)),
    context,
  );
  await firstSync(server.deps, storeId, context);
  const { slug } = await database.asOwner((db) =>
    db.selectFrom('store').select('slug').where('store_id', '=', storeId).executeTakeFirstOrThrow(),
  );

  const browser = (cookie = ''): Caller => callerAt(url, cookie);
  const saveSettings = async (settings: SettingsChanges): Promise<void> => {
    await database.asOwner((db) => replaceSettings(db, storeId, settings));
  };
  await database.inStore(storeId, (db) => insertReturnLocation(db, storeId, RETURN_LOCATION));
  await saveSettings({ supportEmail: 'help@test.example', ...LONG_WINDOWS });

  return {
    url,
    server,
    environment,
    shopify,
    shop: shopify.store(SHOP_DOMAIN),
    easypost,
    stripe: { ...stripe, keys: STRIPE },
    mailbox,
    dns,
    storeId,
    slug,
    browser,
    saveSettings,
    shopifySecret: SHOPIFY.apiSecret,
    easypostSecret: EASYPOST.webhookSecret,
    staff: async (roleCode = 'Admin', email = `${roleCode.toLowerCase()}-${randomUUID()}@test.example`) => {
      await database.asOwner((db) =>
        db.insertInto('store_user_role').values({ store_id: storeId, email_key: email, role_code: roleCode }).execute(),
      );
      const token = await openSession(
        database,
        { subject: email, email, firstName: roleCode, lastName: 'Tester' },
        false,
        undefined,
        new Date(),
      );
      return browser(`${options.isHttps ? '__Host-' : ''}makegood_session=${token}`);
    },
    shopper: async (order) => {
      const caller = browser();
      const { idFromPlatform } = await caller(customer.lookup, {
        params: { slug },
        body: { orderNo: order.name, emailOrPostalCode: order.email },
      });
      return { call: caller, idFromPlatform };
    },
    close: async () => {
      await server.close();
      await Promise.all([shopify.close(), easypost.close(), stripe.close(), mailbox.close(), dns.close()]);
      await place.remove();
    },
  };
}

/** Windows longer than the demo shop is old, so that nearly every order can be returned. */
export const LONG_WINDOWS = {
  refundValidityDays: 3650,
  storeCreditValidityDays: 3650,
  giftCardValidityDays: 3650,
  variantExchangeValidityDays: 3650,
} satisfies SettingsChanges;

const RETURN_LOCATION = {
  name: 'Returns desk',
  address: {
    firstName: 'Returns',
    lastName: 'Desk',
    line1: '417 Montgomery Street',
    line2: '',
    city: 'San Francisco',
    stateOrProvinceCode: 'CA',
    postalCode: '94104',
    countryCode: 'US',
    phone: '4155550100',
  },
};

function callerAt(baseUrl: string, cookie: string): Caller {
  const cookies = new Map(cookie === '' ? [] : [splitCookie(cookie)]);
  const withCookies: NonNullable<CallOptions['fetch']> = async (input, init) => {
    const header = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(input, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init?.headers)), ...(header === '' ? {} : { cookie: header }) },
    });
    for (const set of response.headers.getSetCookie()) cookies.set(...splitCookie(set.split(';', 1)[0] ?? ''));
    return response;
  };
  return (route, input, language) =>
    call(route, input, {
      baseUrl,
      fetch: withCookies,
      ...(language === undefined ? {} : { headers: { 'accept-language': language } }),
    });
}

function splitCookie(text: string): [string, string] {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Waits until a look at the world gives something, or fails with what it last saw. */
export async function eventually<T>(
  look: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  what: string,
  withinMs = 60_000,
): Promise<T> {
  const until = Date.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (seen !== null && seen !== undefined && seen !== false) return seen;
    if (Date.now() > until) throw new Error(`waited ${withinMs} ms in vain: ${what}`);
    await new Promise((wake) => setTimeout(wake, 50));
  }
}
