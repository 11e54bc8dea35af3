import { z } from 'zod';
import type { Minor } from '#core/money.ts';
import { decimalFromMinor, minorFromDecimal } from '#core/money.ts';
import { PartnerError, type CallContext, type RefundRequest, type RefundResult } from '#partners/ports.ts';
import type { ShopifyClient } from './client.ts';
import { refused, retryLater } from './client.ts';
import { gidOf, tailOf } from './gid.ts';
import type { MarkedReturn, RefundState, Transaction } from './marked-return.ts';
import { IssuedRefund, isProcessed, openReturn, processReturn, readState, returnFor } from './marked-return.ts';
import { bonusIn, isMarked, markedNote } from './marks.ts';
import { REFUND_CREATE } from './operations.ts';
import { underKey } from './under-key.ts';
import { UserErrors, refuseUserErrors } from './user-errors.ts';
import { askedBy, COUNTS, minorOf, movedBy, pendingOf } from './wire.ts';

type Caller = { client: ShopifyClient; context: CallContext };

const RefundCreated = z.object({
  refundCreate: z.object({ refund: IssuedRefund.nullable(), userErrors: UserErrors }),
});

/**
 * Refunds once per purpose key. Lines become a return at the platform, marked in the reason note; a refund without
 * lines is marked in its own note and carries an idempotency key.
 */
export async function refundOnce(caller: Caller, request: RefundRequest): Promise<RefundResult> {
  if (request.amount.amount <= 0) throw refused('a refund must be of more than nothing');
  const read = () => readState(caller, { ...request, currencyCode: request.amount.currencyCode });
  const give = request.lines.length === 0 ? refundMoney : refundLines;
  const before = await read();
  try {
    return await give(caller, request, before);
  } catch (error) {
    if (!(error instanceof PartnerError) || error.kind !== 'refused') throw error;
    // Another refund of the order with a bonus may have been made since and must be allowed for.
    const now = await read();
    if (now.refunds.length === before.refunds.length) throw error;
    return give(caller, request, now);
  }
}

async function refundLines(caller: Caller, request: RefundRequest, state: RefundState): Promise<RefundResult> {
  const earlier = returnFor(state, request.purposeKey);
  if (earlier && earlier.refunds.nodes.length > 0) return resultOf(request, earlier.refunds.nodes, earlier.id);
  if (earlier && isProcessed(earlier)) throw withoutRefund(earlier);
  const transfer = transferOf(request, state);
  const marked = { ...request, bonus: bonusOf(request) };
  const opened = earlier ?? (await openReturn(caller, marked));
  const processed = await processReturn(caller, marked, opened, transfer);
  if (processed.refunds.nodes.length === 0) throw withoutRefund(processed);
  return resultOf(request, processed.refunds.nodes, processed.id);
}

// Shopify may issue the refund of a return some time after it processed it.
const REFUND_MAY_TAKE_MS = 15 * 60_000;

/** Refuses only once the refund should have come: staff who refund by hand before would pay twice. */
function withoutRefund({ createdAt, closedAt }: MarkedReturn): PartnerError {
  const processedOn = Date.parse(closedAt ?? createdAt);
  return Date.now() - processedOn < REFUND_MAY_TAKE_MS
    ? retryLater('Shopify processed the return and has not issued its refund yet', 10_000)
    : refused(
        'Shopify processed the return and shows no refund for it. Look at the order at Shopify first; refund it there only if no refund was made and none is pending',
      );
}

