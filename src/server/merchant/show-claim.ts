import { emailTroubleOf } from '#core/claims/delivery.ts';
import type { ClaimLineShown, ClaimShown, EffectShown } from '#contract/claim-shapes.ts';
import { z } from 'zod';
import { concernsLine, givesValue } from '#core/effects/kinds.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import type { LineStatus } from '#core/claims/decision-shapes.ts';
import { bonusOf, shopNowGoods, stillOwed } from '#core/claims/claim-money.ts';
import { isGiftReturn } from '#core/claims/gift-return.ts';
import { inspectionProgress } from '#core/claims/inspection.ts';
import { canFinalize } from '#core/claims/finalize.ts';
import { CLAIM_TYPES } from '#core/claims/types.ts';
import { canCancel, canRestore } from '#core/claims/cancel.ts';
import { goodsName, sameAgain, withRequestedExchange } from '#core/claims/exchange.ts';
import { methodEnum } from '#core/claims/method-names.ts';
import { canQuote, isToSendBack } from '#core/claims/repair.ts';
import { canWaiveReturn } from '#core/claims/payments.ts';
import { isValueOffered } from '#core/claims/value-instead.ts';
import { allowedMethods, externalMethods } from '#core/claims/resolution.ts';
import { rollupOf } from '#core/claims/status.ts';
import { withheldMethods, type WithheldMethods } from '#core/claims/store-credit.ts';
import { claimTotals, incentiveOf, originalAmount } from '#core/claims/sums.ts';
import { unitsGoneMeanwhile, unitsGoneText } from '#core/claims/claim-units.ts';
import { unitsValue } from '#core/money.ts';
import { taxRateOf } from '#core/orders/tax-rate.ts';
import { isAppealOpen } from '#core/claims/appeal.ts';
import { isAtPlatform, isFromRegistration } from '#core/orders/order-origin.ts';
import { buyerEmail, buyerName, type Order } from '#core/orders/order.ts';
import { Refusal, unlessRefused } from '#core/refusal.ts';
import type { Files } from '#partners/ports.ts';
import { approveRequested } from '#core/claims/approve.ts';
import { shopNowOf } from '#core/claims/shop-now.ts';
import { amountOf } from '#server/amounts.ts';
import { showInspection, showMedia } from '#server/claim-view.ts';
import { claimPageUrl } from '#server/customer/claim-link.ts';
import { portalAddress } from '#server/customer/portal-address.ts';
import { originOf } from '#server/db/claim-origin.ts';
import { asLoaded, claimById, selectClaimsOfOrder, type LoadedClaim } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import { effectsOfClaim, readIntent, subjectOf, type EffectRow } from '#server/db/effects.ts';
import type { ServerDeps } from '#server/deps.ts';
import { inChain } from '#server/db/order-with-claims.ts';
import { orderOfClaim } from '#server/db/orders.ts';
import { startedPaymentsFor, type PaymentRow } from '#server/db/payments.ts';
import { registrationOfClaim } from '#server/db/registrations.ts';
import { storeById, type StoreRow } from '#server/db/stores.ts';
import { openTasks, type TaskRow } from '#server/db/tasks.ts';
import { canCollect } from '#server/policy.ts';
import { resultLinkOf } from '#server/effects/result-link.ts';
import { CUSTOMER_ADDRESS } from '#server/merchant/address-ids.ts';
import { showWithdrawal } from '#server/merchant/show-withdrawal.ts';
import {
  requestSummary,
  resolutionSummary,
  showLedger,
  showStaffPayment,
  showTask,
  showWanted,
  titleOf,
} from '#server/merchant/show-money.ts';
import { showStaffShipment } from '#server/merchant/show-shipment.ts';

export type ClaimPage = {
  loaded: LoadedClaim;
  order: Order;
  effects: EffectRow[];
  tasks: TaskRow[];
  /** Payments the shopper started. */
  startedPayments: PaymentRow[];
  /** By line, what happened to its units at the platform since they were asked for. */
  gone: ReadonlyMap<number, string>;
  /** That of its products, where they were registered. */
  registration: ClaimShown['originalStoreOrder']['registration'];
  sentFrom: Pick<ClaimShown, 'deviceFingerprint' | 'ipAddress'>;
  store: StoreRow;
  shopDomain: string | null;
  storeId: number;
};
export type ShowDeps = Pick<ServerDeps, 'files' | 'config' | 'install' | 'payments'>;

