import { expectReached, law } from '#core/law.fixture.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { approveLine } from '#core/claims/approve.ts';
import { claimEvents, claimLedger, feesTaken, settlementOf, stillOwed } from '#core/claims/claim-money.ts';
import type { Claim } from '#core/claims/claim.ts';
import { draftClaim } from '#core/claims/create.ts';
import type { CreateClaimInput } from '#core/claims/new-claim.ts';
import type { EffectIntent } from '#core/effects/kinds.ts';
import { finalizeClaim, isUnresolved, type FinalizeDecision } from '#core/claims/finalize.ts';
import { anyHistory, CASES, lawsOf, live } from '#core/claims/laws/histories.fixture.ts';
import { sum, type World } from '#core/claims/laws/world.fixture.ts';
import { foldLedger } from '#core/claims/ledger.ts';
import { NOW } from '#core/claims/test-data.ts';
import type { Minor } from '#core/money.ts';
import { Refusal } from '#core/refusal.ts';
import { withoutEmails } from '#core/emails/worded.fixture.ts';

const isEnded = (claim: Claim): boolean =>
  claim.finalizedOn !== null || claim.lines.every((line) => line.canceledOn !== null);

/** The claim with every open line approved as it was asked for; null where one cannot be. */
function approvedAsAsked(claim: Claim): Claim | null {
  try {
    return claim.lines.filter(isUnresolved).reduce((so, line) => approveLine(so, line.id, {}, NOW).claim, claim);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** The claim finalized as a whole, whatever is left of the order's money. */
const finalized = (world: World, claim: Claim, waiveBalance: boolean): FinalizeDecision =>
  finalizeClaim(
    claim,
    { ...world.bought, email: 'ada@example.com', totalPaid: Number.MAX_SAFE_INTEGER },
    { policy: { ...world.settings, outOfStockAtFinalize: 'continue' }, waiveBalance },
    NOW,
  );

const issuedBy = (effects: readonly EffectIntent[]): Minor =>
  sum(
    effects.map((effect) =>
      effect.kind === 'refund' || effect.kind === 'giftCard' ? effect.payload.amount.amount : 0,
    ),
  );

/** With chances for two laws; each takes its own. */
const ofHistory = lawsOf(
  fc
    .tuple(anyHistory(), fc.infiniteStream(fc.nat()), fc.infiniteStream(fc.boolean()))
    .map(([history, chances, choices]) => ({ ...history, chances, choices })),
);

test(
  'law: the balance of a claim is what finalizing issues, or less what is owed, before and after',
  ofHistory(() => ({
    ended: (world) => {
      for (const claim of world.claims) {
        const moved = issuedBy(world.effects.filter(({ claimId }) => claimId === claim.id).map(({ intent }) => intent));
        const decided = isEnded(claim) ? null : approvedAsAsked(claim);
        if (isEnded(claim)) expect(claimLedger(claim).balance).toBe(moved);
        if (!decided || decided.lines.some((line) => line.method === 'warrantyReview')) continue;
        const open = decided.lines.filter((line) => line.finalizedOn === null);
        const { stillOwed } = settlementOf(decided, open);
        const done = finalized(world, decided, true);
        expect(claimLedger(decided).balance).toBe(moved + issuedBy(withoutEmails(done.effects)) - stillOwed);
        if (done.claim.finalizedOn !== null)
          expect(claimLedger(done.claim).balance).toBe(moved + issuedBy(withoutEmails(done.effects)));
      }
    },
  })),
);

test(
  'law: the order of the events changes nothing',
  ofHistory(({ chances }) => ({
    ended: ({ claims }) => {
      for (const claim of claims) {
        const mixed = claimEvents(claim)
          .map((event) => ({ event, chance: Number(chances.next().value) }))
          .toSorted((one, other) => one.chance - other.chance)
          .map(({ event }) => event);
        expect(foldLedger(claim.currencyCode, mixed)).toEqual(claimLedger(claim));
      }
    },
  })),
);

test('law: the ledger before submitting, after it, before finalizing and afterwards is one and the same', () => {
  const created: { input: CreateClaimInput; claim: Claim; world: World }[] = [];
  fc.assert(
    fc.property(anyHistory([], 6), (history) => {
      created.length = 0;
      live(history, {
        happened: ({ input, decision, world }) => {
          if (input) created.push({ input, claim: decision.claim, world });
        },
      });
      for (const { input, claim, world } of created) {
        const ledger = claimLedger(claim);
        expect(claimLedger({ ...draftClaim(input), payments: claim.payments })).toEqual(ledger);
        const decided = approvedAsAsked(claim);
        if (!decided) continue;
        expect(claimLedger(decided)).toEqual(ledger);
        const done = finalized(world, decided, false).claim;
        if (done.finalizedOn !== null) expect(claimLedger(done)).toEqual(ledger);
      }
    }),
    law(CASES),
  );
});

let leftOut = 0;
test(
  'law: whatever is left out of a round, nothing is given away that staff did not waive',
  ofHistory(
    ({ choices }) => ({
      ended: (world) => {
        const isChosen = (): boolean => choices.next().value === true;
        const variants = [...world.variants.values()].flat();
        for (const claim of world.claims) {
          const decided = isEnded(claim) ? null : approvedAsAsked(claim);
          const lines = decided?.lines.filter((line) => line.finalizedOn === null && line.canceledOn === null) ?? [];
          const lineIds = lines.map(({ id }) => id).filter(isChosen);
          if (!decided || lineIds.length === 0) continue;
          const stock = new Map(variants.filter(isChosen).map(({ idFromPlatform }) => [idFromPlatform, 0]));
          const policy = { ...world.settings, outOfStockAtFinalize: 'fail' as const };
          const order = { ...world.bought, totalPaid: Number.MAX_SAFE_INTEGER };
          expect(finalizeClaim(decided, order, { policy, lineIds, stock }, NOW).settlement.stillOwed).toBe(0);
          if (lineIds.length < lines.length) leftOut += 1;
        }
      },
    }),
    () => expectReached(leftOut, 190),
  ),
);

test(
  'law: finalizing, whole or in parts, asks a shopper for nothing more than before',
  ofHistory(() => ({
    happened: ({ what, before, decision }) => {
      if (what === 'finalize' && before) expect(stillOwed(decision.claim)).toBeLessThanOrEqual(stillOwed(before));
    },
  })),
);

test(
  'law: over all its rounds a claim bears no fee more than once',
  ofHistory(() => ({
    ended: ({ claims }) => {
      for (const claim of claims) {
        const taken = feesTaken(claim);
        expect(taken.feeApplied).toBeLessThanOrEqual(claim.feeApplied);
        expect(taken.returnShippingAmountApplied).toBeLessThanOrEqual(claim.returnShippingAmountApplied);
        expect(taken.exchangeOrderShippingAmountApplied).toBeLessThanOrEqual(claim.exchangeOrderShippingAmountApplied);
      }
    },
  })),
);
