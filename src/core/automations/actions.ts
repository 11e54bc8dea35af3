import { allowClaimTypeSelection } from '#core/automations/actions/allow-claim-type-selection.ts';
import { allowCustomerToKeepItem } from '#core/automations/actions/allow-customer-to-keep-item.ts';
import { applyClaimTags } from '#core/automations/actions/apply-claim-tags.ts';
import { applyFee } from '#core/automations/actions/apply-fee.ts';
import { applyOrderTags } from '#core/automations/actions/apply-order-tags.ts';
import { askAPolicyEnforcingQuestion } from '#core/automations/actions/ask-a-policy-enforcing-question.ts';
import { autoFinalizeClaim } from '#core/automations/actions/auto-finalize-claim.ts';
import { chargeForExchangeOrderShipping } from '#core/automations/actions/charge-for-exchange-order-shipping.ts';
import { chargeForReturnLabel } from '#core/automations/actions/charge-for-return-label.ts';
import { collectCustomFields } from '#core/automations/actions/collect-custom-fields.ts';
import { customizeClaimFinalizationSettings } from '#core/automations/actions/customize-claim-finalization-settings.ts';
import { customizeClaimLineItemInspection } from '#core/automations/actions/customize-claim-line-item-inspection.ts';
import { modifyIncentives } from '#core/automations/actions/modify-incentives.ts';
import { modifyResolutionWindow } from '#core/automations/actions/modify-resolution-window.ts';
import { offerAdvancedExchange } from '#core/automations/actions/offer-advanced-exchange.ts';
import { offerInstantExchange } from '#core/automations/actions/offer-instant-exchange.ts';
import { orderEditing } from '#core/automations/actions/order-editing.ts';
import { productRegistrationSelection } from '#core/automations/actions/product-registration-selection.ts';
import { quoteOrderShipment } from '#core/automations/actions/quote-order-shipment.ts';
import { quoteOrderShipmentDeliveryEstimate } from '#core/automations/actions/quote-order-shipment-delivery-estimate.ts';
import { quoteOrderShipmentModify } from '#core/automations/actions/quote-order-shipment-modify.ts';
import { quoteOrderShipmentParcel } from '#core/automations/actions/quote-order-shipment-parcel.ts';
import { restockInventory } from '#core/automations/actions/restock-inventory.ts';
import { returnShippingConfig } from '#core/automations/actions/return-shipping-config.ts';
import { shopNow } from '#core/automations/actions/shop-now.ts';
import { themeAppExtensionLoad } from '#core/automations/actions/theme-app-extension-load.ts';

/** Everything a rule can do (R3.05). Another action is a file of its own and a line here. */
export const ACTIONS = {
  modifyResolutionWindow,
  allowClaimTypeSelection,
  orderEditing,
  askAPolicyEnforcingQuestion,
  collectCustomFields,
  offerAdvancedExchange,
  offerInstantExchange,
  shopNow,
  modifyIncentives,
  applyFee,
  chargeForReturnLabel,
  chargeForExchangeOrderShipping,
  allowCustomerToKeepItem,
  returnShippingConfig,
  applyClaimTags,
  applyOrderTags,
  autoFinalizeClaim,
  customizeClaimLineItemInspection,
  customizeClaimFinalizationSettings,
  restockInventory,
  productRegistrationSelection,
  quoteOrderShipment,
  quoteOrderShipmentParcel,
  quoteOrderShipmentModify,
  quoteOrderShipmentDeliveryEstimate,
  themeAppExtensionLoad,
} as const;

export type ActionType = keyof typeof ACTIONS;
export const isActionType = (type: string): type is ActionType => Object.hasOwn(ACTIONS, type);
export const ACTION_TYPES: readonly ActionType[] = Object.keys(ACTIONS).filter(isActionType);
