import { atCreation } from '#core/automations/at-creation.ts';
import { ruledBefore } from '#core/automations/ruled.ts';
import { answersTo, valuesById } from '#core/claims/field-answers.ts';
import type { ClaimSelection, CreateClaimInput } from '#core/claims/new-claim.ts';
import { paymentNeeded } from '#core/claims/claim-money.ts';
import { usableOf } from '#core/claims/paid.ts';
import type { Claim, ClaimLine, ResolutionMethod } from '#core/claims/claim.ts';
import { staffRefusal } from '#core/claims/eligibility.ts';
import type { RemainderMethod, WantedItem } from '#core/claims/goods-shapes.ts';
import type { Decision } from '#core/claims/decision.ts';
import { checkPhone, checkSelections, checkShipping, shopperAddress, type Part } from '#core/claims/create-checks.ts';
import { checkAnswers } from '#core/claims/check-answers.ts';
import { creationEffects } from '#core/claims/creation-effects.ts';
import { exchangeDelta } from '#core/claims/exchange.ts';
import { checkShopNow, orderGoods, stockOf } from '#core/claims/goods.ts';
import { CLAIM_TYPES } from '#core/claims/types.ts';
import { askCapture, capturedByOthers } from '#core/claims/payments.ts';
import { statedText, withDelivery, withStatement } from '#core/claims/withdrawal.ts';
import { decidedFromTheStart } from '#core/claims/active.ts';
import { remainderWithin, withheldBy } from '#core/claims/store-credit.ts';
import { quoteClaim, type QuoteLine } from '#core/claims/sums.ts';
import { shopperName, signed, withEntry } from '#core/claims/timeline.ts';
import { decimalFromMinor, formatMoney, type Minor } from '#core/money.ts';
import { buyerEmail, buyerName, type Order } from '#core/orders/order.ts';
import { Refusal } from '#core/refusal.ts';
import type { Policy } from '#core/policy/policy.ts';
import { keptLanguage } from '#core/texts/languages.ts';

/**
 * A new claim with the effects it wants (email, label or packing slip, order tags, kept stock, the
 * payment taken; in an instant exchange the goods sent at once). A selection whose units came in several
 * fulfillments becomes several claim lines, numbered from 1.
 * Refuses CLAIM_EMPTY, LINE_UNKNOWN, QUANTITY_INVALID, QUANTITY_TOO_LARGE, METHOD_NOT_ELIGIBLE,
 * REASON_UNKNOWN, REASON_DETAIL_UNKNOWN, COMMENT_TOO_LONG, EXCHANGE_VARIANT_REQUIRED,
 * EXCHANGE_VARIANT_UNKNOWN, EXCHANGE_NOT_OFFERED, OUT_OF_STOCK, SHIPPING_METHOD_UNKNOWN,
 * RETURN_ADDRESS_MISSING, SHIPPING_ADDRESS_MISSING, PHONE_REQUIRED, INSTANT_EXCHANGE_NOT_OFFERED and those of `checkAnswers` and
 * `checkPayment`.
 */
export function createClaim(input: CreateClaimInput): Decision {
  const draft = draftClaim(input);
  checkAnswers(input);
  checkPhone(input);
  if (input.policy.asker !== 'staff' && !input.askedAgainst) checkPayment(draft, input);
  const { claim: drafted, returnAddress, ...moment } = atCreation(draft, input.policy, input.around);
  const requested = withEntry(
    { ...drafted, payments: input.payment && paymentNeeded(drafted).held > 0 ? [input.payment] : [] },
    { type: 'processing', ...requestedText(input, drafted) },
    input.now,
  );
  const goods = orderGoods(requested, input);
  const paid = payForGoods(goods.claim, input);
  return {
    claim: signed(drafted, paid.claim, { by: input.madeBy ?? makerOf(drafted) }),
    effects: [
      ...creationEffects(paid.claim, returnAddress ? { ...input, returnAddress, ruledAddress: returnAddress } : input),
      ...goods.effects,
      ...paid.effects,
      ...moment.effects,
    ],
    ruled: [...input.policy.decisions.map(ruledBefore), ...moment.ruled],
  };
}

