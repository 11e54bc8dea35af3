import { expect, test } from 'vitest';
import { isCoverLine, isTaggedAsProtected, protectionMarks } from '#core/protection/protected-order.ts';

const marks = protectionMarks(['SHIPRO'], ' Protected ');

test.for([
  [{ isProtection: false, sku: 'MAKEGOOD-COVER' }, true],
  [{ isProtection: false, sku: 'SHIPRO' }, true],
  [{ isProtection: true, sku: '' }, true],
  [{ isProtection: false, sku: 'SHIRT' }, false],
  [{ isProtection: false, sku: '' }, false],
] as const)('a line %o is cover: %s', ([line, isCover]) => {
  expect(isCoverLine(line, marks)).toBe(isCover);
});

test('an order with the tag is protected, whatever its case; without a tag in the settings none is', () => {
  expect(isTaggedAsProtected({ tags: ['vip', 'PROTECTED'] }, marks)).toBe(true);
  expect(isTaggedAsProtected({ tags: ['vip'] }, marks)).toBe(false);
  expect(isTaggedAsProtected({ tags: [''] }, protectionMarks([], ' '))).toBe(false);
});
