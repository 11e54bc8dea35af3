import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { freePort } from '#server/testing/free-port.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** A copy, because what runs builds its web apps into its own folder. */
const copy = mkdtempSync(join(tmpdir(), 'makegood-run-'));
const data = join(copy, 'data');
const begun = new Set<ChildProcess>();
let port = 0;

beforeAll(async () => {
  // With their times: web apps that are newer than what they are made of aren't built again.
  for (const name of ['src', 'dist', 'vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.json'])
    if (existsSync(join(ROOT, name)))
      cpSync(join(ROOT, name), join(copy, name), { recursive: true, preserveTimestamps: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  port = await freePort();
});
afterEach(() => {
  for (const child of begun) child.kill('SIGKILL');
  begun.clear();
});
afterAll(() => {
  rmSync(copy, { recursive: true, force: true });
});

// A real shop instead of the sandboxes: a start that takes a moment.
const PARTNERS = {
  SHOPIFY_API_KEY: 'key',
  SHOPIFY_API_SECRET: 'secret',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'returns@shop.example',
  SUPPORT_EMAIL: 'help@shop.example',
  OIDC_ISSUER: 'http://127.0.0.1:1',
  OIDC_CLIENT_ID: 'id',
  OIDC_CLIENT_SECRET: 'secret',
};

type Run = {
  said(): string;
  until(words: string): Promise<void>;
  signal(name: 'SIGTERM' | 'SIGKILL'): void;
  /** Its exit code; null when it was killed. */
  ended: Promise<number | null>;
};

function run(settings: Record<string, string>, ...options: string[]): Run {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, ['src/start.mjs', ...options], {
    cwd: copy,
    env: {
      PATH,
      DATA_FOLDER: data,
      PORT: String(port),
      SANDBOX_PORT: '0',
      DEMO_HISTORY: 'off',
      METRICS_TOKEN: 'measure',
      ...settings,
    },
  });
  begun.add(child);
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += String(chunk)));
  child.stderr.on('data', (chunk: Buffer) => (text += String(chunk)));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    said: () => text,
    until: async (words) => {
      await expect
        .poll(() => text.includes(words) || child.exitCode !== null, { timeout: 400_000, interval: 50 })
        .toBe(true);
      if (!text.includes(words)) throw new Error(`it ended without "${words}": ${text}`);
    },
    signal: (name) => void child.kill(name),
    ended,
  };
}

/** `npm run reconcile` in another terminal, where no partner is set. */
async function reconcile(folder = data): Promise<{ code: number | null; said: string }> {
  const { PATH = '' } = process.env;
  const child = spawn('npm', ['run', '--silent', 'reconcile'], { cwd: copy, env: { PATH, DATA_FOLDER: folder } });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += String(chunk)));
  child.stderr.on('data', (chunk: Buffer) => (said += String(chunk)));
  return { code: await new Promise((resolve) => child.once('close', resolve)), said };
}

