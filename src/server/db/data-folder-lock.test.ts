import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SetupError } from '#server/config.ts';
import { lockDataFolder } from '#server/db/data-folder-lock.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'makegood-lock-'));
const deadPid = (): number => spawnSync(process.execPath, ['-e', '']).pid;

test('a folder is taken once, and again after it was released', () => {
  const at = folder();
  const release = lockDataFolder(at);
  expect(() => lockDataFolder(at)).toThrow(SetupError);
  release();
  expect(existsSync(join(at, 'server.pid'))).toBe(false);
  lockDataFolder(at)();
});

test('a lock of a running process is never stolen', () => {
  const at = folder();
  const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
  try {
    writeFileSync(join(at, 'server.pid'), `${other.pid} ${hostname()}`);
    expect(() => lockDataFolder(at)).toThrow(`in use by process ${other.pid}`);
  } finally {
    other.kill();
  }
});

test('a lock left by a killed process is taken over', () => {
  const at = folder();
  const file = join(at, 'server.pid');
  writeFileSync(file, `${deadPid()} ${hostname()}`);
  const release = lockDataFolder(at);
  expect(readFileSync(file, 'utf8')).toBe(`${process.pid} ${hostname()}`);
  release();
});

test('a lock of another machine holds as long as it beats', () => {
  const at = folder();
  const file = join(at, 'server.pid');
  writeFileSync(file, '1 another-machine');
  expect(() => lockDataFolder(at)).toThrow(SetupError);
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(file, longAgo, longAgo);
  const release = lockDataFolder(at);
  expect(readFileSync(file, 'utf8')).toBe(`${process.pid} ${hostname()}`);
  release();
});
