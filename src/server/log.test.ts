import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { PartnerError } from '#partners/ports.ts';
import { makeLog } from '#server/log.ts';

const LOG = fileURLToPath(new URL('log.ts', import.meta.url));

/** The messages that reached the terminal of a process. */
async function messagesOf(script: string): Promise<string[]> {
  const made = `import { makeLog } from ${JSON.stringify(LOG)}; const log = makeLog('info');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', `${made} ${script}`]);
  let said = '';
  child.stdout.on('data', (text: Buffer) => (said += String(text)));
  await new Promise((resolve) => child.once('close', resolve));
  return [...said.matchAll(/"msg":"([^"]*)"/g)].map(([, message = '']) => message);
}

test('an error is logged without the addresses it names', () => {
  const lines: string[] = [];
  const log = makeLog('info', { write: (line) => void lines.push(line) });
  const answer = '550 5.1.1 <bob@home.example>: Recipient address rejected; rfc822;"a b"@home.example bob@[192.0.2.1]';
  log.warn({ err: new PartnerError('SMTP', 'refused', answer) }, 'an effect failed');
  log.warn({ err: new Error('not sent', { cause: new Error(answer) }) }, 'an effect will be tried again');
  log.warn({ err: answer }, 'an effect will be tried again');
  expect(lines).toHaveLength(3);
  for (const line of lines) {
    expect(line).toContain('550 5.1.1 <[address]>: Recipient address rejected');
    expect(line).not.toMatch(/bob|home\.example|192/);
  }
});

test('what was logged is written before the process ends, in order', async () => {
  expect(await messagesOf(`for (let i = 0; i < 300; i += 1) log.info(String(i)); process.exit(0);`)).toEqual(
    Array.from({ length: 300 }, (_, index) => String(index)),
  );
});

test('a failure is written at once, with all before it: the process may be killed next', async () => {
  expect(await messagesOf(`log.info('before'); log.error('failed'); process.kill(process.pid, 'SIGKILL');`)).toEqual([
    'before',
    'failed',
  ]);
});

test('a line alone does not wait for others', async () => {
  const script = `log.info('alone'); setTimeout(() => process.kill(process.pid, 'SIGKILL'), 1500);`;
  expect(await messagesOf(script)).toEqual(['alone']);
});
