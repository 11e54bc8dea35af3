import { law } from '#core/law.fixture.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { approveLine, revertLine } from '#core/claims/approve.ts';
import { cancelClaim, cancelLine } from '#core/claims/cancel.ts';
import type { Claim } from '#core/claims/claim.ts';
import { changeFees } from '#core/claims/fees.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import { anyHistory, CASES, live } from '#core/claims/laws/histories.fixture.ts';
import { orderOfWorld, othersOf } from '#core/claims/laws/world.fixture.ts';
import { requestMoreInfo } from '#core/claims/more-info.ts';
import { changeNote, changeReason, denyLine } from '#core/claims/resolution.ts';
import { NOW, refusalOf } from '#core/claims/test-data.ts';
import type { Order } from '#core/orders/order.ts';
import type { FlatSettings } from '#core/settings/settings.fixture.ts';

const LOCKED = ['CLAIM_ALREADY_FINALIZED', 'CLAIM_CANCELED', 'LINE_LOCKED'];

const lineDecisions = (claim: Claim, id: number) => [
  () => approveLine(claim, id, { method: 'refund', amount: 1 }, NOW),
  () => denyLine(claim, id, 'Wrong_Item', 'No', NOW),
  () => revertLine(claim, id, NOW),
  () => cancelLine(claim, id, NOW),
  () => changeReason(claim, id, { id: 'Other', name: 'Other', detail: '' }, NOW),
  () => changeNote(claim, id, 'Another note', NOW),
];
const claimDecisions = (claim: Claim, order: Order, policy: FlatSettings, otherClaims: Claim[]) => [
  () => cancelClaim(claim, NOW),
  () => changeFees(claim, { feeApplied: claim.feeApplied + 1 }, NOW),
  () => requestMoreInfo(claim, 'Why?', NOW),
  () => finalizeClaim(claim, order, { policy, otherClaims }, NOW),
];

test('law: nothing can be decided about what is finalized, canceled or asked for as other, and trying changes nothing', () => {
  fc.assert(
    fc.property(anyHistory(), (history) => {
      const world = live(history);
      const order = orderOfWorld(world);
      for (const claim of world.claims) {
        const others = othersOf(world, claim);
        const before = structuredClone(claim);
        const locked = claim.lines.filter((line) => line.finalizedOn !== null || line.canceledOn !== null);
        const fixed = claim.lines.filter((line) => line.requestedMethod === 'other');
        const isOver = claim.finalizedOn !== null || claim.lines.every((line) => line.canceledOn !== null);
        for (const attempt of [
          ...new Set([...locked, ...fixed]).values().flatMap((line) => lineDecisions(claim, line.id)),
          ...locked.map(
            ({ id }) =>
              () =>
                finalizeClaim(claim, order, { policy: world.settings, otherClaims: others, lineIds: [id] }, NOW),
          ),
          ...(isOver ? claimDecisions(claim, order, world.settings, others) : []),
        ])
          expect(LOCKED).toContain(refusalOf(attempt));
        expect(claim).toEqual(before);
      }
    }),
    law(CASES),
  );
});
