import type { CoverChoice, OrderLineShown, OrderShown } from '#contract/merchant/orders.ts';
import type { Claim } from '#core/claims/claim.ts';
import {
  ineligibleText,
  isExchangeOnly,
  lineEligibility,
  staffRefusal,
  warrantyEligibility,
  whyNoUnits,
  type LineEligibility,
  type MethodEligibility,
} from '#core/claims/eligibility.ts';
import { staffMethods } from '#core/claims/staff-methods.ts';
import { perType, type ClaimType } from '#core/claims/types.ts';
import { rollupOf } from '#core/claims/status.ts';
import { latestInstant, LIFETIME } from '#core/dates.ts';
import { unitsValue } from '#core/money.ts';
import { isAtPlatform, isFromRegistration } from '#core/orders/order-origin.ts';
import type { IneligibleLines } from '#core/orders/ineligible-lines.ts';
import { orderBalance, type OrderBalance } from '#core/orders/balance.ts';
import { addressesOf, buyerEmail, buyerName, withTax, type Order, type OrderLine } from '#core/orders/order.ts';
import { trackersOf } from '#core/orders/parcels.ts';
import { isPaymentOrder } from '#core/orders/payment-order.ts';
import { linePolicy, type Policy } from '#core/policy/policy.ts';
import type { Ruling } from '#core/policy/with-rules.ts';
import { amountOf } from '#server/amounts.ts';
import { giftReturnUrl } from '#server/customer/claim-link.ts';
import { portalAddress } from '#server/customer/portal-address.ts';
import { policyOf } from '#server/policy.ts';
import { SHIPPING_REASONS, ShippingReason } from '#core/protection/reasons.ts';
import type { ShippingClaim } from '#core/protection/shipping-claim.ts';
import type { OrderWithClaims } from '#server/db/order-with-claims.ts';
import { settingsOf } from '#server/db/settings.ts';
import type { StoreRow } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import type { EffectRow } from '#server/db/effects.ts';
import { showEffect } from '#server/merchant/show-claim.ts';
import { shippingClaimOfOrder } from '#server/protection/show.ts';

export type OrderPage = {
  found: OrderWithClaims;
  ineligible: IneligibleLines;
  store: StoreRow;
  ruling: Ruling | null;
  consent: CoverChoice | null;
  shippingClaims: ShippingClaim[];
  effects: EffectRow[];
};
export type ShowOrderDeps = Pick<ServerDeps, 'install' | 'labels' | 'payments' | 'config' | 'secret'>;