/** The claim as it would be, for its sums before it is submitted; nothing is paid, kept or sent yet. */
export function draftClaim(input: CreateClaimInput): Claim {
  const { policy } = input;
  if (policy.asker !== 'staff' && input.isInstantExchange === true && !policy.isInstantExchangeEnabled)
    throw new Refusal('notAllowed', 'INSTANT_EXCHANGE_NOT_OFFERED', "This store doesn't offer instant exchanges.");
  const stock = stockOf(input);
  const parts = checkSelections(input, stock);
  checkShipping(input);
  const quote = quoteClaim(
    input.order,
    policy.terms,
    parts.map((part) => ({ ...part.selection, method: methodAsked(part, input), quantity: part.units.quantity })),
    input.priorClaims,
  );
  const lines = parts.map((part, index) => claimLine(part, index + 1, quote.lines[index], input));
  const shopNowItems = checkShopNow(input, stock);
  return input.withdrawal
    ? withStatement(claimOf(input, withDelivery(lines, input), shopNowItems), input, input.withdrawal)
    : claimOf(input, lines, shopNowItems);
}

/** Refuses PAYMENT_NOT_OFFERED, PAYMENT_REQUIRED and PAYMENT_TOO_SMALL. */
function checkPayment(claim: Claim, { policy, payment }: CreateClaimInput): void {
  const { held } = paymentNeeded(claim);
  if (held === 0) return;
  const text = formatMoney({ amount: held, currencyCode: claim.currencyCode });
  const amount = { amount: Number(decimalFromMinor(held, claim.currencyCode)), currencyCode: claim.currencyCode };
  if (policy.paymentProvider === 'none') {
    throw new Refusal(
      'notAllowed',
      'PAYMENT_NOT_OFFERED',
      `This costs ${text} more, and the store can't take payments here. Please choose something else.`,
    );
  }
  if (!payment) {
    const kind = claim.instantExchange ? 'hold' : 'payment';
    throw new Refusal('notAllowed', 'PAYMENT_REQUIRED', needed(claim, text)).naming({ kind, amount });
  }
  if (usableOf(payment) < held || payment.currencyCode !== claim.currencyCode)
    throw new Refusal('notAllowed', 'PAYMENT_TOO_SMALL', `The payment doesn't cover the ${text} due.`).naming({
      amount,
    });
}

const needed = ({ instantExchange }: Claim, text: string): string =>
  instantExchange ? `Please add a card for the ${text} hold first.` : `Please pay ${text} first.`;

/** What a selection asks for: a look at the item may stand for a gift card, where the store says so and can give one. */
function methodAsked({ selection, line }: Part, { order, policy, priorClaims }: CreateClaimInput): ResolutionMethod {
  const { method } = selection;
  if (method !== 'warrantyReview' || policy.asker === 'staff') return method;
  const wanted = policy.warrantyAsksFor;
  return staffRefusal(order, line, policy, priorClaims, wanted) === null ? wanted : method;
}

