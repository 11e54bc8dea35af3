import type { Receipt, RuleSet } from '#core/automations/rule-set.ts';
import { replayCreation } from '#core/back-test/created.ts';
import type { PastClaim } from '#core/back-test/past-claim.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import {
  isOfferedMethod,
  lineEligibility,
  warrantyEligibility,
  type LineEligibility,
  type MethodEligibility,
} from '#core/claims/eligibility.ts';
import { goodsCost } from '#core/claims/exchange.ts';
import { isGiftReturn } from '#core/claims/gift-return.ts';
import type { WantedItem } from '#core/claims/goods-shapes.ts';
import { percentOf, type Minor } from '#core/money.ts';
import type { Order } from '#core/orders/order.ts';
import { valueOf, type Choice, type Choices } from '#core/policy/choices.ts';
import { policyFor } from '#core/policy/policy-for.ts';
import type { Asker, ChosenPolicy, Policy } from '#core/policy/policy.ts';

/** One item of a past claim as some rules would have had it. */
export type ReplayedLine = {
  lineIdFromPlatform: string;
  name: string;
  /** What it gives back, in the order's currency. */
  amount: Minor;
  method: ClaimLine['requestedMethod'];
  /** Why it would have been refused; null where it would not. */
  refusal: string | null;
  /** What the shopper would have been asked. */
  questions: readonly string[];
  fields: readonly string[];
  isCommentRequired: boolean;
  leastMedia: number;
  /** Staff would have looked at it before anything is sent back. */
  isHeld: boolean;
};

/** How a past claim comes out under some rules. Amounts are in minor units of the order's currency. */
export type Replayed = {
  lines: readonly ReplayedLine[];
  fee: Minor;
  returnShipping: Minor;
  exchangeShipping: Minor;
  bonus: Minor;
  isInstantExchangeOffered: boolean;
  isShopNowOffered: boolean;
  /** Of the claim, and of its order. */
  tags: readonly string[];
  orderTags: readonly string[];
  /** A rule would have finalized it as soon as it was there. */
  isFinalized: boolean;
  receipts: readonly Receipt[];
};

/** A past claim as it comes out under these rules and the settings of today. Windows and answers do not bind staff. */
export function replay(past: PastClaim, rules: RuleSet): Replayed {
  const { claim } = past;
  const order = asSent(past.order);
  const choices = choicesOfClaim(claim);
  const policy = policyFor({
    ...past,
    order,
    claimType: claim.claimType,
    asker: askerOf(claim),
    ruling: { ...past, rules, now: claim.createdOn, choices, recorded: past.receipts },
  });
  const isSending = claim.lines.some(({ requestedMethod }) => requestedMethod === 'variantExchange');
  const { terms } = policy;
  const now = claim.createdOn;
  // Most claims have one policy for all items.
  const eligibilityUnder = once((own: Policy) => lineEligibility(order, own, [], now));
  const { heldLineIds, tags, orderTags, isFinalized, ruled } = replayCreation(past, order, policy, rules);
  return {
    lines: claim.lines.map((line, index) => ({
      ...replayedLine(line, policy, { index, order, now, eligibilityUnder }),
      isHeld: heldLineIds.includes(line.id),
    })),
    fee: terms.returnFee,
    returnShipping: claim.shippingMethod === 'label' ? terms.returnShippingFee : 0,
    exchangeShipping: isSending ? terms.exchangeShippingFee : 0,
    bonus: bonusOf(choices, policy),
    isInstantExchangeOffered: policy.isInstantExchangeEnabled,
    isShopNowOffered: policy.isShopNowEnabled,
    tags,
    orderTags,
    isFinalized,
    receipts: [...policy.decisions.map((decision) => decision.receipt()), ...ruled.map(({ receipt }) => receipt)],
  };
}

function askerOf(claim: Claim): Asker {
  if (claim.source === 'Merchant_App') return 'staff';
  return isGiftReturn(claim) ? 'recipient' : 'buyer';
}

