import type { Pair } from '../amounts.ts';
import { fromMoneyInput, fromShop, minus, share, times, ZERO } from '../amounts.ts';
import { fulfilledLine, orderById, returnById, variantById } from '../lookup.ts';
import type { LineItem, Order, Return, ReturnLine } from '../state.ts';
import { nextId, numberOf } from '../state.ts';
import type { Context, View } from '../views/connection.ts';
import { isoNow } from './announce.ts';
import { moveStock } from './stock.ts';
import type { RefundPlan } from './refund.ts';
import { applyRefund, checkRefund, restock, storeCreditOf } from './refund.ts';
import type { ReturnProblem } from './returns.ts';
import { announceReturn, answeredReturn, openShipping, refusedReturn } from './returns.ts';

type Money = { amount: unknown; currencyCode: string };
type DispositionInput = {
  reverseFulfillmentOrderLineItemId: string;
  quantity: number;
  dispositionType: string;
  locationId?: string | null;
};

export type ReturnProcessInput = {
  returnId: string;
  returnLineItems?: { id: string; quantity: number; dispositions?: DispositionInput[] | null }[] | null;
  exchangeLineItems?: { id: string; quantity: number }[] | null;
  refundShipping?: { fullRefund?: boolean | null; shippingRefundAmount?: Money | null } | null;
  financialTransfer?: {
    issueRefund?: {
      orderTransactions: { parentId: string; transactionAmount: Money }[];
      refundMethods?: { storeCreditRefund?: { amount: Money; expiresAt?: string | null } }[] | null;
      allowOverRefunding?: boolean | null;
    };
  } | null;
  note?: string | null;
};

type Asked = { line: ReturnLine; quantity: number; dispositions: DispositionInput[] };

const at = (...path: (string | number)[]): string[] => ['input', ...path.map(String)];

function readLines(
  context: Context,
  found: Return,
  input: ReturnProcessInput,
): { asked: Asked[]; problems: ReturnProblem[] } {
  const problems: ReturnProblem[] = [];
  const asked: Asked[] = [];
  for (const [index, each] of (input.returnLineItems ?? []).entries()) {
    const line = found.lines.find((candidate) => candidate.id === numberOf(each.id, 'ReturnLineItem'));
    const before = asked.reduce((sum, other) => (other.line === line ? sum + other.quantity : sum), 0);
    if (line === undefined)
      problems.push({
        code: 'NOT_FOUND',
        field: at('returnLineItems', index, 'id'),
        message: 'Return line item not found.',
      });
    else if (each.quantity < 1)
      problems.push({
        code: 'GREATER_THAN',
        field: at('returnLineItems', index, 'quantity'),
        message: 'Quantity must be greater than 0',
      });
    else if (before + each.quantity > line.quantity - line.processedQuantity)
      problems.push({
        code: 'INVALID',
        field: at('returnLineItems', index, 'quantity'),
        message: 'Quantity exceeds the processable quantity of the return line item.',
      });
    else {
      problems.push(...dispositionProblems(context, line, each.quantity, each.dispositions ?? [], index));
      asked.push({ line, quantity: each.quantity, dispositions: each.dispositions ?? [] });
    }
  }
  return { asked, problems };
}

function dispositionProblems(
  context: Context,
  line: ReturnLine,
  quantity: number,
  dispositions: readonly DispositionInput[],
  index: number,
): ReturnProblem[] {
  const sum = dispositions.reduce((total, each) => total + each.quantity, 0);
  const problems = dispositions.flatMap((each, place): ReturnProblem[] => {
    const field = (name: string) => at('returnLineItems', index, 'dispositions', place, name);
    if (numberOf(each.reverseFulfillmentOrderLineItemId, 'ReverseFulfillmentOrderLineItem') !== line.reverseLineId)
      return [
        {
          code: 'NOT_FOUND',
          field: field('reverseFulfillmentOrderLineItemId'),
          message: 'Reverse fulfillment order line item not found.',
        },
      ];
    if (each.dispositionType === 'RESTOCKED' && numberOf(each.locationId, 'Location') !== context.shop.locationId)
      return [{ code: 'INVALID', field: field('locationId'), message: 'A location is required to restock.' }];
    return [];
  });
  if (sum > quantity)
    problems.push({
      code: 'INVALID',
      field: at('returnLineItems', index, 'dispositions'),
      message: 'Disposition quantity exceeds the quantity being processed.',
    });
  return problems;
}

