import { startShopifySandbox } from './server.ts';
import type { ShopifySandbox, ShopifySandboxOptions } from './server.ts';
import type { SeedOptions } from './seed/demo.ts';

export const SHOP = 'demo-store.myshopify.com';

/** Reads into a JSON answer by a path of keys and indexes; undefined where the path ends early. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  let here = value;
  for (const key of path)
    here =
      typeof here === 'object' && here !== null
        ? Object.entries(here).find(([name]) => name === String(key))?.[1]
        : undefined;
  return here;
}

export const textAt = (value: unknown, ...path: (string | number)[]): string => String(at(value, ...path));

export function listAt(value: unknown, ...path: (string | number)[]): unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

export type Client = {
  sandbox: ShopifySandbox;
  token: string;
  call: (query: string, variables?: object) => Promise<unknown>;
  control: (path: string, body?: object, method?: string) => Promise<unknown>;
};

/** A sandbox on a free port with a seeded shop, and a client that speaks to it over HTTP as an app would. */
export async function seededClient(
  options: Partial<ShopifySandboxOptions> = {},
  seed: SeedOptions = { orders: 120, customers: 40 },
): Promise<Client> {
  const sandbox = await startShopifySandbox({
    port: 0,
    apiKey: 'key',
    apiSecret: 'secret',
    webhookRetryMs: 20,
    ...options,
  });
  sandbox.seedDemo(SHOP, seed);
  const control = async (path: string, body: object = {}, method = 'POST') => {
    const sent =
      method === 'POST'
        ? { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
        : { method };
    const reply = await fetch(`${sandbox.url}/_control/${path}`, sent);
    const text = await reply.text();
    const parsed: unknown = text === '' ? null : JSON.parse(text);
    return parsed;
  };
  const token = textAt(await control('token', { shop: SHOP }), 'access_token');
  const call = async (query: string, variables: object = {}) => {
    const reply = await fetch(`${sandbox.url}/${SHOP}/admin/api/2026-07/graphql.json`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-shopify-access-token': token },
      body: JSON.stringify({ query, variables }),
    });
    const parsed: unknown = await reply.json();
    return parsed;
  };
  return { sandbox, token, call, control };
}
