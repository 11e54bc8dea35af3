import * as contract from '#contract/customer/customer.ts';
import type { PortalLine, PortalOrder } from '#contract/customer/customer.ts';
import { paymentNeeded } from '#core/claims/claim-money.ts';
import { draftClaim } from '#core/claims/create.ts';
import { lineEligibility, type LineEligibility, type MethodEligibility } from '#core/claims/eligibility.ts';
import { isInstantExchangeOffered } from '#core/claims/exchange.ts';
import { rollupOf } from '#core/claims/status.ts';
import { quoteClaim } from '#core/claims/sums.ts';
import { unitsValue } from '#core/money.ts';
import type { Order, OrderLine } from '#core/orders/order.ts';
import { Refusal } from '#core/refusal.ts';
import { amountOf } from '#server/amounts.ts';
import { claimInput, goodsOf } from '#server/customer/draft.ts';
import { liveVariants } from '#server/customer/live-variants.ts';
import { loadSessionOrder, type SessionOrder } from '#server/customer/session-order.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { showLedger } from '#server/merchant/show-money.ts';

/** The order in the portal: what can be returned, other variants, the sums. */
export function orderHandlers(deps: Pick<ServerDeps, 'database' | 'labels' | 'payments' | 'storefrontOf'>): Handler[] {
  const { database } = deps;
  return [
    handle(contract.getOrder, async (_input, { portal }) => {
      const loaded = await database.readStore(portal.storeId, (db) => loadSessionOrder(db, portal, deps));
      return showOrder(loaded, new Date().toISOString());
    }),

    handle(contract.variants, async ({ params }, context) => {
      const { portal } = context;
      const { order } = await database.readStore(portal.storeId, (db) => loadSessionOrder(db, portal, deps));
      const line = order.lines.find((one) => one.idFromPlatform === params.lineIdFromPlatform);
      if (!line) throw new Refusal('notFound', 'LINE_NOT_FOUND', 'This item is not part of the order.');
      if (line.productIdFromPlatform === null) return { variants: [] };
      const variants = await liveVariants(deps, context, line.productIdFromPlatform);
      return {
        variants: variants.map((variant) => ({
          idFromPlatform: variant.idFromPlatform,
          title: variant.title,
          options: variant.options,
          imgUrl: variant.imgUrl,
          isAvailable: variant.available === null || variant.available > 0,
          isCurrent: variant.idFromPlatform === line.variantIdFromPlatform,
        })),
      };
    }),

    handle(contract.quote, async ({ body }, context) => {
      const { portal } = context;
      const loaded = await database.readStore(portal.storeId, (db) => loadSessionOrder(db, portal, deps));
      const goods = await goodsOf(deps, context, loaded, body);
      const claim = draftClaim(claimInput(loaded, body, goods));
      const { currencyCode, lines, totals } = quoteClaim(loaded.order, loaded.settings, body.selections, loaded.claims);
      const wire = (minor: number): number => amountOf(minor, currencyCode);
      return {
        currencyCode,
        lines: lines.map((line) => ({
          lineIdFromPlatform: line.lineIdFromPlatform,
          name: line.name,
          quantity: line.quantity,
          method: line.method,
          subtotal: wire(line.subtotal),
          tax: wire(line.tax),
          amount: wire(line.requestedAmount),
          incentive: wire(line.incentiveAmount),
        })),
        totals: {
          refund: wire(totals.refund),
          storeCredit: wire(totals.storeCredit),
          giftCard: wire(totals.giftCard),
          exchange: wire(totals.exchange),
          incentive: wire(totals.incentive),
        },
        ledger: { ...showLedger(claim), held: wire(paymentNeeded(claim).held) },
      };
    }),
  ];
}

function showOrder(
  { order, settings, claims, loadedClaims, storeCurrencyCode }: SessionOrder,
  now: string,
): PortalOrder {
  const isPriced = order.currencyCode === storeCurrencyCode;
  const eligibility = lineEligibility(order, settings, claims, now);
  return {
    idFromPlatform: order.idFromPlatform,
    orderNo: order.orderNo,
    createdOn: order.createdOn,
    currencyCode: order.currencyCode,
    firstName: order.customer?.firstName ?? order.shippingAddress?.firstName ?? '',
    lines: eligibility.flatMap((eligible) => {
      const line = order.lines.find((one) => one.idFromPlatform === eligible.lineIdFromPlatform);
      return line ? [showLine(order, line, eligible)] : [];
    }),
    reasons: settings.reasons,
    incentiveBasisPoints: settings.incentiveBasisPoints,
    shopNowIncentiveBasisPoints: settings.shopNowIncentiveBasisPoints,
    isAdvancedExchangeEnabled: settings.isAdvancedExchangeEnabled && isPriced,
    isInstantExchangeEnabled: isInstantExchangeOffered(settings),
    instantExchangeReturnDays: settings.instantExchangeReturnDays,
    isShopNowEnabled: settings.isShopNowEnabled && isPriced,
    variantExchangePricing: settings.variantExchangePricing,
    advancedExchangePricing: settings.advancedExchangePricing,
    paymentProvider: settings.paymentProvider,
    shippingMethods: settings.shippingMethods,
    claims: loadedClaims.map(({ claim, isEffectsOutstanding, isInspectionEnabled }) => ({
      externalId: claim.externalId,
      createdOn: claim.createdOn,
      status: rollupOf(claim, isEffectsOutstanding, isInspectionEnabled),
    })),
  };
}

function showLine(order: Order, line: OrderLine, eligible: LineEligibility): PortalLine {
  const worth = line.paidTotal + (order.taxesIncluded ? 0 : line.taxTotal);
  const { refund, storeCredit, giftCard, variantExchange } = eligible.methods;
  return {
    lineIdFromPlatform: line.idFromPlatform,
    productIdFromPlatform: line.productIdFromPlatform,
    variantIdFromPlatform: line.variantIdFromPlatform,
    name: line.name,
    variantTitle: line.variantTitle,
    imgUrl: line.imgUrl,
    quantity: line.quantity,
    returnableQuantity: eligible.returnableQuantity,
    unitValue: amountOf(unitsValue(worth, line.quantity, 0, 1), order.currencyCode),
    isEligible: eligible.returnableQuantity > 0,
    reasonText: eligible.reasonText,
    returnUntil: eligible.returnUntil,
    methods: {
      refund: showMethod(refund),
      storeCredit: showMethod(storeCredit),
      giftCard: showMethod(giftCard),
      variantExchange: showMethod(variantExchange),
    },
  };
}

const showMethod = ({ isEligible, lastEligibleDate, reasonText }: MethodEligibility) => ({
  isEligible,
  lastEligibleDate,
  reasonText,
});
