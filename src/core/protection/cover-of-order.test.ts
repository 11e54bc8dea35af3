import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NOW } from '#core/claims/test-data.ts';
import { entryOfEffect } from '#core/effects/kinds.ts';
import { law } from '#core/law.fixture.ts';
import { moneyLeft, orderBalance } from '#core/orders/balance.ts';
import type { Order } from '#core/orders/order.ts';
import {
  asked,
  COVER,
  Deed,
  isOurs,
  ITEM,
  Platform,
  protectedOrder,
  refundOf,
} from '#core/protection/cover-events.fixture.ts';
import { isFollowed, refundCover } from '#core/protection/cover-of-order.ts';

const canceled = { canceledOn: NOW };
const coverLine = { lineIdFromPlatform: COVER, quantity: 1, subtotal: 229, tax: 18 };

describe('the cover of a canceled order', () => {
  test('is refunded with its tax when the cancellation refunded nothing', () => {
    expect(asked(protectedOrder(canceled))?.money).toBe(247);
    expect(asked(protectedOrder({ ...canceled, taxesIncluded: true }))?.money).toBe(229);
  });
  test('stays while the order is not canceled, and when something of it was sent', () => {
    expect(asked(protectedOrder())).toBeNull();
    const sent = (lineIdFromPlatform: string) => ({
      idFromPlatform: 'sent',
      createdOn: NOW,
      deliveredOn: null,
      status: 'success',
      trackingCodes: [],
      lines: [{ idFromPlatform: 'sent-1', lineIdFromPlatform, quantity: 1 }],
    });
    expect(asked(protectedOrder({ ...canceled, fulfillments: [sent(ITEM)] }))).toBeNull();
    // The platform may count the cover itself as sent, which says nothing of the items.
    expect(asked(protectedOrder({ ...canceled, fulfillments: [sent(COVER)] }))?.money).toBe(247);
  });
  test('is not refunded again when the cancellation, or staff by hand, refunded it', () => {
    const whole = refundOf('1', 5647, [{ lineIdFromPlatform: ITEM, quantity: 1, subtotal: 5000, tax: 400 }, coverLine]);
    const order = protectedOrder(canceled);
    const off = (lines: Order['lines']) => lines.map((line) => ({ ...line, currentQuantity: 0 }));
    expect(asked({ ...order, lines: off(order.lines), refunds: [whole], totalRefunded: 5647 })).toBeNull();
    expect(asked({ ...order, refunds: [refundOf('1', 247, [coverLine])], totalRefunded: 247 })).toBeNull();
    // Without items: the platform has none left to name.
    expect(asked({ ...order, refunds: [refundOf('1', 247)], totalRefunded: 247 })).toBeNull();
    expect(asked({ ...order, refunds: [refundOf('1', 100)], totalRefunded: 100 })?.money).toBe(147);
  });
  test('is refunded when the cancellation took the lines off without money', () => {
    const order = protectedOrder(canceled);
    const off = order.lines.map((line) => ({ ...line, currentQuantity: 0 }));
    const restocked = refundOf('1', 0, [
      { lineIdFromPlatform: ITEM, quantity: 1, subtotal: 5000, tax: 400 },
      coverLine,
    ]);
    expect(asked({ ...order, lines: off, refunds: [restocked] })?.money).toBe(247);
  });
  test('is refunded when others refunded the items alone', () => {
    const items = refundOf('1', 5400, [{ lineIdFromPlatform: ITEM, quantity: 1, subtotal: 5000, tax: 400 }]);
    expect(asked(protectedOrder({ ...canceled, refunds: [items], totalRefunded: 5400 }))?.money).toBe(247);
  });
  test('never gives more than was paid', () => {
    expect(asked(protectedOrder({ ...canceled, totalPaid: 0 }))).toBeNull();
    expect(asked(protectedOrder({ ...canceled, totalPaid: 100 }))?.money).toBe(100);
  });
  test('is held from the decision on, and counts once when the platform reports it', () => {
    const order = protectedOrder(canceled);
    const before = moneyLeft(order, []);
    const { coverRefund, effect } = refundCover(order, 7, { units: asked(order)?.units ?? [], money: 247 }, NOW);
    const held = { ...order, coverRefund };
    expect(moneyLeft(held, [])).toBe(before - 247);
    const reported = {
      ...held,
      refunds: [refundOf('1', 247, [coverLine], coverRefund.purposeKey)],
      totalRefunded: 247,
      lines: order.lines.map((line) => (line.idFromPlatform === COVER ? { ...line, currentQuantity: 0 } : line)),
    };
    expect(moneyLeft(reported, [])).toBe(before - 247);
    expect(orderBalance(reported, []).given).toBe(0);
    // What was asked for stays the same, so that a lost answer is asked for again with the same sum.
    expect(asked(reported)?.money).toBe(247);
    expect(entryOfEffect(effect, false, null)?.postings).toEqual([
      { account: 'store:protection', amount: 247, currencyCode: 'USD' },
      { account: 'platform:refunds', amount: -247, currencyCode: 'USD' },
    ]);
  });
});