export const claimNotFound = (): Refusal =>
  new Refusal('notFound', 'CLAIM_NOT_FOUND', "This claim doesn't exist in this store.");

/** Everything a claim's page shows. Refuses CLAIM_NOT_FOUND, also for claims of other stores. */
export async function loadClaimPage(db: Db, storeId: number, claimId: number): Promise<ClaimPage> {
  const [loaded, order, store, effects, tasks, origin, registered] = await Promise.all([
    claimById(db, storeId, claimId),
    orderOfClaim(db, storeId, claimId),
    storeById(db, storeId),
    effectsOfClaim(db, storeId, claimId),
    openTasks(db, storeId, claimId),
    originOf(db, storeId, claimId),
    registrationOfClaim(db, storeId, claimId),
  ]);
  if (!loaded || !order || !store) throw claimNotFound();
  const known = await inChain(db, storeId, order, [loaded.claim]);
  const startedPayments = stillOwed(loaded.claim) > 0 ? await startedPaymentsFor(db, storeId, claimId) : [];
  return {
    loaded,
    order: known,
    effects,
    tasks,
    startedPayments,
    gone: await goneMeanwhile(db, storeId, loaded.claim, known),
    registration: registered ? { id: registered.registration_id, externalId: registered.external_id } : null,
    sentFrom: { deviceFingerprint: origin?.device_fingerprint ?? null, ipAddress: origin?.ip_address ?? null },
    store,
    shopDomain: store.shop_domain,
    storeId,
  };
}

/** The other claims of the order are asked for only where the platform took something of it. */
async function goneMeanwhile(
  db: Db,
  storeId: number,
  claim: Claim,
  order: Order,
): Promise<ReadonlyMap<number, string>> {
  const isTaken =
    order.refunds.length + order.returns.length > 0 ||
    order.lines.some(({ quantity, currentQuantity }) => currentQuantity < quantity);
  if (!isTaken || claim.finalizedOn !== null) return new Map();
  const rows = await selectClaimsOfOrder(db, storeId, claim.orderId).execute();
  const others = rows.map((row) => asLoaded(row).claim);
  const gone = unitsGoneMeanwhile(claim, order, claim.lines, others);
  return new Map([...gone].map(([lineId, one]) => [lineId, unitsGoneText(one)]));
}