/** The order as it was before anything of it came back. */
export const asSent = (order: Order): Order => ({
  ...order,
  refunds: [],
  returns: [],
  totalRefunded: 0,
  canceledOn: null,
});

/** What was chosen, as rules are asked about it. */
const choicesOfClaim = ({ lines, shopNow }: Claim): Choices => ({
  lines: lines.map((line): Choice => ({
    lineIdFromPlatform: line.lineIdFromPlatform,
    quantity: line.quantity,
    reasonId: line.reasonId,
    reasonDetail: line.reasonDetail,
    fieldValues: line.customFields ?? [],
    amount: line.requestedAmount,
    resolution: line.isShopNow ? 'shopNow' : line.requestedMethod,
  })),
  goodsTotal: [...lines.flatMap(askedInExchange), ...(shopNow?.items ?? [])].reduce(
    (sum, item) => sum + goodsCost(item),
    0,
  ),
});

/** Before staff decided on another exchange. */
const askedInExchange = ({ requestedExchange, exchange }: ClaimLine): readonly WantedItem[] => {
  const asked = requestedExchange ? requestedExchange.exchange : exchange;
  return asked ? [asked] : [];
};

type Place = {
  index: number;
  order: Order;
  now: string;
  eligibilityUnder(policy: Policy): readonly LineEligibility[];
};

function once<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}

function replayedLine(line: ClaimLine, policy: Policy, place: Place): Omit<ReplayedLine, 'isHeld'> {
  const chosen = policy.chosen[place.index];
  const { lineIdFromPlatform, name, requestedAmount: amount, requestedMethod: method } = line;
  return {
    lineIdFromPlatform,
    name,
    amount,
    method,
    refusal: policy.asker === 'staff' ? null : refusalOf(line, policy, place),
    questions: (chosen?.questions ?? []).map(({ question }) => question),
    fields: (chosen?.demands?.fields ?? []).map(({ displayName }) => displayName),
    isCommentRequired: chosen?.demands?.isCommentRequired ?? false,
    leastMedia: chosen?.demands?.leastMedia ?? 0,
  };
}

function refusalOf(line: ClaimLine, policy: Policy, { index, order, now, eligibilityUnder }: Place): string | null {
  const own = withLineOf(policy, policy.chosen[index]);
  const bought = order.lines.find(({ idFromPlatform }) => idFromPlatform === line.lineIdFromPlatform);
  if (!bought) return null;
  if (policy.claimType === 'Warranty') return textOf(warrantyEligibility(order, bought, own, [], now));
  const { requestedMethod } = line;
  const eligible = eligibilityUnder(own).find(
    ({ lineIdFromPlatform }) => lineIdFromPlatform === line.lineIdFromPlatform,
  );
  return eligible && isOfferedMethod(requestedMethod) ? textOf(eligible.methods[requestedMethod]) : null;
}

const textOf = ({ isEligible, reasonText }: MethodEligibility): string | null => (isEligible ? null : reasonText);

/** The policy with what holds for one choice's reason. */
function withLineOf(policy: Policy, chosen: ChosenPolicy | undefined): Policy {
  if (!chosen) return policy;
  const { line } = chosen;
  const lines = policy.terms.lines.map((one) => (one.lineIdFromPlatform === line.lineIdFromPlatform ? line : one));
  return { ...policy, terms: { ...policy.terms, lines } };
}

/** What is given on top for taking credit. */
function bonusOf({ lines }: Choices, { terms }: Policy): Minor {
  const credited = lines.filter(({ resolution }) => resolution === 'giftCard' || resolution === 'storeCredit');
  const spent = lines.filter(({ resolution }) => resolution === 'shopNow');
  return (
    bonusOn(valueOf(credited), terms.incentiveBasisPoints, terms.incentiveAmount) +
    bonusOn(valueOf(spent), terms.shopNowIncentiveBasisPoints, terms.shopNowIncentiveAmount)
  );
}

const bonusOn = (value: Minor, basisPoints: number, amount: Minor | undefined): Minor =>
  value === 0 ? 0 : (amount ?? percentOf(value, basisPoints));
