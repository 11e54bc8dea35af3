import { expect, test } from 'vitest';
import type { Words } from '#core/automations/action.ts';
import { ACTION_TYPES, ACTIONS, type ActionType } from '#core/automations/actions.ts';
import { NO_CHANGE } from '#core/automations/amounts.ts';
import { formatMoney } from '#core/money.ts';

const words: Words = {
  money: (amount) => formatMoney({ amount: Math.round(amount * 100), currencyCode: 'USD' }),
  productGroup: (id) => `group ${id}`,
  returnLocation: (id) => `return location ${id}`,
  fulfillmentLocation: (id) => `warehouse ${id}`,
  customField: (id) => `field ${id}`,
  shipRate: (id) => `rate ${id}`,
};

const percent = { shouldModify: true, type: 'percent', amount: 0.125 };
const fixed = { shouldModify: true, type: 'fixed', amount: 5 };

/** Of each action some parameters beside those it begins with, and the summary of both together (R2.10). */
const SUMMARIES: Readonly<Record<ActionType, readonly (readonly [params: object, summary: readonly string[]])[]>> = {
  modifyResolutionWindow: [
    [
      { refund: 0, giftCard: 1, exchange: 30, warrantyReview: 999_999, ineligibleLineItemFootnote: 'Final sale' },
      ['Refund: not offered', 'Gift card: 1 day', 'Exchange: 30 days', 'Warranty: lifetime', 'Footnote: Final sale'],
    ],
    [
      { kind: 'returnableUntil', refund: '2026-12-31', exchange: '' },
      ['Refund: until 2026-12-31', 'Exchange: not offered'],
    ],
  ],
  allowClaimTypeSelection: [[{ claimTypeSelectionDetailText: 'Choose one' }, ['Choose one']]],
  orderEditing: [
    [{}, ['Cancel order', 'Notifies the customer', 'Restocks the items']],
    [{ editType: 'UPDATE_SHIPPING_ADDRESS' }, ['Update shipping address']],
  ],
  askAPolicyEnforcingQuestion: [
    [{ question: 'Worn?', onYesMessage: 'Worn items stay.' }, ['Worn?', 'On yes: Worn items stay.']],
  ],
  collectCustomFields: [
    [
      { customFieldIds: [1, 2], isMediaUploadRequired: true, minimumMediaUploadAmount: 2 },
      ['Field: field 1', 'Field: field 2', 'Comment', 'At least 2 photos or videos'],
    ],
    [{ isDefaultCommentFieldRequired: true }, ['Comment required']],
  ],
  offerAdvancedExchange: [
    [
      { storeProductGroupIds: [1, 2], advancedExchangeMethod: 'PAYMENT', minInventoryAvailableToCustomer: 3 },
      ['group 1, group 2', 'The shopper pays a difference', 'At least 3 in stock'],
    ],
  ],
  offerInstantExchange: [
    [{ isInstantExchangeRequired: true }, ['7 days to send the items back', 'Exchanges are always instant']],
  ],
  shopNow: [
    [
      {
        shopNowHeadline: 'Shop now',
        shopNowDescription: 'And save',
        startShoppingUrl: 'https://shop.example/new',
        shopNowIncentive: fixed,
      },
      ['Shop now', 'https://shop.example/new', 'Bonus: $5.00'],
    ],
  ],
  modifyIncentives: [
    [{ giftCardIncentive: percent }, ['Bonus: 12.5%', 'Exchanges for a variant ship free']],
    [
      { giftCardIncentive: NO_CHANGE, shouldApplyVariantExchangeShipping: true },
      ['Bonus: store default', 'Exchanges for a variant pay exchange shipping'],
    ],
  ],
  applyFee: [
    [{ feeAmount: 5, feeDisplayName: 'Handling' }, ['Handling: $5.00']],
    [{ feeAmount: 0.1, feeType: 'percent', feeDisplayName: 'Restocking' }, ['Restocking: 10%']],
    [{ feeAmount: 0 }, ['Waives the fee']],
  ],
  chargeForReturnLabel: [
    [{ applyLabelMarkup: percent }, ['Return label: 12.5%']],
    [{}, ['Return label: store default']],
  ],
  // R2.17.
  chargeForExchangeOrderShipping: [
    [{ applyExchangeOrderShippingMarkup: fixed }, ['Exchange shipping: $5.00']],
    [{ applyExchangeOrderShippingMarkup: percent }, ['Exchange shipping: 12.5%']],
  ],
  // R2.19.
  allowCustomerToKeepItem: [[{}, ['Manual review. No label or packing slip is sent automatically.']]],
  // R2.22.
  returnShippingConfig: [
    [
      { returnLocationId: 4, returnMethods: ['label', 'packingSlip'] },
      ['return location 4', 'Prepaid label, Packing slip'],
    ],
  ],
  applyClaimTags: [[{ claimTags: [{ name: 'vip' }, { name: 'late' }] }, ['vip, late']]],
  applyOrderTags: [
    [
      { orderTags: [{ name: 'returned' }], orderTagAction: 'Replacement Order', tagWithReason: true },
      ['returned', 'Replacement Order', 'Also tags with the reason'],
    ],
  ],
  autoFinalizeClaim: [[{ allowedResolutionMethods: ['giftCard', 'refund'] }, ['Gift Card, Refund']]],
  // R2.21.
  customizeClaimLineItemInspection: [
    [
      { inspectionInstructions: 'Look inside', shouldCollectInspectionGrade: true, inspectionCustomFieldIds: [1] },
      ['Instructions: Look inside', 'Grade', 'Comment', 'Photos and videos', 'Field: field 1'],
    ],
  ],
  customizeClaimFinalizationSettings: [
    [
      { inventoryBehavior: 'bypass', restockToShopify: true, failureToFinalizeNotificationEmails: ['a@b.example'] },
      ['Do Not Decrement Inventory', 'Restocks at Shopify', 'Fails when out of stock', 'Failures go to a@b.example'],
    ],
  ],
  restockInventory: [
    [{}, ['Shopify: available', 'Where the items were sent from']],
    [
      { shopifyRestockName: 'damaged', restockLocationIdFromPlatform: 'gid://9' },
      ['Shopify: damaged', 'warehouse gid://9'],
    ],
    [{ shopifyRestockName: 'none' }, ['Shopify: none']],
    [{ restockPlatform: 'XORO' }, ['Restocks in Xoro']],
  ],
  // R2.18.
  productRegistrationSelection: [[{ productRegistrationProductGroupId: 3 }, ['group 3']]],
  // R2.20.
  quoteOrderShipment: [
    [{ storeShipRateIds: [1, 2], freeShippingOptInRateId: [2] }, ['rate 1', 'rate 2', 'Free shipping: rate 2']],
    [{}, ['No shipping rates assigned.']],
  ],
  // R2.25.
  quoteOrderShipmentParcel: [
    [{ parcel: { name: 'Box', length: 12.25, width: 10, height: 2 } }, ['Box: 12.25 × 10 × 2 in']],
  ],
  // R2.23.
  quoteOrderShipmentModify: [
    [
      {
        checkoutRateModifications: [
          { kind: 'ADD_OR_REMOVE_RATES', action: 'REPLACE', addOrRemoveStoreShipRateIds: [1, 2] },
          { kind: 'APPLY_FIXED_FEE', amount: 5, applyPerItem: true, fixedFeeStoreShipRateIds: [1] },
          { kind: 'APPLY_PERCENTAGE_FEE', percentage: 0.05, percentageFeeStoreShipRateIds: [] },
          {
            kind: 'APPLY_SHIPPING_DISCOUNT',
            discountType: 'percentage',
            discountAmount: 0.5,
            discountMessage: 'Half off',
            discountStoreShipRateIds: [2],
            isCheckboxApplicationEnabled: true,
          },
          {
            kind: 'APPLY_SHIPPING_DISCOUNT',
            discountType: 'removePlusPricing',
            discountAmount: 0,
            discountMessage: '',
            discountStoreShipRateIds: [],
            isCheckboxApplicationEnabled: false,
          },
        ],
      },
      [
        'Replaces all rates with: rate 1, rate 2',
        'Adds $5.00 per item: rate 1',
        'Adds 5%: all rates',
        'Takes off 50% by a checkbox (Half off): rate 2',
        'Removes Plus pricing: all rates',
      ],
    ],
  ],
  // R2.26.
  quoteOrderShipmentDeliveryEstimate: [
    [{}, ['3 to 7 business days, in place of the rate description: all rates']],
    [
      {
        deliveryEstimateConfigs: [
          {
            strategy: 'CARRIER_PROVIDED',
            carrierEstimatedFulfillmentDays: 2,
            estimatedDeliveryShippingCutOffTime: 0,
            estimatedDeliveryFulfillmentTz: 'Europe/Berlin',
            estimatedDeliveryHolidays: [],
            estimatedDeliveryDisplayLocation: 'EXTENSION',
            estimatedTargetStoreShipRateIds: [1],
          },
        ],
      },
      ['Carrier’s estimate after 2 business days, in the checkout extension, which needs a Shopify Plus plan: rate 1'],
    ],
  ],
  // R2.24.
  themeAppExtensionLoad: [[{}, ['3 to 7 business days']]],
};

test.each(ACTION_TYPES)('the summary of %s says what the rule does', (type) => {
  for (const [params, summary] of SUMMARIES[type]) {
    const { data, problems } = ACTIONS[type].read({ ...Object(ACTIONS[type].initial), ...params });
    expect(problems).toEqual([]);
    expect(ACTIONS[type].summary(data, words)).toEqual(summary);
  }
});