/** The claim as the back office gets it; addresses of photos and documents work for an hour. */
export async function showClaim(page: ClaimPage, deps: ShowDeps): Promise<ClaimShown> {
  const { loaded, order, effects, storeId, shopDomain } = page;
  const { claim } = loaded;
  const totals = claimTotals(claim);
  const bonus = bonusOf(claim);
  const customerPayments = claim.payments.map((payment) => showStaffPayment(payment, effects));
  const summary = requestSummary(claim);
  const withheld = withheldMethods(claim, order, claim.policy);
  const claimRollup = rollupOf(claim, loaded.isEffectsOutstanding);
  const wire = (minor: number): number => amountOf(minor, claim.currencyCode);
  const platformAdminUrl =
    shopDomain === null || !isAtPlatform(order.idFromPlatform)
      ? null
      : deps.install.orderAdminUrl(shopDomain, order.idFromPlatform);
  const results = resolutionSummary(claim, effects, platformAdminUrl);
  return {
    id: claim.id,
    externalId: claim.externalId,
    version: loaded.version,
    claimType: claim.claimType,
    createdOn: claim.createdOn,
    updatedOn: claim.updatedOn,
    finalizedOn: claim.finalizedOn,
    claimRollup,
    claimRollupStatusCode: claimRollup.code,
    currencyCode: claim.currencyCode,
    customerName: claim.customerName,
    customerEmail: claim.customerEmail,
    customerId: isGiftReturn(claim) ? null : (order.customer?.idFromPlatform ?? null),
    shippingAddress: claim.shippingAddress && { ...claim.shippingAddress, id: CUSTOMER_ADDRESS },
    billingAddress: claim.billingAddress ?? (isGiftReturn(claim) ? null : order.billingAddress),
    source: claim.source,
    ...page.sentFrom,
    linkToCustomerUi: claimPageUrl(
      portalAddress(deps.config.PUBLIC_URL, page.store),
      claim.externalId,
      isGiftReturn(claim),
    ),
    isGiftReturn: isGiftReturn(claim),
    withdrawal: showWithdrawal(claim, new Date().toISOString()),
    originalStoreOrder: {
      id: claim.orderId,
      idFromPlatform: order.idFromPlatform,
      orderNo: order.orderNo,
      customerName: buyerName(order),
      customerEmail: buyerEmail(order),
      createdOn: order.createdOn,
      currencyCode: order.currencyCode,
      taxesIncluded: order.taxesIncluded,
      shippingAddress: order.shippingAddress,
      total: wire(order.total),
      totalRefunded: wire(order.totalRefunded),
      taxRate: taxRateOf(order),
      platformAdminUrl,
      registration: page.registration,
      wasCreatedFromRegistration: isFromRegistration(order.idFromPlatform),
    },
    tags: loaded.tags,
    isInspectionEnabled: claim.policy.isInspected,
    inspectionProgress: inspectionProgress(claim),
    emailTrouble: emailTroubleOf(claim),
    isAwaitingCustomer: claim.question?.isOpen ?? false,
    infoRequest: claim.question?.text ?? '',
    appeal: claim.appeal ? { ...claim.appeal, isOpen: isAppealOpen(claim) } : null,
    infoAnswer: claim.question?.answer ?? '',
    noteToCustomer: claim.noteToCustomer ?? '',
    claimLineItems: await Promise.all(
      claim.lines.map((line) =>
        showLine(claim, line, { order, effects, storeId, summary, gone: page.gone, withheld, files: deps.files }),
      ),
    ),
    totals: {
      requested: wire(totals.requested),
      incentive: wire(bonus.onCredit + bonus.onShopNow),
      approved: wire(totals.approved),
    },
    claimReturnShipments: await Promise.all(
      claim.shipments.map((shipment) => showStaffShipment(shipment, claim, effects, deps.files)),
    ),
    claimOutboundShipments: await Promise.all(
      (claim.sentBack ?? []).map((shipment) => showStaffShipment(shipment, claim, effects, deps.files)),
    ),
    effects: effects.map((effect) => showEffect(effect, claim.finalizedOn !== null)),
    timeline: await Promise.all(
      claim.timeline.map(async ({ media = [], ...entry }) => ({
        ...entry,
        media: await showMedia(storeId, media, deps.files),
      })),
    ),
    feeApplied: wire(claim.feeApplied),
    feeName: claim.feeName,
    returnShippingAmountApplied: wire(claim.returnShippingAmountApplied),
    exchangeOrderShippingAmountApplied: wire(claim.exchangeOrderShippingAmountApplied),
    giftCardIncentiveAmountApplied: wire(bonus.onCredit),
    shopNowIncentiveAmountApplied: wire(bonus.onShopNow),
    isInstantExchange: claim.instantExchange !== undefined,
    shopNowItems: shopNowGoods(claim).map((item) => showWanted(item, claim.currencyCode)),
    shopNow: showShopNow(claim),
    customerPayment: customerPayments.at(-1) ?? null,
    customerPayments,
    reservation: claim.reservation && {
      state: claim.reservation.state,
      expiresOn: claim.reservation.expiresOn,
      lineItems: claim.reservation.lines.map(({ variantIdFromPlatform, quantity }) => ({
        title: titleOf(claim, variantIdFromPlatform),
        quantity,
      })),
    },
    ledger: showLedger(claim, page.startedPayments),
    requestSummary: summary,
    approval: approvalOf(claim, withheld),
    resolutionSummary: results,
    wasOriginalOrderModified: results.exchangeOrders.some((one) => one.isOnOriginalOrder && !one.isPending),
    tasks: page.tasks.map((task) => showTask(task, claim.externalId)),
    canAskForPayment: canCollect(page.store, deps.payments) && stillOwed(claim) > 0,
    canFinalize: canFinalize(claim),
    canRestore: canRestore(claim),
    canCancel: canCancel(claim),
    canWaiveReturn: canWaiveReturn(claim),
  };
}

