import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { describeSettings, readConfig, SETTINGS, SetupError } from '#server/config.ts';

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

test('half of what belongs together is refused', () => {
  expect(() => readConfig({ SHOPIFY_API_KEY: 'key' })).toThrow('SHOPIFY_API_SECRET not set');
});

test('the documentation has the table of settings as it is in the code', () => {
  const page = fileURLToPath(new URL('../../docs/configuration.md', import.meta.url));
  expect(existsSync(page)).toBe(true);
  expect(readFileSync(page, 'utf8')).toContain(describeSettings());
  expect(Object.keys(SETTINGS).length).toBeGreaterThan(20);
});
