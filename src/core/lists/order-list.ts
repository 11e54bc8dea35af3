import { date, defineList } from '#core/lists/define.ts';
import { ORDER_REPORT } from '#core/lists/order-report.ts';

/** The list of orders (C2.07). */
export const orderList = defineList({
  title: 'Order Lookup',
  tableLabel: 'Orders',
  noun: 'order',
  nouns: 'orders',
  path: 'orders/lookup',
  empty: 'Orders appear here once they sync from your store.',
  table: 'store_order',
  id: 'order_id',
  createdOn: 'created_on',
  within: {},
  words: 'orderIndex',
  searched: 'order, name, email, tracking code or SKU',
  searchHint: 'item, order or customer',
  filters: { createdOn: date('Created', 'created_on') },
  columns: null,
  report: ORDER_REPORT,
});
