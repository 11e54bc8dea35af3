import { z } from 'zod';
import type { Minor, Money } from '#core/money.ts';
import { decimalFromMinor } from '#core/money.ts';
import type { CallContext, RefundRequest } from '#partners/ports.ts';
import type { ShopifyClient } from './client.ts';
import { refused, retryLater } from './client.ts';
import { readOn } from './complete.ts';
import { gidOf, tailOf } from './gid.ts';
import { isMarked, markedNote, uuidOf } from './marks.ts';
import { MORE_RETURNS, REFUND_CREATE, REFUND_STATE, RETURN_CREATE, RETURN_PROCESS } from './operations.ts';
import { returnableQuantities } from './returnable.ts';
import { UserErrors, refuseUserErrors } from './user-errors.ts';
import { Bag, connection, minorOf } from './wire.ts';

const IssuedRefund = z.object({
  id: z.string(),
  note: z.string().nullable(),
  totalRefundedSet: Bag,
  transactions: z.object({ nodes: z.array(z.object({ kind: z.string(), status: z.string(), amountSet: Bag })) }),
});
type IssuedRefund = z.infer<typeof IssuedRefund>;

const MarkedReturn = z.object({
  id: z.string(),
  status: z.string(),
  returnLineItems: z.object({
    nodes: z.array(
      z.object({
        id: z.string(),
        quantity: z.number(),
        processableQuantity: z.number(),
        returnReasonNote: z.string().nullable(),
      }),
    ),
  }),
  refunds: z.object({ nodes: z.array(IssuedRefund) }),
});
type MarkedReturn = z.infer<typeof MarkedReturn>;

const Transaction = z.object({
  id: z.string(),
  kind: z.string(),
  status: z.string(),
  gateway: z.string().nullable(),
  amountSet: Bag,
  parentTransaction: z.object({ id: z.string() }).nullable(),
});

const RefundState = z.object({
  id: z.string(),
  presentmentCurrencyCode: z.string(),
  totalReceivedSet: Bag,
  totalRefundedSet: Bag,
  transactions: z.array(Transaction),
  refunds: z.array(IssuedRefund),
  returns: connection(MarkedReturn),
});
type RefundState = z.infer<typeof RefundState>;

export type RefundResult = { idFromPlatform: string; returnIdFromPlatform: string | null; amount: Money };
type Caller = { client: ShopifyClient; context: CallContext };

/**
 * Gives money back once per purpose key. Lines become a return at the platform, marked in the
 * reason note; a refund without lines is marked in its own note and carries an idempotency key.
 */
export async function refundOnce(caller: Caller, request: RefundRequest): Promise<RefundResult> {
  if (request.amount.amount <= 0) throw refused('a refund must be of more than nothing');
  const state = await readState(caller, request);
  return request.lines.length === 0 ? refundMoney(caller, request, state) : refundLines(caller, request, state);
}

async function readState({ client, context }: Caller, request: RefundRequest): Promise<RefundState> {
  const id = gidOf('Order', request.orderIdFromPlatform);
  const { order } = await client.run(REFUND_STATE, { id }, z.object({ order: RefundState.nullable() }), context);
  if (!order) throw refused('Shopify does not know this order any more');
  if (order.presentmentCurrencyCode !== request.amount.currencyCode) {
    throw refused(`the order was paid in ${order.presentmentCurrencyCode}, not ${request.amount.currencyCode}`);
  }
  const answer = z.object({ order: z.object({ returns: connection(MarkedReturn) }) });
  await readOn(
    order.returns,
    async (after) => (await client.run(MORE_RETURNS, { id, after }, answer, context)).order.returns,
  );
  return order;
}

