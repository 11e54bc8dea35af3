import { GraphQLError } from 'graphql';
import { financialStatus, fulfillmentStatus } from './order-sums.ts';
import type { Customer, DraftOrder, GiftCard, Order, Product, ShopState } from './state.ts';

type Term = { field: string; operator: string; value: string; not: boolean };

/** Splits Shopify's search syntax: `field:>='value'` terms, bare words, NOT and '-', joined by AND (or nothing). */
export function parseSearch(query: string | null | undefined): Term[] {
  const terms: Term[] = [];
  const pattern = /(NOT\s+|-)?(?:([a-z_]+):)?(>=|<=|>|<)?(?:'([^']*)'|"([^"]*)"|([^\s'"]+))/gi;
  for (const match of (query ?? '').matchAll(pattern)) {
    const value = match[4] ?? match[5] ?? match[6] ?? '';
    if (match[2] === undefined && /^(AND|OR)$/.test(value)) {
      if (value === 'OR')
        throw new GraphQLError('OR is not understood by this sandbox', { extensions: { code: 'BAD_REQUEST' } });
      continue;
    }
    terms.push({
      field: (match[2] ?? '').toLowerCase(),
      operator: match[3] ?? '=',
      value,
      not: match[1] !== undefined,
    });
  }
  return terms;
}

function instant(text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time))
    throw new GraphQLError(`Invalid timestamp for query filter: ${text}`, { extensions: { code: 'BAD_REQUEST' } });
  return time;
}

function holds(operator: string, left: number, right: number): boolean {
  if (operator === '>') return left > right;
  if (operator === '>=') return left >= right;
  if (operator === '<') return left < right;
  return operator === '<=' ? left <= right : left === right;
}

const same = (left: string | null, right: string): boolean => (left ?? '').toLowerCase() === right.toLowerCase();
const within = (left: string | null, right: string): boolean =>
  (left ?? '').toLowerCase().includes(right.toLowerCase().replace(/\*$/, ''));
const tagged = (tags: readonly string[], value: string): boolean => tags.some((tag) => same(tag, value));

type Meaning<T> = Readonly<Record<string, (row: T, term: Term) => boolean>>;

/**
 * A field the sandbox does not know is refused: answering everything would hide an adapter's mistake. A list without a
 * search shows every row at once; a search finds a new row only after the lag of the shop.
 */
function search<T extends { createdAt: string }>(
  { searchLagMs = 0 }: ShopState,
  rows: readonly T[],
  query: string | null | undefined,
  meaning: Meaning<T>,
): readonly T[] {
  const terms = parseSearch(query);
  if (terms.length === 0) return rows;
  const indexedUntil = Date.now() - searchLagMs;
  const tests = terms.map((term) => {
    const test = meaning[term.field];
    if (test === undefined)
      throw new GraphQLError(`Search field '${term.field}' is not understood by this sandbox`, {
        extensions: { code: 'BAD_REQUEST' },
      });
    return (row: T) => test(row, term) !== term.not;
  });
  return rows.filter(
    (row) => (searchLagMs === 0 || Date.parse(row.createdAt) <= indexedUntil) && tests.every((test) => test(row)),
  );
}

const when =
  <T>(read: (row: T) => string) =>
  (row: T, term: Term) =>
    holds(term.operator, Date.parse(read(row)), instant(term.value));
const idMatches = (id: number, term: Term) => holds(term.operator, id, Number(term.value.split('/').at(-1)));

