import { expect, test } from 'vitest';
import type { Claim } from '#core/claims/claim.ts';
import { anyHistory, lawsOf } from '#core/claims/laws/histories.fixture.ts';
import {
  givenByPlatform,
  heldAmount,
  holdsUnits,
  sum,
  paidBackByPlatform,
  takenByPlatform,
  type Happening,
  type World,
} from '#core/claims/laws/world.fixture.ts';
import type { Minor } from '#core/money.ts';

const linesOf = (claims: readonly Claim[]) => claims.flatMap((claim) => claim.lines).filter(holdsUnits);
const PAID_MONEY = new Set(['refund', 'giftCard', 'storeCredit', 'variantExchange']);
/** Given by finalized lines as money, credit or goods; `isOutside`: by staff, there or at the platform. */
const givenBy = (claims: readonly Claim[], isOutside: boolean): Minor =>
  sum(
    linesOf(claims)
      .filter((line) => line.finalizedOn !== null && PAID_MONEY.has(line.method ?? ''))
      .map((line) => (line.wasResolvedExternally === isOutside ? (line.amount ?? 0) : 0)),
  );
const unitsHeld = (claims: readonly Claim[], lineId: string): number =>
  sum(linesOf(claims).map((line) => (line.lineIdFromPlatform === lineId ? line.quantity : 0)));

const unitsOutside = (claims: readonly Claim[], lineId: string): number =>
  sum(
    linesOf(claims).map((line) =>
      line.lineIdFromPlatform === lineId && line.wasResolvedExternally && line.finalizedOn !== null ? line.quantity : 0,
    ),
  );

const ofHistory = lawsOf(anyHistory());

test(
  'law: what claims take and give, with what the platform gave on its own, is never more than was paid',
  ofHistory(() => ({
    happened: ({ what, before, decision, world }) => {
      const { totalPaid } = world.bought;
      // What staff gave outside may be what the platform gave on its own: the larger counts.
      const outside = givenBy(world.claims, true);
      const twice = Math.min(outside, givenByPlatform(world));
      if (what === 'create' && heldAmount([decision.claim]) > 0)
        expect(heldAmount(world.claims) + givenByPlatform(world) - twice).toBeLessThanOrEqual(totalPaid);
      if (what === 'finalize' && before && givenBy([decision.claim], false) > givenBy([before], false))
        expect(givenBy(world.claims, false) + outside + givenByPlatform(world) - twice).toBeLessThanOrEqual(totalPaid);
      expect(givenBy(world.claims, false) + outside).toBeLessThanOrEqual(totalPaid);
    },
  })),
);

test(
  'law: no decision takes a unit that was not bought, or that is gone already',
  ofHistory(() => ({ happened: checkUnits })),
);

function checkUnits({ before, decision, world }: Happening): void {
  for (const line of world.bought.lines) {
    const id = line.idFromPlatform;
    if (unitsHeld([decision.claim], id) <= (before ? unitsHeld([before], id) : 0)) continue;
    const taken = takenByPlatform(world, id);
    // What staff resolved externally may be what they refunded at the platform: the larger counts.
    const twice = Math.min(taken, unitsOutside(world.claims, id));
    expect(unitsHeld(world.claims, id) + taken - twice).toBeLessThanOrEqual(line.quantity);
  }
}

test(
  'law: no unit is given for that the platform gave back',
  ofHistory(() => ({
    happened: ({ what, before, decision, world }) => {
      if (what !== 'finalize' || !before) return;
      for (const { idFromPlatform: id, quantity } of world.bought.lines) {
        if (unitsGiven([decision.claim], id, false) <= unitsGiven([before], id, false)) continue;
        // What staff resolved externally may be what they refunded at the platform.
        const taken = Math.max(unitsGiven(world.claims, id, true), paidBackByPlatform(world, id));
        expect(unitsGiven(world.claims, id, false) + taken).toBeLessThanOrEqual(quantity);
      }
    },
  })),
);

/** Units of finalized lines for which money or goods went out; `isOutside`: by staff. */
const unitsGiven = (claims: readonly Claim[], lineId: string, isOutside: boolean): number =>
  sum(
    linesOf(claims)
      .filter((line) => line.finalizedOn !== null && line.wasResolvedExternally === isOutside)
      .filter((line) => line.method === 'replacementOrder' || (line.amount ?? 0) > 0)
      .map((line) => (line.lineIdFromPlatform === lineId && GIVING.has(line.method ?? '') ? line.quantity : 0)),
  );
const GIVING = new Set([...PAID_MONEY, 'replacementOrder']);

test(
  'law: the movements of a claim are what its settlements say, bonus beside them',
  ofHistory(() => ({
    ended: (world) => {
      for (const claim of world.claims) expect(movedBy(world, claim)).toEqual(settledBy(claim));
    },
  })),
);

const movedBy = (world: World, claim: Claim) => {
  const intents = world.effects.filter((effect) => effect.claimId === claim.id).map((effect) => effect.intent);
  const refunds = intents.flatMap((intent) => (intent.kind === 'refund' ? [intent.payload] : []));
  const issued = intents.flatMap((intent) => (intent.kind === 'giftCard' ? [intent] : []));
  const cards = issued.filter(({ purposeKey }) => purposeKey.startsWith('giftCard:')).map(({ payload }) => payload);
  // A gift's recipient is credited apart from the order.
  const credits = [
    ...refunds.filter((refund) => refund.to === 'storeCredit'),
    ...issued.filter(({ purposeKey }) => purposeKey.startsWith('storeCredit:')).map(({ payload }) => payload),
  ];
  const worth = (payloads: readonly { amount: { amount: Minor }; incentiveAmount: Minor }[]): Minor =>
    sum(payloads.map(({ amount, incentiveAmount }) => amount.amount - incentiveAmount));
  return {
    refund: worth(refunds.filter((refund) => refund.to === 'originalPayment')),
    giftCard: worth(cards),
    storeCredit: worth(credits),
    bonus: sum([...cards, ...credits].map((payload) => payload.incentiveAmount)),
  };
};

const settledBy = ({ settlements }: Claim) => ({
  refund: sum(settlements.map(({ issued }) => issued.refund)),
  giftCard: sum(settlements.map(({ issued }) => issued.giftCard)),
  storeCredit: sum(settlements.map(({ issued }) => issued.storeCredit)),
  bonus: sum(settlements.map(({ incentive }) => incentive.giftCard + incentive.storeCredit)),
});
