import type { ActionType } from '#core/automations/actions.ts';
import type { Condition } from '#core/automations/condition.ts';
import type { Hook } from '#core/automations/hooks.ts';

/** A rule to begin with; it starts disabled. Amounts are in the store's currency. */
export type Template = {
  id: string;
  name: string;
  description: string;
  hook: Hook;
  type: ActionType;
  params: object;
  conditions: { all: readonly Condition[] };
};

const windows = (days: { refund: number | null; giftCard: number | null; exchange: number | null }, footnote = '') => ({
  kind: 'eligibilityDays',
  ...days,
  warrantyReview: null,
  ineligibleLineItemFootnote: footnote,
});

export const TEMPLATES: readonly Template[] = [
  {
    id: 'handling-fee',
    name: 'Handling fee',
    description: 'Deduct a handling fee of 5 from every return.',
    hook: 'beforeClaimSubmission',
    type: 'applyFee',
    params: { feeAmount: 5, feeType: 'fixed', feeDisplayName: 'Handling fee' },
    conditions: { all: [{ fact: 'claim/type', operator: 'in', value: ['Return'] }] },
  },
  {
    id: 'final-sale',
    name: 'Final sale',
    description: 'Items tagged “final sale” when they were bought can’t be returned.',
    hook: 'orderLookup',
    type: 'modifyResolutionWindow',
    params: windows({ refund: 0, giftCard: 0, exchange: 0 }, 'Final sale'),
    conditions: { all: [{ fact: 'product/tagsAtPurchase', operator: 'in', value: ['final sale'] }] },
  },
  {
    id: 'exchange-only',
    name: 'Exchange only for 30 days',
    description: 'Offer exchanges for 30 days, and neither refunds nor gift cards.',
    hook: 'orderLookup',
    type: 'modifyResolutionWindow',
    params: windows({ refund: 0, giftCard: 0, exchange: 30 }, 'Exchange only'),
    conditions: { all: [] },
  },
  {
    id: 'instant-exchange-us',
    name: 'Instant exchange in the US',
    description: 'Send exchanges ahead to shoppers in the US, who have 7 days to send their items back.',
    hook: 'afterReasonSelection',
    type: 'offerInstantExchange',
    params: { timeToReturnBeforeCharging: 7, isInstantExchangeRequired: false },
    conditions: { all: [{ fact: 'order/country', operator: 'in', value: ['US'] }] },
  },
  {
    id: 'exchange-shipping',
    name: 'Exchange shipping under 100',
    description: 'Charge 5 for sending exchanges of less than 100.',
    hook: 'beforeClaimSubmission',
    type: 'chargeForExchangeOrderShipping',
    params: { applyExchangeOrderShippingMarkup: { shouldModify: true, type: 'fixed', amount: 5 } },
    conditions: { all: [{ fact: 'claim/exchangeOrderTotal', operator: 'lessThan', value: 100 }] },
  },
  {
    id: 'no-exchanges-abroad',
    name: 'No exchanges outside the US',
    description: 'Outside the US, offer refunds and gift cards for 30 days, and no exchanges.',
    hook: 'orderLookup',
    type: 'modifyResolutionWindow',
    params: windows({ refund: 30, giftCard: 30, exchange: 0 }),
    conditions: { all: [{ fact: 'order/country', operator: 'notIn', value: ['US'] }] },
  },
  {
    id: 'finalize-in-transit',
    name: 'Finalize when the return is in transit',
    description: 'Finalize gift cards and exchanges as soon as the carrier has the return.',
    hook: 'returnShipmentWebhook',
    type: 'autoFinalizeClaim',
    params: { allowedResolutionMethods: ['giftCard', 'variantExchange'] },
    conditions: { all: [{ fact: 'returnShipment/status', operator: 'in', value: ['in_transit'] }] },
  },
  {
    id: 'label-fee',
    name: 'Label charge for changed minds',
    description: 'Charge 5 for the return label when the shopper no longer needs the item.',
    hook: 'beforeClaimSubmission',
    type: 'chargeForReturnLabel',
    params: { applyLabelMarkup: { shouldModify: true, type: 'fixed', amount: 5 } },
    conditions: { all: [{ fact: 'claim/reasonCategory', operator: 'in', value: ['No_Longer_Needed'] }] },
  },
  {
    id: 'keep-cheap-items',
    name: 'Keep items under 15',
    description: 'Send no label for items worth less than 15; staff decide whether the customer keeps them.',
    hook: 'claimCreated',
    type: 'allowCustomerToKeepItem',
    params: {},
    conditions: { all: [{ fact: 'claim/lineItemTotal', operator: 'lessThan', value: 15 }] },
  },
  {
    id: 'loyal-customers',
    name: '60 days for loyal customers',
    description: 'Give customers tagged “vip” 60 days for everything.',
    hook: 'orderLookup',
    type: 'modifyResolutionWindow',
    params: windows({ refund: 60, giftCard: 60, exchange: 60 }),
    conditions: { all: [{ fact: 'customer/tags', operator: 'in', value: ['vip'] }] },
  },
  {
    id: 'tag-high-risk',
    name: 'Tag high-risk claims',
    description: 'Tag claims of high risk, so that staff review them first.',
    hook: 'claimCreated',
    type: 'applyClaimTags',
    params: { claimTags: [{ name: 'High risk' }] },
    conditions: { all: [{ fact: 'claim/riskLevel', operator: 'in', value: ['High'] }] },
  },
  {
    id: 'checkout-rates',
    name: 'Flat rate, and free shipping over 100',
    description: 'Offer a flat rate at checkout, and free shipping from 100. Choose the rates when you edit the rule.',
    hook: 'orderCheckoutBegin',
    type: 'quoteOrderShipment',
    params: { storeShipRateIds: [], freeShippingOptInRateId: [] },
    conditions: { all: [] },
  },
];
