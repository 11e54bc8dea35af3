import { EffectState } from '#core/effects/state.ts';
import { z } from 'zod';
import { RemainderMethodEnum, ResolutionMethodEnum } from '#core/claims/method-names.ts';
import { ReasonCategory } from '#core/claims/reason-category.ts';
import { CancelReason, DenialDetail } from '#core/claims/decision-shapes.ts';
import { ResolutionMethod } from '#core/claims/claim.ts';
import { ClaimType } from '#core/claims/types.ts';
import { Address, FullAddress } from '#core/address.ts';
import { Instant } from '#core/instant.ts';
import { CurrencyCode } from '#core/money.ts';
import { ClaimShown, EffectShown, TaskShown } from '#contract/claim-shapes.ts';
import { LedgerShown, WantedChoice } from '#contract/money-shapes.ts';
import { EmailLanguages } from '#contract/merchant/emails.ts';
import { Changed, ClaimParams, LineParams, StoreParams, Version } from '#contract/merchant/params.ts';
import { REQUEST_ERRORS } from '#contract/request-errors.ts';
import { Amount, EnteredAmount, Nothing, route } from '#contract/route.ts';

const Note = z.string().max(2000);

/** C7.14. Revert is approving again as requested. */
export const LineChange = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('approved'),
    resolutionMethod: ResolutionMethod,
    /** Decimal; null leaves the requested amount. */
    amount: EnteredAmount.nullable().default(null),
    wasResolvedExternally: z.boolean().default(false),
    /** The store's refund that settled it, of `refundsByHand`; null for none of these. */
    externalRefundIdFromPlatform: z.string().max(100).nullable().default(null),
    replacementItems: z.array(WantedChoice).max(500).default([]),
    variantExchangeLineItem: WantedChoice.nullable().default(null),
    variantExchangeAmountResolutionMethodEnum: RemainderMethodEnum.nullable().default(null),
    /** Left out, the note stays as it is. */
    noteToCustomer: Note.optional(),
  }),
  z.object({ kind: z.literal('requested') }),
  z.object({ kind: z.literal('denied'), claimStatusDetailCode: DenialDetail, noteToCustomer: Note.optional() }),
  z.object({ kind: z.literal('canceled'), reason: CancelReason.default('No_Action_Taken') }),
  z.object({ kind: z.literal('reason'), id: z.string().max(100), detailId: z.string().max(200).default('') }),
  z.object({ kind: z.literal('note'), noteToCustomer: Note }),
]);
export type LineChange = z.input<typeof LineChange>;

export const changeLine = route({
  method: 'PUT',
  path: '/api/merchant/{storeId}/claim/{claimId}/line-item/{claimLineItemId}',
  access: 'staff',
  summary: 'Decide on a line, or change its reason or note (C4.10, C4.11, C7.14)',
  params: LineParams,
  body: z.object({ version: Version, change: LineChange }),
  /** `warnings`: texts for the staff member, such as an amount above the original value. */
  response: z.object({ claim: ClaimShown, warnings: z.array(z.string()) }),
  errors: {
    ...Changed,
    METHOD_NOT_ALLOWED: "The requested method doesn't allow this decision (C4.11)",
    LINE_LOCKED: 'Finalized lines, canceled lines and lines requested as "other" can\'t be changed',
    EXCHANGE_VARIANT_REQUIRED: 'An exchange needs exactly one variant',
    EXCHANGE_VARIANT_UNKNOWN: "The platform doesn't sell this variant",
    EXCHANGE_NOT_OFFERED: "Another product can't be priced in the order's currency",
    EXCHANGE_QUANTITY_TOO_LARGE: 'The quantity to send is higher than the quantity being returned',
    REPLACEMENT_ITEMS_REQUIRED: 'A replacement order needs at least one variant',
    EXCHANGE_ALREADY_SENT: 'The new items of the instant exchange were already ordered',
    AMOUNT_INVALID: "The amount isn't valid in this currency",
    REVERT_NOT_ALLOWED: 'Only a refund, store credit or gift card can be reverted',
    REASON_UNKNOWN: "The store doesn't have this reason",
    REASON_DETAIL_UNKNOWN: "The reason doesn't have this detail",
    REFUND_UNKNOWN: 'Not an unassigned refund of this order',
    UNITS_TAKEN: 'The units of the denied line are now part of another claim',
  },
});