function readPlan(
  { shop }: Context,
  order: Order,
  found: Return,
  asked: readonly Asked[],
  input: ReturnProcessInput,
): RefundPlan | ReturnProblem {
  const issue = input.financialTransfer?.issueRefund;
  const shipping = readShipping(order, input);
  if (shipping === null)
    return {
      code: 'INVALID',
      field: at('refundShipping', 'shippingRefundAmount'),
      message: 'Currency must match the order.',
    };
  const transfers: RefundPlan['transfers'] = [];
  for (const [index, each] of (issue?.orderTransactions ?? []).entries()) {
    const amount = fromMoneyInput(each.transactionAmount, order.currencies);
    if (amount === null)
      return {
        code: 'INVALID',
        field: at('financialTransfer', 'issueRefund', 'orderTransactions', index, 'transactionAmount'),
        message: 'Currency must match the order.',
      };
    transfers.push({ parentId: numberOf(each.parentId, 'OrderTransaction') ?? 0, amount });
  }
  const storeCredit = storeCreditOf(order, issue?.refundMethods);
  if (storeCredit !== null && 'message' in storeCredit)
    return {
      code: 'INVALID',
      field: at('financialTransfer', 'issueRefund', ...storeCredit.field),
      message: storeCredit.message,
    };
  const lines = asked.map((each) => ({
    lineItemId: fulfilledLine(order, each.line.fulfillmentLineId)?.line.lineItemId ?? 0,
    quantity: each.quantity,
    restockType: each.dispositions.some((disposition) => disposition.dispositionType === 'RESTOCKED')
      ? ('RETURN' as const)
      : ('NO_RESTOCK' as const),
  }));
  return {
    lines,
    shipping,
    transfers,
    storeCredit,
    note: shop.keepsReturnNotes === true ? null : (input.note ?? null),
    returnId: found.id,
    allowOverRefunding: issue?.allowOverRefunding === true,
  };
}

function readShipping(order: Order, input: ReturnProcessInput): Pair | null {
  const wanted = input.refundShipping;
  if (wanted?.fullRefund === true) return openShipping(order);
  return wanted?.shippingRefundAmount ? fromMoneyInput(wanted.shippingRefundAmount, order.currencies) : ZERO;
}

/**
 * Processes lines of an open return: books the goods by their dispositions, issues the refund to the payments
 * and as store credit, and adds processed exchange lines to the order. All of it or, with userErrors, nothing.
 */
export function returnProcess(
  context: Context,
  input: ReturnProcessInput,
  later: (work: (context: Context) => void) => void,
): View {
  const { shop } = context;
  const found = returnById(shop, numberOf(input.returnId, 'Return'));
  const order = orderById(shop, found?.orderId ?? null);
  if (found === undefined || order === undefined)
    return refusedReturn({ code: 'NOT_FOUND', field: at('returnId'), message: 'Return not found.' });
  if (found.status !== 'OPEN')
    return refusedReturn({
      code: 'INVALID_STATE',
      field: at('returnId'),
      message: 'Return must be open to be processed.',
    });
  const { asked, problems } = readLines(context, found, input);
  for (const [index, each] of (input.exchangeLineItems ?? []).entries()) {
    const exchange = found.exchanges.find((candidate) => candidate.id === numberOf(each.id, 'ExchangeLineItem'));
    if (exchange === undefined)
      problems.push({
        code: 'NOT_FOUND',
        field: at('exchangeLineItems', index, 'id'),
        message: 'Exchange line item not found.',
      });
    else if (each.quantity < 1 || each.quantity > exchange.quantity - exchange.processedQuantity)
      problems.push({
        code: 'INVALID',
        field: at('exchangeLineItems', index, 'quantity'),
        message: 'Quantity exceeds the processable quantity of the exchange line item.',
      });
  }
  if (problems.length > 0) return refusedReturn(...problems);
  const plan = readPlan(context, order, found, asked, input);
  if ('message' in plan) return refusedReturn(plan);
  const against = checkRefund(order, plan);
  if (against.length > 0)
    return refusedReturn(
      ...against.map((each) => ({
        code: 'INVALID',
        field: at('financialTransfer', ...each.field),
        message: each.message,
      })),
    );
  for (const each of asked) book(context, order, each);
  for (const each of input.exchangeLineItems ?? []) addExchange(context, order, found, each);
  if (asked.length > 0 || plan.transfers.length > 0 || plan.storeCredit !== null || plan.shipping.presentment > 0) {
    const issue = (at: Context): void => {
      if (shop.holdsRefunds === true) return later(issue);
      applyRefund(at, order, plan);
      for (const each of asked) each.line.refundedQuantity += each.quantity;
    };
    issue(context);
  }
  closeWhenDone(context, found);
  announceReturn(context, found, 'returns/process');
  return answeredReturn(context, found);
}