function claimLine(part: Part, id: number, quote: QuoteLine | undefined, input: CreateClaimInput): ClaimLine {
  if (!quote) throw new Error('a quote has one line per selection');
  const { line, selection, units } = part;
  const requestedMethod = methodAsked(part, input);
  return {
    id,
    lineIdFromPlatform: line.idFromPlatform,
    fulfillmentLineIdFromPlatform: units.fulfillmentLineIdFromPlatform,
    productIdFromPlatform: line.productIdFromPlatform,
    name: line.name,
    variantTitle: line.variantTitle,
    sku: line.sku,
    imgUrl: line.imgUrl,
    quantity: units.quantity,
    subtotal: quote.subtotal,
    tax: quote.tax,
    requestedAmount: quote.requestedAmount,
    incentiveAmount: quote.incentiveAmount,
    requestedIncentiveAmount: quote.incentiveAmount,
    incentiveBasisPoints: quote.incentiveBasisPoints,
    ...(quote.isIncentiveFixed ? { isIncentiveFixed: true } : {}),
    reasonId: selection.reasonId,
    reasonName: part.reasonName,
    reasonDetail: selection.reasonDetail,
    comments: selection.comments.trim(),
    ...answersOf(part, input),
    ...fieldAnswersOf(part, input),
    ...(part.refusal ? { refusal: part.refusal } : {}),
    media: selection.media,
    requestedMethod,
    exchange: part.exchange,
    exchangeDeltaAmount: deltaOf(part, quote, input),
    exchangeRemainderMethod: part.exchange || selection.isShopNow === true ? remainderOf(selection, input) : null,
    exchangeOrderedOn: null,
    replacementItems: [],
    isShopNow: selection.isShopNow === true,
    ...decidedFromTheStart(requestedMethod, quote.requestedAmount),
    wasResolvedExternally: false,
    deductedAmount: 0,
    issuedAmount: 0,
    isReturnedAtPlatform: false,
    denialDetail: null,
    deniedOn: null,
    noteToCustomer: '',
    finalizedOn: null,
    canceledOn: null,
    cancelReason: null,
    errors: [],
  };
}

/** The questions that rules asked about a line, with the words of its answers. */
function answersOf({ selection }: Part, { policy, selections }: CreateClaimInput): Pick<ClaimLine, 'answers'> {
  const { questions = [] } = policy.chosen[selections.indexOf(selection)] ?? {};
  const answers = questions.flatMap(({ ruleId, question, yes, no }) => {
    const answer = selection.answers?.find((one) => one.ruleId === ruleId)?.answer;
    return answer === undefined ? [] : [{ ruleId, question, answer: answer === 'yes' ? yes : no }];
  });
  return answers.length > 0 ? { answers } : {};
}

/** The custom fields that rules asked about a line, as they were asked, with its answers. */
function fieldAnswersOf(
  { selection }: Part,
  { policy, selections }: CreateClaimInput,
): Pick<ClaimLine, 'customFields'> {
  const { demands } = policy.chosen[selections.indexOf(selection)] ?? {};
  const customFields = answersTo(demands?.fields ?? [], valuesById(selection.customFields ?? []));
  return customFields.length > 0 ? { customFields } : {};
}

/** A shop-now line's rest goes out as it was asked for, an exchange's as the store has set. */
function remainderOf({ method }: ClaimSelection, input: CreateClaimInput): RemainderMethod {
  const { order, policy } = input;
  if (method === 'refund' || method === 'giftCard' || method === 'storeCredit') return method;
  return remainderWithin(withheldBy(policy, order), policy.terms.exchangeRemainderMethod);
}

function deltaOf(part: Part, quote: QuoteLine, input: CreateClaimInput): Minor {
  if (!part.exchange || !input.policy.isPriced) return 0;
  const { requestedAmount, subtotal, tax } = quote;
  const { idFromPlatform: lineIdFromPlatform, productIdFromPlatform } = part.line;
  const line = {
    lineIdFromPlatform,
    productIdFromPlatform,
    quantity: part.units.quantity,
    requestedAmount,
    subtotal,
    tax,
  };
  const delta = exchangeDelta(line, part.exchange, input.policy.terms);
  // What the buyer was discounted is not the recipient's to pay.
  return input.policy.asker === 'recipient' ? Math.min(0, delta) : delta;
}