/** C7.11. `deductedAmount` as it was shown; finalizing is refused when it would be another by now. */
const FinalizeItem = z.object({
  id: z.number().int(),
  quantity: z.number().int().positive(),
  noteToCustomer: Note.default(''),
  errors: z.array(z.string()).default([]),
  deductedAmount: Amount.nullable().default(null),
});
const Group = z.array(FinalizeItem).max(500).default([]);
const FinalizeGroups = z.object({
  refunds: Group,
  giftCards: Group,
  variantExchanges: Group,
  replacementOrders: Group,
  other: Group,
  repairs: Group,
  approvedWithExternalResolution: Group,
  denied: Group,
});
export type FinalizeGroups = z.input<typeof FinalizeGroups>;

/** An email as staff leave it (C5.03); its layout is the store's. */
const EditedEmail = z.object({
  subject: z.string().trim().min(1, 'Subject is required.').max(200),
  header: z.string().trim().min(1, 'Header is required.').max(200),
  body: z.string().trim().min(1, 'Body is required.').max(10_000),
});

/** Whether the items and sums of the claim stand below the text of the email. */
const ClaimSummary = z.boolean().default(true);

/** Why items can't be approved as requested. */
const NotApproved = {
  REVIEW_NEEDED: 'A warranty review or a request against the rules needs a decision first',
  METHOD_NOT_ALLOWED: "The order can't be given back by the requested method",
};

export const finalize = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/claim/{claimId}/finalize',
  access: 'money',
  summary:
    'Finalize decided lines and notify the customer; lines that are left out come back with their errors (C7.11)',
  params: ClaimParams,
  body: z.object({
    version: Version,
    noteToCustomer: Note.default(''),
    finalizationSource: z.enum(['Merchant_App']).default('Merchant_App'),
    /** Null tells the customer nothing. */
    notifyCustomerByEmail: EditedEmail.extend({
      emailType: z.enum(['finalized']).default('finalized'),
      claimSummary: ClaimSummary,
    }).nullable(),
    lineItems: FinalizeGroups,
    /** Gives away what the customer still owes. */
    waiveBalance: z.boolean().default(false),
    /** Approves every item without a decision as requested first. */
    approveRequested: z.boolean().default(false),
  }),
  response: z.object({
    claim: ClaimShown,
    /** The groups as they were sent, each item with the errors that left it out. */
    lineItems: z.object({
      refunds: z.array(FinalizeItem),
      giftCards: z.array(FinalizeItem),
      variantExchanges: z.array(FinalizeItem),
      replacementOrders: z.array(FinalizeItem),
      other: z.array(FinalizeItem),
      repairs: z.array(FinalizeItem),
      approvedWithExternalResolution: z.array(FinalizeItem),
      denied: z.array(FinalizeItem),
    }),
  }),
  errors: {
    ...Changed,
    ...NotApproved,
    CLAIM_ALREADY_FINALIZED: 'Every item in the claim is already finalized',
    LINE_UNRESOLVED: 'A line has no decision yet',
    NOTHING_CHOSEN: 'Every group is empty',
    LINE_LOCKED: 'A line is already finalized or canceled',
    GROUP_WRONG: "A line is in a group that doesn't match its decision",
    QUANTITY_WRONG: 'A line must be finalized with its full quantity',
    SUMS_CHANGED: 'The deductions have changed since they were shown',
  },
});

