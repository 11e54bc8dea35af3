import { describe, expect, test } from 'vitest';
import type { ClaimLineShown, ClaimShown } from '#contract/claim-shapes.ts';
import {
  canCancel,
  decisionOf,
  finalizeBlocker,
  finalizeLabel,
  lineActions,
  mediaKind,
  pollDelay,
} from './claim-words.ts';

const line = (over: Partial<ClaimLineShown>): ClaimLineShown => ({
  id: 1,
  lineIdFromPlatform: '1',
  productIdFromPlatform: '1',
  name: 'Shirt',
  variantTitle: 'M',
  sku: 'S',
  imgUrl: null,
  quantity: 1,
  unitPrice: 20,
  unitTax: 0,
  subtotal: 20,
  tax: 0,
  requestedAmount: 20,
  incentiveAmount: 0,
  reasonName: '',
  reasonDetail: '',
  comments: '',
  media: [],
  requestedMethod: 'refund',
  exchange: null,
  status: 'open',
  method: null,
  amount: null,
  denialDetail: null,
  noteToCustomer: '',
  finalizedOn: null,
  canceledOn: null,
  allowedMethods: ['refund', 'giftCard'],
  errors: [],
  ...over,
});
const approved = (over: Partial<ClaimLineShown> = {}): ClaimLineShown =>
  line({ status: 'approved', method: 'refund', amount: 20, ...over });
const denied = (over: Partial<ClaimLineShown> = {}): ClaimLineShown =>
  line({ status: 'denied', denialDetail: 'Wrong_Item', ...over });
const label = (...lines: ClaimLineShown[]): string => finalizeLabel({ lines, currencyCode: 'USD' });

describe('the finalize button says what it does', () => {
  test('one refund', () => expect(label(approved({ amount: 42.1 }))).toBe('Finalize and refund $42.10'));
  test('sums by method, in one sentence', () => {
    expect(
      label(
        approved({ amount: 10 }),
        approved({ amount: 5.5 }),
        approved({ method: 'giftCard', amount: 22 }),
        denied({ quantity: 2 }),
      ),
    ).toBe('Finalize and refund $15.50, issue $22.00 on a gift card and deny 2 items');
  });
  test('a bonus goes with what stays at the store, in proportion', () => {
    const credit = {
      method: 'storeCredit',
      requestedMethod: 'storeCredit',
      incentiveAmount: 2,
    } as const;
    expect(label(approved({ ...credit, amount: 20 }))).toBe('Finalize and give $22.00 store credit');
    expect(label(approved({ ...credit, amount: 10 }))).toBe('Finalize and give $11.00 store credit');
    expect(label(approved({ ...credit, method: 'refund', amount: 20 }))).toBe('Finalize and refund $20.00');
  });
  test('exchanges are counted, not priced', () =>
    expect(label(approved({ method: 'variantExchange', quantity: 2 }))).toBe('Finalize and exchange 2 items'));
  test('only denials', () => expect(label(denied())).toBe('Finalize and deny 1 item'));
  test('what is finalized or canceled is not counted again', () => {
    expect(
      label(approved({ finalizedOn: '2026-01-01' }), approved({ amount: 3 }), denied({ canceledOn: '2026-01-01' })),
    ).toBe('Finalize and refund $3.00');
  });
  test('nothing decided', () => expect(label(line({}))).toBe('Finalize'));
});

describe('why finalize is disabled', () => {
  test('a line without decision', () => {
    expect(finalizeBlocker({ lines: [line({}), approved()], canFinalize: false })).toMatch(
      /^1 item still needs a decision/,
    );
    expect(finalizeBlocker({ lines: [line({}), line({})], canFinalize: false })).toMatch(
      /^2 items still need a decision/,
    );
  });
  test('canceled lines need none', () =>
    expect(finalizeBlocker({ lines: [line({ canceledOn: 'x' }), approved()], canFinalize: true })).toBeNull());
  test('all done', () =>
    expect(finalizeBlocker({ lines: [approved({ finalizedOn: 'x' })], canFinalize: false })).toMatch(
      /already decided/,
    ));
  test('the server has the last word', () =>
    expect(finalizeBlocker({ lines: [approved()], canFinalize: false })).not.toBeNull());
});

test('which decisions a line offers', () => {
  expect(lineActions(line({}))).toEqual({ approve: 'Approve', canDeny: true, canRevert: false });
  expect(lineActions(approved())).toEqual({ approve: 'Change', canDeny: true, canRevert: false });
  expect(lineActions(approved({ amount: 5 }))).toEqual({
    approve: 'Change',
    canDeny: true,
    canRevert: true,
  });
  expect(lineActions(approved({ method: 'giftCard' })).canRevert).toBe(true);
  expect(lineActions(denied())).toEqual({
    approve: 'Approve instead',
    canDeny: false,
    canRevert: true,
  });
  expect(lineActions(denied({ requestedMethod: 'variantExchange' })).canRevert).toBe(false);
  const none = { approve: null, canDeny: false, canRevert: false };
  expect(lineActions(line({ requestedMethod: 'other' }))).toEqual(none);
  expect(lineActions(approved({ finalizedOn: 'x', amount: 5, allowedMethods: [] }))).toEqual(none);
});

test('the badge of a line', () => {
  expect(decisionOf(line({})).label).toBe('Needs a decision');
  expect(decisionOf(approved()).label).toBe('Will be approved');
  expect(decisionOf(denied({ finalizedOn: 'x' })).label).toBe('Denied');
  expect(decisionOf(approved({ canceledOn: 'x' })).label).toBe('Canceled');
});

test('the claim is watched only while an effect is on its way', () => {
  const effect = (state: ClaimShown['effects'][number]['state']) => ({
    id: 1,
    kind: 'refund',
    purposeKey: 'k',
    summary: '',
    state,
    attempts: 0,
    lastError: null,
    nextTryOn: null,
    doneOn: null,
    result: null,
  });
  expect(pollDelay({ effects: [effect('done'), effect('running')] })).toBe(2000);
  expect(pollDelay({ effects: [effect('waiting')] })).toBe(2000);
  expect(pollDelay({ effects: [effect('done'), effect('failed')] })).toBe(false);
  expect(pollDelay({ effects: [] })).toBe(false);
});

test('cancel is offered while something is unfinished', () => {
  expect(canCancel({ lines: [approved({ finalizedOn: 'x' }), line({})] })).toBe(true);
  expect(canCancel({ lines: [approved({ finalizedOn: 'x' }), line({ canceledOn: 'x' })] })).toBe(false);
});

test('previews by content type', () => {
  expect(['image/png', 'video/mp4', 'application/pdf'].map(mediaKind)).toEqual(['image', 'video', 'other']);
});