function claimOf(input: CreateClaimInput, lines: ClaimLine[], shopNowItems: WantedItem[]): Claim {
  const { ids, order, customer, policy, now } = input;
  const isGiftReturn = policy.asker === 'recipient';
  const buyer = isGiftReturn ? { name: '', email: '' } : buyerOf(order);
  return {
    id: ids.claimId,
    externalId: ids.externalId,
    claimType: policy.claimType,
    createdOn: now,
    updatedOn: now,
    finalizedOn: null,
    orderId: ids.orderId,
    orderIdFromPlatform: order.idFromPlatform,
    orderNo: order.orderNo,
    currencyCode: order.currencyCode,
    customerName: customer?.name ?? buyer.name,
    customerEmail: customer?.email ?? buyer.email,
    shippingAddress: shopperAddress(input),
    ...(customer?.billingAddress ? { billingAddress: customer.billingAddress } : {}),
    ...(isGiftReturn ? { isGiftReturn } : {}),
    ...keptLanguage(input.language),
    source: policy.asker === 'staff' ? 'Merchant_App' : 'Customer_App',
    returnRequired: input.shippingMethod !== 'none',
    shippingMethod: input.shippingMethod,
    ...feesOf(input, shopNowItems.length > 0 || lines.some((line) => paysShipping(line, policy))),
    ...(input.isInstantExchange === true && lines.some((line) => line.exchange !== null)
      ? { instantExchange: {} }
      : {}),
    policy: termsOf(policy, lines),
    ...(shopNowItems.length > 0 ? { shopNow: { items: shopNowItems } } : {}),
    payments: [],
    reservation: null,
    settlements: [],
    lines,
    shipments: [],
    timeline: [],
  };
}

/** The terms of the claim's own lines. */
const termsOf = ({ terms }: Policy, lines: readonly ClaimLine[]): Claim['policy'] => ({
  ...terms,
  lines: terms.lines.filter(({ lineIdFromPlatform: id }) => lines.some((line) => line.lineIdFromPlatform === id)),
});

const paysShipping = ({ exchange, productIdFromPlatform }: ClaimLine, { terms }: Policy): boolean =>
  exchange !== null &&
  (terms.isVariantShippingFree !== true || exchange.productIdFromPlatform !== productIdFromPlatform);

function feesOf(input: CreateClaimInput, isSending: boolean) {
  const { fees = {} } = input;
  const { terms } = input.policy;
  const feeApplied = fees.feeApplied ?? terms.returnFee;
  return {
    feeApplied,
    feeName: input.feeName ?? (feeApplied > 0 ? terms.returnFeeName : ''),
    returnShippingAmountApplied:
      fees.returnShippingAmountApplied ?? (input.shippingMethod === 'label' ? terms.returnShippingFee : 0),
    exchangeOrderShippingAmountApplied:
      fees.exchangeOrderShippingAmountApplied ?? (isSending ? terms.exchangeShippingFee : 0),
  };
}

/**
 * The amount owed is captured at once; the rest of an instant exchange's payment stays held. Somebody may have captured
 * it at its provider before.
 */
function payForGoods(claim: Claim, { payment }: CreateClaimInput): Decision {
  if (payment?.status === 'Captured') return capturedByOthers(claim, payment.id);
  const { owed } = paymentNeeded(claim);
  return payment && owed > 0 && !claim.instantExchange ? askCapture(claim, payment, owed) : { claim, effects: [] };
}

function buyerOf(order: Order): { name: string; email: string } {
  return {
    name: buyerName(order),
    email: buyerEmail(order),
  };
}

const makerOf = ({ source, customerName }: Claim): string =>
  source === 'Merchant_App' ? 'Staff' : shopperName(customerName);

function requestedText(
  { policy: { asker, claimType }, madeBy }: CreateClaimInput,
  { lines, withdrawal }: Claim,
): { subject: string; message: string } {
  if (withdrawal) return statedText(withdrawal);
  const { noun, made } = CLAIM_TYPES[claimType];
  const refused = lines.flatMap(({ name, refusal }) => (refusal ? [`${name}: ${refusal.text}`] : []));
  if (refused.length > 0)
    return {
      subject: 'Review requested',
      message: `The customer asked for an exception to the rules of the store. ${[...new Set(refused)].join(' ')}`,
    };
  return {
    subject: made,
    message:
      asker !== 'staff'
        ? asker === 'recipient'
          ? "The gift recipient requested a return in the portal. The buyer isn't notified."
          : `The customer requested a ${noun} in the portal.`
        : `${madeBy ?? 'Staff'} created the ${noun} in the back office.`,
  };
}