export const finalizePreview = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/claim/{claimId}/finalize-preview',
  access: 'staff',
  summary: 'Preview finalizing: the customer email, the groups and what will happen',
  params: ClaimParams,
  /** As `finalize` is then called: without what the customer still owes, dearer lines are left out. */
  query: z.object({
    waiveBalance: z.enum(['true', 'false']).default('false'),
    approveRequested: z.enum(['true', 'false']).default('false'),
  }),
  response: z.object({
    subject: z.string(),
    header: z.string(),
    body: z.string(),
    html: z.string(),
    effects: z.array(z.object({ kind: z.string(), summary: z.string() })),
    lineItems: FinalizeGroups.required(),
    ledger: LedgerShown,
    /** What of the customer's payments goes back the way it came. */
    paymentReturned: Amount,
    /** What of the customer's held payments is taken. */
    paymentTaken: Amount,
    /** What the customer has yet to pay for everything that is decided. */
    stillOwed: Amount,
    ...EmailLanguages.shape,
  }),
  errors: { ...Changed, ...NotApproved, LINE_UNRESOLVED: 'No line has a decision yet' },
});

type Errors = Readonly<Record<string, string>>;
type Change<Body, Refusals> = {
  method?: 'POST' | 'PUT';
  access?: 'staff' | 'money';
  summary: string;
  body: Body;
  errors: Refusals;
};

const AsShown = z.object({ version: Version });
const ShipmentParams = ClaimParams.extend({ shipmentId: z.coerce.number().int().positive() });

/** A change to a claim as it was shown; answers the claim as it is then. */
const claimChange = <Body extends z.ZodType, const Refusals extends Errors>(
  at: string,
  { method = 'POST', access = 'staff', summary, body, errors }: Change<Body, Refusals>,
) =>
  route({
    method,
    path: `/api/merchant/{storeId}/claim/{claimId}/${at}`,
    access,
    summary,
    params: ClaimParams,
    body,
    response: ClaimShown,
    errors: { ...Changed, ...errors },
  });

const shipmentChange = <const Refusals extends Errors>(at: string, change: Omit<Change<never, Refusals>, 'body'>) => ({
  ...claimChange(`shipment/{shipmentId}/${at}`, { ...change, body: AsShown }),
  params: ShipmentParams,
});

export const cancelClaim = claimChange('cancel', {
  summary: "Cancel every line that isn't finalized; permanent (C4.14)",
  body: AsShown,
  errors: { EXCHANGE_ALREADY_SENT: 'The new items of the instant exchange were already ordered' },
});
export const reopenClaim = claimChange('reopen', {
  summary: 'Restore the canceled lines of a warranty claim for review (C4.15)',
  body: AsShown,
  errors: {
    RESTORE_NOT_ALLOWED: 'Not a warranty claim with canceled lines',
    UNITS_TAKEN: 'The units are no longer available',
  },
});
export const receiveShipment = shipmentChange('received', {
  summary: 'Mark a shipment as received that no carrier reports on',
  errors: { SHIPMENT_UNKNOWN: 'Shipment not found, or canceled' },
});
export const cancelLabel = shipmentChange('cancel', {
  summary: 'Void an unused label; the customer no longer sees it',
  errors: {
    SHIPMENT_UNKNOWN: 'Shipment not found',
    NOT_A_LABEL: "A packing slip, or a label that wasn't bought",
    LABEL_ALREADY_CANCELED: 'The label was already voided',
    LABEL_USED: 'The carrier has already scanned the package',
  },
});
export const waiveReturn = claimChange('waive-return', {
  access: 'money',
  summary: 'Stop waiting for the return; the claim completes without it',
  body: AsShown,
  errors: { RETURN_NOT_AWAITED: 'Everything is back, or a return shipment is still expected' },
});
export const requestInfo = claimChange('request-info', {
  summary: 'Ask the customer a question (C7.11)',
  body: AsShown.extend({
    /** The question; the email's text by default. */
    message: z.string().trim().min(1).max(2000).optional(),
    /** Null tells the customer nothing; left out, the usual email goes out. */
    notifyCustomerByEmail: EditedEmail.nullable().optional(),
    claimSummary: ClaimSummary,
  }),
  errors: { MESSAGE_EMPTY: 'Neither a message nor an email has the question' },
});
export const requestPayment = claimChange('request-payment', {
  summary: 'Email the customer a link to pay what they still owe',
  body: AsShown.extend({
    /** Left out, the usual email goes out. */
    email: EditedEmail.optional(),
  }),
  errors: {
    PAYMENT_NOT_NEEDED: 'Nothing is owed',
    PAYMENT_NOT_OFFERED: "The store doesn't take payments",
    CLAIM_ALREADY_FINALIZED: 'Every item in the claim is already finalized',
    CLAIM_CANCELED: 'The claim was canceled',
    EMAIL_MISSING: 'The customer has no email address',
  },
});

