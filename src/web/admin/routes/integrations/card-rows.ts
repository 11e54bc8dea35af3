import type { CustomerShown } from '#contract/merchant/customers.ts';
import { isFromRegistration, registrationOrderId } from '#core/orders/order-origin.ts';

type Order = CustomerShown['orders'][number];

export type RegistrationRow = {
  /** Null where the customer has it no longer. */
  id: number | null;
  externalId: string;
  /** Stands for it, and has its claims; null where its products are of an order of the shop. */
  order: Order | null;
};

/** The orders and the registrations of a customer: nothing was sold with an order that stands for a registration. */
export function cardRows({ orders, registrations }: Pick<CustomerShown, 'orders' | 'registrations'>): {
  orders: Order[];
  registrations: RegistrationRow[];
} {
  const standing = orders.filter(({ idFromPlatform }) => isFromRegistration(idFromPlatform));
  const own = registrations.map(({ id, externalId }) => ({
    id,
    externalId,
    order: standing.find(({ idFromPlatform }) => idFromPlatform === registrationOrderId(externalId)) ?? null,
  }));
  const others = standing
    .filter((order) => !own.some((row) => row.order === order))
    .map((order) => ({ id: null, externalId: order.orderNo, order }));
  return {
    orders: orders.filter(({ idFromPlatform }) => !isFromRegistration(idFromPlatform)),
    registrations: [...own, ...others],
  };
}
