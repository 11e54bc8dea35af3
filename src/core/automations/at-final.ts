import { customizeClaimFinalizationSettings } from '#core/automations/actions/customize-claim-finalization-settings.ts';
import { restocked, restockDecided } from '#core/automations/restock.ts';
import { askAboutClaim, type AroundClaim } from '#core/automations/claim-facts.ts';
import { claimTags, orderTagNotes, orderTags } from '#core/automations/claim-moments.ts';
import type { Ruled } from '#core/automations/ruled.ts';
import { isRestockedBySettings } from '#core/claims/restock.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { FinalizePolicy } from '#core/policy/policy.ts';

/** What the rules have a say in while finalizing is decided: how lines are carried out, and tags for the original order. */
export type AtFinal = {
  policy: FinalizePolicy;
  orderTags: readonly string[];
  /** What was decided, once it is known whether finalizing sends an order. */
  ruled(isSending: boolean): Ruled[];
};

const HANDLING = {
  bypass: 'doNotDecrement',
  decrement_ignoring_policy: 'decrementIgnoringPolicies',
  decrement_obeying_policy: 'decrementObeyingPolicies',
} as const satisfies Readonly<Record<string, FinalizePolicy['inventoryHandling']>>;

/** Whom a rule wants told that finalizing failed, each once. */
export function failureEmails(claim: Claim, around: AroundClaim): string[] {
  const custom = askAboutClaim(claim, 'claimFinalized', around).of(customizeClaimFinalizationSettings);
  return [...new Set((custom?.params.failureToFinalizeNotificationEmails ?? []).map((to) => to.trim().toLowerCase()))];
}

/** `policy`: as the settings say. `around`: null where the store has no rules for the moment. */
export function atFinal(claim: Claim, policy: FinalizePolicy, around: AroundClaim | null): AtFinal {
  if (!around?.rules.hasRulesAt('claimFinalized')) return { policy, orderTags: [], ruled: () => [] };
  const answer = askAboutClaim(claim, 'claimFinalized', around);
  const custom = answer.of(customizeClaimFinalizationSettings);
  const { decided: tagged, ...tags } = claimTags(answer, around);
  const ordered = orderTags(claim, answer);
  return {
    policy: {
      ...policy,
      ...(custom
        ? {
            inventoryHandling: HANDLING[custom.params.inventoryBehavior],
            outOfStockAtFinalize: custom.params.failOnOutOfStockScenarios ? 'fail' : 'continue',
          }
        : {}),
      replacementOrderTags: ordered.replacement.tags,
      restock: restocked(claim, answer, custom?.params.restockToShopify ?? isRestockedBySettings(claim, policy)),
    },
    orderTags: ordered.original.tags,
    ruled: (isSending) => [
      {
        ...tags,
        receipt: answer.receipt(),
        decided: {
          ...tagged,
          ...ordered.decided,
          ...(custom ? { customizeClaimFinalizationSettings: custom } : {}),
          ...restockDecided(claim, answer),
        },
        notes: [
          ...orderTagNotes(ordered.original, around),
          ...(isSending ? orderTagNotes(ordered.replacement, around) : []),
        ],
      },
    ],
  };
}