/** An order as its overview in the back office shows it. */
export function showOrder(
  { found, ineligible, store, ruling, consent, shippingClaims, effects }: OrderPage,
  deps: ShowOrderDeps,
  now: string,
): OrderShown {
  const { order } = found;
  const { isUnprotectedShippingClaimPermitted, isShippingClaimImgRequired } = settingsOf(store).shippingClaims;
  const policies = perType((claimType) => policyOf(found, deps, { asker: 'staff', claimType, ruling }));
  const policy = policies.Return;
  const claims = found.claims.map((loaded) => loaded.claim);
  const wire = (minor: number): number => amountOf(minor, order.currencyCode);
  const balance = orderBalance(order, claims);
  const eligibility = lineEligibility(order, policy, claims, now);
  const lineItems = order.lines.flatMap((line, index) => {
    const eligible = eligibility[index];
    return eligible ? [showLine({ order, policies, claims, balance, ineligible, now }, line, eligible)] : [];
  });
  return {
    id: found.orderId,
    storeId: store.store_id,
    storeSlug: store.slug,
    storeName: store.name,
    storefrontId: store.slug,
    idFromPlatform: order.idFromPlatform,
    orderNo: order.orderNo,
    createdOn: order.createdOn,
    canceledOn: order.canceledOn,
    email: buyerEmail(order),
    phone: order.phone,
    customerName: buyerName(order),
    currencyCode: order.currencyCode,
    financialStatus: order.financialStatus,
    fulfillmentStatus: order.fulfillmentStatus,
    isOrderFulfilled: order.fulfillmentStatus === 'fulfilled',
    wasShippingProtected: policy.isShippingProtected,
    coverConsent: consent,
    effects: effects.map((effect) => showEffect(effect, false)),
    isUnprotectedShippingClaimPermitted,
    isShippingClaimImgRequired,
    wasCreatedFromRegistration: isFromRegistration(order.idFromPlatform),
    isGiftReturn: false,
    isExchangeOfExchange: order.exchangeOf !== undefined,
    overrides: overridesOf(ineligible),
    channel: order.channel,
    discountCodes: order.discountCodes,
    tags: order.tags,
    note: order.note,
    platformAdminUrl:
      store.shop_domain === null || !isAtPlatform(order.idFromPlatform)
        ? null
        : deps.install.orderAdminUrl(store.shop_domain, order.idFromPlatform),
    startGiftReturnUrl: startGiftReturnUrl({ found, store }, policy, deps, now),
    shippingAddress: order.shippingAddress,
    billingAddress: order.billingAddress,
    addresses: addressesOf(order),
    money: {
      subtotal: wire(order.subtotal),
      shippingPaid: wire(order.shippingPaid),
      taxTotal: wire(order.taxTotal),
      isTaxIncluded: order.taxesIncluded,
      total: wire(order.total),
      totalPaid: wire(order.totalPaid),
      totalRefunded: wire(order.totalRefunded),
      left: wire(Math.max(0, balance.left)),
    },
    returnUntil: latestInstant(eligibility.map((line) => line.returnUntil)),
    warrantyUntil: latestInstant(
      lineItems.map(({ eligibility: { warranty } }) => (warranty.isEligible ? warranty.lastEligibleDate : null)),
    ),
    lineItems,
    ...showMovements(order, wire),
    claims: found.claims.map(({ claim, isEffectsOutstanding }) => ({
      id: claim.id,
      externalId: claim.externalId,
      claimType: claim.claimType,
      createdOn: claim.createdOn,
      status: rollupOf(claim, isEffectsOutstanding),
      items: claim.lines.map(({ name, quantity }) => ({ name, quantity })),
    })),
    shippingClaims: shippingClaims.map(shippingClaimOfOrder),
    reasons: [...policy.reasons],
    shippingClaimReasons: ShippingReason.options.map((id) => ({ id, name: SHIPPING_REASONS[id].label })),
    shippingMethods: [...policy.shippingMethods, 'none'],
  };
}

/** What people decided otherwise than the rules of the store; null where they did not. */
const overridesOf = (ineligible: IneligibleLines): OrderShown['overrides'] =>
  Object.keys(ineligible).length === 0
    ? null
    : Object.fromEntries(Object.entries(ineligible).map(([line, { on }]) => [line, { madeIneligibleOn: on }]));

function startGiftReturnUrl(
  { found: { order, orderId }, store }: Pick<OrderPage, 'found' | 'store'>,
  policy: Policy,
  { config, secret }: ShowOrderDeps,
  now: string,
): string | null {
  if (!policy.isGiftReturnEnabled || order.canceledOn !== null || isPaymentOrder(order)) return null;
  const link = { storeId: store.store_id, orderId, orderIdFromPlatform: order.idFromPlatform };
  return giftReturnUrl(portalAddress(config.PUBLIC_URL, store), link, secret, new Date(now));
}

const showMovements = (
  order: Order,
  wire: (minor: number) => number,
): Pick<OrderShown, 'fulfillments' | 'refunds'> => ({
  fulfillments: order.fulfillments.map((sent) => ({
    idFromPlatform: sent.idFromPlatform,
    createdOn: sent.createdOn,
    deliveredOn: sent.deliveredOn,
    status: sent.status,
    event: sent.event ?? null,
    trackingCodes: sent.trackingCodes,
    trackers: trackersOf(sent),
    lines: sent.lines.map(({ lineIdFromPlatform, quantity }) => ({
      lineIdFromPlatform,
      name: order.lines.find((line) => line.idFromPlatform === lineIdFromPlatform)?.name ?? '',
      quantity,
    })),
  })),
  refunds: order.refunds.map(({ idFromPlatform, createdOn, total, note, purposeKey }) => ({
    idFromPlatform,
    createdOn,
    amount: wire(total),
    note: withoutMark(note, purposeKey ?? null),
  })),
});

