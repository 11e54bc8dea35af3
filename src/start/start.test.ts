import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const START = fileURLToPath(new URL('../start.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'makegood-start-'));
const taken: Server = createServer();
let takenPort = 0;

beforeAll(async () => {
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  takenPort = typeof address === 'object' && address ? address.port : 0;
  writeFileSync(join(folder, 'a-file'), '');
});
afterAll(() => {
  taken.close();
  rmSync(folder, { recursive: true });
});

function start(settings: Record<string, string>, ...options: string[]): Promise<{ code: number | null; said: string }> {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [START, ...options], {
    env: { PATH, DATA_FOLDER: join(folder, 'data'), SANDBOX_PORT: '0', ROLES: 'worker', ...settings },
  });
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += String(text)));
  child.stdout.on('data', (text: Buffer) => (said += String(text)));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })));
}

// Partners set, so that nothing but the setting under test is between the start and its end.
const PARTNERS = {
  SHOPIFY_API_KEY: 'key',
  SHOPIFY_API_SECRET: 'secret',
  EASYPOST_API_KEY: 'key',
  EASYPOST_WEBHOOK_SECRET: 'secret',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'returns@shop.example',
  SUPPORT_EMAIL: 'help@shop.example',
  OIDC_ISSUER: 'http://127.0.0.1:1',
  OIDC_CLIENT_ID: 'id',
  OIDC_CLIENT_SECRET: 'secret',
  LOG_LEVEL: 'silent',
};

describe('what the operator can put right ends the start with one line and code 1', () => {
  test.each([
    ['a wrong setting', { PORT: 'abc' }, [], 'PORT'],
    ['an unknown option', {}, ['--wrong'], '--wrong'],
    ['an unwritable folder', { DATA_FOLDER: join(folder, 'a-file', 'data') }, [], 'DATA_FOLDER'],
    [
      'an unreachable database',
      { ...PARTNERS, DATABASE_URL: 'postgres://someone:hidden-password@127.0.0.1:1/none' },
      [],
      'DATABASE_URL',
    ],
    [
      '--reset of a database that is not ours to empty',
      { DATABASE_URL: 'postgres://127.0.0.1:1/none' },
      ['--reset'],
      '--reset',
    ],
    [
      'a demo sign-in beside a real shop',
      { SHOPIFY_API_KEY: 'key', SHOPIFY_API_SECRET: 'secret', SMTP_URL: 'smtp://127.0.0.1:1' },
      [],
      'OIDC_ISSUER',
    ],
    ['a port in use', { ...PARTNERS, ROLES: 'web', PORT: 'taken' }, [], 'PORT'],
    ['a port of a sandbox in use', { SANDBOX_PORT: 'taken' }, [], 'SANDBOX_PORT'],
  ] as const)('%s', async (_name, settings: Record<string, string>, options, named) => {
    const filled = Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [name, value === 'taken' ? String(takenPort) : value]),
    );
    const { code, said } = await start(filled, ...options);
    const complaints = said
      .trim()
      .split('\n')
      .filter((line) => !/^(Preparing|Built|Syncing) /.test(line));
    expect(complaints).toHaveLength(1);
    expect(complaints[0]).toContain(named);
    expect(said).not.toContain('hidden-password');
    expect(code).toBe(1);
  });
});
