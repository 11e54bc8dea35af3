import cookie from '@fastify/cookie';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { setHelpdeskSession, setLoginToken } from '#server/http/cookies.ts';
import { secureHeaders } from '#server/http/secure-headers.ts';

async function policyOf(settings: Record<string, string>): Promise<Record<string, string>> {
  const app = fastify();
  secureHeaders(app, readConfig(settings));
  app.get('/', () => '');
  const { headers } = await app.inject('/');
  await app.close();
  const directives = String(headers['content-security-policy']).split(';');
  return Object.fromEntries(
    directives.map((each) => [each.slice(0, each.indexOf(' ')), each.slice(each.indexOf(' ') + 1)]),
  );
}
test("a helpdesk's session is sent from within its page alone; a person's from no other site", async () => {
  const settings = { secret: 'x', isSecure: true };
  const app = fastify();
  await app.register(cookie);
  app.get('/', (_request, reply) => {
    setLoginToken(reply, settings, 'person');
    setHelpdeskSession(reply, settings, 'desk');
    return '';
  });
  const { headers } = await app.inject('/');
  await app.close();
  expect(headers['set-cookie']).toEqual([
    '__Host-makegood_session=person; Max-Age=43200; Path=/; HttpOnly; Secure; SameSite=Lax',
    '__Host-makegood_helpdesk=desk; Max-Age=7200; Path=/; HttpOnly; Secure; Partitioned; SameSite=None',
  ]);
});

test('an https address keeps browsers on https for a year; another one promises nothing', async () => {
  const promised = async (url: string): Promise<unknown> => {
    const app = fastify();
    secureHeaders(app, readConfig({ PUBLIC_URL: url }));
    app.get('/', () => '');
    const { headers } = await app.inject('/');
    await app.close();
    return headers['strict-transport-security'];
  };
  expect(await promised('http://localhost:3000')).toBeUndefined();
  expect(await promised('https://returns.example.com')).toBe('max-age=31536000');
});

const KEYS = { STRIPE_SECRET_KEY: 'sk', STRIPE_PUBLISHABLE_KEY: 'pk', STRIPE_WEBHOOK_SECRET: 'whsec' };

test('without a provider of payments nothing foreign may run', async () => {
  expect(await policyOf({})).toMatchObject({ 'script-src': "'self'", 'connect-src': "'self'" });
});

test("Stripe's script, its frames and its API are let in, and nothing else", async () => {
  expect(await policyOf(KEYS)).toMatchObject({
    'script-src': "'self' https://js.stripe.com https://*.js.stripe.com",
    'frame-src': "'self' blob: https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
    'connect-src': "'self' https://api.stripe.com",
  });
});

test('a local twin is let in by its address', async () => {
  const local = { STRIPE_API_URL: 'http://127.0.0.1:4006', STRIPE_JS_URL: 'http://127.0.0.1:4006/v3/' };
  expect(await policyOf({ ...KEYS, ...local })).toMatchObject({
    'script-src': "'self' http://127.0.0.1:4006",
    'frame-src': "'self' blob:",
    'connect-src': "'self' http://127.0.0.1:4006",
  });
});

test('pages use the camera and payments of the browser, and nothing else of it', async () => {
  const app = fastify();
  secureHeaders(app, readConfig({}));
  app.get('/', () => '');
  const { headers } = await app.inject('/');
  await app.close();
  expect(headers['permissions-policy']).toContain('camera=(self)');
  // Wallets ask in the frames of Stripe.
  expect(headers['permissions-policy']).toContain('payment=*');
  expect(headers['permissions-policy']).toContain('geolocation=()');
});
