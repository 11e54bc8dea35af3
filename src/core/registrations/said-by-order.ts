import type { Address } from '#core/address.ts';
import { dayIn } from '#core/dates.ts';
import type { Order } from '#core/orders/order.ts';

/** What an order says that a registration of its products asks. */
export type SaidByOrder = {
  /** The day it was bought in the zone, ISO. */
  purchasedOn: string;
  firstName: string;
  lastName: string;
  phone: string;
  address: Address | null;
  /** The variants that were bought and not taken back, each once. */
  variantIds: string[];
};

export function saidByOrder(order: Order, timeZone: string): SaidByOrder {
  const { customer, shippingAddress, billingAddress } = order;
  const address = shippingAddress ?? billingAddress;
  const named = [customer, address].find((one) => one && `${one.firstName}${one.lastName}`.trim() !== '');
  const bought = order.lines.filter(({ currentQuantity }) => currentQuantity > 0);
  return {
    purchasedOn: dayIn(order.createdOn, timeZone),
    firstName: named?.firstName ?? '',
    lastName: named?.lastName ?? '',
    phone: order.phone !== '' ? order.phone : (address?.phone ?? ''),
    address,
    variantIds: [...new Set(bought.flatMap(({ variantIdFromPlatform }) => variantIdFromPlatform ?? []))],
  };
}