const name = (order: Order, term: Term) => same(order.name.replace(/^#/, ''), term.value.replace(/^#/, ''));

const orderMeaning: Meaning<Order> = {
  '': (order, term) => name(order, term) || within(order.email, term.value),
  id: (order, term) => idMatches(order.id, term),
  name,
  email: (order, term) => same(order.email, term.value),
  updated_at: when((order) => order.updatedAt),
  created_at: when((order) => order.createdAt),
  processed_at: when((order) => order.processedAt),
  customer_id: (order, term) => idMatches(order.customerId ?? 0, term),
  tag: (order, term) => tagged(order.tags, term.value),
  source_identifier: (order, term) => same(order.sourceIdentifier, term.value),
  source_name: (order, term) => same(order.sourceName, term.value),
  confirmation_number: (order, term) => same(order.confirmationNumber, term.value),
  test: (order, term) => String(order.test) === term.value,
  financial_status: (order, term) => term.value === 'any' || same(financialStatus(order), term.value),
  fulfillment_status: (order, term) =>
    term.value === 'any' || same(fulfillmentStatus(order), term.value === 'shipped' ? 'FULFILLED' : term.value),
  status: (order, term) => {
    if (term.value === 'any') return true;
    if (term.value === 'cancelled') return order.cancelledAt !== null;
    return order.cancelledAt === null && (term.value === 'closed') === (order.closedAt !== null);
  },
};

const productMeaning: Meaning<Product> = {
  '': (product, term) => within(product.title, term.value),
  id: (product, term) => idMatches(product.id, term),
  title: (product, term) => within(product.title, term.value),
  handle: (product, term) => same(product.handle, term.value),
  vendor: (product, term) => same(product.vendor, term.value),
  product_type: (product, term) => same(product.productType, term.value),
  status: (product, term) => same(product.status, term.value),
  tag: (product, term) => tagged(product.tags, term.value),
  sku: (product, term) => product.variants.some((variant) => same(variant.sku, term.value)),
  updated_at: when((product) => product.updatedAt),
  created_at: when((product) => product.createdAt),
};

const customerMeaning: Meaning<Customer> = {
  '': (customer, term) => within(`${customer.firstName} ${customer.lastName} ${customer.email}`, term.value),
  id: (customer, term) => idMatches(customer.id, term),
  email: (customer, term) => same(customer.email, term.value),
  phone: (customer, term) => same(customer.phone, term.value),
  first_name: (customer, term) => same(customer.firstName, term.value),
  last_name: (customer, term) => same(customer.lastName, term.value),
  tag: (customer, term) => tagged(customer.tags, term.value),
  updated_at: when((customer) => customer.updatedAt),
};

const cardMeaning: Meaning<GiftCard> = {
  '': (card, term) => card.code.endsWith(term.value.toLowerCase()) || within(card.note, term.value),
  id: (card, term) => idMatches(card.id, term),
  created_at: when((card) => card.createdAt),
  updated_at: when((card) => card.updatedAt),
  balance_status: (card, term) =>
    term.value === 'empty'
      ? card.balance === 0
      : term.value === 'full'
        ? card.balance === card.initialValue
        : card.balance > 0,
  status: (card, term) => (card.deactivatedAt === null) === (term.value === 'enabled'),
  customer_id: (card, term) => idMatches(card.customerId ?? 0, term),
  last_characters: (card, term) => card.code.endsWith(term.value.toLowerCase()),
};

const draftMeaning: Meaning<DraftOrder> = {
  '': (draft, term) => within(`${draft.name} ${draft.email ?? ''}`, term.value),
  id: (draft, term) => idMatches(draft.id, term),
  tag: (draft, term) => tagged(draft.tags, term.value),
  status: (draft, term) => same(draft.status, term.value),
  created_at: when((draft) => draft.createdAt),
  updated_at: when((draft) => draft.updatedAt),
};

type Search<T> = (shop: ShopState, rows: readonly T[], query: string | null | undefined) => readonly T[];
export const searchDrafts: Search<DraftOrder> = (shop, rows, query) => search(shop, rows, query, draftMeaning);
export const searchOrders: Search<Order> = (shop, rows, query) => search(shop, rows, query, orderMeaning);
export const searchProducts: Search<Product> = (shop, rows, query) => search(shop, rows, query, productMeaning);
export const searchCustomers: Search<Customer> = (shop, rows, query) => search(shop, rows, query, customerMeaning);
export const searchGiftCards: Search<GiftCard> = (shop, rows, query) => search(shop, rows, query, cardMeaning);
