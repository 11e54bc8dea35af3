import { isEnded } from '#core/effects/state.ts';
import type { z } from 'zod';
import type { TaskShown } from '#contract/claim-shapes.ts';
import type {
  CustomerPaymentShown,
  LedgerShown,
  RequestSummary,
  ResolutionSummary,
  StaffPaymentShown,
  WantedShown,
} from '#contract/money-shapes.ts';
import { methodEnum } from '#core/claims/method-names.ts';
import { claimLedger, isSentAndDenied, openSettlement, settlementOf } from '#core/claims/claim-money.ts';
import { refundedAmountOf } from '#core/claims/paid.ts';
import { RemainderMethod, type WantedItem } from '#core/claims/goods-shapes.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import type { CustomerPayment } from '#core/claims/payment-shapes.ts';
import type { EffectPayload } from '#core/effects/kinds.ts';
import { goodsCost, goodsName } from '#core/claims/exchange.ts';
import type { Ledger } from '#core/claims/ledger.ts';
import { allocate } from '#core/money.ts';
import { amountOf } from '#server/amounts.ts';
import { claimIdOf, readIntent, type EffectRow } from '#server/db/effects.ts';
import type { PaymentRow } from '#server/db/payments.ts';
import type { TaskRow } from '#server/db/tasks.ts';
import { exchangeResultOf } from '#server/effects/result-link.ts';

/** Goods with their price as a decimal. */
export const showWanted = ({ taxRate, ...item }: WantedItem, currencyCode: string): WantedShown => ({
  ...item,
  unitPrice: amountOf(item.unitPrice, currencyCode),
  unitTax: amountOf(item.unitTax, currencyCode),
  cost: amountOf(goodsCost({ ...item, ...(taxRate ? { taxRate } : {}) }), currencyCode),
});

function showSide(side: Ledger['credits'], wire: (minor: number) => number): LedgerShown['credits'] {
  return {
    total: wire(side.total),
    lineItems: side.lineItems.map((item) => ({ ...item, amount: wire(item.amount) })),
    sections: side.sections.map((section) => ({ ...section, amount: wire(section.amount) })),
  };
}

/**
 * The checkout balance as both apps show it, with the payment started for it. Its secret, with which anybody could pay it,
 * is for the shopper alone.
 */
export function showLedger(
  claim: Claim,
  startedPayments: readonly PaymentRow[],
  reader: 'shopper' | 'staff' = 'staff',
): LedgerShown {
  const wire = (minor: number): number => amountOf(minor, claim.currencyCode);
  const ledger = claimLedger(claim);
  const open = openSettlement(claim);
  const issuedBy = (method: RemainderMethod): number =>
    [...claim.settlements, open].reduce(
      (sum, round) => sum + round.issued[method] + (method === 'refund' ? 0 : round.incentive[method]),
      0,
    );
  return {
    currencyCode: claim.currencyCode,
    credits: showSide(ledger.credits, wire),
    deductions: showSide(ledger.deductions, wire),
    balance: wire(ledger.balance),
    owed: wire(open.stillOwed),
    held: wire(heldOf(claim)),
    issued: {
      refund: wire(issuedBy('refund')),
      storeCredit: wire(issuedBy('storeCredit')),
      giftCard: wire(issuedBy('giftCard')),
    },
    paymentIntent: showIntent(
      startedPayments.find((row) => row.amount === open.stillOwed),
      reader,
    ),
  };
}

const showIntent = (row: PaymentRow | undefined, reader: 'shopper' | 'staff'): LedgerShown['paymentIntent'] =>
  row
    ? {
        clientSecret: reader === 'shopper' ? row.client_secret : null,
        payUrl: row.pay_url,
        amount: amountOf(row.amount, row.currency_code),
        idFromPlatform: row.id_from_platform,
      }
    : null;

/** Held, and not yet requested for capture. */
const heldOf = (claim: Claim): number =>
  claim.payments
    .filter((payment) => payment.status === 'Authorized' && payment.captureAsked === null)
    .reduce((sum, payment) => sum + payment.amount, 0);