async function refundMoney(
  { client, context }: Caller,
  request: RefundRequest,
  state: RefundState,
): Promise<RefundResult> {
  const earlier = state.refunds.filter(({ note }) => isMarked(note, request.purposeKey));
  if (earlier.length > 0) return resultOf(request, earlier, null);
  const { orderTransactions, ...methods } = transferOf(request, state);
  const gateways = new Map(state.transactions.map(({ id, gateway }) => [id, gateway ?? '']));
  const input = {
    orderId: state.id,
    currency: request.amount.currencyCode,
    note: markedNote(`${request.claimExternalId} ${request.note}`, request.purposeKey, 255, bonusOf(request)),
    notify: false,
    ...withoutReturn(request),
    ...methods,
    transactions: orderTransactions.map(({ parentId, transactionAmount }) => ({
      orderId: state.id,
      kind: 'REFUND',
      gateway: gateways.get(parentId),
      parentId,
      amount: transactionAmount.amount,
    })),
  };
  // Another input under a known key would be refused.
  const isBeyond = methods.allowOverRefunding === true;
  const purpose = isBeyond ? `${request.purposeKey}:beyond` : request.purposeKey;
  const { refund, userErrors } = await underKey(
    REFUND_CREATE,
    purpose,
    async (key) => (await client.run(REFUND_CREATE, { input, key }, RefundCreated, context)).refundCreate,
  );
  refuseUserErrors(REFUND_CREATE, userErrors);
  if (!refund) throw refused('Shopify created no refund and gave no reason');
  return resultOf(request, [refund], null);
}

/** What the platform is to know as refunded without taking it back. */
function withoutReturn({ notReturned = [], shippingFee = 0, amount }: RefundRequest): object {
  return {
    ...(notReturned.length > 0
      ? {
          refundLineItems: notReturned.map(({ lineIdFromPlatform, quantity }) => ({
            lineItemId: gidOf('LineItem', lineIdFromPlatform),
            quantity,
            restockType: 'NO_RESTOCK',
          })),
        }
      : {}),
    ...(shippingFee > 0 ? { shipping: { amount: decimalFromMinor(shippingFee, amount.currencyCode) } } : {}),
  };
}

function bonusOf({ amount, incentiveAmount = 0 }: RefundRequest): string | undefined {
  return incentiveAmount > 0 ? decimalFromMinor(incentiveAmount, amount.currencyCode) : undefined;
}

type Transfer = {
  orderTransactions: { parentId: string; transactionAmount: { amount: string; currencyCode: string } }[];
  refundMethods: { storeCreditRefund: { amount: { amount: string; currencyCode: string } } }[];
  allowOverRefunding?: true;
};

/**
 * How the platform is to pay: over the order's own payments, oldest first, or as store credit. Refused where it would
 * take money that people took in, such as cash.
 */
export function transferOf(
  request: Pick<RefundRequest, 'amount' | 'incentiveAmount' | 'to'>,
  state: RefundState,
): Transfer {
  const { amount, currencyCode } = request.amount;
  const bonus = request.incentiveAmount ?? 0;
  // The platform counts a bonus as refunded, though no one paid it.
  const unrefunded =
    minorOf(state.totalReceivedSet, currencyCode) -
    minorOf(state.totalRefundedSet, currencyCode) -
    pendingOf(state.refunds, currencyCode);
  const left = unrefunded + bonusGiven(state, currencyCode);
  const refuseMoreThan = (most: Minor): void => {
    if (amount - bonus > most)
      throw refused(
        `only ${decimalFromMinor(Math.max(0, most), currencyCode)} ${currencyCode} of this order can still be refunded at Shopify`,
      );
  };
  refuseMoreThan(left);
  // Only if needed: without it, the platform itself prevents refunding more than is left after other refunds.
  const isBeyond = amount > unrefunded ? ({ allowOverRefunding: true } as const) : {};
  const money = (minor: Minor) => ({ amount: decimalFromMinor(minor, currencyCode), currencyCode });
  if (request.to === 'storeCredit')
    return {
      orderTransactions: [],
      refundMethods: [{ storeCreditRefund: { amount: money(amount) } }],
      ...isBeyond,
    };
  const all = refundablePayments(state.transactions, currencyCode);
  refuseMoreThan(sumOf(all));
  // Of one that people took in, the platform writes down a refund, and nobody is paid.
  const payments = all.filter(({ isByHand }) => !isByHand);
  if (Math.min(amount, sumOf(all)) > sumOf(payments)) throw refused(PAY_IT_BACK);
  const orderTransactions: Transfer['orderTransactions'] = [];
  let open = amount;
  for (const payment of payments) {
    const part = Math.min(open, payment.left);
    if (part > 0) orderTransactions.push({ parentId: payment.id, transactionAmount: money(part) });
    open -= part;
  }
  return { orderTransactions, refundMethods: [], ...isBeyond };
}

