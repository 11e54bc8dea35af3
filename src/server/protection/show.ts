import { coverLeft } from '#core/protection/cover-left.ts';
import type { ShippingClaimOfOrder } from '#contract/merchant/orders.ts';
import type { ShippingClaimShown } from '#contract/shipping-claim-shapes.ts';
import { mostRefundable } from '#core/protection/decide-shipping.ts';
import { hasUnansweredMessage } from '#core/protection/claim-messages.ts';
import { SHIPPING_DENIALS, SHIPPING_REASONS } from '#core/protection/reasons.ts';
import {
  closingOf,
  coverOf,
  isOutcomePending,
  resolvedAmount,
  SHIPPING_SOURCES,
  SHIPPING_STATUSES,
  waitingSince,
  wasResolvedExternally,
  type ShippingClaim,
} from '#core/protection/shipping-claim.ts';
import { isEmailOfOrder } from '#core/orders/lookup.ts';
import { buyerFirstName } from '#core/orders/order.ts';
import { isAtPlatform } from '#core/orders/order-origin.ts';
import { amountOf } from '#server/amounts.ts';
import { showMedia } from '#server/claim-view.ts';
import { claimPageUrl } from '#server/customer/claim-link.ts';
import { portalAddress } from '#server/customer/portal-address.ts';
import type { ShownMailRow } from '#server/db/claim-mail.ts';
import type { ShippingClaimRow } from '#server/db/shipping-claims.ts';
import type { StoreRow } from '#server/db/stores.ts';
import { settingsOf } from '#server/db/settings.ts';
import type { ServerDeps } from '#server/deps.ts';
import type { StoreContext } from '#server/http/context.ts';
import { showConversation } from '#server/mail/show-conversation.ts';
import type { OrderToProtect } from '#server/protection/order-to-protect.ts';
import { mayDecide } from '#server/protection/may-decide.ts';

/** What an order shows of its claim. */
export const shippingClaimOfOrder = ({ id, externalId, createdOn, status }: ShippingClaim): ShippingClaimOfOrder => ({
  id,
  externalId,
  createdOn,
  status,
  statusLabel: SHIPPING_STATUSES[status].label,
});

/** What a page of a claim of shipping protection is made of. `isPaid`: its refund was made. */
export type ShippingPage = { row: ShippingClaimRow; at: OrderToProtect; store: StoreRow; mails: ShownMailRow[] };

/** A claim of shipping protection as the back office shows it. */
export async function showShippingClaim(
  { row, at, store, mails }: ShippingPage,
  deps: Pick<ServerDeps, 'files' | 'install' | 'config'>,
  context: Pick<StoreContext, 'roleCode'>,
): Promise<ShippingClaimShown> {
  const { document: claim, version } = row;
  const { order, claims } = at;
  const wire = (minor: number): number => amountOf(minor, claim.currencyCode);
  const { resolution, denial, reorder } = claim;
  const closing = closingOf(claim);
  return {
    id: claim.id,
    externalId: claim.externalId,
    version,
    createdOn: claim.createdOn,
    updatedOn: claim.updatedOn,
    currencyCode: claim.currencyCode,
    status: claim.status,
    statusLabel: SHIPPING_STATUSES[claim.status].label,
    reason: claim.reason,
    reasonLabel: SHIPPING_REASONS[claim.reason].label,
    source: claim.source,
    sourceLabel: SHIPPING_SOURCES[claim.source],
    resolutionMethod: claim.requestedMethod,
    noteFromCustomer: claim.noteFromCustomer,
    noteFromMerchant: claim.noteFromMerchant,
    resolvedOn: closing?.on ?? null,
    resolvedIn: closing?.in ?? null,
    resolvedBy: closing?.by ?? null,
    assignee: claim.assignee,
    waitingSince: waitingSince(claim, new Date().toISOString()),
    images: await showMedia(store.store_id, claim.media, deps.files),
    linkToCustomerUi: claimPageUrl(portalAddress(deps.config.PUBLIC_URL, store), claim.externalId, false),
    customerId: claim.customerId,
    customerEmail: claim.customerEmail,
    isEmailOfOrder: isEmailOfOrder(order, claim.customerEmail),
    customerName: claim.customerName,
    customerFirstName: buyerFirstName(order) || claim.customerName,
    customerPhone: claim.customerPhone,
    shippingAddress: claim.shippingAddress,
    originalStoreOrder: {
      id: claim.orderId,
      idFromPlatform: order.idFromPlatform,
      orderNo: order.orderNo,
      platformAdminUrl:
        store.shop_domain === null || !isAtPlatform(order.idFromPlatform)
          ? null
          : deps.install.orderAdminUrl(store.shop_domain, order.idFromPlatform),
      wasShippingProtected: at.wasSoldProtected,
      shippingPaid: wire(order.shippingPaid),
    },
    shippingClaimLineItems: claim.lines.map((line) => ({
      id: line.id,
      quantity: line.quantity,
      amount: wire(line.amount),
      originalStoreOrderLineItem: {
        idFromPlatform: line.lineIdFromPlatform,
        sku: line.sku,
        name: line.name,
        variantTitle: line.variantTitle,
        imgUrl: line.imgUrl,
      },
    })),
    reorderUntil: reorder?.endsOn ?? null,
    denial: denial && { reason: denial.reason, label: SHIPPING_DENIALS[denial.reason], note: denial.note },
    resolutionSummary: {
      wasResolvedExternally: wasResolvedExternally(claim),
      exchangeOrder: resolution?.order
        ? {
            platformAdminUrl: resolution.order.platformAdminUrl,
            orderNameFromPlatform: resolution.order.orderNo,
            lineItems: claim.lines.map(({ name, quantity }) => ({ name, quantity })),
          }
        : null,
      refund:
        resolution?.method === 'Refund'
          ? {
              amount: wire(resolvedAmount(resolution)),
              shippingFee: wire(resolution.shippingFee),
              handlingFee: wire(resolution.handlingFee),
              cover: wire(coverOf(resolution.cover)),
              isRefundPending: isOutcomePending(claim),
            }
          : null,
    },
    isMerchantFinalizationEnabled: settingsOf(store).shippingClaimsAdvanced.isMerchantFinalizationEnabled,
    canFinalize: mayDecide(store, context),
    mostRefundable: wire(mostRefundable(claim, order, claims)),
    coverAmount: wire(coverOf(coverLeft(at))),
    timeline: claim.timeline,
    emailConversation: await showConversation(store.store_id, claim, mails, deps),
    hasUnansweredMessage: hasUnansweredMessage(claim),
    lastMessageFromCustomerOn: claim.lastMessageFromCustomerOn ?? null,
  };
}
