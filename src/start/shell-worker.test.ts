import { expect, test } from 'vitest';
import { workerScript } from './shell-worker.ts';

test('a worker is another one as soon as one of its files is, and the same whatever their order', () => {
  const one = workerScript(['/assets/a-1.js', '/assets/b-1.js']);
  expect(workerScript(['/assets/b-1.js', '/assets/a-1.js'])).toBe(one);
  const other = workerScript(['/assets/a-2.js', '/assets/b-1.js']);
  expect(other.split('\n')[0]).not.toBe(one.split('\n')[0]);
  expect(other).toContain('const SHELL = ["/assets/a-2.js","/assets/b-1.js"];');
});

test('while files are watched it keeps nothing and goes away', () => {
  expect(workerScript(null)).toContain('registration.unregister()');
  expect(workerScript(null)).not.toContain("addEventListener('fetch'");
});
