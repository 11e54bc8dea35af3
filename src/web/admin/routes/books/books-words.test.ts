import type { Account } from '#core/books/entry.ts';
import { expect, test } from 'vitest';
import { ACCOUNTS } from '#core/books/entry.ts';
import { accountName, byCurrency, comparedText, runState, type Run } from './books-words.ts';

const run = (over: Partial<Run>): Run => ({
  id: 1,
  fromOn: '2026-03-01T00:00:00Z',
  toOn: '2026-03-02T00:00:00Z',
  startedOn: '2026-03-02T00:00:00Z',
  finishedOn: '2026-03-02T00:00:01Z',
  lastError: null,
  compared: {},
  differences: [],
  ...over,
});
const difference: Run['differences'][number] = {
  code: 'REFUND_MISSING',
  message: 'A refund is not at the store.',
  isExplained: false,
  claimId: 1,
  claimExternalId: 'R-1',
  orderNo: '1',
  ours: 1,
  theirs: null,
  currencyCode: 'USD',
};

test('every account of the books has a name in words', () => {
  for (const account of ACCOUNTS) expect(accountName(account)).not.toBe(account);
  expect(accountName('store:new')).toBe('store:new');
});

test('a run says how it ended', () => {
  expect(runState(run({})).label).toBe('No differences');
  expect(runState(run({ differences: [difference] })).label).toBe('1 difference');
  expect(runState(run({ differences: [difference, difference] })).label).toBe('2 differences');
  const told = { ...difference, isExplained: true };
  expect(runState(run({ differences: [told, told] }))).toEqual({ label: 'No differences, 2 explained', tone: 'good' });
  expect(runState(run({ differences: [told, difference] }))).toEqual({ label: '1 difference', tone: 'bad' });
  expect(runState(run({ finishedOn: null })).label).toBe('Running');
  expect(runState(run({ finishedOn: null, lastError: 'Timed out' })).label).toBe('Failed');
});

test('what was compared is counted', () => {
  expect(comparedText(run({ compared: { claims: 1200, refunds: 1, effects: 2, giftCards: 0 } }))).toBe(
    '1,200 claims, 1 refund, 2 actions',
  );
  expect(comparedText(run({}))).toBe('Nothing to compare');
  expect(comparedText(run({ compared: { claims: 0 } }))).toBe('Nothing to compare');
  expect(comparedText(run({ finishedOn: null, lastError: 'The shop timed out' }))).toBe(
    'Not compared: The shop timed out',
  );
});

test("balances stand by currency, the store's own first", () => {
  const of = (account: Account, currencyCode: string) => ({ account, currencyCode, balance: 1 });
  const all = [of('store:returns', 'USD'), of('store:fees', 'EUR'), of('external', 'USD'), of('external', 'CAD')];
  const codesOf = (own: string) => byCurrency(all, own).map(([code]) => code);
  expect(byCurrency(all, 'USD')[0]).toEqual(['USD', [of('store:returns', 'USD'), of('external', 'USD')]]);
  expect(codesOf('USD')).toEqual(['USD', 'CAD', 'EUR']);
  expect(codesOf('GBP')).toEqual(['CAD', 'EUR', 'USD']);
});
