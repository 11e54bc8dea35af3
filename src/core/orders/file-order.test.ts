import { describe, expect, test } from 'vitest';
import { claimWithNewIds, workWithNewIds } from '#core/claims/new-ids.ts';
import { claimOf, lineOf, orderOf, selectionOf } from '#core/claims/test-data.ts';
import { newIds } from '#core/orders/file-order.ts';
import { fileOrderId, isFromFile, isSameOrder, platformIdOf } from '#core/orders/order-origin.ts';

test.each([
  ['#1001', '5550001', 'csv:id:5550001', '5550001'],
  ['#1001', '', 'csv:#1001', null],
  ['#1001', 'gid', 'csv:#1001', null],
])('an order %s with the id %j in a file is %s', (orderNo, id, expected, platformId) => {
  const made = fileOrderId(orderNo, id);
  expect([made, platformIdOf(made), isFromFile(made)]).toEqual([expected, platformId, true]);
});

describe('two records are of one order', () => {
  const isSame = (one: string, other: string, otherNo = '1001'): boolean =>
    isSameOrder({ idFromPlatform: one, orderNoKey: '1001' }, { idFromPlatform: other, orderNoKey: otherNo });
  test('by the id, whatever the number', () => expect(isSame('csv:id:5', '5', '1002')).toBe(true));
  test('by the number, where one has no id', () => expect(isSame('csv:#1001', '5')).toBe(true));
  test('not when the ids differ', () => expect(isSame('csv:id:6', '5')).toBe(false));
  test('not by another number', () => expect(isSame('csv:#1001', '5', '1002')).toBe(false));
});

describe('the lines of a file are found at the platform', () => {
  const fromFile = orderOf(
    [
      lineOf({ idFromPlatform: 'csv:1', name: 'Mug - Blue', variantTitle: '', sku: '' }),
      lineOf({ idFromPlatform: 'csv:2', name: 'Renamed', variantTitle: '', sku: 'MUG', quantity: 2 }),
      lineOf({ idFromPlatform: 'csv:3', name: 'Gone', variantTitle: '', sku: '', quantity: 7, unitListPrice: 5 }),
    ],
    { idFromPlatform: 'csv:#1001' },
  );
  const synced = orderOf(
    [
      lineOf({ idFromPlatform: 'b', name: 'Mug', variantTitle: 'Green', sku: 'MUG', quantity: 2 }),
      lineOf({ idFromPlatform: 'a', name: 'Mug', variantTitle: 'Blue', sku: 'X' }),
    ],
    { idFromPlatform: '5' },
  );
  const ids = newIds(fromFile, synced);

  test('by sku, then by name with its variant; each once', () => {
    expect([...ids.lines]).toEqual([
      ['csv:2', 'b'],
      ['csv:1', 'a'],
    ]);
    expect([...ids.fulfillmentLines]).toEqual([
      ['sent-csv:1', 'sent-a'],
      ['sent-csv:2', 'sent-b'],
    ]);
  });

  test('a claim moves along; a line nobody knows keeps its id and has no parcel', () => {
    const claim = claimOf(fromFile, {
      selections: ['csv:1', 'csv:3'].map((lineIdFromPlatform) =>
        selectionOf({ lineIdFromPlatform, method: 'giftCard' }),
      ),
    });
    const moved = claimWithNewIds(claim, 9, ids);
    expect(moved).toMatchObject({ id: claim.id, orderId: 9, orderIdFromPlatform: '5' });
    expect(moved.lines.map((line) => [line.lineIdFromPlatform, line.fulfillmentLineIdFromPlatform])).toEqual([
      ['a', 'sent-a'],
      ['csv:3', null],
    ]);
  });

  test('work to be done is said in the new ids', () => {
    const work = {
      orderIdFromPlatform: 'csv:#1001',
      lines: [{ lineIdFromPlatform: 'csv:1', sent: 'sent-csv:2', n: 1 }],
    };
    expect(workWithNewIds({ ...work, to: null, note: 'csv:#1001 and more' }, ids)).toEqual({
      orderIdFromPlatform: '5',
      lines: [{ lineIdFromPlatform: 'a', sent: 'sent-b', n: 1 }],
      to: null,
      note: 'csv:#1001 and more',
    });
  });
});