/** Bonuses on top of what was paid: of a return once, as its reason note tells it; of other refunds as theirs do. */
function bonusGiven({ refunds, returns }: RefundState, currencyCode: string): Minor {
  const wasMoved = (refund: IssuedRefund) => movedBy(refund, currencyCode) > 0;
  const ofReturns = returns.nodes.flatMap(({ returnLineItems, refunds: issued }) => {
    const bonus = bonusIn(returnLineItems.nodes[0]?.returnReasonNote);
    return bonus !== null && issued.nodes.some(wasMoved) ? [{ bonus, ids: issued.nodes.map(({ id }) => id) }] : [];
  });
  const counted = new Set(ofReturns.flatMap(({ ids }) => ids));
  const ofRefunds = refunds.filter((refund) => wasMoved(refund) && !counted.has(refund.id));
  return [...ofReturns.map(({ bonus }) => bonus), ...ofRefunds.map(({ note }) => bonusIn(note))].reduce(
    (sum, bonus) => (bonus === null ? sum : sum + minorFromDecimal(bonus, currencyCode)),
    0,
  );
}

const PAY_IT_BACK =
  'Paid in cash or by bank transfer: pay it back yourself, then mark this action as resolved externally.';

const sumOf = (payments: readonly { left: Minor }[]): Minor => payments.reduce((sum, { left }) => sum + left, 0);

const STORE_CREDIT = 'shopify_store_credit';
/** The cash of a till, whatever the platform says of its gateway. */
const CASH = 'cash';

/**
 * What each payment of an order can still refund. A refund under way counts as made; store credit takes nothing from a
 * card.
 */
export function refundablePayments(
  transactions: readonly z.infer<typeof Transaction>[],
  currencyCode: string,
): { id: string; left: Minor; isByHand: boolean }[] {
  const given = new Map<string, Minor>();
  const gateways = new Map(transactions.map(({ id, gateway }) => [id, gateway]));
  for (const { kind, status, gateway, parentTransaction, amountSet } of transactions) {
    if (kind !== 'REFUND' || !COUNTS.has(status) || !parentTransaction) continue;
    if (gateway === STORE_CREDIT && gateways.get(parentTransaction.id) !== STORE_CREDIT) continue;
    given.set(parentTransaction.id, (given.get(parentTransaction.id) ?? 0) + minorOf(amountSet, currencyCode));
  }
  return transactions
    .filter(({ kind, status }) => (kind === 'SALE' || kind === 'CAPTURE') && status === 'SUCCESS')
    .map(({ id, gateway, manualPaymentGateway, amountSet }) => ({
      id,
      left: minorOf(amountSet, currencyCode) - (given.get(id) ?? 0),
      isByHand: manualPaymentGateway || gateway === CASH,
    }));
}

function resultOf(request: RefundRequest, refunds: readonly IssuedRefund[], returnId: string | null): RefundResult {
  const [first] = refunds;
  if (!first) throw refused('Shopify shows no refund');
  const { currencyCode } = request.amount;
  const amount = refunds.reduce((sum, refund) => sum + movedBy(refund, currencyCode), 0);
  const asked = refunds.reduce((sum, refund) => sum + askedBy(refund, currencyCode), 0);
  if (amount === 0) throw refused('the payment provider declined the refund; see the order at Shopify');
  return {
    idFromPlatform: tailOf(first.id),
    returnIdFromPlatform: returnId === null ? null : tailOf(returnId),
    amount: { amount, currencyCode },
    asked: { amount: asked, currencyCode },
  };
}
