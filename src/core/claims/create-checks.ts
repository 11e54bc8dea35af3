import { Address } from '#core/address.ts';
import type { ResolutionMethod } from '#core/claims/claim.ts';
import type { WantedItem } from '#core/claims/goods-shapes.ts';
import { refusalToReview } from '#core/claims/review.ts';
import type { RuleRefusal } from '#core/claims/review-shapes.ts';
import { allocateFulfillmentLines, type AllocatedUnits, type TakenUnits } from '#core/claims/claim-units.ts';
import type { ClaimSelection, CreateClaimInput } from '#core/claims/new-claim.ts';
import {
  ineligibleText,
  isCovered,
  isInWindow,
  isOfferedMethod,
  lineEligibility,
  staffRefusal,
  warrantyEligibility,
  isRepairedBefore,
  whyNotWords,
  type LineEligibility,
} from '#core/claims/eligibility.ts';
import { takeVariant, type Stock } from '#core/claims/goods.ts';
import { methodName } from '#core/claims/method-names.ts';
import { CLAIM_TYPES } from '#core/claims/types.ts';
import { staffMethods } from '#core/claims/staff-methods.ts';
import { isPhone } from '#core/phone.ts';
import { orderBalance, type OrderBalance, type UnitPool } from '#core/orders/balance.ts';
import type { OrderLine } from '#core/orders/order.ts';
import { Refusal } from '#core/refusal.ts';
import type { ClaimReason } from '#core/claims/reasons.ts';
import { linePolicy, reasonsFor, type Policy } from '#core/policy/policy.ts';

const COMMENT_LENGTH = 2000;

/** A selection with the units it takes from one fulfillment. */
export type Part = {
  selection: ClaimSelection;
  units: AllocatedUnits;
  line: OrderLine;
  reasonName: string;
  exchange: WantedItem | null;
  /** Why the rules refuse it, where the shopper asks for a review; null where nobody does. */
  refusal: RuleRefusal | null;
};

/**
 * Checks every selection in turn, each seeing the units the ones before it took. What the store offers and
 * its windows bind shoppers; staff are bound by the units and the money that are left. What is wanted in exchange comes
 * off the stock.
 */
export function checkSelections(input: CreateClaimInput, stock: Stock): Part[] {
  if (input.selections.length === 0)
    throw new Refusal('notAllowed', 'CLAIM_EMPTY', 'Must select at least one line item.');
  const balance = orderBalance(input.order, input.priorClaims);
  const taken: TakenUnits = new Map();
  return selectionsWithPolicy(input).flatMap(([selection, policy, eligibility], index) => {
    const line = input.order.lines.find((one) => one.idFromPlatform === selection.lineIdFromPlatform);
    const eligible = eligibility.find((one) => one.lineIdFromPlatform === selection.lineIdFromPlatform);
    if (!line || !eligible) throw new Refusal('notAllowed', 'LINE_UNKNOWN', "This item isn't part of the order.");
    checkQuantity(selection, line);
    const questions = input.policy.chosen[index]?.questions ?? [];
    const refusal = input.askedAgainst
      ? refusalToReview(input, { selection, line, policies: [policy, input.askedAgainst], questions })
      : null;
    if (refusal === null) checkAllowed({ ...input, policy }, selection, line, eligible);
    const units = takeUnits({ ...input, policy }, balance, selection, line, taken);
    const reasonName = checkReason(selection, input.policy);
    const exchange = selection.method === 'variantExchange' ? takeVariant(input, selection, line, stock) : null;
    return units.map((some) => ({
      selection,
      units: some,
      line,
      reasonName,
      refusal,
      exchange: exchange && { ...exchange, quantity: some.quantity },
    }));
  });
}

