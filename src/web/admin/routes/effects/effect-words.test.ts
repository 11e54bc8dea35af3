import { expect, test } from 'vitest';
import type { EffectShown } from '#contract/claim-shapes.ts';
import { attemptsText, canAct, effectsSearch, problemOf, retriedText, viewCount } from './effect-words.ts';

const effect = (state: EffectShown['state'], attempts = 1): EffectShown => ({
  id: 1,
  kind: 'refund',
  purposeKey: 'k',
  summary: 'Refund $1.00',
  state,
  attempts,
  isHeldBack: false,
  lastError: null,
  nextTryOn: null,
  doneOn: null,
  settledBy: null,
  settledReason: null,
  result: null,
  canGiveValue: false,
  asksForRefundOf: null,
});

test('what is being retried is counted by what it is', () => {
  expect(retriedText({ payouts: 0, others: 0 })).toBeNull();
  expect(retriedText({ payouts: 1, others: 0 })).toBe('1 payout is being retried');
  expect(retriedText({ payouts: 0, others: 2 })).toBe('2 actions are being retried');
  expect(retriedText({ payouts: 2, others: 1 })).toBe('2 payouts and 1 other action are being retried');
});

test('a problem is told in plain words, as long as it is one', () => {
  expect(problemOf(effect('done'))).toBeNull();
  expect(problemOf({ ...effect('waiting'), kind: 'email', lastError: '503' })).toBe(
    "The mail server hasn't confirmed this yet. We keep trying.",
  );
  expect(problemOf({ ...effect('failed'), lastError: 'too much' })).toContain("isn't tried again by itself");
  expect(problemOf({ ...effect('doneElsewhere'), lastError: '503' })).toBeNull();
});

test('what failed, or waits for its next try, can be tried again or settled by hand', () => {
  expect([effect('failed'), effect('waiting'), effect('waiting', 0)].map(canAct)).toEqual([true, true, false]);
  for (const state of ['running', 'done', 'doneElsewhere'] as const) {
    expect(canAct(effect(state))).toBe(false);
  }
});

test('what is over is not counted', () => {
  const counts = { waiting: 2, running: 1, failed: 4 };
  expect(viewCount('open', counts)).toBe(7);
  expect(viewCount('failed', counts)).toBe(4);
  expect(viewCount('done', counts)).toBeNull();
  expect(viewCount('open', undefined)).toBeUndefined();
});

test('the address bar is read with care', () => {
  expect(effectsSearch({ state: 'failed', before: 12 })).toEqual({ state: 'failed', before: 12 });
  expect(effectsSearch({ state: 'open', before: 'x' })).toEqual({});
  expect(effectsSearch({ state: 'lost', before: -1 })).toEqual({});
});

test('attempts are counted in words', () => {
  expect([0, 1, 3].map(attemptsText)).toEqual(['Not tried yet', 'Tried once', 'Tried 3 times']);
});
