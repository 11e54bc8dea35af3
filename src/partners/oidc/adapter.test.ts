import { afterEach, expect, test } from 'vitest';
import type { Identity, IdentityUser } from '#partners/ports.ts';
import { startOidcSandbox, type OidcSandbox } from '#sandbox/oidc/server.ts';
import { DEMO_USERS } from '#sandbox/oidc/users.ts';
import { oidcIdentity, proofOf } from './adapter.ts';

const BACK = 'http://127.0.0.1:1/back';
const SECRET = 'a secret: with + signs';
const [ADA] = DEMO_USERS;

let idp: OidcSandbox;
afterEach(() => idp.close());

async function open(isBasicOnly: boolean): Promise<Identity> {
  idp = await startOidcSandbox({
    port: 0,
    clientId: 'makegood',
    clientSecret: SECRET,
    redirectUris: [BACK],
    isBasicOnly,
  });
  return oidcIdentity({ issuer: idp.url, clientId: 'makegood', clientSecret: SECRET });
}

/** Signs in as a browser would. */
async function signIn(identity: Identity, subject: string): Promise<IdentityUser> {
  const started = await identity.start(BACK);
  const cookies = new Map<string, string>();
  const follow = async (at: string, init: RequestInit = {}): Promise<{ at: string; html: string }> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(at, { redirect: 'manual', ...init, headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) return { at, html: await answer.text() };
    const next = new URL(location, at).href;
    return next.startsWith(BACK) ? { at: next, html: '' } : follow(next);
  };
  const page = await follow(started.url);
  const action = /action="([^"]+)"/.exec(page.html)?.[1] ?? '';
  const back = await follow(new URL(action, page.at).href, {
    method: 'POST',
    body: new URLSearchParams({ subject }),
  });
  return identity.finish(new URL(back.at), started);
}

test.each([
  ['takes the secret by HTTP Basic alone', true],
  ['takes the secret in the body too', false],
])('staff sign in at a provider that %s', async (_what, isBasicOnly) => {
  const identity = await open(isBasicOnly);
  if (!ADA) throw new Error('nobody can sign in');
  expect(await signIn(identity, ADA.subject)).toMatchObject({ email: ADA.email, firstName: ADA.firstName });
});

test('a provider that names no way takes the secret by HTTP Basic, the standard way', async () => {
  await open(true);
  const [body, headers] = [new URLSearchParams(), new Headers()];
  proofOf(SECRET)({ issuer: idp.url }, { client_id: 'makegood' }, body, headers);
  expect(headers.get('authorization')).toMatch(/^Basic /);
  expect(body.has('client_secret')).toBe(false);
});
