import type { Pair } from '../amounts.ts';
import { fromMoneyInput, fromShop, minus, share, times, ZERO } from '../amounts.ts';
import { fulfilledLine, lineById, orderById, returnById, returnsOf, variantById } from '../lookup.ts';
import { linePaid, orderSums, returnableQuantity } from '../order-sums.ts';
import type { Order, Return, ReturnLine } from '../state.ts';
import { nextId, numberOf } from '../state.ts';
import type { Context, View } from '../views/connection.ts';
import { returnView } from '../views/return.ts';
import { announceOrder, isoNow } from './announce.ts';

export type ReturnProblem = { code: string; field: string[]; message: string };

export const refusedReturn = (...problems: ReturnProblem[]): View => ({ return: null, userErrors: problems });

export function answeredReturn(context: Context, found: Return): View {
  const order = orderById(context.shop, found.orderId);
  if (order === undefined) throw new Error(`the order of return ${found.name} is gone`);
  return { return: returnView(context, order, found), userErrors: [] };
}

type LineInput = {
  fulfillmentLineItemId: string;
  quantity: number;
  returnReason?: string | null;
  returnReasonNote?: string | null;
  customerNote?: string | null;
  restockingFee?: { percentage: number } | null;
};

type ExchangeInput = {
  variantId?: string | null;
  quantity: number;
  appliedDiscount?: { value: { amount?: { amount: unknown; currencyCode: string }; percentage?: number } } | null;
};

type MakeInput = {
  orderId: string;
  returnLineItems: LineInput[];
  exchangeLineItems?: ExchangeInput[] | null;
  returnShippingFee?: { amount: { amount: unknown; currencyCode: string } } | null;
  requestedAt?: string | null;
};

function lineProblems(context: Context, order: Order, lines: readonly LineInput[], root: string): ReturnProblem[] {
  if (lines.length === 0)
    return [{ code: 'BLANK', field: [root, 'returnLineItems'], message: "Return line items can't be blank" }];
  const asked = new Map<number, number>();
  return lines.flatMap((line, index): ReturnProblem[] => {
    const at = (name: string) => [root, 'returnLineItems', String(index), name];
    const id = numberOf(line.fulfillmentLineItemId, 'FulfillmentLineItem');
    if (fulfilledLine(order, id) === undefined)
      return [{ code: 'NOT_FOUND', field: at('fulfillmentLineItemId'), message: 'Fulfillment line item not found' }];
    if (line.quantity < 1)
      return [{ code: 'GREATER_THAN', field: at('quantity'), message: 'Quantity must be greater than 0' }];
    if ((line.returnReasonNote ?? '').length > 255)
      return [
        {
          code: 'TOO_LONG',
          field: at('returnReasonNote'),
          message: 'Return reason note is too long (maximum is 255 characters)',
        },
      ];
    const total = (asked.get(id ?? 0) ?? 0) + line.quantity;
    asked.set(id ?? 0, total);
    if (total > returnableQuantity(context.shop, order, id ?? 0))
      return [{ code: 'INVALID', field: at('quantity'), message: 'Return line item has an invalid quantity.' }];
    return [];
  });
}

function makeLine(context: Context, order: Order, line: LineInput): ReturnLine {
  const { shop } = context;
  const fulfilled = fulfilledLine(order, numberOf(line.fulfillmentLineItemId, 'FulfillmentLineItem'));
  const sold = lineById(order, fulfilled?.line.lineItemId ?? null);
  const paid = sold === undefined ? ZERO : share(linePaid(sold), 0, line.quantity, sold.quantity);
  const percentage = line.restockingFee?.percentage;
  const feeOf = (pair: Pair): Pair => ({
    shop: Math.round((pair.shop * (percentage ?? 0)) / 100),
    presentment: Math.round((pair.presentment * (percentage ?? 0)) / 100),
  });
  return {
    id: nextId(shop),
    reverseLineId: nextId(shop),
    fulfillmentLineId: fulfilled?.line.id ?? 0,
    quantity: line.quantity,
    processedQuantity: 0,
    refundedQuantity: 0,
    reason: line.returnReason ?? 'UNKNOWN',
    note: line.returnReasonNote ?? '',
    customerNote: line.customerNote ?? null,
    dispositions: [],
    restockingFee: percentage === undefined ? null : { id: nextId(shop), percentage, amount: feeOf(paid) },
  };
}

/** What goes off an exchange line; null when it is in another currency or more than the line costs. */
function discountOf(context: Context, order: Order, input: ExchangeInput): Pair | null {
  const picked = variantById(context.shop, numberOf(input.variantId, 'ProductVariant'));
  const wanted = input.appliedDiscount?.value;
  if (picked === undefined || wanted === undefined) return ZERO;
  const whole = times(fromShop(picked.variant.price, order.currencies), input.quantity);
  if (wanted.percentage !== undefined) return share(whole, 0, Math.round(wanted.percentage * 100), 10_000);
  const amount = wanted.amount === undefined ? ZERO : fromMoneyInput(wanted.amount, order.currencies);
  return amount === null || amount.presentment > whole.presentment ? null : amount;
}