/** C3.19. */
export const showPayment = (payment: CustomerPayment): z.infer<typeof CustomerPaymentShown> => ({
  id: payment.id,
  idFromPlatform: payment.idFromPlatform,
  provider: payment.provider,
  amount: amountOf(payment.amount, payment.currencyCode),
  capturedAmount: amountOf(payment.capturedAmount, payment.currencyCode),
  refundedAmount: amountOf(payment.refundedAmount, payment.currencyCode),
  currencyCode: payment.currencyCode,
  note: payment.note,
  status: payment.status,
  authorizationExpiresOn: payment.authorizationExpiresOn,
  capturedOn: payment.capturedOn,
  canRefund: payment.status === 'Captured' && payment.capturedAmount > refundedAmountOf(payment),
  refundable: amountOf(
    payment.status === 'Captured' ? Math.max(0, payment.capturedAmount - refundedAmountOf(payment)) : 0,
    payment.currencyCode,
  ),
});

/** A payment as the back office shows it; a refund made outside is no longer in progress. */
export const showStaffPayment = (
  payment: CustomerPayment,
  effects: readonly EffectRow[],
): z.infer<typeof StaffPaymentShown> => ({
  ...showPayment(payment),
  openRefunds: effects.flatMap((row) => {
    const intent = readIntent(row);
    if (isEnded(row.state) || intent?.kind !== 'paymentRefund' || intent.payload.paymentId !== payment.id) return [];
    const { amount, currencyCode } = intent.payload.amount;
    return [{ amount: amountOf(amount, currencyCode), isFailed: row.state === 'failed' }];
  }),
});

/** What each line would bring if the claim were finalized now (C3.01 requestSummary). */
export function requestSummary(claim: Claim): z.infer<typeof RequestSummary> {
  const wire = (minor: number): number => amountOf(minor, claim.currencyCode);
  const open = claim.lines.filter((line) => line.finalizedOn === null);
  const lines = open.filter((line) => line.status === 'approved');
  // The other items pay first for denied items whose exchange was sent ahead.
  const settlement = settlementOf(claim, [...lines, ...open.filter(isSentAndDenied)]);
  const given = (method: 'refund' | 'giftCard' | 'storeCredit', bonus: number): number =>
    wire(settlement.issued[method] + bonus);
  return {
    approvedLineItems: settlement.lines.flatMap((settled) => {
      const line = lines.find((one) => one.id === settled.id);
      if (!line) return [];
      return {
        id: settled.id,
        estimatedAmount: wire(settled.issued + settled.incentive),
        quantity: line.quantity,
        resolutionMethodEnum: methodEnum(line.method ?? line.requestedMethod),
        wasZeroedThroughDeduction: settled.wasZeroedThroughDeduction,
      };
    }),
    totals: {
      refund: given('refund', 0),
      giftCard: given('giftCard', settlement.incentive.giftCard),
      storeCredit: given('storeCredit', settlement.incentive.storeCredit),
    },
  };
}

/**
 * What has come of the claim, from the effects that carry it out (C3.02 to C3.04). `originalUrl`: where staff see the
 * order it was bought with.
 */
export function resolutionSummary(
  claim: Claim,
  effects: readonly EffectRow[],
  originalUrl: string | null = null,
): z.infer<typeof ResolutionSummary> {
  const summary: z.infer<typeof ResolutionSummary> = { refunds: [], giftCards: [], exchangeOrders: [] };
  const wire = (minor: number): number => amountOf(minor, claim.currencyCode);
  const feesIn = feesOfRefunds(claim);
  const external = claim.lines
    .filter(isMoneyGivenOutside)
    .reduce((sum, line) => sum + (line.amount ?? line.requestedAmount), 0);
  for (const row of effects) {
    if (row.state === 'calledOff') continue;
    const intent = readIntent(row);
    const isPending = !isEnded(row.state);
    const isFailed = row.state === 'failed';
    const wasResolvedExternally = row.state === 'doneElsewhere';
    if (intent?.kind === 'refund' && intent.payload.to === 'storeCredit') {
      summary.giftCards.push({
        amount: wire(intent.payload.amount.amount),
        incentiveAmount: wire(intent.payload.incentiveAmount),
        type: 'Store_Credit',
        isPending,
        isFailed,
        wasResolvedExternally,
      });
    } else if (intent?.kind === 'refund') {
      summary.refunds.push({
        amount: wire(intent.payload.amount.amount),
        ...feesIn(intent.payload),
        isRefundPending: isPending,
        isFailed,
        wasResolvedExternally,
        to: 'originalPayment',
      });
    } else if (intent?.kind === 'giftCard') {
      summary.giftCards.push({
        amount: wire(intent.payload.amount.amount),
        incentiveAmount: wire(intent.payload.incentiveAmount),
        type: intent.payload.type,
        isPending,
        isFailed,
        wasResolvedExternally,
      });
    } else if (intent?.kind === 'exchangeOrder') {
      summary.exchangeOrders.push({
        ...exchangeResultOf(row.result),
        lineItems: intent.payload.lines.map((line) => ({
          title: titleOf(claim, line.variantIdFromPlatform),
          quantity: line.quantity,
        })),
        isReplacement: intent.payload.purpose === 'replacement',
        isOnOriginalOrder: false,
        isPending,
        isFailed,
      });
    } else if (intent?.kind === 'returnExchange') {
      summary.exchangeOrders.push({
        idFromPlatform: intent.payload.orderIdFromPlatform,
        orderNo: claim.orderNo,
        platformAdminUrl: originalUrl,
        lineItems: intent.payload.exchangeLines.map((line) => ({
          title: titleOf(claim, line.variantIdFromPlatform),
          quantity: line.quantity,
        })),
        isReplacement: false,
        isOnOriginalOrder: true,
        isPending,
        isFailed,
      });
    }
  }
  if (external > 0) {
    summary.refunds.push({
      amount: wire(external),
      shippingFee: 0,
      handlingFee: 0,
      isRefundPending: false,
      isFailed: false,
      wasResolvedExternally: true,
      to: 'external',
    });
  }
  return summary;
}