const lineChange = <Body extends z.ZodType, const Refusals extends Errors>(
  at: string,
  change: Change<Body, Refusals>,
) => ({
  ...claimChange(`line-item/{claimLineItemId}/${at}`, change),
  params: LineParams,
});

/** What may be wrong with a step of a repair. */
const RepairErrors = {
  LINE_UNKNOWN: "The item isn't part of the claim",
  REPAIR_STATE: "The repair isn't that far, or further already",
};
export const quoteRepair = lineChange('repair-quote', {
  summary: 'Say what a repair costs; the customer is asked to agree and pay, or it is free',
  body: AsShown.extend({
    /** Decimal; 0 for a free repair, which nobody is asked about. */
    amount: EnteredAmount,
    noteToCustomer: Note.default(''),
  }),
  errors: {
    ...RepairErrors,
    METHOD_NOT_ALLOWED: "The item can't be approved as a repair",
    LINE_LOCKED: "A finalized or canceled item can't be changed",
    CLAIM_ALREADY_FINALIZED: 'Every item in the claim is already finalized',
    CLAIM_CANCELED: 'The claim was canceled',
    AMOUNT_INVALID: "The amount isn't valid in this currency",
    QUOTE_TOO_SMALL: 'Too little for a card payment',
    PAYMENT_NOT_OFFERED: "The store doesn't take payments",
  },
});
export const workOnRepair = lineChange('repair', {
  summary: 'Note that a repair has begun, or is done; the customer gets an email',
  body: AsShown.extend({ state: z.enum(['inRepair', 'done']) }),
  errors: { ...RepairErrors, GOODS_NOT_BACK: "The item's package hasn't arrived" },
});
export const sendBack = claimChange('sent-back', {
  access: 'money',
  summary:
    'Note that repaired or declined items were sent back without a label from here; a claim that nothing else is open of ends',
  body: AsShown.extend({
    carrier: z.string().trim().max(100).default(''),
    trackingCode: z.string().trim().max(100).default(''),
  }),
  errors: { NOTHING_TO_SEND_BACK: 'No item is repaired, or was declined, and still here' },
});

export const answeredElsewhere = claimChange('answered-elsewhere', {
  summary: 'Record an answer the customer gave outside the portal; the claim stops waiting for it',
  body: AsShown.extend({ answer: z.string().trim().min(1, 'Must not be empty.').max(2000) }),
  errors: { NOTHING_ASKED: 'There is no open question' },
});
export const changeFees = claimChange('fees', {
  method: 'PUT',
  summary: 'Set the fees of a claim (C5.05)',
  body: AsShown.extend({
    feeApplied: EnteredAmount.optional(),
    returnShippingAmountApplied: EnteredAmount.optional(),
    exchangeOrderShippingAmountApplied: EnteredAmount.optional(),
  }),
  errors: {
    FEES_MISSING: 'No amount is given',
    FEE_ALREADY_TAKEN: 'A finalized line already used the amount',
    WITHDRAWAL_WITHOUT_FEES: 'The law allows no fees on a withdrawal',
  },
});
export const changeCustomerInfo = claimChange('customer-info', {
  method: 'PUT',
  summary: "Change the customer's email and address for this claim (C7.13)",
  body: AsShown.extend({
    /** The claim's own: another one is refused. */
    id: z.number().int().optional(),
    customerEmail: z.email('Must be a valid email.').max(255),
    shippingAddress: FullAddress,
  }),
  errors: { CLAIM_MISSTATED: 'The ID belongs to another claim' },
});
export const addToTimeline = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/claim/{claimId}/timeline',
  access: 'staff',
  summary: 'Add an internal comment to the timeline (C7.13)',
  params: ClaimParams,
  body: z.strictObject({
    /** The caller's own for it: the same again adds nothing, another comment is refused. */
    id: z.string().min(1).max(100).optional(),
    type: z.literal('comment').default('comment'),
    message: z.string().trim().min(1).max(2000),
    /** The heading; the author is shown next to it in any case. The author's name by default. */
    subject: z.string().trim().min(1).max(200).optional(),
    /** The caller's clock; the entry has the time it came. */
    datetime: Instant.optional(),
  }),
  response: ClaimShown,
  errors: { ...Changed, COMMENT_ID_USED: 'The ID was used for another comment' },
});
export const getLedger = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/claim/{claimId}/ledger',
  access: 'staff',
  summary: 'Get the checkout balance of a claim (C3.28)',
  params: ClaimParams,
  response: LedgerShown,
  errors: { CLAIM_NOT_FOUND: 'Claim not found' },
});
export const refundCustomerPayment = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/customer-payment/{customerPaymentId}/refund',
  access: 'money',
  summary: 'Refund a captured payment (C4.16, C7.16)',
  params: StoreParams.extend({ customerPaymentId: z.coerce.number().int().positive() }),
  body: z.object({
    /** What of it is left to refund, as shown, so that no other amount goes back. */
    amount: Amount,
  }),
  response: ClaimShown,
  errors: {
    PAYMENT_UNKNOWN: 'Payment not found',
    PAYMENT_NOT_CAPTURED: 'Only a captured payment can be refunded',
    SUMS_CHANGED: 'Another amount is left than was shown',
  },
});

