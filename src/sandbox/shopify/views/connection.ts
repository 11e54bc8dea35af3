import { GraphQLError } from 'graphql';
import type { Currencies, Pair } from '../amounts.ts';
import { decimalText } from '../amounts.ts';
import type { LineItem, Order, Refund, Return, ShopState, Transaction } from '../state.ts';

/** What every field of a call may look at. In a bulk export connections hand out everything. */
export type Context = {
  shop: ShopState;
  baseUrl: string;
  bulk: boolean;
  events: Announcement[];
  offlineToken: boolean;
  idempotencyKey: string | null;
  views: Views;
};

/** Views that refer to each other in circles, reached through the context so that the files need not. */
export type Views = {
  order: (context: Context, order: Order) => View;
  orders: (context: Context, rows: readonly Order[], args: PageArgs & { sortKey: string }) => View;
  line: (context: Context, order: Order, line: LineItem) => View;
  transaction: (context: Context, order: Order, transaction: Transaction) => View;
  refund: (context: Context, order: Order, refund: Refund) => View;
  return: (context: Context, order: Order, found: Return) => View;
};

/** Something that happened and that webhook subscribers hear about once the call is over. */
export type Announcement = {
  topic: string;
  kind: 'order' | 'product' | 'refund' | 'return' | 'app' | 'bulk';
  id: number;
};

export type View = Record<string, unknown>;

export type PageArgs = {
  first?: number | null;
  last?: number | null;
  after?: string | null;
  before?: string | null;
  reverse?: boolean | null;
};

type Key = readonly [value: string | number, id: number];

const encode = (key: Key): string => Buffer.from(JSON.stringify(key)).toString('base64url');

function decode(cursor: string): Key {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (
      Array.isArray(parsed) &&
      parsed.length === 2 &&
      typeof parsed[1] === 'number' &&
      (typeof parsed[0] === 'string' || typeof parsed[0] === 'number')
    ) {
      return [parsed[0], parsed[1]];
    }
  } catch {
    // Falls through to the one answer for every cursor that is not ours.
  }
  throw new GraphQLError('Invalid cursor for current pagination sort.', { extensions: { code: 'BAD_REQUEST' } });
}

function compare(left: Key, right: Key): number {
  if (left[0] !== right[0]) return left[0] < right[0] ? -1 : 1;
  return left[1] - right[1];
}

/**
 * A Relay connection over rows ordered by `keyOf` (a sort value, then the id), which is also what a cursor holds:
 * paging goes on correctly after rows move. Pages hold at most 250 rows and need `first` or `last`.
 */
export function connection<T>(
  context: Context,
  rows: readonly T[],
  args: PageArgs,
  keyOf: (row: T, index: number) => Key,
  view: (row: T) => View,
): View {
  const keyed = rows
    .map((row, index) => ({ row, key: keyOf(row, index) }))
    .sort((left, right) => compare(left.key, right.key));
  if (args.reverse === true) keyed.reverse();
  const sign = args.reverse === true ? -1 : 1;
  let window = keyed;
  if (typeof args.after === 'string') {
    const after = decode(args.after);
    window = window.filter((each) => sign * compare(each.key, after) > 0);
  }
  if (typeof args.before === 'string') {
    const before = decode(args.before);
    window = window.filter((each) => sign * compare(each.key, before) < 0);
  }
  const found = window.length;
  if (!context.bulk) window = cut(window, args);
  const fromEnd = typeof args.last === 'number' && typeof args.first !== 'number';
  const more = found > window.length;
  return {
    edges: () => window.map((each) => ({ cursor: encode(each.key), node: view(each.row) })),
    nodes: () => window.map((each) => view(each.row)),
    pageInfo: {
      hasNextPage: fromEnd ? typeof args.before === 'string' : more,
      hasPreviousPage: fromEnd ? more : typeof args.after === 'string',
      startCursor: window[0] === undefined ? null : encode(window[0].key),
      endCursor: window.length === 0 ? null : encode(window.at(-1)?.key ?? ['', 0]),
    },
  };
}

function cut<T>(rows: T[], args: PageArgs): T[] {
  const size = args.first ?? args.last;
  if (typeof size !== 'number')
    throw new GraphQLError('you must provide one of first or last', { extensions: { code: 'BAD_REQUEST' } });
  if (size < 0 || size > 250)
    throw new GraphQLError(`Field exceeds the maximum page size of 250 (asked for ${size})`, {
      extensions: { code: 'BAD_REQUEST' },
    });
  return typeof args.first === 'number' ? rows.slice(0, size) : rows.slice(Math.max(0, rows.length - size));
}

/** A connection over the short lists inside one resource, in the order they are kept. */
export function innerConnection<T>(context: Context, rows: readonly T[], args: PageArgs, view: (row: T) => View): View {
  return connection(context, rows, args, (_row, index) => [index, 0], view);
}

export const firstOf = <T>(rows: readonly T[], first: number | null | undefined): readonly T[] =>
  typeof first === 'number' ? rows.slice(0, first) : rows;

export const money = (minor: number, currency: string): View => ({
  amount: decimalText(minor, currency),
  currencyCode: currency,
});

export const bag = (pair: Pair, currencies: Currencies): View => ({
  shopMoney: money(pair.shop, currencies.shop),
  presentmentMoney: money(pair.presentment, currencies.presentment),
});
