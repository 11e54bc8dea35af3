import type { Pair } from '../amounts.ts';
import { fromMoneyInput, fromPresentment, fromShop, minorOf, minus, plus, ZERO } from '../amounts.ts';
import { lookUnderKey } from '../idempotency.ts';
import { lineById, orderById, transactionById, variantById } from '../lookup.ts';
import {
  currentQuantity,
  maximumRefundable,
  orderSums,
  pendingRefunds,
  refundableShare,
  shippingTaxOf,
} from '../order-sums.ts';
import type { Order, Refund, RestockType } from '../state.ts';
import { gid, nextId, numberOf } from '../state.ts';
import type { Context, View } from '../views/connection.ts';
import { announceOrder, isoNow } from './announce.ts';
import { moveStock } from './stock.ts';
import { credit } from './store-credit.ts';

export type Problem = { field: string[]; message: string };

export type RefundPlan = {
  lines: { lineItemId: number; quantity: number; restockType: RestockType }[];
  shipping: Pair;
  transfers: { parentId: number; amount: Pair }[];
  storeCredit: { amount: Pair; expiresAt: string | null } | null;
  note: string | null;
  returnId: number | null;
  allowOverRefunding: boolean;
};

/** What stands against the plan, in the platform's words; nothing has been changed when something does. */
export function checkRefund(order: Order, plan: RefundPlan): Problem[] {
  const problems: Problem[] = [];
  const asked = new Map<number, number>();
  for (const [index, line] of plan.lines.entries()) {
    const sold = lineById(order, line.lineItemId);
    const total = (asked.get(line.lineItemId) ?? 0) + line.quantity;
    asked.set(line.lineItemId, total);
    if (sold === undefined)
      problems.push({ field: ['refundLineItems', String(index), 'lineItemId'], message: "Line item can't be blank" });
    else if (line.quantity < 1)
      problems.push({
        field: ['refundLineItems', String(index), 'quantity'],
        message: 'Quantity must be greater than 0',
      });
    else if (total > currentQuantity(order, sold))
      problems.push({
        field: ['refundLineItems', String(index), 'quantity'],
        message: 'Quantity cannot refund more items than were purchased',
      });
  }
  const perParent = new Map<number, number>();
  for (const [index, transfer] of plan.transfers.entries()) {
    const parent = transactionById(order, transfer.parentId);
    if (parent === undefined || (parent.kind !== 'SALE' && parent.kind !== 'CAPTURE')) {
      problems.push({ field: ['transactions'], message: 'Transactions require a parent_id associated with the order' });
      continue;
    }
    const sum = (perParent.get(parent.id) ?? 0) + transfer.amount.presentment;
    perParent.set(parent.id, sum);
    if (transfer.amount.presentment < 0)
      problems.push({
        field: ['transactions', String(index), 'amount'],
        message: 'Amount must be greater than or equal to 0',
      });
    // No gateway refunds more than it charged, whatever the caller allows.
    else if (sum > maximumRefundable(order, parent).presentment)
      problems.push({
        field: ['transactions', String(index), 'amount'],
        message: 'Refund amount exceeds the amount available to refund on the parent transaction',
      });
  }
  if (plan.storeCredit !== null) {
    if (plan.storeCredit.amount.presentment <= 0)
      problems.push({ field: ['refundMethods'], message: 'Store credit amount must be greater than 0' });
    if (order.customerId === null)
      problems.push({ field: ['refundMethods'], message: 'Store credit refunds require the order to have a customer' });
  }
  const sums = orderSums(order);
  if (plan.shipping.presentment > sums.shipping.presentment - sums.refundedShipping.presentment)
    problems.push({
      field: ['shipping', 'amount'],
      message: 'Shipping refund amount cannot be greater than the shipping paid',
    });
  if (!plan.allowOverRefunding && problems.length === 0) problems.push(...overRefund(order, plan));
  return problems;
}

const moved = (plan: RefundPlan): Pair =>
  plus(...plan.transfers.map((each) => each.amount), plan.storeCredit?.amount ?? ZERO);

function overRefund(order: Order, plan: RefundPlan): Problem[] {
  if (moved(plan).presentment <= minus(orderSums(order).net, pendingRefunds(order)).presentment) return [];
  return [{ field: ['transactions'], message: 'Refund amount exceeds the total amount available to refund' }];
}

