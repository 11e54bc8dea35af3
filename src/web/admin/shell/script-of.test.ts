import { expect, test } from 'vitest';
import { scriptOf } from './script-of.ts';

test('the script of a built page, as the server and as the browser write it', () => {
  const built = '<script type="module" crossorigin src="/assets/admin-B1x.js"></script>';
  expect(scriptOf(`<head>${built}</head>`)).toBe('/assets/admin-B1x.js');
  expect(scriptOf('<script type="module" crossorigin="" src="/assets/admin-B1x.js"></script>')).toBe(
    '/assets/admin-B1x.js',
  );
  expect(scriptOf('<script src="/other.js"></script>')).toBeNull();
});
