import { z } from 'zod';
import type { Money } from '#core/money.ts';
import { minorFromDecimal } from '#core/money.ts';
import type { CallContext, MovementsWanted, Page, PlatformMovement } from '#partners/ports.ts';
import type { ShopifyClient } from './client.ts';
import { GIFT_CARD_DISCOUNT } from '#core/orders/discount-codes.ts';
import { gidOf, tailOf } from './gid.ts';
import { keysOfRefunds, markIn } from './marks.ts';
import { CREDITS_OF_CUSTOMER, CREDITS_READ, GIFT_CARDS_SINCE, ORDERS_MOVED, ORDERS_MOVED_SINCE } from './operations.ts';
import { WrittenMark } from './store-credit.ts';
import { Amount, Bag, connection, Instant, minorOf, movedBy, ourKeyOf } from './wire.ts';

const ReturnNotes = z.object({ nodes: z.array(z.object({ returnReasonNote: z.string().nullable() })) });
const Refund = z.object({
  id: z.string(),
  note: z.string().nullable(),
  createdAt: Instant,
  totalRefundedSet: Bag,
  return: z.object({ returnLineItems: ReturnNotes }).nullable(),
  transactions: z.object({
    nodes: z.array(z.object({ id: z.string(), kind: z.string(), status: z.string(), amountSet: Bag })),
  }),
});
const MovedCustomer = z.object({
  id: z.string(),
  metafields: z.object({ nodes: z.array(z.object({ value: z.string() })) }),
});
const CreditMoved = z.object({
  __typename: z.string(),
  id: z.string().optional(),
  createdAt: Instant,
  event: z.string(),
  amount: Amount,
});
const CreditedCustomer = MovedCustomer.extend({
  storeCreditAccounts: z.object({
    nodes: z.array(z.object({ transactions: z.object({ nodes: z.array(CreditMoved) }) })),
  }),
});
type CreditedCustomer = z.infer<typeof CreditedCustomer>;
const MovedReturn = z.object({
  id: z.string(),
  createdAt: Instant,
  status: z.string(),
  returnLineItems: ReturnNotes,
  exchangeLineItems: z.object({ nodes: z.array(z.object({ id: z.string() })) }),
});
const MovedOrder = z.object({
  id: z.string(),
  createdAt: Instant,
  cancelledAt: z.string().nullable(),
  sourceIdentifier: z.string().nullable(),
  discountCodes: z.array(z.string()),
  presentmentCurrencyCode: z.string(),
  subtotalPriceSet: Bag.nullable(),
  totalDiscountsSet: Bag.nullable(),
  refunds: z.array(Refund),
  returns: z.object({ nodes: z.array(MovedReturn) }),
  customer: MovedCustomer.nullable(),
});
type MovedOrder = z.infer<typeof MovedOrder>;
const GiftCard = z.object({
  id: z.string(),
  note: z.string().nullable(),
  createdAt: Instant,
  enabled: z.boolean(),
  initialValue: Amount,
  customer: z.object({ id: z.string() }).nullable(),
});

type Caller = { client: ShopifyClient; context: CallContext };
const ORDERS_PER_PAGE = 5;
const moneyOf = ({ amount, currencyCode }: z.infer<typeof Amount>): Money => ({
  amount: minorFromDecimal(amount, currencyCode),
  currencyCode,
});

/** What moved at the platform; see the port. By instant the gift cards come first, then the orders. */
export async function movementsOf(
  caller: Caller,
  wanted: MovementsWanted,
  cursor: string | null,
): Promise<Page<PlatformMovement>> {
  if ('orderIdsFromPlatform' in wanted) return ofOrders(caller, wanted.orderIdsFromPlatform, cursor);
  if ('customerIdsFromPlatform' in wanted) return ofCustomers(caller, wanted.customerIdsFromPlatform, cursor);
  const since = new Date(wanted.since).toISOString();
  const [, list, after] = /^(cards|orders):(.*)$/.exec(cursor ?? 'cards:') ?? [];
  return list === 'cards' ? cardsSince(caller, since, after || null) : ordersSince(caller, since, after || null);
}

