import type { Storefront } from '#partners/ports.ts';
import type { ShopState } from '#sandbox/shopify/state.ts';

/** Orders that were bought with the cover during the schedule, and what the product looked at before it refunded one. */
export class Covers {
  readonly #ids: number[] = [];
  readonly #looks = new Map<string, (number | null)[]>();

  bought(orderId: number): void {
    this.#ids.push(orderId);
  }

  /** The orders at the platform, the oldest first. */
  get ids(): readonly number[] {
    return this.#ids;
  }

  /**
   * Before each of its tries to refund the cover, how many refunds the order had when the product began to look at it;
   * null where it did not look.
   */
  looksAt(orderId: string): readonly (number | null)[] {
    return this.#looks.get(orderId) ?? [];
  }

  /** The platform for one try to refund the cover of an order. */
  watched(real: Storefront, { orders }: ShopState, seen: Map<string, number>): Storefront {
    return {
      ...real,
      fetchOrder: (id, context) => {
        seen.set(id, orders.find((order) => String(order.id) === id)?.refunds.length ?? 0);
        return real.fetchOrder(id, context);
      },
      refund: (request, context) => {
        const id = request.orderIdFromPlatform;
        this.#looks.set(id, [...this.looksAt(id), seen.get(id) ?? null]);
        return real.refund(request, context);
      },
    };
  }
}