type LineView = {
  order: Order;
  policies: Readonly<Record<ClaimType, Policy>>;
  claims: readonly Claim[];
  balance: OrderBalance;
  ineligible: IneligibleLines;
  now: string;
};

function showLine(view: LineView, line: OrderLine, eligible: LineEligibility): OrderLineShown {
  const { order, policies, claims, balance, ineligible, now } = view;
  const { isFinalSale, isProtection, ruledBy } = linePolicy(policies.Return.terms, line);
  const wire = (minor: number): number => amountOf(minor, order.currencyCode);
  const { refund, storeCredit, giftCard, variantExchange } = eligible.methods;
  const mark = ineligible[line.idFromPlatform];
  return {
    id: line.idFromPlatform,
    idFromPlatform: line.idFromPlatform,
    productIdFromPlatform: line.productIdFromPlatform,
    variantIdFromPlatform: line.variantIdFromPlatform,
    name: line.name,
    variantTitle: line.variantTitle,
    optionsFromPlatform: line.options,
    sku: line.sku,
    imgUrl: line.imgUrl,
    quantity: line.quantity,
    currentQuantity: line.currentQuantity,
    claimableQuantity: claimableUnits(balance, line),
    unitPrice: wire(unitsValue(line.paidTotal, line.quantity, 0, 1)),
    unitListPrice: wire(line.unitListPrice),
    unitTax: wire(unitsValue(line.taxTotal, line.quantity, 0, 1)),
    paidTotal: wire(withTax(order, line.paidTotal, line.taxTotal)),
    grams: line.grams,
    isFinalSale,
    isExchangeOnly: isExchangeOnly(eligible),
    ineligibleLineItemFootnote: eligible.reasonText,
    isProtection,
    productTagsAtPurchase: line.productTags,
    eligibility: {
      refund: showEligibility(refund),
      storeCredit: showEligibility(storeCredit),
      giftCard: showEligibility(giftCard),
      exchange: showEligibility(variantExchange),
      warranty: showEligibility(warrantyEligibility(order, line, policies.Warranty, claims, now)),
    },
    madeIneligibleOn: mark?.on ?? null,
    madeIneligibleBy: mark?.by ?? null,
    automationMadeIneligibleOn: null,
    eligibilityStoreRuleId: isByRule(eligible)
      ? (ruledBy?.exchange ?? ruledBy?.giftCard ?? ruledBy?.refund ?? null)
      : null,
    claimReasons: perType((type) => [...(policies[type].reasonIds[line.idFromPlatform] ?? [])]),
    claimMethods: perType((type) => methodsFor(type, view, line)),
  };
}

/** Whether its windows are why nothing can be claimed, so that a rule of windows may be. */
const isByRule = ({ reason }: LineEligibility): boolean => reason === 'METHOD_DISABLED' || reason === 'WINDOW_CLOSED';

const claimableUnits = ({ lines }: OrderBalance, { idFromPlatform }: OrderLine): number =>
  lines.get(idFromPlatform)?.left ?? 0;

const methodsFor = (claimType: ClaimType, { order, policies, claims, balance }: LineView, line: OrderLine) =>
  staffMethods(claimType).map((method) => {
    const refusal =
      staffRefusal(order, line, policies[claimType], claims, method) ??
      (claimableUnits(balance, line) > 0 ? null : whyNoUnits(balance, line, claims));
    return { method, refusalText: refusal && ineligibleText(refusal, null) };
  });

const showEligibility = ({ isEligible, lastEligibleDate, reasonText, returnableQuantity }: MethodEligibility) => ({
  isEligible,
  lastEligibleDate,
  isLifetime: lastEligibleDate === LIFETIME,
  reasonText,
  returnableQuantity,
});

/** A note as people wrote it, without what marks it as ours and says what of it is bonus. */
const withoutMark = (note: string, purposeKey: string | null): string =>
  purposeKey === null
    ? note
    : note
        .replace(`[${purposeKey}]`, '')
        .replace(/\(bonus \d+(?:\.\d+)?\)\s*$/, '')
        .trim();
