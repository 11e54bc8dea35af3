import fc from 'fast-check';
import { expect, test } from 'vitest';
import { law } from '#core/law.fixture.ts';
import { linesOf } from './lines.ts';
import { newDocument } from './paper.ts';

const { document } = newDocument({ title: '', author: '' }, 'A4', 'ja');
const lines = (text: string, width = 500): string[] =>
  linesOf(document, text, { size: 10 }, width).map(({ runs }) => runs.map((run) => run.text).join('|'));

test('parts of another direction stand where they are read', () => {
  expect(lines('Order #1001 of 5 May')).toEqual(['Order #1001 of 5 May']);
  // A font turns letters that are read from right to left around itself, so they are given as they are read.
  expect(lines('الطلب R-8K2M')).toEqual(['R-8K2M|الطلب ']);
  expect(lines('الكمية: 12 من 40')).toEqual(['40| من |12|الكمية: ']);
  expect(lines('(الطلب)')).toEqual([')الطلب(']);
  expect(lines('jacket سترة red')).toEqual(['jacket |سترة| red']);
});

test('Japanese breaks between letters, and no line begins with a closing sign', () => {
  const broken = lines('商品を元の箱や袋に入れ、この明細書を荷物に同封してください。', 72);
  expect(broken.length).toBeGreaterThan(3);
  expect(broken.join('')).toBe('商品を元の箱や袋に入れ、この明細書を荷物に同封してください。');
  for (const line of broken) expect(line).not.toMatch(/^[、。ーっ]/);
});

test('law: no line is wider than it may be, and no letter is lost', () => {
  const word = fc.constantFrom('jacket', 'السترة', '明細書', '12', 'x'.repeat(80), '(R-1)', ' ');
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), fc.integer({ min: 30, max: 300 }), (words, width) => {
      const text = words.join(' ').trim();
      const all = linesOf(document, text, { size: 10 }, width);
      for (const line of all) expect(line.width).toBeLessThanOrEqual(width);
      const letters = (shown: string) => [...shown.replaceAll(/[\s()]/g, '')].toSorted().join('');
      expect(letters(all.flatMap(({ runs }) => runs.map((run) => run.text)).join(''))).toBe(letters(text));
    }),
    law(1000),
  );
});
