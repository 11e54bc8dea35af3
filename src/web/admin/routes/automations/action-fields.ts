import type { ActionType } from '#core/automations/actions.ts';
import { FINALIZABLE } from '#core/automations/actions/auto-finalize-claim.ts';
import { INVENTORY_BEHAVIORS } from '#core/automations/actions/customize-claim-finalization-settings.ts';
import { EDITS } from '#core/automations/actions/order-editing.ts';
import { methodName } from '#core/claims/method-names.ts';
import type { Params } from './rule-form.ts';
import type { Thing, ThingKind } from './store-things.ts';

/** How one parameter is asked for. */
export type ParamLook =
  | { kind: 'text'; maxLength: number; placeholder?: string }
  | { kind: 'longText'; maxLength: number }
  | { kind: 'switch' }
  | { kind: 'number'; suffix?: string; isReadOnly?: true }
  | { kind: 'choice'; options: readonly Thing[] }
  | { kind: 'choices'; options: readonly Thing[] }
  /** Ids of things of the store, one or several. */
  | { kind: 'thing'; of: ThingKind; none: string }
  | { kind: 'things'; of: ThingKind; none: string }
  /** Where the store keeps its goods, by its id at the platform; null is `otherwise`. */
  | { kind: 'place'; otherwise: string }
  /** `{ name }` each; of claims they come from the list of the store. */
  | { kind: 'tags'; isOfClaims: boolean }
  | { kind: 'texts' }
  /** A switch that replaces what the settings say with an amount (R4.06). */
  | { kind: 'change' };

export type ParamField = {
  name: string;
  label: string;
  help?: string;
  look: ParamLook;
  isShown?(params: Params): boolean;
  isDisabled?(params: Params, hook: string): boolean;
  /** Other parameters that change with it. */
  with?(value: unknown): Params;
};

const named = (names: Readonly<Record<string, string>>): Thing[] =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

const isOn =
  (name: string) =>
  (params: Params): boolean =>
    params[name] === true;
const isCancel = ({ editType }: Params): boolean => editType === 'CANCEL_ORDER';

const NO_GROUP = 'No Product Group Configured';
const NO_RATE = 'No Rates Configured';
const NO_FIELD = 'No custom fields yet.';
const NO_LOCATION = 'No return location yet.';

const label = (name: string, text: string): ParamField => ({
  name,
  label: text,
  look: { kind: 'text', maxLength: 128 },
});

/**
 * The small form of each action (R2.16). Parts that belong together have a form of their own instead; what changes
 * rates and estimates is set up beside the rates.
 */
