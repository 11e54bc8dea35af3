import { atFinal } from '#core/automations/at-final.ts';
import { approveRequested } from '#core/claims/approve.ts';
import type { Claim } from '#core/claims/claim.ts';
import { atHook, only, onOrder, otherClaims, type HeldOrder } from '#core/claims/commands/define.ts';
import { usualEmail } from '#core/claims/email-wishes.ts';
import { checkDeductions, checkGroups, type ChosenLine } from '#core/claims/finalize-groups.ts';
import { assertOpen } from '#core/claims/resolution.ts';
import { withheldMethods } from '#core/claims/store-credit.ts';
import { withEntry } from '#core/claims/timeline.ts';
import { Refusal } from '#core/refusal.ts';
import { canFinalize, finalizeClaim, type FinalizeDecision, type FinalizeInput } from '#core/claims/finalize.ts';
import { isAllSentBack, sendBack, sendBackByHand, type SentByHand } from '#core/claims/repair.ts';
import type { NewShipment } from '#core/claims/shipments.ts';

/** How a claim is finalized, as far as the order it belongs to does not say. */
export type HowToFinalize = Omit<FinalizeInput, 'policy' | 'otherClaims'>;

/** What finalizing a claim decides, with what its order and the order's other claims hold, and as rules of the store say. */
export function decideFinal(claim: Claim, held: HeldOrder, how: HowToFinalize, now: string): FinalizeDecision {
  const { policy, orderTags, ruled } = atFinal(claim, held.policy, held.around);
  const tags = [...(how.orderTags ?? []), ...orderTags];
  const input = { ...how, policy, otherClaims: otherClaims(claim, held), orderTags: [...new Set(tags)] };
  const decision = finalizeClaim(claim, held.order, input, now);
  const isCarriedOut = decision.claim.settlements.length > claim.settlements.length;
  if (!isCarriedOut) return decision;
  const decided = ruled(decision.effects.some(({ kind }) => kind === 'exchangeOrder'));
  return decided.length > 0 ? { ...decision, ruled: decided } : decision;
}

/** The claim as it is finalized: with every line that has no decision approved as requested, where staff ask for that. */
export function readyClaim(claim: Claim, { order }: Pick<HeldOrder, 'order'>, approves: boolean, now: string): Claim {
  if (!approves) return claim;
  assertOpen(claim);
  return approveRequested(claim, withheldMethods(claim, order, claim.policy), now);
}

/** Staff approve as requested what has no decision yet. Refuses NOTHING_TO_APPROVE. */
export const approveAll = onOrder((claim, _: Record<never, never>, now, held) => {
  const approved = readyClaim(claim, held(), true, now);
  if (approved === claim)
    throw new Refusal('conflict', 'NOTHING_TO_APPROVE', 'Every item in this claim already has a decision.');
  return only(approved);
});

type Finalizing = { chosen: readonly ChosenLine[]; how: HowToFinalize; approves: boolean };

/** Staff carry lines out as their page showed them. */
export const finalize = atHook(
  'claimFinalized',
  onOrder((loaded, { chosen, how, approves }: Finalizing, now, held) => {
    const claim = readyClaim(loaded, held(), approves, now);
    checkGroups(claim, chosen);
    const decision = decideFinal(claim, held(), how, now);
    checkDeductions(decision.claim, chosen);
    return decision;
  }),
);

type FinalizingReady = { approves: boolean; how: HowToFinalize };

/** Staff carry everything decided out, with the email that claims are finalized with by default. */
export const finalizeReady = atHook(
  'claimFinalized',
  onOrder((loaded, { approves, how }: FinalizingReady, now, held) => {
    const claim = readyClaim(loaded, held(), approves, now);
    const email = usualEmail('finalized', decideFinal(claim, held(), how, now).claim);
    return decideFinal(claim, held(), { ...how, email }, now);
  }),
);

/** `parcel`: of a label bought here; else what staff say of theirs. */
type SentBack = { parcel: NewShipment } | { by: SentByHand };

/**
 * Items are on their way back to the shopper. With them a claim ends that nothing else is open of: the email about the
 * package says so.
 */
export const sentBack = atHook(
  'claimFinalized',
  onOrder((claim, input: SentBack, now, held) => {
    const sent = 'parcel' in input ? sendBack(claim, input.parcel, now) : sendBackByHand(claim, input.by, now);
    if (!isAllSentBack(sent.claim) || !canFinalize(sent.claim)) return sent;
    const ended = decideFinal(sent.claim, held(), { email: null }, now);
    return { ...ended, effects: [...ended.effects, ...sent.effects] };
  }),
);

/** What the timeline says of it. */
export const finalizedBy = (ruleName: string): string => `Finalized by rule “${ruleName}”`;

type FinalizingByRule = { ruleName: string; how: HowToFinalize };

/** A rule approves everything as requested and carries it out, all of it or nothing. Refuses LINES_LEFT_OUT. */
export const finalizeByRule = atHook(
  'claimFinalized',
  onOrder((loaded, { ruleName, how }: FinalizingByRule, now, held) => {
    const decision = finalizeReady.decide(loaded, { approves: true, how }, now, held);
    const errors = decision.lineErrors.flatMap((line) => line.errors);
    if (errors.length > 0) throw new Refusal('conflict', 'LINES_LEFT_OUT', errors.join(' '));
    const entry = { type: 'processing', subject: finalizedBy(ruleName), message: '' } as const;
    return { ...decision, claim: withEntry(decision.claim, entry, now) };
  }),
);