/** Files of one line. */
export const LINE_MEDIA_MOST = 10;

const NewClaimItem = z.strictObject({
  lineIdFromPlatform: z.string().min(1).max(100),
  quantity: z.number().int().min(1).max(9999),
  /**
   * What was paid for one unit of the order line, and its tax, as the order shows them. Amounts are calculated from the
   * order, and different values are refused.
   */
  unitPrice: Amount.optional(),
  unitTax: Amount.optional(),
  reasonId: z.string().max(100),
  /** The reason's own: another one is refused. */
  reasonCategoryCode: ReasonCategory.optional(),
  reasonDetailId: z.string().max(200).default(''),
  requestedResolutionMethodEnum: ResolutionMethodEnum,
  /** As many of it are sent as come back. */
  variantExchangeLineItem: WantedChoice.omit({ quantity: true }).nullable().default(null),
  comments: Note.default(''),
  /** Files, as `signedUrl` named them. */
  mediaIds: z.array(z.string().max(100)).max(LINE_MEDIA_MOST).default([]),
});

const NewClaimErrors = {
  ORDER_NOT_FOUND: 'Order not found',
  LINE_UNKNOWN: "The order doesn't have this item",
  QUANTITY_TOO_LARGE: "More than what's left of the order",
  METHOD_NOT_ELIGIBLE: "The item has nothing left to refund, or can't be claimed this way or at all",
  EXCHANGE_VARIANT_REQUIRED: 'An exchange needs a variant',
  EXCHANGE_VARIANT_UNKNOWN: "The platform doesn't sell this variant",
  EXCHANGE_NOT_OFFERED: "Another product can't be priced in the order's currency",
  OUT_OF_STOCK: 'Not enough of the variant in stock',
  SHIPPING_METHOD_UNKNOWN: "The store doesn't accept returns this way",
  RETURN_ADDRESS_MISSING: 'The store has no return location for a label',
  SHIPPING_ADDRESS_MISSING: 'The customer has no address for a label',
  REASON_UNKNOWN: "The store doesn't have this reason",
  REASON_DETAIL_UNKNOWN: "The reason doesn't have this detail",
};