/** Goods sent outside have a worth in the books too, and are no refund. */
const isMoneyGivenOutside = (line: ClaimLine): boolean =>
  line.finalizedOn !== null &&
  line.status === 'approved' &&
  line.wasResolvedExternally &&
  RemainderMethod.safeParse(line.method).success;

type Fees = { shippingFee: number; handlingFee: number };

/** Of the fees a round of finalizing took, what each refund bore: no fee shows twice, nor where it was waived. */
function feesOfRefunds(claim: Claim): (refund: EffectPayload<'refund'>) => Fees {
  const open = new Map(
    claim.settlements.map((record) => {
      const charged = record.fee + record.returnShipping;
      const taken = Math.max(0, charged - Math.max(0, record.waived));
      return [record, allocate(taken, [record.fee, record.returnShipping])];
    }),
  );
  return ({ claimLineIds, lines, isInstead }) => {
    // Value issued instead of items bears no fees; earlier deductions stay.
    if (isInstead === true) return { shippingFee: 0, handlingFee: 0 };
    const ids = new Set([...claimLineIds, ...lines.map((line) => line.claimLineId)]);
    // What was denied and appealed was carried out before, and brought nothing.
    const record = claim.settlements.findLast(
      ({ lineIds, insteadOf }) => insteadOf === undefined && lineIds.some((id) => ids.has(id)),
    );
    const [fee = 0, shipping = 0] = (record && open.get(record)) ?? [];
    const deducted = claim.lines.reduce((sum, line) => sum + (ids.has(line.id) ? line.deductedAmount : 0), 0);
    const [handlingFee = 0, shippingFee = 0] = allocate(Math.min(deducted, fee + shipping), [fee, shipping]);
    if (record) open.set(record, [fee - handlingFee, shipping - shippingFee]);
    return {
      shippingFee: amountOf(shippingFee, claim.currencyCode),
      handlingFee: amountOf(handlingFee, claim.currencyCode),
    };
  };
}

/** What goods of a claim are called, by their variant. */
export function titleOf(claim: Claim, variantId: string): string {
  const goods = [
    ...claim.lines.flatMap((line) =>
      [line.exchange ?? [], line.requestedExchange?.exchange ?? [], line.replacementItems].flat().map((item) => ({
        ...item,
        title: goodsName(item, line),
      })),
    ),
    ...(claim.shopNow?.items ?? []),
  ];
  return goods.find((item) => item.variantIdFromPlatform === variantId)?.title ?? '';
}

/** A task as the claim's page and the store's list show it. */
export const showTask = (task: TaskRow, claimExternalId: string | null): z.infer<typeof TaskShown> => ({
  id: task.task_id,
  claimId: claimIdOf(task),
  claimExternalId,
  kind: task.kind,
  message: task.message,
  createdOn: task.created_on.toISOString(),
  doneOn: task.done_on?.toISOString() ?? null,
});