async function refundLines(caller: Caller, request: RefundRequest, state: RefundState): Promise<RefundResult> {
  // A return that was called off moved nothing and never will: it does not count as done.
  const earlier = state.returns.nodes.find(
    ({ status, returnLineItems }) =>
      status !== 'CANCELED' &&
      status !== 'DECLINED' &&
      returnLineItems.nodes.some(({ returnReasonNote }) => isMarked(returnReasonNote, request.purposeKey)),
  );
  if (earlier && earlier.refunds.nodes.length > 0) return resultOf(request, earlier.refunds.nodes, earlier.id);
  const transfer = transferOf(request, state);
  const opened = earlier ?? (await openReturn(caller, request));
  if (opened.returnLineItems.nodes.every(({ processableQuantity }) => processableQuantity === 0)) {
    throw refused('the return was processed at Shopify without a refund; refund it there');
  }
  const processed = await processReturn(caller, request, opened, transfer);
  if (processed.refunds.nodes.length === 0)
    throw retryLater('Shopify processed the return and has not issued its refund yet', 10_000);
  return resultOf(request, processed.refunds.nodes, processed.id);
}

async function openReturn({ client, context }: Caller, request: RefundRequest): Promise<MarkedReturn> {
  const available = await returnableQuantities(client, request.orderIdFromPlatform, context);
  for (const { fulfillmentLineIdFromPlatform: id, quantity } of request.lines) {
    const left = available.get(id) ?? 0;
    if (left < quantity)
      throw refused(`only ${left} of ${quantity} units of fulfillment line ${id} can still be returned at Shopify`);
    available.set(id, left - quantity);
  }
  const returnReasonNote = markedNote(`${request.claimExternalId} ${request.note}`, request.purposeKey, 255);
  const returnInput = {
    orderId: gidOf('Order', request.orderIdFromPlatform),
    returnLineItems: request.lines.map(({ fulfillmentLineIdFromPlatform, quantity }) => ({
      fulfillmentLineItemId: gidOf('FulfillmentLineItem', fulfillmentLineIdFromPlatform),
      quantity,
      returnReason: 'OTHER',
      returnReasonNote,
    })),
    // The shopper hears about it from us.
    notifyCustomer: false,
  };
  const answer = z.object({ returnCreate: z.object({ return: MarkedReturn.nullable(), userErrors: UserErrors }) });
  const { returnCreate } = await client.run(RETURN_CREATE, { returnInput }, answer, context);
  refuseUserErrors(RETURN_CREATE, returnCreate.userErrors);
  if (!returnCreate.return) throw refused('Shopify created no return and gave no reason');
  return returnCreate.return;
}

async function processReturn(
  { client, context }: Caller,
  request: RefundRequest,
  opened: MarkedReturn,
  transfer: object,
): Promise<MarkedReturn> {
  const input = {
    returnId: opened.id,
    returnLineItems: opened.returnLineItems.nodes
      .filter(({ processableQuantity }) => processableQuantity > 0)
      .map(({ id, processableQuantity }) => ({ id, quantity: processableQuantity })),
    financialTransfer: { issueRefund: transfer },
    note: markedNote(`${request.claimExternalId} ${request.note}`, request.purposeKey, 255),
    notifyCustomer: false,
  };
  const answer = z.object({ returnProcess: z.object({ return: MarkedReturn.nullable(), userErrors: UserErrors }) });
  const { returnProcess } = await client.run(RETURN_PROCESS, { input }, answer, context);
  refuseUserErrors(RETURN_PROCESS, returnProcess.userErrors);
  if (!returnProcess.return) throw refused('Shopify processed no return and gave no reason');
  return returnProcess.return;
}

async function refundMoney(
  { client, context }: Caller,
  request: RefundRequest,
  state: RefundState,
): Promise<RefundResult> {
  const earlier = state.refunds.filter(({ note }) => isMarked(note, request.purposeKey));
  if (earlier.length > 0) return resultOf(request, earlier, null);
  const { orderTransactions, refundMethods } = transferOf(request, state);
  const gateways = new Map(state.transactions.map(({ id, gateway }) => [id, gateway ?? '']));
  const input = {
    orderId: state.id,
    currency: request.amount.currencyCode,
    note: markedNote(`${request.claimExternalId} ${request.note}`, request.purposeKey, 255),
    notify: false,
    refundMethods,
    transactions: orderTransactions.map(({ parentId, transactionAmount }) => ({
      orderId: state.id,
      kind: 'REFUND',
      gateway: gateways.get(parentId),
      parentId,
      amount: transactionAmount.amount,
    })),
  };
  const answer = z.object({ refundCreate: z.object({ refund: IssuedRefund.nullable(), userErrors: UserErrors }) });
  const variables = { input, key: uuidOf(request.purposeKey) };
  const { refundCreate } = await client.run(REFUND_CREATE, variables, answer, context);
  refuseUserErrors(REFUND_CREATE, refundCreate.userErrors);
  if (!refundCreate.refund) throw refused('Shopify created no refund and gave no reason');
  return resultOf(request, [refundCreate.refund], null);
}

