import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { PartnerError } from '#partners/ports.ts';
import { createShopifyInstall, isSignedQuery } from './install.ts';

const SECRET = 'hush';

// The worked examples of the platform's own documentation, secret 'hush'.
const PUBLISHED = [
  {
    code: '0907a61c0c8d55e99db179b68161bc00',
    shop: 'some-shop.myshopify.com',
    state: '0.6784241404160823',
    timestamp: '1337178173',
    hmac: '700e2dadb827fcc8609e9d5ce208b2e9cdaab9df07390d2cbca10d7c328fc4bf',
  },
  {
    code: '0907a61c0c8d55e99db179b68161bc00',
    shop: 'some-shop.myshopify.com',
    timestamp: '1337178173',
    hmac: '4712bf92ffc2917d15a2f5a273e39f0116667419aa4b6ac0b3baaf26fa3c4d20',
  },
];

describe('the HMAC of a callback', () => {
  test.each(PUBLISHED)('published example with $hmac', (query) => {
    expect(isSignedQuery(query, [SECRET])).toBe(true);
    expect(isSignedQuery({ ...query, shop: 'other-shop.myshopify.com' }, [SECRET])).toBe(false);
    expect(isSignedQuery({ ...query, added: '1' }, [SECRET])).toBe(false);
    expect(isSignedQuery(query, ['other'])).toBe(false);
  });
  test('without hmac, or with one that is no hexadecimal, it is refused', () => {
    expect(isSignedQuery({ shop: 'a.myshopify.com' }, [SECRET])).toBe(false);
    expect(isSignedQuery({ shop: 'a.myshopify.com', hmac: 'zz' }, [SECRET])).toBe(false);
  });
});

type Sent = { url: string; body: Record<string, string> };

function installWith(answer: () => Response, at = new Date(1337178173 * 1000)) {
  const sent: Sent[] = [];
  const install = createShopifyInstall({
    apiKey: 'key',
    apiSecret: SECRET,
    previousApiSecret: 'older',
    scopes: ['read_orders', 'write_returns'],
    now: () => at,
    fetch: async (url, init) => {
      const request = new Request(url, init);
      sent.push({ url: request.url, body: z.record(z.string(), z.string()).parse(await request.json()) });
      return answer();
    },
  });
  return { install, sent };
}

const TOKEN = {
  access_token: 'shpat_1',
  scope: 'read_orders,write_returns',
  expires_in: 3600,
  refresh_token: 'shprt_1',
  refresh_token_expires_in: 7200,
};
const granted = () => Response.json(TOKEN);

describe('installing', () => {
  test('the merchant is sent to the shop with our key, scopes, state and return address', () => {
    const { install } = installWith(granted);
    const url = new URL(install.authorizeUrl('some-shop.myshopify.com', 'st4te', 'https://app.example/callback'));
    expect(url.origin + url.pathname).toBe('https://some-shop.myshopify.com/admin/oauth/authorize');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'key',
      scope: 'read_orders,write_returns',
      state: 'st4te',
      redirect_uri: 'https://app.example/callback',
    });
  });
  test('a signed callback is swapped for an expiring token', async () => {
    const { install, sent } = installWith(granted);
    const token = await install.completeInstall(PUBLISHED[0] ?? {});
    expect(token).toEqual({
      shopDomain: 'some-shop.myshopify.com',
      accessToken: 'shpat_1',
      refreshToken: 'shprt_1',
      expiresOn: '2012-05-16T15:22:53.000Z',
      refreshExpiresOn: '2012-05-16T16:22:53.000Z',
      scopes: ['read_orders', 'write_returns'],
    });
    expect(sent).toEqual([
      {
        url: 'https://some-shop.myshopify.com/admin/oauth/access_token',
        body: { client_id: 'key', client_secret: SECRET, code: '0907a61c0c8d55e99db179b68161bc00', expiring: '1' },
      },
    ]);
  });
  test('a forged or an old callback asks for no token', async () => {
    const forged = installWith(granted);
    await expect(forged.install.completeInstall({ ...PUBLISHED[0], code: 'mine' })).rejects.toThrow(/not signed/);
    const late = installWith(granted, new Date((1337178173 + 301) * 1000));
    await expect(late.install.completeInstall(PUBLISHED[0] ?? {})).rejects.toThrow(/too old/);
    expect([...forged.sent, ...late.sent]).toEqual([]);
  });
  test('a rightly signed callback of a shop elsewhere does not get our secret', async () => {
    const fields = { code: 'c', shop: 'evil.example', timestamp: '1337178173' };
    const hmac = createHmac('sha256', SECRET).update(new URLSearchParams(fields).toString()).digest('hex');
    const { install, sent } = installWith(granted);
    await expect(install.completeInstall({ ...fields, hmac })).rejects.toThrow(/not the address of a Shopify shop/);
    expect(sent).toEqual([]);
  });
});

describe('tokens', () => {
  test('a session token is exchanged, a refresh token renewed', async () => {
    const { install, sent } = installWith(granted);
    await install.exchangeSessionToken('some-shop.myshopify.com', 'jwt');
    await install.refreshToken('some-shop.myshopify.com', 'shprt_0');
    expect(sent.map(({ body }) => body)).toMatchObject([
      { grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange', subject_token: 'jwt', expiring: '1' },
      { grant_type: 'refresh_token', refresh_token: 'shprt_0' },
    ]);
  });
  test('a token that does not expire has no dates', async () => {
    const { install } = installWith(() => Response.json({ access_token: 'shpat_2', scope: '' }));
    expect(await install.exchangeSessionToken('some-shop.myshopify.com', 'jwt')).toEqual({
      accessToken: 'shpat_2',
      expiresOn: null,
      refreshToken: null,
      refreshExpiresOn: null,
      scopes: [],
    });
  });
  test.each([
    [400, 'refused'],
    [401, 'refused'],
    [429, 'retry'],
    [503, 'retry'],
  ])('status %i is %s', async (status, kind) => {
    const { install } = installWith(() => new Response('{}', { status }));
    const failure = await install.refreshToken('some-shop.myshopify.com', 'x').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PartnerError);
    expect(failure).toMatchObject({ kind, partner: 'shopify' });
  });
});