async function ofOrders(
  { client, context }: Caller,
  orderIds: readonly string[],
  cursor: string | null,
): Promise<Page<PlatformMovement>> {
  const from = Number(cursor ?? 0);
  const until = from + ORDERS_PER_PAGE;
  const ids = orderIds.slice(from, until).map((id) => gidOf('Order', id));
  if (ids.length === 0) return { items: [], nextCursor: null };
  const answer = z.object({ nodes: z.array(MovedOrder.nullable()) });
  const { nodes } = await client.run(ORDERS_MOVED, { ids }, answer, context);
  return {
    items: onlyOnce(nodes.flatMap((order) => (order ? movementsIn(order) : []))),
    nextCursor: until < orderIds.length ? String(until) : null,
  };
}

async function ofCustomers(
  { client, context }: Caller,
  customerIds: readonly string[],
  cursor: string | null,
): Promise<Page<PlatformMovement>> {
  const at = Number(cursor ?? 0);
  const id = customerIds[at];
  if (id === undefined) return { items: [], nextCursor: null };
  const answer = z.object({ customer: CreditedCustomer.nullable() });
  const { customer } = await client.run(CREDITS_OF_CUSTOMER, { id: gidOf('Customer', id) }, answer, context);
  return {
    items: customer ? [...creditsShown(customer), ...debitsOf(customer)] : [],
    nextCursor: at + 1 < customerIds.length ? String(at + 1) : null,
  };
}

async function cardsSince(caller: Caller, since: string, after: string | null): Promise<Page<PlatformMovement>> {
  const answer = z.object({ giftCards: connection(GiftCard) });
  const variables = { query: `created_at:>='${since}'`, after };
  const { giftCards } = await caller.client.run(GIFT_CARDS_SINCE, variables, answer, caller.context);
  const { hasNextPage, endCursor } = giftCards.pageInfo;
  return {
    items: giftCards.nodes.map((card) => ({
      kind: 'giftCard',
      idFromPlatform: tailOf(card.id),
      orderIdFromPlatform: null,
      customerIdFromPlatform: card.customer ? tailOf(card.customer.id) : null,
      purposeKey: markIn(card.note),
      amount: moneyOf(card.initialValue),
      createdOn: card.createdAt,
      isCanceled: !card.enabled,
      transactions: [],
    })),
    nextCursor: hasNextPage && endCursor !== null ? `cards:${endCursor}` : 'orders:',
  };
}

async function ordersSince(caller: Caller, since: string, after: string | null): Promise<Page<PlatformMovement>> {
  const answer = z.object({ orders: connection(MovedOrder) });
  const variables = { query: `updated_at:>='${since}'`, after };
  const { orders } = await caller.client.run(ORDERS_MOVED_SINCE, variables, answer, caller.context);
  const { hasNextPage, endCursor } = orders.pageInfo;
  return {
    items: onlyOnce(orders.nodes.flatMap(movementsIn)).filter(({ createdOn }) => createdOn >= since),
    nextCursor: hasNextPage && endCursor !== null ? `orders:${endCursor}` : null,
  };
}

function movementsIn(order: MovedOrder): PlatformMovement[] {
  const orderIdFromPlatform = tailOf(order.id);
  const customerIdFromPlatform = order.customer ? tailOf(order.customer.id) : null;
  const { presentmentCurrencyCode: currencyCode } = order;
  const keys = keysOfRefunds(order.refunds, (refund) => refund.return?.returnLineItems.nodes[0]?.returnReasonNote);
  const refunds = order.refunds
    .filter((refund) => movedBy(refund, currencyCode) > 0)
    .map((refund): PlatformMovement => ({
      kind: 'refund',
      idFromPlatform: tailOf(refund.id),
      orderIdFromPlatform,
      customerIdFromPlatform,
      purposeKey: keys.get(refund.id) ?? null,
      amount: { amount: movedBy(refund, currencyCode), currencyCode },
      createdOn: refund.createdAt,
      isCanceled: false,
      transactions: refund.transactions.nodes.map(({ id, status, amountSet }) => ({
        idFromPlatform: tailOf(id),
        status,
        amount: moneyOf(amountSet.presentmentMoney),
      })),
    }));
  return [...refunds, ...exchangesIn(order), ...ourOrder(order, currencyCode), ...creditsOf(order.customer)];
}

