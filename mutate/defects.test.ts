import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { ROOT } from './copy.ts';
import { planted } from './defect.ts';
import { DEFECTS } from './defects/defects.ts';
import { changesOf } from './generated.ts';

const read = (file: string): Promise<string> => readFile(join(ROOT, file), 'utf8');

test('there are defects enough, each with an id of its own', () => {
  expect(DEFECTS.length).toBeGreaterThanOrEqual(40);
  expect(new Set(DEFECTS.map(({ id }) => id)).size).toBe(DEFECTS.length);
});

describe('a defect still applies, once, leaves a file that can be read, and has catchers that exist', () => {
  test.each(DEFECTS)('$id: $what', async (defect) => {
    const text = await read(defect.file);
    const spoilt = planted(defect, text);
    expect(spoilt).not.toBe(text);
    expect(parseSync(defect.file, spoilt).errors).toEqual([]);
    for (const catcher of defect.catchers) {
      const path = typeof catcher === 'string' ? catcher : catcher.onPostgres;
      expect(existsSync(join(ROOT, path)), path).toBe(true);
    }
  });
});

test('a defect whose text is gone, or there twice, says so by name', () => {
  const defect = { id: 'X1', what: '', file: 'a.ts', find: 'left - 1', replace: 'left', catchers: [] };
  expect(planted(defect, 'return left - 1;')).toBe('return left;');
  expect(() => planted(defect, 'return left;')).toThrow('X1 no longer applies: a.ts does not contain its text');
  expect(() => planted(defect, 'left - 1 + left - 1')).toThrow('X1 no longer applies: a.ts contains its text 2 times');
});

test('the rules make each mistake where it can be made', () => {
  const text = 'const a = (b: number[], c: number) => c < 1 ? Math.min(c, -c) : b.filter((one) => one > c).length + 2;';
  const made = changesOf('a.ts', text).map(
    ({ start, end, replace }) => text.slice(0, start) + replace + text.slice(end),
  );
  const body = (from: string, to: string): string => text.replace(from, to);
  expect(made).toContain(body('c < 1', 'c <= 1'));
  expect(made).toContain(body('c < 1', 'c < 2'));
  expect(made).toContain(body('Math.min', 'Math.max'));
  expect(made).toContain(body('-c)', 'c)'));
  expect(made).toContain(body('.filter((one) => one > c)', ''));
  expect(made).toContain(body('length + 2', 'length - 2'));
  expect(new Set(made).size).toBe(made.length);
  for (const each of made) expect(parseSync('a.ts', each).errors).toEqual([]);
});