function book(context: Context, order: Order, asked: Asked): void {
  const fulfilled = fulfilledLine(order, asked.line.fulfillmentLineId);
  const sold = order.lineItems.find((line) => line.id === fulfilled?.line.lineItemId);
  asked.line.processedQuantity += asked.quantity;
  for (const each of asked.dispositions) {
    const restocked = each.dispositionType === 'RESTOCKED';
    asked.line.dispositions.push({
      id: nextId(context.shop),
      type: each.dispositionType,
      quantity: each.quantity,
      locationId: restocked ? context.shop.locationId : null,
      createdAt: isoNow(),
    });
    if (restocked) restock(context, sold?.variantId ?? null, each.quantity);
  }
}

/** A native exchange stays within the order: its goods become a further, unfulfilled line of it. */
function addExchange(context: Context, order: Order, found: Return, asked: { id: string; quantity: number }): void {
  const exchange = found.exchanges.find((each) => each.id === numberOf(asked.id, 'ExchangeLineItem'));
  const picked = variantById(context.shop, exchange?.variantId ?? null);
  if (exchange === undefined || picked === undefined) return;
  // Processed in parts, the discount of the whole line goes along with its units.
  const discount = share(exchange.discount ?? ZERO, exchange.processedQuantity, asked.quantity, exchange.quantity);
  exchange.processedQuantity += asked.quantity;
  exchange.lineItemId = nextId(context.shop);
  exchange.processedAt = isoNow();
  const unitPrice = fromShop(picked.variant.price, order.currencies);
  order.lineItems.push({
    id: exchange.lineItemId,
    productId: picked.product.id,
    variantId: picked.variant.id,
    title: picked.product.title,
    variantTitle: picked.variant.title,
    sku: picked.variant.sku,
    vendor: picked.product.vendor,
    quantity: asked.quantity,
    unitPrice,
    discounts: discountsOf(order, discount),
    taxLines: taxesOf(order, minus(times(unitPrice, asked.quantity), discount)),
    grams: picked.variant.grams,
    taxable: true,
    requiresShipping: true,
    isGiftCard: false,
    properties: [],
  });
  moveStock(context, picked.variant.id, 'committed', asked.quantity);
}

/** Goods that go on an order are taxed as its goods were. */
function taxesOf({ lineItems, taxesIncluded }: Order, paid: Pair): LineItem['taxLines'] {
  const taxed = lineItems.find(({ taxLines }) => taxLines.length > 0);
  return (taxed?.taxLines ?? []).map(({ title, rate }) => {
    const part = taxesIncluded ? rate / (1 + rate) : rate;
    return {
      title,
      rate,
      price: { shop: Math.round(paid.shop * part), presentment: Math.round(paid.presentment * part) },
    };
  });
}

function discountsOf(order: Order, amount: Pair): LineItem['discounts'] {
  if (amount.presentment === 0) return [];
  order.discountApplications.push({
    kind: 'manual',
    code: '',
    title: 'Exchange',
    allocation: 'EACH',
    selection: 'ENTITLED',
    value: { amount },
  });
  return [{ application: order.discountApplications.length - 1, amount }];
}

function closeWhenDone(context: Context, found: Return): void {
  const done =
    found.lines.every((line) => line.processedQuantity === line.quantity) &&
    found.exchanges.every((each) => each.processedQuantity === each.quantity);
  if (!done) return;
  found.status = 'CLOSED';
  found.closedAt = isoNow();
  announceReturn(context, found, 'returns/close');
}