export const quoteClaim = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/claim/quote',
  access: 'staff',
  summary: 'Quote a claim before staff create it: the balance it would have (C3.28)',
  params: StoreParams,
  body: z.strictObject({
    claimType: ClaimType,
    originalStoreOrderId: z.number().int().positive(),
    /** As far as it is typed; null, the order's. */
    shippingAddress: Address.nullable().default(null),
    shippingMethod: z.enum(['label', 'packingSlip', 'none']).default('none'),
    /** As making it takes them. */
    feeApplied: EnteredAmount.optional(),
    returnShippingAmountApplied: EnteredAmount.optional(),
    exchangeOrderShippingAmountApplied: EnteredAmount.optional(),
    claimLineItems: z
      .array(
        NewClaimItem.pick({
          lineIdFromPlatform: true,
          quantity: true,
          reasonDetailId: true,
          requestedResolutionMethodEnum: true,
          variantExchangeLineItem: true,
        }).extend({
          /** Empty while none is chosen: automations are then asked about the first one of the item. */
          reasonId: NewClaimItem.shape.reasonId.default(''),
        }),
      )
      .min(1, 'Must select at least one line item.')
      .max(100),
  }),
  response: z.object({
    ledger: LedgerShown,
    /** By order line: what goods wanted cost over what comes back, as far as the store counts it. */
    claimLineItems: z.array(z.object({ lineIdFromPlatform: z.string(), exchangeDeltaAmount: Amount })),
  }),
  errors: NewClaimErrors,
});

/** C7.09: staff make a claim. Windows do not bind staff; units and money do. */

export const createClaim = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/claim',
  access: 'staff',
  summary: 'Create a return or warranty claim for a customer (C5.11, C7.09)',
  params: StoreParams,
  /** Fields that a claim doesn't store are refused, so that no one believes they were saved. */
  body: z.strictObject({
    source: z.enum(['Merchant_App']).default('Merchant_App'),
    claimType: ClaimType,
    originalStoreOrderId: z.number().int().positive(),
    customerEmail: z.email('Must be a valid email.').max(255),
    customerName: z.string().trim().min(1, 'Must not be empty.').max(200),
    /** Null, the order's. */
    shippingAddress: FullAddress.nullable().default(null),
    /** Left out, the order's. */
    billingAddress: FullAddress.nullable().default(null),
    /** Staff take no payment; the customer is asked for it once the claim exists. */
    customerPayment: z.null("Must be null: staff don't take payments.").optional(),
    shippingMethod: z.enum(['label', 'packingSlip', 'none']).default('none'),
    /** Left out, a return carries what the settings say, and a warranty claim nothing. */
    feeApplied: EnteredAmount.optional(),
    returnShippingAmountApplied: EnteredAmount.optional(),
    exchangeOrderShippingAmountApplied: EnteredAmount.optional(),
    /** Left out, what the settings call the fee. */
    feeName: z.string().trim().max(128).optional(),
    /** The same again makes no second claim. */
    requestKey: z.uuid().optional(),
    claimLineItems: z.array(NewClaimItem).min(1, 'Must select at least one line item.').max(100),
  }),
  response: z.object({ id: z.number().int(), externalId: z.string() }),
  errors: {
    ...NewClaimErrors,
    LINE_MISSTATED: "A unit price, unit tax or reason category doesn't match; `fields` names it and its value",
    UPLOAD_UNKNOWN: "A file isn't on this order, is incomplete, or was already used",
    ...REQUEST_ERRORS,
    ORDER_BUSY: 'Other claims on the order kept coming first',
  },
});

const EffectRow = EffectShown.extend({
  claimId: z.number().int().nullable(),
  claimExternalId: z.string().nullable(),
  orderNo: z.string().nullable(),
  createdOn: z.string(),
});
export const listEffects = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/effects',
  access: 'staff',
  summary: 'List everything the store asked its partners to do, by state, newest first',
  params: StoreParams,
  query: z.object({
    state: z.enum(['open', ...EffectState.options]).default('open'),
    before: z.coerce.number().int().positive().optional(),
    take: z.coerce.number().int().min(1).max(100).default(50),
  }),
  response: z.object({
    data: z.array(EffectRow),
    counts: z.object({ waiting: z.number().int(), running: z.number().int(), failed: z.number().int() }),
    nextBefore: z.number().int().nullable(),
  }),
});
const EffectParams = StoreParams.extend({ effectId: z.coerce.number().int().positive() });
const EffectErrors = { EFFECT_NOT_FOUND: 'Effect not found', EFFECT_DONE: 'It is already done' };
export const retryEffect = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/effect/{effectId}/retry',
  access: 'money',
  summary: 'Retry a failed or waiting effect now, or once its partner can tell what became of a lost answer',
  params: EffectParams,
  response: Nothing,
  errors: EffectErrors,
});
export const settleEffect = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/effect/{effectId}/done-elsewhere',
  access: 'money',
  summary: 'Mark a failed or waiting effect as resolved externally, with a reason',
  params: EffectParams,
  body: z.object({
    reason: z.string().trim().min(1, 'Must not be empty.').max(500),
    /** The store's refund that was made in its place, of `refundsByHand`; null for none of these. */
    refundIdFromPlatform: z.string().max(100).nullable().default(null),
  }),
  response: Nothing,
  errors: {
    ...EffectErrors,
    EFFECT_RUNNING: 'It is running right now',
    REFUND_UNKNOWN: 'Not an unassigned refund of this order',
  },
});

