import { GraphQLError } from 'graphql';
import { customerById } from '../lookup.ts';
import { orderSums } from '../order-sums.ts';
import type { Customer, Segment, ShopState } from '../state.ts';
import { gid, numberOf } from '../state.ts';
import type { Context, PageArgs, View } from './connection.ts';
import { connection } from './connection.ts';

export const segmentView = (segment: Segment): View => ({
  __typename: 'Segment',
  id: gid('Segment', segment.id),
  name: segment.name,
  query: segment.query,
  creationDate: segment.createdAt,
  lastEditDate: segment.updatedAt,
});

export function segmentConnection(context: Context, args: PageArgs & { query?: string | null; sortKey: string }): View {
  if (args.query)
    throw new GraphQLError('Segments are not searched by this sandbox', { extensions: { code: 'BAD_REQUEST' } });
  const value = ({ id, createdAt, updatedAt }: Segment) => {
    if (args.sortKey === 'LAST_EDIT_DATE') return updatedAt;
    return args.sortKey === 'CREATION_DATE' ? createdAt : id;
  };
  return connection(context, context.shop.segments, args, (each) => [value(each), each.id], segmentView);
}

// As every list of an argument.
const MOST_IDS = 250;

/** Of each segment that exists, whether the customer is in it. */
export function membershipView(
  { shop }: Context,
  { customerId, segmentIds }: { customerId: string; segmentIds: readonly string[] },
): View {
  if (segmentIds.length > MOST_IDS)
    throw new GraphQLError(`The input array size of ${segmentIds.length} is greater than the maximum allowed of 250.`, {
      extensions: { code: 'MAX_INPUT_SIZE_EXCEEDED' },
    });
  const customer = customerById(shop, numberOf(customerId, 'Customer'));
  return {
    memberships: segmentIds.flatMap((segmentId) => {
      const segment = shop.segments.find((each) => each.id === numberOf(segmentId, 'Segment'));
      if (!segment) return [];
      return [{ segmentId, isMember: customer !== undefined && isIn(shop, customer, segment) }];
    }),
  };
}

/** The part of the segment language that this sandbox understands: comparisons joined by AND. */
function isIn(shop: ShopState, customer: Customer, { query }: Segment): boolean {
  const orders = shop.orders.filter((order) => order.customerId === customer.id);
  return query.split(/\s+AND\s+/).every((condition) => {
    const [, attribute = '', operator = '', value = ''] =
      /^(\w+)\s+(>=|<=|>|<|=|CONTAINS)\s+'?([^']*)'?$/.exec(condition.trim()) ?? [];
    switch (attribute) {
      case 'customer_tags':
        return customer.tags.some((tag) => tag.toLowerCase() === value.toLowerCase());
      case 'number_of_orders':
        return holds(orders.length, operator, Number(value));
      case 'amount_spent':
        return holds(orders.reduce((sum, order) => sum + orderSums(order).net.shop, 0) / 100, operator, Number(value));
      default:
        throw new GraphQLError(`This sandbox does not understand the segment "${query}"`);
    }
  });
}

function holds(left: number, operator: string, right: number): boolean {
  if (operator === '>') return left > right;
  if (operator === '>=') return left >= right;
  if (operator === '<') return left < right;
  return operator === '<=' ? left <= right : left === right;
}
