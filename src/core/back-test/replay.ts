import type { Receipt, RuleSet } from '#core/automations/rule-set.ts';
import { replayCreation, type ReplayedCreation } from '#core/back-test/created.ts';
import type { PastClaim } from '#core/back-test/past-claim.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import {
  firstEligibility,
  isOfferedMethod,
  warrantyEligibility,
  type MethodEligibility,
} from '#core/claims/eligibility.ts';
import { goodsCost } from '#core/claims/exchange.ts';
import { isGiftReturn } from '#core/claims/gift-return.ts';
import type { WantedItem } from '#core/claims/goods-shapes.ts';
import { isWithdrawal } from '#core/claims/withdrawal-clock.ts';
import { percentOf, type Minor } from '#core/money.ts';
import { orderBalance, type OrderBalance } from '#core/orders/balance.ts';
import type { Order } from '#core/orders/order.ts';
import { valueOf, type Choice, type Choices } from '#core/policy/choices.ts';
import { settingsPolicyFor } from '#core/policy/policy-for.ts';
import type { Asker, ChosenPolicy, Policy } from '#core/policy/policy.ts';
import { orderAsked, withRules } from '#core/policy/with-rules.ts';

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
  receipts(): readonly Receipt[];
};

/** A past claim as it comes out under these rules and the settings of today. Windows and answers do not bind staff. */
export const replay = (past: PastClaim, rules: RuleSet): Replayed => replaying(past)(rules);

/** Replays one claim under any rules: what does not depend on them is worked out once. */
export function replaying(past: PastClaim): (rules: RuleSet) => Replayed {
  const { claim, storeCurrencyCode } = past;
  const now = claim.createdOn;
  const order = asSent(past.order);
  const choices = choicesOfClaim(claim);
  const bySettings = settingsPolicyFor({ ...past, order, claimType: claim.claimType, asker: askerOf(claim) });
  const around = { ...past, now };
  const asked = orderAsked(bySettings, { order, storeCurrencyCode, ruling: around });
  const known = { claim, order, now, balance: orderBalance(order, []) };
  return (rules) => {
    const ruling = { ...around, rules, choices, recorded: past.receipts };
    // The law says what a withdrawal gives: rules have their say once it is there.
    const policy = isWithdrawal(claim)
      ? bySettings
      : withRules(bySettings, { order, storeCurrencyCode, ruling, asked });
    return replayedAs(known, choices, policy, replayCreation(past, order, policy, rules));
  };
}

/** A past claim and its order as it was sent, of which nothing had come back. */
type Known = { claim: Claim; order: Order; now: string; balance: OrderBalance };

function replayedAs(known: Known, choices: Choices, policy: Policy, created: ReplayedCreation): Replayed {
  const { claim } = known;
  const { terms } = policy;
  const { heldLineIds, tags, orderTags, isFinalized, ruled } = created;
  const isSending = claim.lines.some(({ requestedMethod }) => requestedMethod === 'variantExchange');
  return {
    lines: claim.lines.map((line, index) => ({
      ...replayedLine(line, policy, index, known),
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
    receipts: () => [...policy.decisions.map((decision) => decision.receipt()), ...ruled.map(({ receipt }) => receipt)],
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

function replayedLine(line: ClaimLine, policy: Policy, index: number, known: Known): Omit<ReplayedLine, 'isHeld'> {
  const { lineIdFromPlatform, name, requestedAmount: amount, requestedMethod: method } = line;
  const its = { lineIdFromPlatform, name, amount, method };
  if (policy.asker === 'staff' || isWithdrawal(known.claim))
    return { ...its, refusal: null, questions: [], fields: [], isCommentRequired: false, leastMedia: 0 };
  const chosen = policy.chosen[index];
  const demands = chosen?.demands;
  return {
    ...its,
    refusal: refusalOf(line, withLineOf(policy, chosen), known),
    questions: (chosen?.questions ?? []).map(({ question }) => question),
    fields: (demands?.fields ?? []).map(({ displayName }) => displayName),
    isCommentRequired: demands?.isCommentRequired ?? false,
    leastMedia: demands?.leastMedia ?? policy.leastMedia,
  };
}

function refusalOf(line: ClaimLine, policy: Policy, { order, now, balance }: Known): string | null {
  const { requestedMethod: method } = line;
  const bought = order.lines.find(({ idFromPlatform }) => idFromPlatform === line.lineIdFromPlatform);
  if (!bought) return null;
  if (policy.claimType === 'Warranty') return textOf(warrantyEligibility(order, bought, policy, [], now));
  return isOfferedMethod(method) ? textOf(firstEligibility(order, bought, policy, { method, balance, now })) : null;
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