function approvalOf(claim: Claim, withheld: WithheldMethods): ClaimShown['approval'] {
  if (claim.finalizedOn !== null) return null;
  return unlessRefused(() => {
    const approved = approveRequested(claim, withheld, claim.updatedOn);
    return approved === claim ? null : requestSummary(approved).totals;
  });
}

function showShopNow(claim: Claim): ClaimShown['shopNow'] {
  const shopNow = shopNowOf(claim);
  if (shopNow === null) return null;
  const wire = (minor: number): number => amountOf(minor, claim.currencyCode);
  const { quantity, cost, paid, owed, left } = shopNow;
  return { quantity, cost: wire(cost), paid: wire(paid), owed: wire(owed), left: wire(left) };
}

type LineView = {
  order: Order;
  effects: readonly EffectRow[];
  storeId: number;
  summary: ClaimShown['requestSummary'];
  gone: ClaimPage['gone'];
  withheld: WithheldMethods;
  files: Files;
};

const LINE_STATUS_NAMES: Readonly<Record<LineStatus, string>> = {
  open: 'Open',
  approved: 'Approved',
  denied: 'Denied',
  closed: 'Canceled',
};

async function showLine(claim: Claim, line: ClaimLine, view: LineView): Promise<ClaimLineShown> {
  const { order, effects, storeId, summary, gone, withheld, files } = view;
  const goneText = gone.get(line.id);
  const wire = (minor: number): number => amountOf(minor, claim.currencyCode);
  const orderLine = order.lines.find((one) => one.idFromPlatform === line.lineIdFromPlatform);
  const suggested =
    CLAIM_TYPES[claim.claimType].isReplacedBySame && orderLine ? sameAgain(orderLine, line.quantity) : null;
  const asked = withRequestedExchange(line);
  // A line that the platform no longer returns is shown with the data of its claim.
  const bought = orderLine ?? { paidTotal: line.subtotal, taxTotal: line.tax, quantity: line.quantity };
  return {
    id: line.id,
    quantity: line.quantity,
    unitPrice: wire(unitsValue(line.subtotal, line.quantity, 0, 1)),
    unitTax: wire(unitsValue(line.tax, line.quantity, 0, 1)),
    subtotal: wire(line.subtotal),
    tax: wire(line.tax),
    requestedAmount: wire(line.requestedAmount),
    originalAmount: wire(originalAmount(line, order)),
    incentiveAmount: wire(incentiveOf(line)),
    requestedIncentiveAmount: wire(line.requestedIncentiveAmount),
    incentiveBasisPoints: line.incentiveBasisPoints,
    isIncentiveFixed: line.isIncentiveFixed === true,
    status: {
      id: line.status,
      name: LINE_STATUS_NAMES[line.status],
      code:
        line.status === 'denied' ? 'denied' : line.finalizedOn !== null || line.canceledOn !== null ? 'closed' : 'open',
      detail: line.cancelReason ?? line.denialDetail,
    },
    reason: { id: line.reasonId, name: line.reasonName, detail: line.reasonDetail },
    comments: line.comments,
    refusal: line.refusal?.text ?? null,
    customFields: (line.customFields ?? []).map(({ displayName, valueType, value }) => ({
      displayName,
      valueType,
      value,
    })),
    policyAnswers: (line.answers ?? []).map(({ question, answer }) => ({ question, answer })),
    isHeldForReview: line.isHeldForReview === true,
    images: await showMedia(storeId, line.media, files),
    requestedResolutionMethodEnum: methodEnum(line.requestedMethod),
    resolutionMethodEnum: line.method && methodEnum(line.method),
    amount: line.amount === null ? null : wire(line.amount),
    variantExchangeLineItem: line.exchange && showWanted(line.exchange, claim.currencyCode),
    exchangeDeltaAmount: wire(line.exchangeDeltaAmount),
    requestedVariantExchangeLineItem: asked.exchange && showWanted(asked.exchange, claim.currencyCode),
    requestedExchangeDeltaAmount: wire(asked.exchangeDeltaAmount),
    variantExchangeAmountResolutionMethodEnum: line.exchangeRemainderMethod && methodEnum(line.exchangeRemainderMethod),
    replacementItems: line.replacementItems.map((item) =>
      showWanted({ ...item, title: goodsName(item, line) }, claim.currencyCode),
    ),
    isShopNow: line.isShopNow,
    repair: line.repair
      ? {
          state: line.repair.state,
          note: line.repair.note,
          steps: line.repair.steps,
          price: wire(line.repair.price),
        }
      : null,
    canQuoteRepair: canQuote(claim, line),
    isToSendBack: isToSendBack(claim, line),
    wasResolvedExternally: line.wasResolvedExternally,
    externalRefundIdFromPlatform: line.externalRefundId ?? null,
    deductedAmount: wire(line.deductedAmount),
    isExchangeSent: line.exchangeOrderedOn !== null,
    estimatedAmount: summary.approvedLineItems.find((item) => item.id === line.id)?.estimatedAmount ?? 0,
    noteToCustomer: line.noteToCustomer,
    finalizedOn: line.finalizedOn,
    canceledOn: line.canceledOn,
    deniedOn: line.deniedOn,
    returnLineItemIdFromPlatform: returnLineOf(line, order, effects),
    suggestedWarrantyReplacementItem: suggested && showWanted(suggested, claim.currencyCode),
    allowedMethods: [...allowedMethods(claim, line, withheld)],
    externalMethods: [...externalMethods(claim, line, withheld)],
    inspections: await Promise.all((line.inspections ?? []).map((one) => showInspection(storeId, one, files))),
    errors: [
      ...new Set([...line.errors, ...(goneText === undefined ? [] : [goneText])]),
      ...effects
        .filter((effect) => effect.state === 'failed' && isForLine(effect, line))
        .map((effect) => effect.last_error ?? 'Failed'),
    ],
    isLeftOut: line.errors.length > 0,
    originalStoreOrderLineItem: {
      idFromPlatform: line.lineIdFromPlatform,
      productIdFromPlatform: orderLine?.productIdFromPlatform ?? null,
      name: line.name,
      variantTitle: line.variantTitle,
      sku: line.sku,
      imgUrl: line.imgUrl,
      unitPrice: wire(unitsValue(bought.paidTotal, bought.quantity, 0, 1)),
      unitTax: wire(unitsValue(bought.taxTotal, bought.quantity, 0, 1)),
      quantity: bought.quantity,
      grams: orderLine?.grams ?? 0,
      optionsFromPlatform: orderLine?.options ?? [],
    },
  };
}