/** Moves the money, takes back the goods and writes the refund into the order. Check the plan first. */
export function applyRefund(context: Context, order: Order, plan: RefundPlan): Refund {
  const { shop } = context;
  const now = isoNow();
  const id = nextId(shop);
  const lines = plan.lines.map((each) => {
    const sold = lineById(order, each.lineItemId);
    const worth = sold === undefined ? { subtotal: ZERO, tax: ZERO } : refundableShare(order, sold, each.quantity);
    const restocked =
      each.restockType === 'RETURN' || each.restockType === 'CANCEL' || each.restockType === 'LEGACY_RESTOCK';
    // A return restocks through the dispositions of its lines, not through its refund.
    if (restocked && plan.returnId === null) {
      // What was never sent only stops being promised; what comes back is put on the shelf.
      if (each.restockType === 'CANCEL') moveStock(context, sold?.variantId ?? null, 'committed', -each.quantity);
      else restock(context, sold?.variantId ?? null, each.quantity);
    }
    return { id: nextId(shop), ...each, restocked, ...worth };
  });
  const transactionIds = plan.transfers
    .filter((each) => each.amount.presentment > 0)
    .map((transfer) => addRefundTransaction(context, order, transfer.parentId, transfer.amount, now));
  if (plan.storeCredit !== null && order.customerId !== null) {
    const transactionId = nextId(shop);
    order.transactions.push({
      id: transactionId,
      kind: 'REFUND',
      status: 'SUCCESS',
      gateway: 'shopify_store_credit',
      amount: plan.storeCredit.amount,
      parentId: null,
      createdAt: now,
      test: order.test,
    });
    transactionIds.push(transactionId);
    credit(
      context,
      order.customerId,
      order.currencies.presentment,
      plan.storeCredit.amount.presentment,
      plan.storeCredit.expiresAt,
      'ORDER_REFUND',
      { orderId: order.id, transactionId },
    );
  }
  const shippingTax = shippingTaxOf(order, plan.shipping);
  const tax = plus(shippingTax, ...lines.map((line) => line.tax));
  const worth = plus(plan.shipping, order.taxesIncluded ? ZERO : tax, ...lines.map((line) => line.subtotal));
  const refund: Refund = {
    id,
    createdAt: now,
    note: plan.note,
    returnId: plan.returnId,
    lines,
    shipping: plan.shipping,
    shippingTax,
    discrepancy: minus(worth, moved(plan)),
    transactionIds,
  };
  order.refunds.push(refund);
  announceOrder(context, order);
  context.events.push({ topic: 'refunds/create', kind: 'refund', id });
  return refund;
}

/** A payment provider has carried a refund out, or could not. */
export function endRefund(
  context: Context,
  order: Order,
  transaction: Order['transactions'][number],
  status: 'SUCCESS' | 'FAILURE',
): void {
  transaction.status = status;
  announceOrder(context, order);
}

function addRefundTransaction(context: Context, order: Order, parentId: number, amount: Pair, now: string): number {
  const id = nextId(context.shop);
  const parent = transactionById(order, parentId);
  order.transactions.push({
    id,
    kind: 'REFUND',
    status: context.shop.areRefundsPending === true ? 'PENDING' : 'SUCCESS',
    gateway: parent?.gateway ?? 'manual',
    amount,
    parentId,
    createdAt: now,
    test: order.test,
  });
  return id;
}

export function restock(context: Context, variantId: number | null, quantity: number): void {
  const found = variantById(context.shop, variantId);
  if (found === undefined || !found.variant.tracked) return;
  found.variant.quantities['available'] = (found.variant.quantities['available'] ?? 0) + quantity;
  found.variant.quantities['on_hand'] = (found.variant.quantities['on_hand'] ?? 0) + quantity;
  found.product.updatedAt = isoNow();
  context.events.push({ topic: 'products/update', kind: 'product', id: found.product.id });
}

type MethodInput = {
  storeCreditRefund?: { amount: { amount: unknown; currencyCode: string }; expiresAt?: string | null };
};

/** The one store credit refund of a call; a Problem when its currency is neither of the order's. */
export function storeCreditOf(
  order: Order,
  methods: readonly MethodInput[] | null | undefined,
): RefundPlan['storeCredit'] | Problem {
  const input = methods?.[0]?.storeCreditRefund;
  if (input === undefined) return null;
  const amount = fromMoneyInput(input.amount, order.currencies);
  if (amount === null)
    return {
      field: ['refundMethods'],
      message: 'Store credit currency must match the presentment currency of the order',
    };
  return { amount, expiresAt: input.expiresAt ?? null };
}

type RefundInput = {
  orderId: string;
  note?: string | null;
  currency?: string | null;
  allowOverRefunding?: boolean | null;
  refundLineItems?:
    | { lineItemId: string; quantity: number; restockType?: RestockType | null; locationId?: string | null }[]
    | null;
  shipping?: { amount?: string | null; fullRefund?: boolean | null } | null;
  transactions?: { amount: unknown; gateway: string; kind: string; orderId: string; parentId?: string | null }[] | null;
  refundMethods?: MethodInput[] | null;
};