test('orders from before the store was connected, and those of files, are not followed', () => {
  const order = protectedOrder();
  expect(isFollowed(order, order.createdOn)).toBe(true);
  expect(isFollowed(order, '2026-03-01T10:00:01.000Z')).toBe(false);
  // The platform tells the second in which it was bought, and no more.
  expect(isFollowed(order, '2026-03-01T10:00:00.999Z')).toBe(true);
  expect(isFollowed({ ...order, idFromPlatform: 'csv:#1001' }, order.createdOn)).toBe(false);
});

const afterAll = (deeds: readonly Deed[]): Platform => {
  const platform = new Platform();
  for (const deed of deeds) platform.does(deed);
  platform.settle();
  return platform;
};

test('law: in any order of events the cover goes back at most once, and never of an order that was sent', () => {
  fc.assert(
    fc.property(fc.array(Deed, { maxLength: 12 }), (deeds) => {
      const platform = afterAll(deeds);
      const ours = platform.sumOf(isOurs);
      const named = platform.sumOf(
        ({ purposeKey, lines }) => purposeKey === null && lines.length === 1 && lines[0]?.lineIdFromPlatform === COVER,
      );
      expect(ours + named).toBeLessThanOrEqual(247);
      expect(platform.order.totalRefunded).toBeLessThanOrEqual(platform.order.totalPaid);
      expect(platform.order.refunds.filter(isOurs).length).toBeLessThanOrEqual(1);
      if (platform.order.canceledOn === null || platform.order.fulfillments.length > 0) expect(ours).toBe(0);
      // One pool: what is left of the order's money is what the platform says is left.
      expect(orderBalance(platform.known, []).left).toBe(platform.left);
    }),
    law(20_000),
  );
});

test('law: whenever the news comes, and however often, a canceled order ends with the same money', () => {
  // Sums without items may be for anything, so that their order matters.
  const known = Deed.filter(({ kind }) => kind !== 'refundSum');
  fc.assert(
    fc.property(fc.array(known, { maxLength: 12 }), (deeds) => {
      const theirs = deeds.filter(({ kind }) => kind !== 'news' && kind !== 'ours');
      const late = afterAll(theirs);
      const atOnce = afterAll(
        theirs.flatMap((deed): Deed[] => [deed, { kind: 'news' }, { kind: 'ours' }, { kind: 'news' }]),
      );
      const mixed = afterAll(deeds);
      const ends = [late, atOnce, mixed].map(({ order: { totalRefunded } }) => totalRefunded);
      expect(new Set(ends).size).toBe(1);
      if (late.order.canceledOn !== null && late.order.fulfillments.length === 0) {
        // The cover is back, whoever gave it.
        const items = late.order.refunds.some(
          ({ total, lines }) => total > 0 && lines.some(({ lineIdFromPlatform: id }) => id === ITEM),
        );
        expect(late.order.totalRefunded).toBe(items ? 5647 : 247);
      }
    }),
    law(20_000),
  );
});