export const ACTION_FIELDS: Readonly<Record<ActionType, readonly ParamField[] | 'own' | 'withRates'>> = {
  modifyResolutionWindow: 'own',
  applyFee: 'own',
  quoteOrderShipmentParcel: 'own',
  quoteOrderShipmentModify: 'withRates',
  themeAppExtensionLoad: 'own',
  quoteOrderShipmentDeliveryEstimate: 'withRates',
  allowClaimTypeSelection: [
    {
      name: 'claimTypeSelectionDetailText',
      label: 'Claim type detail text',
      help: 'Shoppers read it above the choice between a return and a warranty claim.',
      look: { kind: 'longText', maxLength: 500 },
    },
  ],
  orderEditing: [
    {
      name: 'editType',
      label: 'Edit type',
      look: { kind: 'choice', options: Object.entries(EDITS).map(([value, { name }]) => ({ value, label: name })) },
    },
    label('editStartLabel', 'Start label'),
    label('editConfirmLabel', 'Confirm label'),
    label('editSuccessLabel', 'Success label'),
    { name: 'shouldNotifyOnCancellation', label: 'Notify the customer', look: { kind: 'switch' }, isShown: isCancel },
    { name: 'shouldRestockOnCancellation', label: 'Restock the items', look: { kind: 'switch' }, isShown: isCancel },
  ],
  askAPolicyEnforcingQuestion: [
    {
      name: 'question',
      label: 'Question',
      help: 'If the shopper answers yes, the item can’t be returned.',
      look: { kind: 'longText', maxLength: 500 },
    },
    { name: 'yes', label: 'Yes answer', look: { kind: 'text', maxLength: 128 } },
    { name: 'no', label: 'No answer', look: { kind: 'text', maxLength: 128 } },
    {
      name: 'onYesMessage',
      label: 'Message after a yes',
      help: 'Tells the shopper why the item can’t be returned.',
      look: { kind: 'longText', maxLength: 500 },
    },
  ],
  collectCustomFields: [
    { name: 'customFieldIds', label: 'Custom fields', look: { kind: 'things', of: 'customFields', none: NO_FIELD } },
    {
      name: 'showDefaultCommentField',
      label: 'Ask for a comment',
      look: { kind: 'switch' },
      with: (isShown) => (isShown === true ? {} : { isDefaultCommentFieldRequired: false }),
    },
    {
      name: 'isDefaultCommentFieldRequired',
      label: 'Comment is required',
      look: { kind: 'switch' },
      isShown: isOn('showDefaultCommentField'),
    },
    {
      name: 'isMediaUploadRequired',
      label: 'Require photos or videos',
      look: { kind: 'switch' },
      // Switched off it forgets what was asked (R4.07).
      with: (isRequired) =>
        isRequired === true
          ? { minimumMediaUploadAmount: 1 }
          : { mediaUploadInstructions: '', minimumMediaUploadAmount: 0 },
    },
    {
      name: 'minimumMediaUploadAmount',
      label: 'At least',
      look: { kind: 'number', suffix: ' photos or videos' },
      isShown: isOn('isMediaUploadRequired'),
    },
    {
      name: 'mediaUploadInstructions',
      label: 'Upload instructions',
      look: { kind: 'longText', maxLength: 500 },
      isShown: isOn('isMediaUploadRequired'),
    },
  ],
  offerAdvancedExchange: [
    {
      name: 'storeProductGroupIds',
      label: 'Product groups',
      help: 'The products that shoppers can choose.',
      look: { kind: 'things', of: 'productGroups', none: NO_GROUP },
    },
    {
      name: 'exchangeKind',
      label: 'Shoppers choose',
      look: { kind: 'choice', options: named({ product: 'A product', variant: 'A variant' }) },
    },
    {
      name: 'advancedExchangeMethod',
      label: 'Price difference',
      look: {
        kind: 'choice',
        options: named({
          NO_PAYMENT_OR_REFUND: 'No payment or refund',
          PAYMENT: 'The shopper pays a difference',
          PAYMENT_AND_PARTIAL_REFUND: 'The shopper pays a difference or gets it back',
        }),
      },
    },
    {
      name: 'isNoAdjustmentVariantExchangeEnabled',
      label: 'Exchange variants of the same product at no charge',
      look: { kind: 'switch' },
    },
    {
      name: 'minInventoryAvailableToCustomer',
      label: 'Minimum stock',
      help: 'Shoppers see only what you have at least this many of. 0 counts as 1.',
      look: { kind: 'number' },
    },
    {
      name: 'isAdvancedExchangeFilterAndSearchEnabled',
      label: 'Let shoppers filter and search',
      look: { kind: 'switch' },
    },
    {
      name: 'excludedAdvancedExchangeOptionNames',
      label: 'Options left out of the filters',
      look: { kind: 'texts' },
      isShown: isOn('isAdvancedExchangeFilterAndSearchEnabled'),
    },
    {
      name: 'advancedExchangeSortCriteria',
      label: 'Sort products',
      look: { kind: 'choice', options: named({ ALPHABETICAL: 'Alphabetically', NEWEST_FIRST: 'Newest first' }) },
    },
  ],
  offerInstantExchange: [
    {
      name: 'timeToReturnBeforeCharging',
      label: 'Time to return before charging',
      help: 'Contact Makegood to increase it.',
      look: { kind: 'number', suffix: ' days', isReadOnly: true },
    },
    { name: 'isInstantExchangeRequired', label: 'Exchanges are always instant', look: { kind: 'switch' } },
  ],
  shopNow: [
    { name: 'shopNowHeadline', label: 'Headline', look: { kind: 'text', maxLength: 128 } },
    { name: 'shopNowDescription', label: 'Description', look: { kind: 'longText', maxLength: 500 } },
    {
      name: 'startShoppingUrl',
      label: 'Start Shopping URL',
      look: { kind: 'text', maxLength: 2000, placeholder: 'https://' },
    },
    { name: 'shopNowIncentive', label: 'Bonus for shopping now', look: { kind: 'change' } },
  ],
  modifyIncentives: [
    { name: 'giftCardIncentive', label: 'Bonus for gift cards and store credit', look: { kind: 'change' } },
    {
      name: 'shouldApplyVariantExchangeShipping',
      label: 'Charge exchange shipping for variant exchanges',
      help: 'Off: exchanges for another variant of the same product ship free.',
      look: { kind: 'switch' },
    },
  ],
  chargeForReturnLabel: [
    {
      name: 'applyLabelMarkup',
      label: 'Charge for the return label',
      help: 'A fixed amount, or a percentage of what the label costs.',
      look: { kind: 'change' },
    },
  ],
  chargeForExchangeOrderShipping: [
    { name: 'applyExchangeOrderShippingMarkup', label: 'Charge for exchange shipping', look: { kind: 'change' } },
  ],
  allowCustomerToKeepItem: [],
  returnShippingConfig: [
    {
      name: 'returnLocationId',
      label: 'Return location',
      look: { kind: 'thing', of: 'returnLocations', none: NO_LOCATION },
    },
    {
      name: 'returnMethods',
      label: 'Return methods',
      look: { kind: 'choices', options: named({ label: 'Prepaid label', packingSlip: 'Packing slip' }) },
    },
  ],
  applyClaimTags: [{ name: 'claimTags', label: 'Claim tags', look: { kind: 'tags', isOfClaims: true } }],
  applyOrderTags: [
    { name: 'orderTags', label: 'Order tags', look: { kind: 'tags', isOfClaims: false } },
    {
      name: 'orderTagAction',
      label: 'Tag the',
      help: 'The replacement order is the one that finalizing sends. Instant exchanges, and exchanges added to the original order in Shopify, keep their own tags.',
      look: {
        kind: 'choice',
        options: named({ 'Original Order': 'Original Order', 'Replacement Order': 'Replacement Order' }),
      },
      isDisabled: (_, hook) => hook === 'claimCreated',
    },
    { name: 'tagWithReason', label: 'Also tag with the reason', look: { kind: 'switch' } },
  ],
  autoFinalizeClaim: [
    {
      name: 'allowedResolutionMethods',
      label: 'Resolution methods',
      help: 'Every item of the claim must ask for one of these.',
      look: {
        kind: 'choices',
        options: FINALIZABLE.map((value) => ({ value, label: methodName(value) })),
      },
    },
  ],
  customizeClaimLineItemInspection: [
    { name: 'inspectionInstructions', label: 'Instructions', look: { kind: 'longText', maxLength: 2000 } },
    { name: 'shouldCollectInspectionGrade', label: 'Ask for a grade', look: { kind: 'switch' } },
    { name: 'showInspectionComment', label: 'Ask for a comment', look: { kind: 'switch' } },
    { name: 'showInspectionMediaUpload', label: 'Ask for photos and videos', look: { kind: 'switch' } },
    {
      name: 'inspectionCustomFieldIds',
      label: 'Custom fields',
      look: { kind: 'things', of: 'customFields', none: NO_FIELD },
    },
  ],
  customizeClaimFinalizationSettings: [
    { name: 'inventoryBehavior', label: 'Inventory', look: { kind: 'choice', options: named(INVENTORY_BEHAVIORS) } },
    { name: 'restockToShopify', label: 'Restock to Shopify', look: { kind: 'switch' } },
    { name: 'failOnOutOfStockScenarios', label: 'Stop when something is out of stock', look: { kind: 'switch' } },
    {
      name: 'failureToFinalizeNotificationEmails',
      label: 'Email these people when finalizing fails',
      look: { kind: 'texts' },
    },
  ],
  restockInventory: [
    // Xoro is a warehouse of its own that shops don't restock (R6.09).
    { name: 'restockPlatform', label: 'Restock in', look: { kind: 'choice', options: named({ SHOPIFY: 'Shopify' }) } },
    {
      name: 'shopifyRestockName',
      label: 'State',
      look: { kind: 'choice', options: named({ available: 'Available', damaged: 'Damaged', none: 'None' }) },
    },
    {
      name: 'restockLocationIdFromPlatform',
      label: 'Location',
      look: { kind: 'place', otherwise: 'Where the items were sent from' },
      isShown: ({ shopifyRestockName }) => shopifyRestockName !== 'none',
    },
  ],
  productRegistrationSelection: [
    {
      name: 'productRegistrationProductGroupId',
      label: 'Product group',
      help: 'The products that shoppers can register.',
      look: { kind: 'thing', of: 'productGroups', none: NO_GROUP },
    },
  ],
  quoteOrderShipment: [
    { name: 'storeShipRateIds', label: 'Rates', look: { kind: 'things', of: 'shipRates', none: NO_RATE } },
    {
      name: 'freeShippingOptInRateId',
      label: 'Free shipping rates',
      look: { kind: 'things', of: 'shipRates', none: NO_RATE },
    },
  ],
};

export const hasForm = (type: ActionType): boolean => ACTION_FIELDS[type] !== 'withRates';
