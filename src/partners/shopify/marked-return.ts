import { z } from 'zod';
import type { CallContext, ReturnedLine } from '#partners/ports.ts';
import type { ShopifyClient } from './client.ts';
import { refused } from './client.ts';
import { allOf, readOn } from './complete.ts';
import { gidOf } from './gid.ts';
import { isMarked, markedNote } from './marks.ts';
import { MORE_RETURNS, MOST_LINES, REFUND_STATE, RETURN_CREATE, RETURN_PROCESS } from './operations.ts';
import { returnableQuantities } from './returnable.ts';
import { UserErrors, refuseUserErrors } from './user-errors.ts';
import { Bag, connection, Instant, MovedMoney } from './wire.ts';

export const IssuedRefund = z.object({ id: z.string(), note: z.string().nullable(), ...MovedMoney.shape });
export type IssuedRefund = z.infer<typeof IssuedRefund>;

const MarkedReturn = z.object({
  id: z.string(),
  status: z.string(),
  createdAt: Instant,
  closedAt: Instant.nullable(),
  returnLineItems: connection(
    z.object({
      id: z.string(),
      quantity: z.number(),
      processableQuantity: z.number(),
      returnReasonNote: z.string().nullable(),
    }),
  ),
  refunds: z.object({ nodes: z.array(IssuedRefund) }),
});
export type MarkedReturn = z.infer<typeof MarkedReturn>;

export const Transaction = z.object({
  id: z.string(),
  kind: z.string(),
  status: z.string(),
  gateway: z.string().nullable(),
  manualPaymentGateway: z.boolean(),
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
export type RefundState = z.infer<typeof RefundState>;

const StateAnswer = z.object({ order: RefundState.nullable() });
const MoreReturns = z.object({ order: z.object({ returns: connection(MarkedReturn) }) });
const Changed = z.object({ return: MarkedReturn.nullable(), userErrors: UserErrors });
const ReturnCreated = z.object({ returnCreate: Changed });
const ReturnProcessed = z.object({ returnProcess: Changed });

type Caller = { client: ShopifyClient; context: CallContext };
type ReturnRequest = {
  purposeKey: string;
  orderIdFromPlatform: string;
  claimExternalId: string;
  lines: readonly ReturnedLine[];
  note: string;
  /** The part of the money on top of what was paid, a decimal. */
  bonus?: string | undefined;
  /** Goods that go out in the same return, as returnCreate takes them. */
  exchangeLineItems?: readonly object[];
};

/** What was paid, refunded and returned of an order, with all its returns. */
export async function readState(
  { client, context }: Caller,
  request: { orderIdFromPlatform: string; currencyCode: string },
): Promise<RefundState> {
  const id = gidOf('Order', request.orderIdFromPlatform);
  const { order } = await client.run(REFUND_STATE, { id }, StateAnswer, context);
  if (!order) throw refused('Shopify does not know this order any more');
  if (order.presentmentCurrencyCode !== request.currencyCode) {
    throw refused(`the order was paid in ${order.presentmentCurrencyCode}, not ${request.currencyCode}`);
  }
  await readOn(
    order.returns,
    async (after) => (await client.run(MORE_RETURNS, { id, after }, MoreReturns, context)).order.returns,
  );
  return order;
}

/** The return for a purpose key. A canceled one moved nothing and never will, so it doesn't count. */
export const returnFor = (state: RefundState, purposeKey: string): MarkedReturn | undefined =>
  state.returns.nodes.find(
    ({ status, returnLineItems }) =>
      status !== 'CANCELED' &&
      status !== 'DECLINED' &&
      returnLineItems.nodes.some(({ returnReasonNote }) => isMarked(returnReasonNote, purposeKey)),
  );

export const isProcessed = ({ returnLineItems }: MarkedReturn): boolean =>
  allOf(returnLineItems, 'lines of a return').every(({ processableQuantity }) => processableQuantity === 0);

/** Opens the return of some lines, marked in its reason note; refused if they can't be returned anymore. */
export async function openReturn({ client, context }: Caller, request: ReturnRequest): Promise<MarkedReturn> {
  if (request.lines.length > MOST_LINES)
    throw refused(`a return has at most ${MOST_LINES} lines; return the others by another one`);
  const available = await returnableQuantities(client, request.orderIdFromPlatform, context);
  for (const { fulfillmentLineIdFromPlatform: id, quantity } of request.lines) {
    const left = available.get(id) ?? 0;
    if (left < quantity)
      throw refused(`only ${left} of ${quantity} units of fulfillment line ${id} can still be returned at Shopify`);
    available.set(id, left - quantity);
  }
  const text = `${request.claimExternalId} ${request.note}`;
  const returnReasonNote = markedNote(text, request.purposeKey, 255, request.bonus);
  const returnInput = {
    orderId: gidOf('Order', request.orderIdFromPlatform),
    returnLineItems: request.lines.map(({ fulfillmentLineIdFromPlatform, quantity }) => ({
      fulfillmentLineItemId: gidOf('FulfillmentLineItem', fulfillmentLineIdFromPlatform),
      quantity,
      returnReason: 'OTHER',
      returnReasonNote,
    })),
    ...(request.exchangeLineItems ? { exchangeLineItems: request.exchangeLineItems } : {}),
    // The shopper hears about it from us.
    notifyCustomer: false,
  };
  const { returnCreate } = await client.run(RETURN_CREATE, { returnInput }, ReturnCreated, context);
  refuseUserErrors(RETURN_CREATE, returnCreate.userErrors);
  if (!returnCreate.return) throw refused('Shopify created no return and gave no reason');
  return returnCreate.return;
}

/** Takes in everything of a return that is still open, with the money that goes back and the goods that go out. */
export async function processReturn(
  { client, context }: Caller,
  request: ReturnRequest,
  opened: MarkedReturn,
  transfer: object | null,
  exchangeLineItems: readonly { id: string; quantity: number }[] = [],
): Promise<MarkedReturn> {
  const input = {
    returnId: opened.id,
    returnLineItems: allOf(opened.returnLineItems, 'lines of a return')
      .filter(({ processableQuantity }) => processableQuantity > 0)
      .map(({ id, processableQuantity }) => ({ id, quantity: processableQuantity })),
    exchangeLineItems,
    ...(transfer ? { financialTransfer: { issueRefund: transfer } } : {}),
    note: markedNote(`${request.claimExternalId} ${request.note}`, request.purposeKey, 255, request.bonus),
    notifyCustomer: false,
  };
  const { returnProcess } = await client.run(RETURN_PROCESS, { input }, ReturnProcessed, context);
  refuseUserErrors(RETURN_PROCESS, returnProcess.userErrors);
  if (!returnProcess.return) throw refused('Shopify processed no return and gave no reason');
  return returnProcess.return;
}
