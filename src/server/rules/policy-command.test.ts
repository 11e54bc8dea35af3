import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as ruleSets from '#contract/merchant/rule-sets.ts';
import * as rules from '#contract/merchant/rules.ts';
import { feeRule } from '#core/automations/rules.fixture.ts';
import { documentOf } from '#server/db/draft-rules.ts';
import { returnableOrder, submitReturn } from '#server/testing/claims.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

const COMMAND = fileURLToPath(new URL('policy-command.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'makegood-policy-'));
const file = join(folder, 'rules.yaml');
let server: TestServer;
let admin: Caller;

beforeAll(async () => {
  server = await startTestServer({ roles: 'web', orders: 40 });
  admin = await server.staff('Admin');
}, 200_000);
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

async function run(...options: string[]) {
  const { PATH = '' } = process.env;
  const env = { PATH, DATA_FOLDER: server.server.deps.config.DATA_FOLDER };
  const child = spawn(process.execPath, [COMMAND, ...options], { env });
  let [said, complained] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (said += String(text)));
  child.stderr.on('data', (text: Buffer) => (complained += String(text)));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, said, complained };
}

test('the command shows what a file changes and what past claims say to it, changes it, and refuses the same file again', async () => {
  await submitReturn(server, await returnableOrder(server));
  const params = { storeId: server.storeId };
  const { id } = await admin(rules.createRule, { params, body: documentOf(feeRule(4)) });
  const { text } = await admin(ruleSets.exportText, { params });
  writeFileSync(file, text.replace('feeAmount: 4', 'feeAmount: 6'));
  const line = `~ Rule 4 (${id})\n    params.feeAmount: 4 -> 6\n`;
  const replayed = [
    'Back-test of the last 90 days: 1 of 1 claim would come out differently.',
    '    Charges or bonus changed: 1',
    '    Fees: +$6.00',
  ];
  const said = `${line}${replayed.join('\n')}\n`;
  expect(await run('plan', '--store', server.slug, file)).toEqual({ code: 0, said, complained: '' });
  expect((await admin(rules.listRules, { params })).rules[0]?.rule.event.params).toMatchObject({ feeAmount: 4 });
  const applied = await run('apply', '--store', server.slug, '--publish', file);
  expect(applied).toEqual({ code: 0, said: `${line}Version 1 is live.\n`, complained: '' });
  expect((await admin(rules.listRules, { params })).live).toMatchObject({ number: 1, publishedBy: 'Command line' });
  const again = await run('apply', '--store', server.slug, file);
  expect(again).toMatchObject({ code: 1, said: '' });
  expect(again.complained).toContain('Someone changed the draft since this file was exported.');
});

test('what cannot be done is told in one line', async () => {
  expect((await run('plan', file)).complained).toMatch(/^Usage: /);
  expect((await run('plan', '--store', server.slug, join(folder, 'none.yaml'))).complained).toMatch(/can't be read/);
  expect((await run('plan', '--store', 'no-such-store', file)).complained).toBe(
    'There is no store called no-such-store.\n',
  );
});
