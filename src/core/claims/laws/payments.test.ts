import { expectReached, law } from '#core/law.fixture.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Claim } from '#core/claims/claim.ts';
import { anyHistory, CASES, lawsOf, live } from '#core/claims/laws/histories.fixture.ts';
import { settleDown } from '#core/claims/laws/partners.fixture.ts';
import { sum, type World } from '#core/claims/laws/world.fixture.ts';

const isEnded = (claim: Claim): boolean =>
  !claim.instantExchange?.isOnlyReturnAwaited &&
  (claim.finalizedOn !== null || claim.lines.every((line) => line.canceledOn !== null));
const paymentsOf = (world: World, claim: Claim) =>
  [...world.payments.values()].filter((one) => one.claimId === claim.id);
const used = (claim: Claim): number => sum(claim.settlements.map((record) => record.paymentUsed));

/** Only shoppers pay, so that they make all claims. */
const anyPayingHistory = (without: Parameters<typeof anyHistory>[0] = []) =>
  anyHistory(['staffMake', 'restore', 'platformRefunds', 'orderEdited', 'tell', 'ship', ...without]);

const ofPayingHistory = lawsOf(anyPayingHistory(['refundPayment', 'holdLapses']));

const seen = { ended: 0, kept: 0 };
test(
  'law: what was paid is used, given back or let go of, to the minor unit, once a claim has ended',
  ofPayingHistory(
    () => ({
      settled: (world) => {
        for (const claim of world.claims.filter(isEnded)) {
          const payments = paymentsOf(world, claim);
          const kept = sum(payments.map((payment) => payment.captured - payment.refunded));
          expect(kept).toBe(used(claim));
          for (const payment of payments) expect(payment.captured + payment.released).toBe(payment.amount);
          if (claim.finalizedOn === null) expect(kept).toBe(0);
          if (payments.length > 0) seen.ended += 1;
        }
      },
    }),
    () => expectReached(seen.ended, 55),
  ),
);

test(
  'law: while goods sent ahead are out, a payment stays whole, whatever was decided',
  ofPayingHistory(
    () => ({
      settled: (world) => {
        for (const claim of world.claims.filter((one) => one.instantExchange?.isOnlyReturnAwaited)) {
          seen.kept += 1;
          for (const payment of paymentsOf(world, claim)) {
            const isHeld = payment.captured + payment.released === 0;
            const isTaken = payment.captured === payment.amount && payment.refunded === 0;
            expect(isHeld || isTaken).toBe(true);
          }
        }
      },
    }),
    () => expectReached(seen.kept, 14),
  ),
);

test('law: whatever staff and the provider do, no payment is taken twice, nor more given back than taken', () => {
  fc.assert(
    fc.property(anyPayingHistory(), (history) => {
      const world = live(history);
      settleDown(world);
      for (const claim of world.claims) {
        for (const payment of paymentsOf(world, claim)) {
          expect(payment.captures).toBeLessThanOrEqual(1);
          expect(payment.captured).toBeLessThanOrEqual(payment.amount);
          expect(payment.refunded).toBeLessThanOrEqual(payment.captured);
        }
        expect(used(claim)).toBeGreaterThanOrEqual(0);
        const isKept = isEnded(claim) && !paymentsOf(world, claim).some((one) => one.isGivenBackByStaff);
        const kept = sum(paymentsOf(world, claim).map((payment) => payment.captured - payment.refunded));
        if (isKept) expect(kept).toBeLessThanOrEqual(used(claim));
      }
    }),
    law(CASES),
  );
});