const url = (path: string): string => `http://127.0.0.1:${port}${path}`;
const page = async (path: string): Promise<string> =>
  (await fetch(url(path), { headers: { accept: 'text/html' } })).text();

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
/** A request the server has begun to read, whose body is on its way for as long as the test wants. */
async function openRequest(): Promise<{ finish(): void; answer: Promise<string> }> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += String(chunk)));
  const answer = new Promise<string>((resolve) => socket.once('close', () => resolve(text.replace(CONTINUE, ''))));
  socket.on('error', () => undefined);
  const body = JSON.stringify({ orderNo: '#none', emailOrPostalCode: 'nobody@example.com' });
  socket.write(
    `POST /api/customer/demo/order/lookup HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\nexpect: 100-continue\r\ncontent-type: application/json\r\nx-makegood: 1\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  // A server that has read nothing of a request closes its connection when it stops.
  await expect.poll(() => text, { timeout: 10_000 }).toBe(CONTINUE);
  socket.write(body.slice(0, 5));
  return { finish: () => void socket.write(body.slice(5)), answer };
}

/** The number, email and what of the first order on the screen. */
function sampleOf(said: string): { orderNo: string; email: string } {
  const found = /^ {2}(#\d+) +(\S+@\S+)/m.exec(said);
  if (!found?.[1] || !found[2]) throw new Error(`no sample order on the screen: ${said}`);
  return { orderNo: found[1], email: found[2] };
}

test('killed in the middle of its first start, it comes up whole at the next', async () => {
  const first = run({});
  await first.until('Syncing the demo store');
  await pause(500);
  first.signal('SIGKILL');
  await first.ended;
  expect(existsSync(join(data, 'server.pid'))).toBe(true);
  expect(first.said()).not.toContain('is ready');

  const second = run({});
  await second.until('is ready');
  expect(second.said()).toContain('Syncing the demo store');
  const sample = sampleOf(second.said());
  const lookup = (): Promise<Response> =>
    fetch(url('/api/customer/demo/order/lookup'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-makegood': '1' },
      body: JSON.stringify({ orderNo: sample.orderNo, emailOrPostalCode: sample.email }),
    });
  expect((await lookup()).status).toBe(200);
  expect((await fetch(url('/metrics'))).status).toBe(401);
  expect((await fetch(url('/metrics'), { headers: { authorization: 'Bearer guess' } })).status).toBe(401);
  expect((await fetch(url('/metrics'), { headers: { authorization: 'Bearer measure' } })).status).toBe(200);

  expect(await reconcile()).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^demo: .*\nCompared .*\nNo unexpl/),
  });

  const inUse = run({ ...PARTNERS, PORT: '0', ROLES: 'worker' }, '--reset');
  expect(await inUse.ended).toBe(1);
  expect(inUse.said()).toMatch(/^Makegood cannot start: The data folder .* is in use by process \d+\..*\n$/);

  second.signal('SIGKILL');
  await second.ended;
  expect(await reconcile()).toMatchObject({ code: 1, said: expect.stringMatching(/^No server .*\n$/) });
  const third = run({});
  await third.until('is ready');
  expect(third.said()).not.toContain('Syncing');
  expect(third.said()).not.toContain('Built');
  expect((await lookup()).status).toBe(200);
  third.signal('SIGTERM');
  expect(await third.ended).toBe(0);
  expect(existsSync(join(data, 'server.pid'))).toBe(false);
  expect(existsSync(join(data, 'server.control'))).toBe(false);
}, 480_000);

test('a demo begins with its history, whole even when its first start was killed, and the books agree with it', async () => {
  const lived = { DEMO_HISTORY: 'on', DATA_FOLDER: join(copy, 'lived') };
  const first = run(lived);
  await expect
    .poll(() => existsSync(join(lived.DATA_FOLDER, 'sandbox/shopify.json')), { timeout: 120_000, interval: 20 })
    .toBe(true);
  first.signal('SIGKILL');
  await first.ended;

  const second = run(lived);
  await second.until('is ready');
  expect(second.said()).not.toContain('Syncing the demo store');
  const sample = sampleOf(second.said());
  const answer = await fetch(url('/api/customer/demo/order/lookup'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-makegood': '1' },
    body: JSON.stringify({ orderNo: sample.orderNo, emailOrPostalCode: sample.email }),
  });
  expect(answer.status).toBe(200);
  const { code, said } = await reconcile(lived.DATA_FOLDER);
  expect(said).toMatch(/^demo: .*\nCompared [1-9]\d* claims.*\nNo unexpl/);
  expect(code).toBe(0);
  second.signal('SIGTERM');
  expect(await second.ended).toBe(0);
}, 480_000);

test('asked to stop, it ends the request under way with its answer; asked again, it ends at once', async () => {
  const patient = run({ ...PARTNERS, ROLES: 'web', LOG_LEVEL: 'info' }, '--dev');
  await patient.until('"started"');
  const source = join(copy, 'src/web/portal/index.html');
  writeFileSync(source, readFileSync(source, 'utf8').replace('<body>', '<body title="Changed while it runs">'));
  await expect.poll(() => page('/p/demo'), { timeout: 180_000, interval: 200 }).toContain('Changed while it runs');
  const waiting = await openRequest();
  patient.signal('SIGTERM');
  const isReached = () =>
    fetch(url('/healthz')).then(
      () => true,
      () => false,
    );
  await expect.poll(isReached, { timeout: 10_000 }).toBe(false);
  waiting.finish();
  expect(await waiting.answer).toMatch(/^HTTP\/1\.1 404 /);
  expect(await patient.ended).toBe(0);

  const hurried = run({ ...PARTNERS, ROLES: 'web', LOG_LEVEL: 'info' });
  await hurried.until('"started"');
  const cut = await openRequest();
  hurried.signal('SIGTERM');
  await pause(300);
  const asked = performance.now();
  hurried.signal('SIGTERM');
  expect(await hurried.ended).toBe(1);
  expect(performance.now() - asked).toBeLessThan(2_000);
  expect(await cut.answer).toBe('');
}, 480_000);

test('--reset takes away what is ours in the data folder, and nothing else', async () => {
  const secretBefore = readFileSync(join(data, 'secret'), 'utf8');
  mkdirSync(join(data, 'somebody'), { recursive: true });
  writeFileSync(join(data, 'somebody', 'notes.txt'), 'mine');
  const anew = run({ ...PARTNERS, ROLES: 'web', LOG_LEVEL: 'info' }, '--reset');
  await anew.until('"started"');
  expect(readFileSync(join(data, 'somebody', 'notes.txt'), 'utf8')).toBe('mine');
  expect(existsSync(join(data, 'sandbox'))).toBe(false);
  expect(readFileSync(join(data, 'secret'), 'utf8')).not.toBe(secretBefore);
  const answer = await fetch(url('/api/customer/demo/order/lookup'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-makegood': '1' },
    body: JSON.stringify({ orderNo: '#1983', emailOrPostalCode: 'theo.marsh@example.com' }),
  });
  expect(answer.status).toBe(404);
  anew.signal('SIGTERM');
  expect(await anew.ended).toBe(0);
});
