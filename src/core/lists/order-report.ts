import type { ReportColumns } from '#core/lists/define.ts';
import { decimalFromMinor, type Minor } from '#core/money.ts';
import { buyerEmail, type Order } from '#core/orders/order.ts';

/** An order as a row of a report, with the numbers of its claims. */
export type OrderReportRow = { order: Order; claims: readonly string[] };

const money = (minor: Minor, { order }: OrderReportRow): string => decimalFromMinor(minor, order.currencyCode);
const nameOf = ({ customer, shippingAddress, billingAddress }: Order): string => {
  const person = customer ?? shippingAddress ?? billingAddress;
  return person ? `${person.firstName} ${person.lastName}`.trim() : '';
};

/** Every column a report of orders can have. */
export const ORDER_REPORT = {
  orderNumber: { label: 'Order number', of: ({ order }) => order.orderNo },
  orderDate: { label: 'Order date', of: ({ order }) => order.createdOn },
  canceledDate: { label: 'Canceled date', of: ({ order }) => order.canceledOn ?? '' },
  customerName: { label: 'Customer name', of: ({ order }) => nameOf(order) },
  customerEmail: { label: 'Customer email', of: ({ order }) => buyerEmail(order) },
  products: { label: 'Products', of: ({ order }) => order.lines.map(({ name }) => name).join(', ') },
  units: { label: 'Units', of: ({ order }) => order.lines.reduce((sum, { quantity }) => sum + quantity, 0) },
  currency: { label: 'Currency', of: ({ order }) => order.currencyCode },
  total: { label: 'Total', of: (row) => money(row.order.total, row) },
  totalPaid: { label: 'Total paid', of: (row) => money(row.order.totalPaid, row) },
  totalRefunded: { label: 'Total refunded', of: (row) => money(row.order.totalRefunded, row) },
  salesChannel: { label: 'Sales channel', of: ({ order }) => order.channel },
  claims: { label: 'Claims', of: ({ claims }) => claims.join(', ') },
} as const satisfies ReportColumns<OrderReportRow>;