function make(context: Context, input: MakeInput, status: 'OPEN' | 'REQUESTED', root: string): View {
  const { shop } = context;
  const order = orderById(shop, numberOf(input.orderId, 'Order'));
  if (order === undefined)
    return refusedReturn({ code: 'NOT_FOUND', field: [root, 'orderId'], message: 'Order not found' });
  const problems = lineProblems(context, order, input.returnLineItems, root);
  for (const [index, exchange] of (input.exchangeLineItems ?? []).entries()) {
    if (variantById(shop, numberOf(exchange.variantId, 'ProductVariant')) === undefined)
      problems.push({
        code: 'NOT_FOUND',
        field: [root, 'exchangeLineItems', String(index), 'variantId'],
        message: 'Variant not found',
      });
    else if (discountOf(context, order, exchange) === null)
      problems.push({
        code: 'INVALID',
        field: [root, 'exchangeLineItems', String(index), 'appliedDiscount'],
        message: 'Discount is not valid for the currency and price of the exchange line item',
      });
  }
  const fee = input.returnShippingFee;
  const feeAmount = fee === null || fee === undefined ? null : fromMoneyInput(fee.amount, order.currencies);
  if (feeAmount === null && fee !== null && fee !== undefined)
    problems.push({
      code: 'INVALID',
      field: [root, 'returnShippingFee', 'amount'],
      message: 'Return shipping fee currency must match the order',
    });
  if (problems.length > 0) return refusedReturn(...problems);
  const now = isoNow();
  const made: Return = {
    id: nextId(shop),
    name: `${order.name}-R${returnsOf(shop, order.id).length + 1}`,
    orderId: order.id,
    status,
    createdAt: input.requestedAt ?? now,
    closedAt: null,
    approvedAt: status === 'OPEN' ? now : null,
    decline: null,
    reverseOrderId: nextId(shop),
    lines: input.returnLineItems.map((line) => makeLine(context, order, line)),
    exchanges: (input.exchangeLineItems ?? []).map((each) => ({
      id: nextId(shop),
      variantId: numberOf(each.variantId, 'ProductVariant') ?? 0,
      quantity: each.quantity,
      processedQuantity: 0,
      lineItemId: null,
      discount: discountOf(context, order, each) ?? ZERO,
    })),
    shippingFees: feeAmount === null ? [] : [{ id: nextId(shop), amount: feeAmount }],
  };
  shop.returns.push(made);
  announceReturn(context, made, status === 'OPEN' ? 'returns/approve' : 'returns/request');
  return answeredReturn(context, made);
}

export function announceReturn(context: Context, found: Return, topic: string): void {
  const order = orderById(context.shop, found.orderId);
  if (order !== undefined) announceOrder(context, order);
  context.events.push({ topic, kind: 'return', id: found.id });
}

export const returnCreate = (context: Context, input: MakeInput): View => make(context, input, 'OPEN', 'returnInput');
export const returnRequest = (context: Context, input: MakeInput): View => make(context, input, 'REQUESTED', 'input');

/** Moves a return from one of some statuses to another; elsewhere it is refused as INVALID_STATE. */
function move(
  context: Context,
  id: string,
  from: readonly Return['status'][],
  to: Return['status'],
  topic: string,
  field: string[],
  check?: (found: Return) => ReturnProblem | null,
): View {
  const found = returnById(context.shop, numberOf(id, 'Return'));
  if (found === undefined) return refusedReturn({ code: 'NOT_FOUND', field, message: 'Return not found.' });
  if (!from.includes(found.status))
    return refusedReturn({
      code: 'INVALID_STATE',
      field,
      message: `Return cannot be moved from ${found.status} to ${to}.`,
    });
  const problem = check?.(found) ?? null;
  if (problem !== null) return refusedReturn(problem);
  found.status = to;
  found.closedAt = to === 'CLOSED' ? isoNow() : null;
  if (topic === 'returns/approve') found.approvedAt = isoNow();
  announceReturn(context, found, topic);
  return answeredReturn(context, found);
}

export function returnCancel(context: Context, id: string): View {
  return move(context, id, ['OPEN', 'REQUESTED'], 'CANCELED', 'returns/cancel', ['id'], (found) => {
    const touched = found.lines.some((line) => line.processedQuantity > 0 || line.refundedQuantity > 0);
    return touched ? { code: 'INVALID_STATE', field: ['id'], message: 'Return is not cancelable.' } : null;
  });
}

export const returnClose = (context: Context, id: string): View =>
  move(context, id, ['OPEN', 'CLOSED'], 'CLOSED', 'returns/close', ['id']);
export const returnReopen = (context: Context, id: string): View =>
  move(context, id, ['CLOSED'], 'OPEN', 'returns/reopen', ['id']);
export const returnApproveRequest = (context: Context, input: { id: string }): View =>
  move(context, input.id, ['REQUESTED'], 'OPEN', 'returns/approve', ['input', 'id']);

export function returnDeclineRequest(
  context: Context,
  input: { id: string; declineReason: string; declineNote?: string | null },
): View {
  return move(context, input.id, ['REQUESTED'], 'DECLINED', 'returns/decline', ['input', 'id'], (found) => {
    found.decline = { reason: input.declineReason, note: input.declineNote ?? null };
    return null;
  });
}

/** Shipping still refundable on an order. */
export function openShipping(order: Order): Pair {
  const sums = orderSums(order);
  return minus(sums.shipping, sums.refundedShipping);
}