/** Each selection with what holds for its reason: a line may be chosen for several. */
function selectionsWithPolicy({
  order,
  policy,
  priorClaims,
  selections,
  now,
}: CreateClaimInput): (readonly [ClaimSelection, Policy, LineEligibility[]])[] {
  const eligibility = lineEligibility(order, policy, priorClaims, now);
  return selections.map((selection, index) => {
    const { line } = policy.chosen[index] ?? {};
    if (!line || linePolicy(policy.terms, { idFromPlatform: line.lineIdFromPlatform }) === line)
      return [selection, policy, eligibility];
    const lines = policy.terms.lines.map((one) => (one.lineIdFromPlatform === line.lineIdFromPlatform ? line : one));
    const own = { ...policy, terms: { ...policy.terms, lines } };
    return [selection, own, lineEligibility(order, own, priorClaims, now)];
  });
}

function checkAllowed(
  input: CreateClaimInput,
  selection: ClaimSelection,
  line: OrderLine,
  eligible: LineEligibility,
): void {
  if (input.policy.asker === 'staff') checkForStaff(input, selection.method, line);
  else if (isReviewed(input.policy)) checkCovered(input, selection, line);
  else checkOffered(selection, line, eligible);
}

function checkQuantity({ quantity }: ClaimSelection, line: OrderLine): void {
  if (Number.isSafeInteger(quantity) && quantity >= 1) return;
  throw new Refusal(
    'notAllowed',
    'QUANTITY_INVALID',
    `The quantity of "${line.name}" must be a whole number of at least 1.`,
  ).naming({ item: line.name });
}

const notEligible = (
  line: OrderLine,
  text: string | null | undefined,
  verdict?: Parameters<typeof whyNotWords>[0],
): Refusal =>
  new Refusal('notAllowed', 'METHOD_NOT_ELIGIBLE', `"${line.name}": ${text ?? "This isn't available."}`).naming({
    item: line.name,
    why: (verdict && whyNotWords(verdict)) ?? { id: 'resolution.unavailable' },
  });

function checkOffered({ method, quantity }: ClaimSelection, line: OrderLine, eligible: LineEligibility): void {
  const verdict = isOfferedMethod(method) ? eligible.methods[method] : undefined;
  if (!verdict?.isEligible) throw notEligible(line, verdict?.reasonText, verdict);
  if (quantity > verdict.returnableQuantity) throw tooMany(line, verdict.returnableQuantity);
}

/** Whether shoppers leave what is done about it to staff. */
const isReviewed = ({ claimType }: Policy): boolean => CLAIM_TYPES[claimType].shopperAsks === 'review';

/** A shopper's warranty claim asks for nothing but a look at it, while the warranty lasts. */
function checkCovered(
  { order, policy, priorClaims, now }: CreateClaimInput,
  { method, quantity }: ClaimSelection,
  line: OrderLine,
): void {
  const verdict = warrantyEligibility(order, line, policy, priorClaims, now);
  if (!verdict.isEligible) throw notEligible(line, verdict.reasonText, verdict);
  if (method !== 'warrantyReview') throw notEligible(line, 'A warranty claim is reviewed first.');
  if (quantity > verdict.returnableQuantity) throw tooMany(line, verdict.returnableQuantity);
}

function checkForStaff(input: CreateClaimInput, method: ResolutionMethod, line: OrderLine): void {
  const { claimType } = input.policy;
  if (!staffMethods(claimType).includes(method))
    throw notEligible(line, `${methodName(method)} isn't available for this type of claim.`);
  const refusal = staffRefusal(input.order, line, input.policy, input.priorClaims, method);
  if (refusal) throw notEligible(line, ineligibleText(refusal, null));
}

const tooMany = (line: OrderLine, most: number): Refusal =>
  new Refusal(
    'notAllowed',
    'QUANTITY_TOO_LARGE',
    most <= 0 ? `"${line.name}" has no more units to return.` : `Only ${most} of "${line.name}" can still be returned.`,
  ).naming({ item: line.name, most: Math.max(0, most) });

