import fc from 'fast-check';
import { lineOf, NOW, orderOf } from '#core/claims/test-data.ts';
import type { Order, OrderRefund } from '#core/orders/order.ts';
import { coverToRefund, refundCover } from '#core/protection/cover-of-order.ts';

export const COVER = 'cover';
export const ITEM = 'item';

export const protectedOrder = (
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

/** As it was bought; the platform puts another in its place with each change. */
const BOUGHT = protectedOrder();

export const refundOf = (
  id: string,
  total: number,
  lines: OrderRefund['lines'] = [],
  purposeKey: string | null = null,
) => ({
  idFromPlatform: id,
  purposeKey,
  createdOn: NOW,
  note: '',
  total,
  lines,
});
export const asked = (order: Order) => coverToRefund({ order, claims: [], coverLineIds: [COVER] });

/** What people do at the platform with an order, and when we hear of it. */
export const Deed = fc.oneof(
  fc.record({ kind: fc.constant('cancel' as const), money: fc.boolean(), restock: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('refundCover' as const, 'refundItem' as const, 'send' as const) }),
  fc.record({ kind: fc.constant('refundSum' as const), amount: fc.integer({ min: 1, max: 6000 }) }),
  fc.record({ kind: fc.constantFrom('news' as const, 'ours' as const) }),
);
export type Deed = typeof Deed extends fc.Arbitrary<infer Value> ? Value : never;

/** A platform that refuses what a real one refuses: more money than is left, units that are gone, a cancellation of what was sent. */
export class Platform {
  order: Order = BOUGHT;
  /** What we hold of it, and whether our refund is still to be made. */
  coverRefund: Order['coverRefund'];
  wasWanted = false;
  isToBeMade = false;

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
export const isOurs = ({ purposeKey }: OrderRefund): boolean => purposeKey !== null;
