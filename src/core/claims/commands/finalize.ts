import type { Claim } from '#core/claims/claim.ts';
import { onOrder, otherClaims, type HeldOrder } from '#core/claims/commands/define.ts';
import { defaultEmailText } from '#core/claims/email.ts';
import { checkDeductions, checkGroups, type ChosenLine } from '#core/claims/finalize-groups.ts';
import { finalizeClaim, type FinalizeDecision, type FinalizeInput } from '#core/claims/finalize.ts';

/** How a claim is finalized, as far as the order it belongs to does not say. */
export type HowToFinalize = Omit<FinalizeInput, 'policy' | 'otherClaims'>;

/** What finalizing a claim decides, with what its order and the order's other claims hold. */
export const decideFinal = (claim: Claim, held: HeldOrder, how: HowToFinalize, now: string): FinalizeDecision =>
  finalizeClaim(
    claim,
    held.order,
    {
      ...how,
      policy: held.policy,
      otherClaims: otherClaims(claim, held),
    },
    now,
  );

/** Staff carry lines out as their page showed them. */
export const finalize = onOrder(
  (claim, { chosen, how }: { chosen: readonly ChosenLine[]; how: HowToFinalize }, now, held) => {
    checkGroups(claim, chosen);
    const decision = decideFinal(claim, held(), how, now);
    checkDeductions(decision.claim, chosen);
    return decision;
  },
);

/** Staff carry everything decided out, with the email that claims are finalized with by default. */
export const finalizeReady = onOrder((claim, how: HowToFinalize, now, held) => {
  const email = defaultEmailText('finalized', decideFinal(claim, held(), how, now).claim);
  return decideFinal(claim, held(), { ...how, email }, now);
});