export function refundCreate(context: Context, input: RefundInput): View {
  const refused = (problems: Problem[]): View => ({ refund: null, order: null, userErrors: problems });
  const order = orderById(context.shop, numberOf(input.orderId, 'Order'));
  if (order === undefined) return refused([{ field: ['orderId'], message: 'Order does not exist' }]);
  if (typeof input.currency === 'string' && input.currency !== order.currencies.presentment) {
    return refused([{ field: ['currency'], message: 'Currency must match the presentment currency of the order' }]);
  }
  const plan = planOf(order, input);
  if ('message' in plan) return refused([plan]);
  const problems = checkRefund(order, plan);
  if (plan.lines.length === 0 && moved(plan).presentment === 0 && plan.shipping.presentment === 0)
    problems.push({
      field: ['refundLineItems'],
      message: 'Refund must have at least one line item, shipping or transaction',
    });
  if (problems.length > 0) return refused(problems);
  const refund = applyRefund(context, order, plan);
  return {
    refund: context.views.refund(context, order, refund),
    order: context.views.order(context, order),
    userErrors: [],
  };
}

function planOf(order: Order, input: RefundInput): RefundPlan | Problem {
  const { currencies } = order;
  const inPresentment = typeof input.currency === 'string';
  const read = (amount: unknown): Pair | null => {
    const minor = minorOf(amount, inPresentment ? currencies.presentment : currencies.shop);
    if (minor === null) return null;
    return inPresentment ? fromPresentment(minor, currencies) : fromShop(minor, currencies);
  };
  const transfers: RefundPlan['transfers'] = [];
  for (const [index, each] of (input.transactions ?? []).entries()) {
    const amount = read(each.amount);
    if (amount === null)
      return { field: ['transactions', String(index), 'amount'], message: 'Amount is not valid for the currency' };
    if (each.kind !== 'REFUND')
      return { field: ['transactions', String(index), 'kind'], message: 'Kind must be refund' };
    transfers.push({ parentId: numberOf(each.parentId, 'OrderTransaction') ?? 0, amount });
  }
  const sums = orderSums(order);
  const shipping =
    input.shipping?.fullRefund === true
      ? minus(sums.shipping, sums.refundedShipping)
      : read(input.shipping?.amount ?? '0');
  if (shipping === null) return { field: ['shipping', 'amount'], message: 'Amount is not valid for the currency' };
  const storeCredit = storeCreditOf(order, input.refundMethods);
  if (storeCredit !== null && 'message' in storeCredit) return storeCredit;
  const lines: RefundPlan['lines'] = [];
  for (const [index, each] of (input.refundLineItems ?? []).entries()) {
    const restockType = each.restockType ?? 'NO_RESTOCK';
    if ((restockType === 'RETURN' || restockType === 'CANCEL') && typeof each.locationId !== 'string')
      return {
        field: ['refundLineItems', String(index), 'locationId'],
        message: 'Location must be present to restock',
      };
    lines.push({ lineItemId: numberOf(each.lineItemId, 'LineItem') ?? 0, quantity: each.quantity, restockType });
  }
  return {
    lines,
    shipping,
    transfers,
    storeCredit,
    note: input.note ?? null,
    returnId: null,
    allowOverRefunding: input.allowOverRefunding === true,
  };
}

/** refundCreate, once per idempotency key. */
export function refundOnce(context: Context, input: RefundInput): View {
  const looked = lookUnderKey(context, input);
  if ('message' in looked) return { refund: null, order: null, userErrors: [{ field: null, message: looked.message }] };
  const { key, fingerprint, known } = looked;
  if (known === undefined) {
    const answer = refundCreate(context, input);
    const order = orderById(context.shop, numberOf(input.orderId, 'Order'));
    // A refused call is not remembered: it may be put right and sent again under its key.
    if (answer['refund'] !== null)
      context.shop.idempotency[key] = {
        fingerprint,
        resultId: order?.refunds.at(-1)?.id ?? null,
        orderId: order?.id ?? null,
      };
    return answer;
  }
  const order = orderById(context.shop, known.orderId);
  const refund = order?.refunds.find((each) => each.id === known.resultId);
  if (order === undefined || refund === undefined)
    throw new Error(`the refund ${gid('Refund', known.resultId ?? 0)} of key ${key} is gone`);
  return {
    refund: context.views.refund(context, order, refund),
    order: context.views.order(context, order),
    userErrors: [],
  };
}
