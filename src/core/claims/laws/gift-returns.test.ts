import { expectReached, law } from '#core/law.fixture.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paymentNeeded } from '#core/claims/claim-money.ts';
import { isGiftReturn } from '#core/claims/gift-return.ts';
import { anyHistory, CASES, live } from '#core/claims/laws/histories.fixture.ts';
import { RECIPIENT } from '#core/claims/laws/steps.fixture.ts';
import { settleDown } from '#core/claims/laws/partners.fixture.ts';

/** Histories in which recipients ask more often than others do. */
const anyGiftHistory = anyHistory(['holdLapses', 'captureHold', 'refundPayment']).map((history) => ({
  ...history,
  steps: history.steps.map((step, index) =>
    index % 2 === 0 && step.kind === 'shopperAsks' ? { ...step, kind: 'recipientAsks' as const } : step,
  ),
}));

test('law: whatever staff decide, nothing of a gift return reaches the buyer, and its recipient pays nothing', () => {
  const seen = { returns: 0, given: 0, emails: 0 };
  fc.assert(
    fc.property(anyGiftHistory, (history) => {
      const world = live(history, { hasEmails: true });
      settleDown(world);
      for (const claim of world.claims.filter(isGiftReturn)) {
        seen.returns += 1;
        const intents = world.effects.filter(({ claimId }) => claimId === claim.id).map(({ intent }) => intent);
        const told = JSON.stringify([claim, intents]);
        for (const secret of ['ada@example.com', 'Byron', 'customer-1', '1 High Street'])
          expect(told).not.toContain(secret);
        expect(paymentNeeded(claim)).toEqual({ owed: 0, held: 0 });
        for (const intent of intents) {
          expect(['refund', 'returnExchange', 'paymentCapture']).not.toContain(intent.kind);
          if (intent.kind === 'giftCard' || intent.kind === 'exchangeOrder') {
            seen.given += 1;
            expect(intent.payload.recipient).toEqual({
              email: RECIPIENT.email,
              firstName: 'Grace',
              lastName: 'Hopper',
            });
          }
          if (intent.kind === 'email') {
            seen.emails += 1;
            expect(intent.payload.to).toBe(RECIPIENT.email);
          }
        }
        for (const record of claim.settlements) expect(record.issued.refund).toBe(0);
      }
    }),
    law(CASES / 2),
  );
  expectReached(seen.returns, 110);
  expectReached(seen.given, 30);
  expectReached(seen.emails, 160);
});