/** Items we sent within the order in exchange for others. Returns by others and canceled ones aren't ours. */
function exchangesIn(order: MovedOrder): PlatformMovement[] {
  return order.returns.nodes.flatMap(({ id, createdAt, status, returnLineItems, exchangeLineItems }) => {
    const purposeKey = markIn(returnLineItems.nodes[0]?.returnReasonNote);
    if (purposeKey === null || exchangeLineItems.nodes.length === 0 || status === 'CANCELED') return [];
    return [
      {
        kind: 'returnExchange',
        idFromPlatform: tailOf(id),
        orderIdFromPlatform: tailOf(order.id),
        customerIdFromPlatform: order.customer ? tailOf(order.customer.id) : null,
        purposeKey,
        amount: { amount: 0, currencyCode: order.presentmentCurrencyCode },
        createdOn: createdAt,
        isCanceled: false,
        transactions: [],
      },
    ];
  });
}

/** The order itself where we made it: its source identifier is our purpose key. */
function ourOrder(order: MovedOrder, currencyCode: string): PlatformMovement[] {
  const purposeKey = ourKeyOf(order.sourceIdentifier);
  if (purposeKey === null) return [];
  const worth = minorOf(order.subtotalPriceSet, currencyCode) + minorOf(order.totalDiscountsSet, currencyCode);
  return [
    {
      kind: order.discountCodes.includes(GIFT_CARD_DISCOUNT) ? 'giftCardOrder' : 'exchangeOrder',
      idFromPlatform: tailOf(order.id),
      orderIdFromPlatform: tailOf(order.id),
      customerIdFromPlatform: order.customer ? tailOf(order.customer.id) : null,
      purposeKey,
      amount: { amount: worth, currencyCode },
      createdOn: order.createdAt,
      isCanceled: order.cancelledAt !== null,
      transactions: [],
    },
  ];
}

/** Credits we gave a customer; one begun and not yet known to be given is left out. */
function creditsOf(customer: z.infer<typeof MovedCustomer> | null): PlatformMovement[] {
  if (!customer) return [];
  return customer.metafields.nodes.flatMap(({ value }): PlatformMovement[] => {
    const mark = WrittenMark.safeParse(value).data;
    if (!mark?.transactionId || mark.createdOn === null) return [];
    const { purposeKey, amount, currencyCode } = mark;
    return [
      {
        kind: 'storeCredit',
        idFromPlatform: mark.transactionId,
        orderIdFromPlatform: null,
        customerIdFromPlatform: tailOf(customer.id),
        purposeKey,
        amount: { amount, currencyCode },
        createdOn: mark.createdOn,
        isCanceled: false,
        transactions: [],
      },
    ];
  });
}

/** Credits of ours as their account shows them: one that it does not show was never given, or not there. */
function creditsShown(customer: CreditedCustomer): PlatformMovement[] {
  const accounts = customer.storeCreditAccounts.nodes.map(({ transactions }) => transactions.nodes);
  const shown = new Map(accounts.flat().flatMap((one) => (one.id === undefined ? [] : [[tailOf(one.id), one]])));
  // Further back than is read, what we wrote down has to do.
  const readFrom = accounts
    .flatMap((nodes) => (nodes.length < CREDITS_READ ? [] : (nodes.at(-1)?.createdAt ?? [])))
    .toSorted()
    .at(-1);
  return creditsOf(customer).flatMap((credit) => {
    const at = shown.get(credit.idFromPlatform);
    if (at) return [{ ...credit, amount: moneyOf(at.amount), createdOn: at.createdAt }];
    return readFrom !== undefined && credit.createdOn <= readFrom ? [credit] : [];
  });
}

/** What staff took out of the accounts; what was spent is the customer's own business. */
const debitsOf = (customer: CreditedCustomer): PlatformMovement[] =>
  customer.storeCreditAccounts.nodes
    .flatMap(({ transactions }) => transactions.nodes)
    .filter(({ __typename: type, event }) => type === 'StoreCreditAccountDebitTransaction' && event === 'ADJUSTMENT')
    .map(({ id = '', amount: { amount, currencyCode }, createdAt }) => ({
      kind: 'storeCreditDebit',
      idFromPlatform: tailOf(id),
      orderIdFromPlatform: null,
      customerIdFromPlatform: tailOf(customer.id),
      purposeKey: null,
      amount: moneyOf({ amount: amount.replace(/^-/, ''), currencyCode }),
      createdOn: createdAt,
      isCanceled: false,
      transactions: [],
    }));

function onlyOnce(movements: readonly PlatformMovement[]): PlatformMovement[] {
  return [...new Map(movements.map((each) => [`${each.kind} ${each.idFromPlatform}`, each])).values()];
}