/** Units for this selection, past those taken by earlier selections of the same line. */
function takeUnits(
  input: CreateClaimInput,
  balance: OrderBalance,
  selection: ClaimSelection,
  line: OrderLine,
  taken: TakenUnits,
): AllocatedUnits[] {
  const { method } = selection;
  const terms = linePolicy(input.policy.terms, line);
  const isRepaired = isRepairedBefore(line, input.priorClaims);
  const isTakeable = (pool: UnitPool): boolean =>
    input.policy.asker === 'staff' ||
    input.askedAgainst !== undefined ||
    (isReviewed(input.policy)
      ? isCovered(pool, terms, input.now, isRepaired)
      : isOfferedMethod(method) && isInWindow(pool, method, terms, input.now));
  const allocated = allocateFulfillmentLines(balance, line.idFromPlatform, selection.quantity, taken, isTakeable);
  const found = allocated.reduce((sum, { quantity }) => sum + quantity, 0);
  if (found < selection.quantity) throw tooMany(line, found);
  return allocated;
}

/** A reason of the store's list with a detail of it, or with none. Refuses REASON_UNKNOWN and REASON_DETAIL_UNKNOWN. */
export function reasonOf(
  { reasons }: { reasons: readonly ClaimReason[] },
  id: string,
  detail: string,
): { id: string; name: string; detail: string } {
  const reason = reasons.find((one) => one.id === id);
  if (!reason) throw new Refusal('notAllowed', 'REASON_UNKNOWN', 'Please choose a reason.');
  if (detail !== '' && !reason.details.includes(detail))
    throw new Refusal('notAllowed', 'REASON_DETAIL_UNKNOWN', 'Please choose a detail from the list.');
  return { id, name: reason.name, detail };
}

function checkReason(selection: ClaimSelection, policy: Policy): string {
  const reasons = reasonsFor(policy, selection.lineIdFromPlatform);
  const { name } = reasonOf({ reasons }, selection.reasonId, selection.reasonDetail);
  if (selection.comments.length > COMMENT_LENGTH) {
    throw new Refusal(
      'notAllowed',
      'COMMENT_TOO_LONG',
      `A comment can have at most ${COMMENT_LENGTH} characters.`,
    ).naming({ most: COMMENT_LENGTH });
  }
  return name;
}

/** Refuses SHIPPING_METHOD_UNKNOWN, RETURN_ADDRESS_MISSING and SHIPPING_ADDRESS_MISSING. */
export function checkShipping(input: CreateClaimInput): void {
  const { shippingMethod, policy, returnAddress = null } = input;
  if (shippingMethod === 'none') {
    if (policy.asker === 'staff' || isReviewed(policy) || input.askedAgainst) return;
    throw new Refusal('notAllowed', 'SHIPPING_METHOD_UNKNOWN', "Choose how you'll send the items back.");
  }
  if (!policy.shippingMethods.includes(shippingMethod)) {
    throw new Refusal('notAllowed', 'SHIPPING_METHOD_UNKNOWN', "Choose how you'll send the items back.");
  }
  if (shippingMethod !== 'label') return;
  if (returnAddress === null) {
    throw new Refusal(
      'notAllowed',
      'RETURN_ADDRESS_MISSING',
      "This store can't create shipping labels yet. Choose another way to send it back.",
    );
  }
  const { line1, city, countryCode } = shopperAddress(input) ?? Address.parse({});
  if ([line1, city, countryCode].some((part) => part.trim() === '')) {
    throw new Refusal(
      'notAllowed',
      'SHIPPING_ADDRESS_MISSING',
      'The order has no address to create a label from. Choose another way to send it back.',
    );
  }
}

/** Of a gift it is only what the recipient said: the order's are the buyer's to give. A phone number just left is the one. */
export function shopperAddress({ order, customer, policy, phone = '' }: CreateClaimInput): Address | null {
  const address =
    customer?.shippingAddress ??
    (policy.asker === 'recipient' ? null : (order.shippingAddress ?? order.billingAddress));
  return phone === '' ? address : { ...(address ?? Address.parse({})), phone };
}

/** Refuses PHONE_REQUIRED. */
export function checkPhone(input: CreateClaimInput): void {
  const { asker, isPhoneRequired } = input.policy;
  if (asker === 'staff' || !isPhoneRequired || isPhone(shopperAddress(input)?.phone ?? '')) return;
  throw new Refusal('notAllowed', 'PHONE_REQUIRED', 'Enter your phone number.');
}
