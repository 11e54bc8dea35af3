import { expect, test } from 'vitest';
import { giftCardCodeOf, isMarked, markIn, markedNote, uuidOf } from './marks.ts';

test('a mark is found in its note and in no other', () => {
  const note = markedNote('R-1 Too small', 'refund:claim-line:81', 255);
  expect(note).toBe('R-1 Too small [refund:claim-line:81]');
  expect(isMarked(note, 'refund:claim-line:81')).toBe(true);
  expect(isMarked(note, 'refund:claim-line:8')).toBe(false);
  expect(isMarked(markedNote('', 'refund:claim-line:812', 255), 'refund:claim-line:81')).toBe(false);
  expect(isMarked(null, 'refund:claim-line:81')).toBe(false);
});

test.each(['x'.repeat(400), '🧦'.repeat(400)])('a long note loses its end and keeps its mark: %.4s', (text) => {
  const note = markedNote(text, 'refund:1', 255);
  expect(note.length).toBeLessThanOrEqual(255);
  expect(isMarked(note, 'refund:1')).toBe(true);
  expect(note.isWellFormed()).toBe(true);
});

test('the purpose key can be read back from its note, and from no note of others', () => {
  expect(markIn(markedNote('R-1 Too small', 'refund:claim:81:2:R-1', 255))).toBe('refund:claim:81:2:R-1');
  expect(markIn(markedNote('R-1', 'storeCredit:claim:81:2:R-1', 255, '1.50'))).toBe('storeCredit:claim:81:2:R-1');
  for (const note of [null, '', 'Sorry', '[damaged]', '[refund:claim:81:2:R-1] said Ada'])
    expect(markIn(note)).toBeNull();
});

test('a purpose key that does not fit a note is refused, never cut', () => {
  expect(() => markedNote('text', `refund:${'k'.repeat(100)}`, 255)).toThrow(RangeError);
});

test('a gift card code is the same at every attempt, differs by purpose and secret, and can be redeemed', () => {
  const codes = Array.from({ length: 500 }, (_, index) => giftCardCodeOf(`gift:${index}`, 'secret'));
  expect(new Set(codes).size).toBe(500);
  for (const code of codes) expect(code).toMatch(/^[a-z0-9]{16}$/);
  expect(giftCardCodeOf('gift:1', 'secret')).toBe(codes[1]);
  expect(giftCardCodeOf('gift:1', 'other')).not.toBe(codes[1]);
});

test('an idempotency key is a UUID that follows from the purpose', () => {
  expect(uuidOf('refund:1')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(uuidOf('refund:1')).toBe(uuidOf('refund:1'));
  expect(uuidOf('refund:1')).not.toBe(uuidOf('refund:2'));
});
