import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { PartnerError } from '#partners/ports.ts';
import { welcomeUrl } from '#server/access-code.ts';
import type { ServerDeps } from '#server/deps.ts';
import { receive, type Handler } from '#server/http/serve.ts';
import { readToken, signToken } from '#server/signed-token.ts';
import { connectStore } from '#server/sync/connect-store.ts';
import { firstSync } from '#server/sync/first-sync.ts';

type InstallDeps = Pick<ServerDeps, 'config' | 'secret' | 'database' | 'install' | 'storefrontOf' | 'log'>;

const PURPOSE = 'shop-install';
const MINUTES = 10;
const CALLBACK = '/api/webhooks/shopify/install/callback';
const State = z.object({ shop: z.string(), nonce: z.string() });

/** Installing the app into a shop: off to the platform with a state only this browser has, and back with a code. */
export function installHandlers(deps: InstallDeps): Handler[] {
  const isSecure = deps.config.PUBLIC_URL.startsWith('https:');
  const name = isSecure ? '__Secure-makegood_install' : 'makegood_install';
  const cookie = (value: string, seconds: number): string =>
    `${name}=${value}; Path=/api/webhooks/shopify/install; HttpOnly; SameSite=Lax; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`;

  return [
    receive('GET', '/api/webhooks/shopify/install', async ({ query }) => {
      const shop = (query['shop'] ?? '').toLowerCase();
      const nonce = randomBytes(18).toString('base64url');
      const state = signToken(deps.secret, PURPOSE, { shop, nonce }, new Date(Date.now() + MINUTES * 60_000));
      try {
        const location = deps.install.authorizeUrl(shop, state, `${deps.config.PUBLIC_URL}${CALLBACK}`);
        return {
          status: 302,
          headers: { location, 'set-cookie': cookie(nonce, MINUTES * 60), 'cache-control': 'no-store' },
        };
      } catch (error) {
        if (error instanceof PartnerError) return refusal("This isn't the address of a Shopify store.");
        throw error;
      }
    }),

    receive('GET', CALLBACK, async ({ query, headers }, { requestId, log }) => {
      const state = readToken(deps.secret, PURPOSE, query['state'] ?? '', State, new Date());
      const nonce = new RegExp(`(?:^|; )${name}=([\\w-]+)`).exec(headers['cookie'] ?? '')?.[1];
      if (!state || state.nonce !== nonce || state.shop !== query['shop']?.toLowerCase())
        return refusal("This installation wasn't started here or took too long. Please start again.");
      try {
        const storeId = await connectStore(deps, await deps.install.completeInstall(query), {
          requestId,
          priority: 'staff',
        });
        void firstSync(deps, storeId, { requestId }).catch((error: unknown) =>
          log.error({ err: error, storeId }, 'the first sync stopped; it is taken up again'),
        );
        return {
          status: 302,
          headers: {
            location: welcomeUrl(deps.config.PUBLIC_URL, deps.secret, storeId, new Date()),
            'set-cookie': cookie('', 0),
            'cache-control': 'no-store',
          },
        };
      } catch (error) {
        if (!(error instanceof PartnerError)) throw error;
        log.warn({ err: error }, 'an installation failed');
        return refusal("The store couldn't be connected. Please start again.");
      }
    }),
  ];
}

const refusal = (body: string) => ({
  status: 400,
  body,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
});