type Transfer = {
  orderTransactions: { parentId: string; transactionAmount: { amount: string; currencyCode: string } }[];
  refundMethods: { storeCreditRefund: { amount: { amount: string; currencyCode: string } } }[];
};

/** How the platform is to pay: over the order's own payments, oldest first, or as store credit. */
function transferOf(request: RefundRequest, state: RefundState): Transfer {
  const { amount, currencyCode } = request.amount;
  const left = minorOf(state.totalReceivedSet, currencyCode) - minorOf(state.totalRefundedSet, currencyCode);
  const refuseMoreThan = (most: Minor): void => {
    if (amount > most)
      throw refused(
        `only ${decimalFromMinor(Math.max(0, most), currencyCode)} ${currencyCode} of this order can still be refunded at Shopify`,
      );
  };
  refuseMoreThan(left);
  const money = (minor: Minor) => ({ amount: decimalFromMinor(minor, currencyCode), currencyCode });
  if (request.to === 'storeCredit')
    return { orderTransactions: [], refundMethods: [{ storeCreditRefund: { amount: money(amount) } }] };
  const payments = refundablePayments(state.transactions, currencyCode);
  refuseMoreThan(payments.reduce((sum, payment) => sum + payment.left, 0));
  const orderTransactions: Transfer['orderTransactions'] = [];
  let open = amount;
  for (const payment of payments) {
    const part = Math.min(open, payment.left);
    if (part > 0) orderTransactions.push({ parentId: payment.id, transactionAmount: money(part) });
    open -= part;
  }
  return { orderTransactions, refundMethods: [] };
}

const COUNTS = new Set(['SUCCESS', 'PENDING', 'AWAITING_RESPONSE']);

/** What each payment of an order can still give back. A refund under way counts as given. */
export function refundablePayments(
  transactions: readonly z.infer<typeof Transaction>[],
  currencyCode: string,
): { id: string; left: Minor }[] {
  const given = new Map<string, Minor>();
  for (const { kind, status, parentTransaction, amountSet } of transactions) {
    if (kind !== 'REFUND' || !COUNTS.has(status) || !parentTransaction) continue;
    given.set(parentTransaction.id, (given.get(parentTransaction.id) ?? 0) + minorOf(amountSet, currencyCode));
  }
  return transactions
    .filter(({ kind, status }) => (kind === 'SALE' || kind === 'CAPTURE') && status === 'SUCCESS')
    .map(({ id, amountSet }) => ({ id, left: minorOf(amountSet, currencyCode) - (given.get(id) ?? 0) }));
}

function resultOf(request: RefundRequest, refunds: readonly IssuedRefund[], returnId: string | null): RefundResult {
  const [first] = refunds;
  if (!first) throw refused('Shopify shows no refund');
  const { currencyCode } = request.amount;
  const amount = refunds.reduce((sum, refund) => sum + movedBy(refund, currencyCode), 0);
  if (amount === 0) throw refused('the payment provider declined the refund; see the order at Shopify');
  return {
    idFromPlatform: tailOf(first.id),
    returnIdFromPlatform: returnId === null ? null : tailOf(returnId),
    amount: { amount, currencyCode },
  };
}

function movedBy(refund: IssuedRefund, currencyCode: string): Minor {
  const moves = refund.transactions.nodes.filter(({ kind }) => kind === 'REFUND');
  // The refund's own total leaves out what is still pending; store credit may come without a transaction.
  if (moves.length === 0) return minorOf(refund.totalRefundedSet, currencyCode);
  return moves
    .filter(({ status }) => COUNTS.has(status))
    .reduce((sum, { amountSet }) => sum + minorOf(amountSet, currencyCode), 0);
}
