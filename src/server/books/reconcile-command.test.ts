import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RECONCILE_PATH } from '#server/books/reconcile-on-request.ts';
import { leaveControl, newControlToken, readControl } from '#server/control.ts';
import { freePort } from '#server/testing/free-port.ts';
import { startTestServer, type TestServer } from '#server/testing/server.ts';

const COMMAND = fileURLToPath(new URL('reconcile-command.ts', import.meta.url));
const empty = mkdtempSync(join(tmpdir(), 'makegood-reconcile-'));
let server: TestServer;
let folder = '';

beforeAll(async () => {
  server = await startTestServer({ roles: 'web' });
  folder = server.server.deps.config.DATA_FOLDER;
}, 200_000);
afterAll(async () => {
  await server.close();
  rmSync(empty, { recursive: true });
});

/** The command as an operator runs it: with the data folder and no setting of a partner. */
async function run(settings: Record<string, string>, ...options: string[]) {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [COMMAND, ...options], { env: { PATH, ...settings } });
  let [said, complained] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (said += String(text)));
  child.stderr.on('data', (text: Buffer) => (complained += String(text)));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, said, complained };
}

const ask = (authorization: string, body = '{"slug":null,"days":1}') =>
  fetch(`${server.url}${RECONCILE_PATH}`, { method: 'POST', headers: { authorization }, body });

test('beside a running server, and without settings of partners, the server compares and the command prints', async () => {
  const { code, said, complained } = await run({ DATA_FOLDER: folder }, '--store', server.slug, '--days', '3');
  expect(complained).toBe('');
  expect(said).toMatch(new RegExp(`^${server.slug}: [\\d-]{10} to [\\d-]{10}\nCompared 0 claims, .*\nNo unexplained`));
  expect(code).toBe(0);
});

test('what the server refuses is told in one line', async () => {
  const { code, said, complained } = await run({ DATA_FOLDER: folder }, '--store', 'no-such-store');
  expect({ code, said, complained }).toEqual({
    code: 1,
    said: '',
    complained: 'There is no store called no-such-store.\n',
  });
});

test('what could not be compared ends the command with code 1', async () => {
  server.shopify.faults.add({ shop: null, match: 'giftCards', mode: 'fail', times: 1000, ms: 0 });
  const { code, said } = await run({ DATA_FOLDER: folder });
  server.shopify.faults.clear();
  expect(said).toContain('Not compared. ');
  expect(code).toBe(1);
});

test('nobody else is answered: the token is kept from other users, and a guess learns nothing', async () => {
  expect(statSync(join(folder, 'server.control')).mode & 0o777).toBe(0o600);
  const token = readControl(folder)?.token ?? '';
  for (const authorization of ['', 'Bearer ', `Bearer ${token.slice(1)}`, token]) {
    const answer = await ask(authorization);
    expect([answer.status, await answer.text()]).toEqual([401, '']);
  }
  expect((await ask(`Bearer ${token}`, 'nonsense')).status).toBe(400);
  expect((await ask(`Bearer ${token}`, '{"slug":null,"days":0}')).status).toBe(400);
});

test('where no server runs and settings are missing, one line says so', async () => {
  const leave = async (): Promise<void> => {
    const takeAway = leaveControl(empty, { url: `http://127.0.0.1:${await freePort()}`, token: newControlToken() });
    expect(readControl(empty)).not.toBeNull();
    left.push(takeAway);
  };
  const left: (() => void)[] = [];
  // Without a server, and with what a killed one left.
  for (const before of [() => Promise.resolve(), leave]) {
    await before();
    const { code, said, complained } = await run({ DATA_FOLDER: empty });
    expect({ code, said }).toEqual({ code: 1, said: '' });
    expect(complained).toMatch(/^No server .* can be asked, and without one: The setting OIDC_ISSUER is needed\.\n$/);
  }
  expect(existsSync(join(empty, 'database'))).toBe(false);
  for (const takeAway of left) takeAway();
  expect(readControl(empty)).toBeNull();
});

test('of two servers with one folder the later is found, and stays when the earlier ends', () => {
  const [first, second] = [newControlToken(), newControlToken()];
  const endFirst = leaveControl(empty, { url: 'http://127.0.0.1:1', token: first });
  const endSecond = leaveControl(empty, { url: 'http://127.0.0.1:2', token: second });
  endFirst();
  expect(readControl(empty)?.token).toBe(second);
  endSecond();
  expect(readControl(empty)).toBeNull();
});
