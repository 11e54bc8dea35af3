import * as contract from '#contract/customer/customer.ts';
import type { PortalLine, PortalOrder } from '#contract/customer/customer.ts';
import { lineEligibility, type LineEligibility, type MethodEligibility } from '#core/claims/eligibility.ts';
import { rollupOf } from '#core/claims/status.ts';
import { quoteClaim } from '#core/claims/sums.ts';
import { unitsValue } from '#core/money.ts';
import type { Order, OrderLine } from '#core/orders/order.ts';
import { Refusal } from '#core/refusal.ts';
import { PartnerError } from '#partners/ports.ts';
import { amountOf } from '#server/amounts.ts';
import { loadSessionOrder, type SessionOrder } from '#server/customer/session-order.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';

/** The order in the portal: what can be returned, other variants, the sums. */
export function orderHandlers({
  database,
  labels,
  storefrontOf,
}: Pick<ServerDeps, 'database' | 'labels' | 'storefrontOf'>): Handler[] {
  return [
    handle(contract.getOrder, async (_input, { portal }) => {
      const loaded = await database.inStore(portal.storeId, (db) => loadSessionOrder(db, portal, labels));
      return showOrder(loaded, new Date().toISOString());
    }),

    handle(contract.variants, async ({ params }, { portal, requestId, log }) => {
      const { order } = await database.inStore(portal.storeId, (db) => loadSessionOrder(db, portal, labels));
      const line = order.lines.find((one) => one.idFromPlatform === params.lineIdFromPlatform);
      if (!line) throw new Refusal('notFound', 'LINE_NOT_FOUND', 'This item is not part of the order.');
      if (line.productIdFromPlatform === null) return { variants: [] };
      try {
        const storefront = await storefrontOf(portal.storeId);
        const variants = await storefront.fetchVariants(line.productIdFromPlatform, { requestId });
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
      } catch (error) {
        if (!(error instanceof PartnerError)) throw error;
        log.warn({ err: error }, 'live stock could not be read');
        throw new Refusal(
          'conflict',
          'PLATFORM_UNREACHABLE',
          'We cannot see what is in stock right now. Please try again in a minute.',
        );
      }
    }),

    handle(contract.quote, async ({ body }, { portal }) => {
      const { order, settings, claims } = await database.inStore(portal.storeId, (db) =>
        loadSessionOrder(db, portal, labels),
      );
      const { currencyCode, lines, totals } = quoteClaim(order, settings, body.selections, claims);
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
      };
    }),
  ];
}

function showOrder({ order, settings, claims, loadedClaims }: SessionOrder, now: string): PortalOrder {
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
    shippingMethods: settings.shippingMethods,
    claims: loadedClaims.map(({ claim, isEffectsOutstanding }) => ({
      externalId: claim.externalId,
      createdOn: claim.createdOn,
      status: rollupOf(claim, isEffectsOutstanding),
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
