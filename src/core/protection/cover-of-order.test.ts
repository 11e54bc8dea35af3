import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineOf, NOW, orderOf } from '#core/claims/test-data.ts';
import { entryOfEffect } from '#core/effects/kinds.ts';
import { law } from '#core/law.fixture.ts';
import { moneyLeft, orderBalance } from '#core/orders/balance.ts';
import type { Order, OrderRefund } from '#core/orders/order.ts';
import { coverToRefund, isFollowed, refundCover } from '#core/protection/cover-of-order.ts';

const COVER = 'cover';
const ITEM = 'item';

const protectedOrder = (
  changes: Partial<Order> = {},
  item: { price: number; tax: number } = { price: 5000, tax: 400 },
) =>
  orderOf(
    [
      lineOf({ idFromPlatform: ITEM, paidTotal: item.price, taxTotal: item.tax }),
      lineOf({ idFromPlatform: COVER, paidTotal: 229, taxTotal: 18, requiresShipping: false, isProtection: true }),
    ],
    { fulfillments: [], fulfillmentStatus: 'unfulfilled', ...changes },
  );

const refundOf = (id: string, total: number, lines: OrderRefund['lines'] = [], purposeKey: string | null = null) => ({
  idFromPlatform: id,
  purposeKey,
  createdOn: NOW,
  note: '',
  total,
  lines,
});
const asked = (order: Order) => coverToRefund({ order, claims: [], coverLineIds: [COVER] });
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
  expect(isFollowed(order, '2026-03-01T10:00:00.001Z')).toBe(false);
  expect(isFollowed({ ...order, idFromPlatform: 'csv:#1001' }, order.createdOn)).toBe(false);
});

/** What people do at the platform with an order, and when we hear of it. */
const Deed = fc.oneof(
  fc.record({ kind: fc.constant('cancel' as const), money: fc.boolean(), restock: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('refundCover' as const, 'refundItem' as const, 'send' as const) }),
  fc.record({ kind: fc.constant('refundSum' as const), amount: fc.integer({ min: 1, max: 6000 }) }),
  fc.record({ kind: fc.constantFrom('news' as const, 'ours' as const) }),
);
type Deed = typeof Deed extends fc.Arbitrary<infer Value> ? Value : never;

/** A platform that refuses what a real one refuses: more money than is left, units that are gone, a cancellation of what was sent. */
class Platform {
  order: Order;
  /** What we hold of it, and whether our refund is still to be made. */
  coverRefund: Order['coverRefund'];
  wasWanted = false;
  isToBeMade = false;
  constructor(order: Order) {
    this.order = order;
  }

  get left(): number {
    return this.order.totalPaid - this.order.totalRefunded;
  }

  refund(amount: number, lineIds: readonly string[], purposeKey: string | null = null): void {
    const units = this.order.lines.filter((line) => lineIds.includes(line.idFromPlatform) && line.currentQuantity > 0);
    if (amount > this.left || units.length < lineIds.length || (amount === 0 && units.length === 0)) return;
    const lines = units.map(({ idFromPlatform, paidTotal, taxTotal }) => ({
      lineIdFromPlatform: idFromPlatform,
      quantity: 1,
      subtotal: paidTotal,
      tax: taxTotal,
    }));
    this.order = {
      ...this.order,
      totalRefunded: this.order.totalRefunded + amount,
      refunds: [...this.order.refunds, refundOf(String(this.order.refunds.length), amount, lines, purposeKey)],
      lines: this.order.lines.map((line) => (units.includes(line) ? { ...line, currentQuantity: 0 } : line)),
    };
  }

  /** As we know it. */
  get known(): Order {
    return this.coverRefund ? { ...this.order, coverRefund: this.coverRefund } : this.order;
  }

  does(deed: Deed): void {
    const on = this.order.lines.filter(({ currentQuantity }) => currentQuantity > 0).map((line) => line.idFromPlatform);
    const isSent = this.order.fulfillments.length > 0;
    switch (deed.kind) {
      case 'cancel':
        if (isSent || this.order.canceledOn !== null) return;
        this.order = { ...this.order, canceledOn: NOW };
        if (deed.money) this.refund(this.left, on);
        else if (deed.restock) this.refund(0, on);
        return;
      case 'refundCover':
        return this.refund(247, [COVER]);
      case 'refundItem':
        return this.refund(5400, [ITEM]);
      case 'refundSum':
        return this.refund(deed.amount, []);
      case 'send':
        if (this.order.canceledOn !== null || isSent || !on.includes(ITEM)) return;
        this.order = { ...this.order, fulfillments: protectedOrderSent.fulfillments };
        return;
      case 'news':
        return this.tell();
      case 'ours':
        return this.carryOut();
    }
  }

  tell(): void {
    const toRefund = asked(this.known);
    if (this.wasWanted || toRefund === null) return;
    this.coverRefund = refundCover(this.order, 1, toRefund, NOW).coverRefund;
    this.wasWanted = true;
    this.isToBeMade = true;
  }

  carryOut(): void {
    if (!this.isToBeMade || !this.coverRefund) return;
    this.isToBeMade = false;
    const left = asked(this.known);
    if (left === null) {
      this.coverRefund = undefined;
      return;
    }
    const money = Math.min(this.coverRefund.money, left.money);
    const on = left.units.filter(({ lineIdFromPlatform: id }) =>
      this.order.lines.some((line) => line.idFromPlatform === id && line.currentQuantity > 0),
    );
    this.refund(
      money,
      on.map(({ lineIdFromPlatform }) => lineIdFromPlatform),
      this.coverRefund.purposeKey,
    );
    this.coverRefund = { ...this.coverRefund, money };
  }

  settle(): void {
    for (const kind of ['news', 'ours', 'news', 'ours'] as const) this.does({ kind });
  }

  sumOf(isMeant: (refund: OrderRefund) => boolean): number {
    return this.order.refunds.filter(isMeant).reduce((sum, { total }) => sum + total, 0);
  }
}

const protectedOrderSent = orderOf([lineOf({ idFromPlatform: ITEM })]);
const isOurs = ({ purposeKey }: OrderRefund): boolean => purposeKey !== null;
const afterAll = (deeds: readonly Deed[]): Platform => {
  const platform = new Platform(protectedOrder());
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
