import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { AccessEndedError, type StorefrontInstall, type StorefrontToken } from '#partners/ports.ts';
import { PARTNER, refused, retryLater } from './client.ts';
import { REQUIRED_SCOPES } from './operations.ts';
import { defaultShopUrl, orderAdminUrl } from './shop-url.ts';
import { readShopifyCall } from './webhook.ts';

export type ShopifyAppOptions = {
  apiKey: string;
  apiSecret: string;
  /** The secret before the last rotation: it goes on signing webhooks for up to an hour. */
  previousApiSecret?: string | undefined;
  scopes?: readonly string[] | undefined;
  /** Where a shop answers; by default https://{shopDomain}. */
  shopUrl?: ((shopDomain: string) => string) | undefined;
  fetch?: typeof fetch | undefined;
  now?: (() => Date) | undefined;
};

// Our callback is reached within seconds; an older one is a replay.
const CALLBACK_TOLERANCE_SECONDS = 300;

const TokenAnswer = z.object({
  access_token: z.string().min(1),
  scope: z.string().default(''),
  expires_in: z.number().nullish(),
  refresh_token: z.string().nullish(),
  refresh_token_expires_in: z.number().nullish(),
});

/** The app as it is installed into shops: code grant, token exchange, refresh, webhook intake. */
export function createShopifyInstall(options: ShopifyAppOptions): StorefrontInstall {
  const shopUrl = options.shopUrl ?? defaultShopUrl;
  const now = options.now ?? (() => new Date());
  const secrets = [options.apiSecret, ...(options.previousApiSecret ? [options.previousApiSecret] : [])];

  async function requestToken(shopDomain: string, grant: Readonly<Record<string, string>>): Promise<StorefrontToken> {
    const body = { client_id: options.apiKey, client_secret: options.apiSecret, ...grant };
    const asked = now();
    const response = await postJson(
      options.fetch ?? fetch,
      `${shopUrl(checkedShop(shopDomain))}/admin/oauth/access_token`,
      body,
    );
    return tokenFrom(response, asked);
  }

  return {
    id: 'shopify',
    authorizeUrl(shopDomain, state, redirectUrl) {
      const url = new URL(`${shopUrl(checkedShop(shopDomain))}/admin/oauth/authorize`);
      url.searchParams.set('client_id', options.apiKey);
      url.searchParams.set('scope', (options.scopes ?? REQUIRED_SCOPES).join(','));
      url.searchParams.set('redirect_uri', redirectUrl);
      url.searchParams.set('state', state);
      return url.href;
    },
    async completeInstall(query) {
      if (!isSignedQuery(query, secrets)) throw refused('the callback is not signed by Shopify');
      const age = Math.abs(now().getTime() / 1000 - Number(query['timestamp']));
      if (!(age <= CALLBACK_TOLERANCE_SECONDS)) throw refused('the callback is too old');
      const { shop, code } = query;
      if (!shop || !code) throw refused('the callback names no shop or brings no code');
      const token = await requestToken(shop, { code, expiring: '1' });
      return { ...token, shopDomain: shop };
    },
    exchangeSessionToken(shopDomain, sessionToken) {
      return requestToken(shopDomain, {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token: sessionToken,
        subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
        requested_token_type: 'urn:shopify:params:oauth:token-type:offline-access-token',
        expiring: '1',
      });
    },
    refreshToken(shopDomain, refreshToken) {
      return requestToken(shopDomain, { grant_type: 'refresh_token', refresh_token: refreshToken });
    },
    orderAdminUrl: (shopDomain, orderIdFromPlatform) =>
      orderAdminUrl(shopUrl(shopDomain), shopDomain, orderIdFromPlatform),
    readCall: (rawBody, headers) => readShopifyCall(rawBody, headers, secrets),
  };
}

// The shop's name comes out of a query: without this check our secret would be sent to any host.
function checkedShop(shopDomain: string): string {
  if (!/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/i.test(shopDomain))
    throw refused(`${shopDomain} is not the address of a Shopify shop`);
  return shopDomain.toLowerCase();
}

/** Whether the query of a callback carries the HMAC (hex) over its other parameters, sorted by name. */
export function isSignedQuery(query: Readonly<Record<string, string>>, secrets: readonly string[]): boolean {
  const given = Buffer.from(query['hmac'] ?? '', 'hex');
  const signed = Object.entries(query)
    .filter(([name]) => name !== 'hmac' && name !== 'signature')
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const message = new URLSearchParams(signed).toString();
  return secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(message).digest();
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** Of a shop that owes Shopify money, and of one that Shopify locked. */
const OUT_OF_ORDER: ReadonlySet<number> = new Set([402, 423]);

async function postJson(send: typeof fetch, url: string, body: object): Promise<unknown> {
  let response: Response;
  try {
    response = await send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(20_000),
    });
  } catch (cause) {
    throw retryLater(`no token from Shopify: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  const text = await response.text().catch(() => '');
  if (response.status === 429 || response.status >= 500)
    throw retryLater(`no token from Shopify: status ${response.status}`);
  if (!response.ok) {
    const words = `Shopify gave no token: status ${response.status} ${text.slice(0, 300)}`;
    throw OUT_OF_ORDER.has(response.status) ? refused(words) : new AccessEndedError(PARTNER, words);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw retryLater('no token from Shopify: the answer could not be read');
  }
}

function tokenFrom(answer: unknown, asked: Date): StorefrontToken {
  const parsed = TokenAnswer.safeParse(answer);
  if (!parsed.success) throw refused('Shopify answered the request for a token with something else');
  const { access_token, scope, expires_in, refresh_token, refresh_token_expires_in } = parsed.data;
  const after = (seconds: number | null | undefined) =>
    seconds ? new Date(asked.getTime() + seconds * 1000).toISOString() : null;
  return {
    accessToken: access_token,
    expiresOn: after(expires_in),
    refreshToken: refresh_token ?? null,
    refreshExpiresOn: after(refresh_token_expires_in),
    scopes: scope
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  };
}
