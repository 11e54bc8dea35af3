import { atCreation } from '#core/automations/at-creation.ts';
import type { Ruled } from '#core/automations/ruled.ts';
import type { RuleSet } from '#core/automations/rule-set.ts';
import type { PastClaim } from '#core/back-test/past-claim.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import { withRequestedExchange } from '#core/claims/exchange.ts';
import { answersTo, valuesById } from '#core/claims/field-answers.ts';
import { isGiftReturn } from '#core/claims/gift-return.ts';
import { RISK_LEVELS, type RiskLevel } from '#core/claims/risk.ts';
import type { Order } from '#core/orders/order.ts';
import type { ChosenPolicy, Policy } from '#core/policy/policy.ts';
import { protectionOf } from '#core/policy/protection-of.ts';
import { isProtectedOrder } from '#core/protection/protected-order.ts';

/** What rules make of a claim in the moment it exists. */
export type ReplayedCreation = {
  /** Items that staff look at before anything is sent back. */
  heldLineIds: readonly number[];
  tags: readonly string[];
  orderTags: readonly string[];
  /** A rule finalizes it at once. */
  isFinalized: boolean;
  ruled: readonly Ruled[];
};

const NOTHING_RULED: ReplayedCreation = { heldLineIds: [], tags: [], orderTags: [], isFinalized: false, ruled: [] };

/** Risk counts as far as a rule looked at it then: nobody assesses it again. */
export function replayCreation(past: PastClaim, order: Order, policy: Policy, rules: RuleSet): ReplayedCreation {
  if (!rules.hasRulesAt('claimCreated')) return NOTHING_RULED;
  const submitted = { ...asSubmitted(past.claim, policy), policy: policy.terms };
  const { claim, effects, ruled } = atCreation(submitted, policy, {
    rules,
    order,
    products: past.products,
    aroundOrder: {
      ...past,
      isGiftReturn: isGiftReturn(submitted),
      isShippingProtected: isProtectedOrder(order, protectionOf(past.settings)),
      now: submitted.createdOn,
    },
    reasons: policy.reasons,
    riskLevel: riskThen(past),
    returnLocations: [],
    stockPlaces: [],
    recorded: past.receipts,
  });
  const ordered = effects.flatMap((one) => (one.kind === 'orderTags' ? one.payload.tags : []));
  return {
    heldLineIds: claim.lines.flatMap(({ id, isHeldForReview }) => (isHeldForReview ? [id] : [])),
    tags: ruled.flatMap(({ tags }) => tags),
    orderTags: ordered,
    isFinalized: effects.some(({ kind }) => kind === 'autoFinalize'),
    ruled,
  };
}

/** Null where no rule looked at it then. */
function riskThen({ receipts }: PastClaim): RiskLevel | null {
  const facts = receipts.flatMap(({ subjects }) => subjects.map((one) => one.facts['claim/riskLevel']));
  return RISK_LEVELS.find((level) => facts.includes(level)) ?? null;
}

/** A claim as its shopper sends it under a policy: nothing was decided, shipped, inspected or asked yet. */
function asSubmitted(claim: Claim, { chosen }: Policy): Claim {
  const { question: _question, warehouseReport: _report, erasedOn: _erased, ...sent } = claim;
  return {
    ...sent,
    finalizedOn: null,
    shipments: [],
    lines: claim.lines.map((line, index) => lineAsSubmitted(line, chosen[index])),
  };
}

function lineAsSubmitted(line: ClaimLine, chosen: ChosenPolicy | undefined): ClaimLine {
  const { inspections: _inspections, restoredOn: _restored, isHeldForReview: _held, ...sent } = line;
  return {
    ...withRequestedExchange(sent),
    // An answer counts where it is asked for.
    customFields: answersTo(chosen?.demands?.fields ?? [], valuesById(line.customFields ?? [])),
    status: 'open',
    method: null,
    amount: null,
    wasResolvedExternally: false,
    deniedOn: null,
    finalizedOn: null,
    canceledOn: null,
    cancelReason: null,
  };
}