const Returned = z.object({ returnIdFromPlatform: z.string().nullable() });

/** The line of the platform's return that one of the claim's own steps made for a line; null where none did. */
function returnLineOf(line: ClaimLine, order: Order, effects: readonly EffectRow[]): string | null {
  for (const effect of effects) {
    const made = isForLine(effect, line) ? Returned.safeParse(effect.result).data?.returnIdFromPlatform : null;
    const found = order.returns.find((one) => one.idFromPlatform === made);
    const returned = found?.lines.find((one) => one.lineIdFromPlatform === line.lineIdFromPlatform);
    if (returned) return returned.idFromPlatform;
  }
  return null;
}

/** Whether a step is there for a line; one that is not understood is for none. */
function isForLine(effect: EffectRow, line: ClaimLine): boolean {
  const intent = readIntent(effect);
  return intent !== null && concernsLine(intent, line);
}

function refundedByHand(row: EffectRow): EffectShown['asksForRefundOf'] {
  const { kind, id } = subjectOf(row);
  return kind === 'store' ? null : { kind, id };
}

/** An effect as the claim's page and the store's list show it. */
export function showEffect(row: EffectRow, isClaimFinalized: boolean): EffectShown {
  const isWaiting = row.state === 'waiting';
  return {
    id: row.effect_id,
    kind: row.kind,
    purposeKey: row.purpose_key,
    summary: row.summary,
    state: row.state,
    attempts: row.attempts,
    isHeldBack: isWaiting && row.waits_for.length > 0,
    lastError: row.last_error,
    nextTryOn: isWaiting ? row.next_try_on.toISOString() : null,
    doneOn: row.done_on?.toISOString() ?? null,
    settledBy: row.settled_by,
    settledReason: row.settled_reason,
    result: resultLinkOf(row.result),
    canGiveValue: isValueOffered(row, isClaimFinalized),
    asksForRefundOf: givesValue(row.kind) ? refundedByHand(row) : null,
  };
}