/** Unassigned refunds that staff made at the store platform, newest first. */
export const RefundsByHand = z.object({
  currencyCode: CurrencyCode,
  data: z.array(
    z.object({
      idFromPlatform: z.string(),
      createdOn: z.string(),
      amount: Amount,
      note: z.string(),
      lines: z.array(z.object({ name: z.string(), quantity: z.number().int() })),
    }),
  ),
});

export const refundsByHand = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/claim/{claimId}/refunds-by-hand',
  access: 'staff',
  summary: 'List unassigned refunds that staff made at the store platform, newest first',
  params: ClaimParams,
  response: RefundsByHand,
  errors: Changed,
});

const ValueErrors = {
  ...EffectErrors,
  VALUE_NOT_OFFERED: "It doesn't send items, or its items can still get another decision",
  PAYMENT_GIVEN_BACK: 'A payment for the items was already refunded',
  UNITS_GONE: 'The store itself refunded the units they were for',
  MONEY_GONE: 'Their payment was already refunded',
};
export const valueInstead = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/effect/{effectId}/value-instead',
  access: 'staff',
  summary: "Quote the value to issue instead of items that couldn't be sent",
  params: EffectParams,
  response: z.object({
    /** Of the claim, as it is shown. */
    version: Version,
    currencyCode: CurrencyCode,
    goods: z.array(z.object({ title: z.string(), quantity: z.number().int() })),
    /** Goes out in one of these ways, the usual one first. */
    issued: Amount,
    resolutionMethodEnums: z.array(RemainderMethodEnum),
    /** Of what the customer paid for the goods, what goes back the way it came. */
    ofPayment: Amount,
    email: EditedEmail.extend(EmailLanguages.shape),
  }),
  errors: ValueErrors,
});
export const giveValueInstead = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/effect/{effectId}/value-instead',
  access: 'money',
  summary: "Issue the value of items that couldn't be sent; they are not tried again",
  params: EffectParams,
  body: z.object({
    resolutionMethodEnum: RemainderMethodEnum,
    /** The amounts shown, so that no other amount is paid out. */
    issued: Amount,
    ofPayment: Amount,
    /** The claim version these were shown for; later changes are reported. */
    version: Version.optional(),
    /** Null tells the customer nothing. */
    notifyCustomerByEmail: EditedEmail.nullable(),
  }),
  response: Nothing,
  errors: {
    ...ValueErrors,
    GOODS_SENT: 'The platform has the order after all',
    METHOD_NOT_ALLOWED: "A gift return can't be refunded",
    SUMS_CHANGED: 'The amounts have changed since they were shown',
  },
});

export const listTasks = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/tasks',
  access: 'staff',
  summary: 'List open tasks, oldest first',
  params: StoreParams,
  response: z.object({ data: z.array(TaskShown) }),
});
export const finishTask = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/task/{taskId}/done',
  access: 'staff',
  summary: 'Mark a task as done',
  params: StoreParams.extend({ taskId: z.coerce.number().int().positive() }),
  body: z.object({ note: z.string().trim().max(500).default('') }),
  response: Nothing,
  errors: { TASK_NOT_FOUND: 'Task not found, or already done' },
});
