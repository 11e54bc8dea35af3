import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { describeSettings, readConfig, refusePretendPartners, SETTINGS, SetupError } from '#server/config.ts';

test('nothing set is a working configuration', () => {
  expect(readConfig({})).toMatchObject({
    PORT: 3000,
    PUBLIC_URL: 'http://localhost:3000',
    ROLES: ['web', 'worker', 'cron'],
    UPLOAD_MAX_BYTES: 20_000_000,
  });
});

test('empty values count as not set, and the public address loses its last slash', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' }).PORT).toBe(3000);
  expect(readConfig({ PUBLIC_URL: 'https://shop.example/' }).PUBLIC_URL).toBe('https://shop.example');
});

test.each([
  ['PORT', 'abc'],
  ['PORT', '70000'],
  ['DATABASE_URL', 'mysql://secret-password@host/x'],
  ['PUBLIC_URL', 'not an address'],
  ['PUBLIC_URL', 'returns.example.com:443'],
  ['PUBLIC_URL', 'ftp://returns.example.com'],
  ['PUBLIC_URL', 'https://example.com/returns'],
  ['PUBLIC_URL', 'https://example.com/?from=mail'],
  ['PUBLIC_URL', 'https://example.com/#top'],
  ['PUBLIC_URL', 'https://name:password@example.com'],
  ['SECRET', 'too-short-secret'],
  ['ROLES', 'web,typo'],
  ['LOG_LEVEL', 'loud'],
  ['SHOPIFY_SHOP_URL', 'https://one-shop.example'],
  ['UPLOAD_MAX_BYTES', '-1'],
])('%s=%s is refused in one line that names it and does not repeat it', (name, value) => {
  const read = (): unknown => readConfig({ [name]: value });
  expect(read).toThrow(SetupError);
  try {
    read();
  } catch (error) {
    const { message } = error as Error;
    expect(message).toContain(name);
    expect(message).not.toContain(value);
    expect(message).not.toContain('\n');
  }
});

test.each([
  ['none', false],
  ['', false],
  ['2', 2],
  ['10.0.0.0/8, loopback', ['10.0.0.0/8', 'loopback']],
  ['2001:db8::/32', ['2001:db8::/32']],
])('TRUSTED_PROXIES=%s is %j', (text, trusted) => {
  expect(readConfig({ TRUSTED_PROXIES: text }).TRUSTED_PROXIES).toEqual(trusted);
});

test.each(['true', '0', '11', '10.0.0.0/33', '10.0.0.0/8/1', 'my-proxy', '1.2.3.4,,'])(
  'TRUSTED_PROXIES=%s is refused: it would believe what visitors write',
  (text) => {
    expect(() => readConfig({ TRUSTED_PROXIES: text })).toThrow('TRUSTED_PROXIES');
  },
);

const SHOP = { SHOPIFY_API_KEY: 'key', SHOPIFY_API_SECRET: 'secret' };
const SIGN_IN = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret' };
const MAIL = {
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'Returns <returns@shop.example>',
  SUPPORT_EMAIL: 'help@shop.example',
};
const PUBLIC = { PUBLIC_URL: 'https://returns.example' };

test('no pretend sign-in or mailbox beside a real shop or at a public address', () => {
  const refuse = (given: Record<string, string>) => (): void => refusePretendPartners(readConfig(given));
  expect(refuse({})).not.toThrow();
  expect(refuse(SHOP)).toThrow('OIDC_ISSUER and SMTP_URL must be set beside a real shop (SHOPIFY_API_KEY)');
  expect(refuse({ ...SHOP, ...SIGN_IN })).toThrow(/^SMTP_URL must be set/);
  expect(refuse({ ...SHOP, ...MAIL })).toThrow(/^OIDC_ISSUER must be set/);
  expect(refuse(PUBLIC)).toThrow('OIDC_ISSUER and SMTP_URL must be set at an https PUBLIC_URL');
  expect(refuse({ ...SHOP, ...PUBLIC, ...SIGN_IN, ...MAIL })).not.toThrow();
});

test('no made-up address beside a real mail server', () => {
  const refuse = (given: Record<string, string>) => (): void => refusePretendPartners(readConfig(given));
  const { SMTP_URL, MAIL_FROM } = MAIL;
  expect(refuse({ SMTP_URL })).toThrow('MAIL_FROM and SUPPORT_EMAIL must be set beside a mail server (SMTP_URL)');
  expect(refuse({ SMTP_URL, MAIL_FROM })).toThrow(/^SUPPORT_EMAIL must be set/);
  expect(refuse(MAIL)).not.toThrow();
});

test('an address for answers is refused where no mail comes in', () => {
  const MAIL_INBOUND_ADDRESS = '@in.shop.example';
  expect(() => readConfig({ MAIL_INBOUND_ADDRESS })).toThrow(
    'MAIL_INBOUND_ADDRESS needs MAIL_INBOUND_TOKEN or IMAP_URL',
  );
  for (const way of [{ MAIL_INBOUND_TOKEN: 't'.repeat(24) }, { IMAP_URL: 'imaps://mail.example' }])
    expect(readConfig({ MAIL_INBOUND_ADDRESS, ...way })).toMatchObject({ MAIL_INBOUND_ADDRESS });
});

test('half of what belongs together is refused', () => {
  expect(() => readConfig({ SHOPIFY_API_KEY: 'key' })).toThrow('SHOPIFY_API_SECRET not set');
});

test('the documentation has the table of settings as it is in the code', () => {
  const page = fileURLToPath(new URL('../../docs/configuration.md', import.meta.url));
  expect(existsSync(page)).toBe(true);
  expect(readFileSync(page, 'utf8')).toContain(describeSettings());
  expect(Object.keys(SETTINGS).length).toBeGreaterThan(20);
});

test('compose.yaml hands on every setting but those for trying the product out', () => {
  const page = readFileSync(new URL('../../compose.yaml', import.meta.url), 'utf8');
  const compose = z.object({
    services: z.object({ makegood: z.object({ environment: z.record(z.string(), z.string()) }) }),
  });
  const { PGPASSWORD, ...given } = compose.parse(parse(page)).services.makegood.environment;
  expect(PGPASSWORD).toContain('POSTGRES_PASSWORD');
  const left = Object.keys(SETTINGS).filter((name) => !Object.hasOwn(given, name));
  expect(left).toEqual([
    'PORT',
    'ROLES',
    'DATA_FOLDER',
    'SHOPIFY_SHOP_URL',
    'EASYPOST_BASE_URL',
    'STRIPE_API_URL',
    'STRIPE_JS_URL',
    'SANDBOX_PORT',
    'DEMO_HISTORY',
  ]);
  expect(Object.keys(given).filter((name) => !Object.hasOwn(SETTINGS, name))).toEqual([]);
});
