import { expectReached, law } from '#core/law.fixture.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import { createClaim } from '#core/claims/create.ts';
import { CASES } from '#core/claims/laws/histories.fixture.ts';
import { play, type Step } from '#core/claims/laws/steps.fixture.ts';
import { inputOf, lineOf, orderOf, selectionOf, settingsOf } from '#core/claims/test-data.ts';
import { settleDown } from '#core/claims/laws/partners.fixture.ts';
import { sum, worldOf, type World } from '#core/claims/laws/world.fixture.ts';
import type { RepairState } from '#core/claims/repair-shapes.ts';

const paymentsOf = (world: World, claim: Claim) =>
  [...world.payments.values()].filter((one) => one.claimId === claim.id);
const used = (claim: Claim): number => sum(claim.settlements.map((record) => record.paymentUsed));
const isRepaired = ({ status, method, finalizedOn, wasResolvedExternally }: ClaimLine): boolean =>
  status === 'approved' && method === 'repair' && finalizedOn !== null && !wasResolvedExternally;

const KINDS: readonly Step['kind'][] = [
  'quoteRepair',
  'quoteRepair',
  'quoteRepair',
  'answerQuote',
  'answerQuote',
  'answerQuote',
  'workOnRepair',
  'workOnRepair',
  'workOnRepair',
  'sendBack',
  'sendBack',
  'approve',
  'deny',
  'deny',
  'appeal',
  'appeal',
  'cancelLine',
  'cancelClaim',
  'finalize',
  'finalize',
  'carryOut',
  'settleDown',
  'goodsBack',
];
const WITH_CARDS = settingsOf({ paymentProvider: 'stripe' });
const seed = fc.nat(50);
const stepOf = (kinds: readonly Step['kind'][]): fc.Arbitrary<Step> =>
  fc.record({ kind: fc.constantFrom(...kinds), seeds: fc.tuple(seed, seed, seed, seed) });

/** A repair from its quote to the way back, with anything else in between: chance alone seldom gets that far. */
const wholeRepair = fc
  .tuple(
    ...(['quoteRepair', 'answerQuote', 'workOnRepair', 'workOnRepair', 'sendBack'] as const).map((kind) =>
      fc.tuple(stepOf([kind]), fc.array(stepOf(KINDS), { maxLength: 4 })),
    ),
  )
  .map((parts): Step[] => parts.flatMap(([step, others]) => [step, ...others]));

/** Warranty claims on three items, which staff quote, work on, send back or decide otherwise, and shoppers answer. */
const anyRepairs = fc
  .record({
    methods: fc.array(fc.constantFrom('repair', 'repair', 'warrantyReview', 'refund'), { minLength: 1, maxLength: 3 }),
    fee: fc.constantFrom(0, 0, 700),
    steps: fc.oneof(fc.array(stepOf(KINDS), { minLength: 6, maxLength: 24 }), wholeRepair),
  })
  .map(({ methods, fee, steps }): World => {
    const order = orderOf(methods.map((_, index) => lineOf({ idFromPlatform: `${index}`, quantity: 2 })));
    const world = worldOf(order, WITH_CARDS, new Map());
    const made = createClaim({
      ...inputOf(order, { claimType: 'Warranty', source: 'Merchant_App' }),
      selections: methods.map((method, index) => selectionOf({ lineIdFromPlatform: `${index}`, method })),
      shippingMethod: 'none',
      fees: { feeApplied: fee },
    });
    world.claims.push(made.claim);
    return play(world, steps);
  });

test('law: a repair costs what its shopper agreed to and no cent more, and what was paid for none goes back', () => {
  let paid = 0;
  fc.assert(
    fc.property(anyRepairs, (world) => {
      settleDown(world);
      for (const claim of world.claims) {
        const payments = paymentsOf(world, claim);
        const repaired = claim.lines.filter(isRepaired);
        const agreed = sum(repaired.map(({ repair }) => repair?.agreedPrice ?? 0));
        const charged = sum(claim.settlements.map(({ repairs = 0 }) => repairs));
        expect(charged).toBeLessThanOrEqual(agreed);
        const isOver = claim.finalizedOn !== null || claim.lines.every(({ canceledOn }) => canceledOn !== null);
        if (!isOver || claim.instantExchange?.isOnlyReturnAwaited) continue;
        const kept = sum(payments.map((payment) => payment.captured - payment.refunded));
        expect(kept).toBe(used(claim));
        if (repaired.length === 0) expect(charged).toBe(0);
        if (charged > 0 && kept > 0) paid += 1;
      }
    }),
    law(CASES),
  );
  expectReached(paid, 25);
});

test('law: a repair is never skipped: agreed before it begins, begun before it is done, and done or declined before it goes back', () => {
  const before: Readonly<Record<RepairState, readonly (RepairState | null)[]>> = {
    quoted: [null, 'quoted', 'accepted', 'declined', 'inRepair'],
    accepted: [null, 'quoted', 'declined'],
    declined: ['quoted'],
    inRepair: ['accepted'],
    done: ['inRepair'],
    sentBack: ['done', 'declined'],
  };
  fc.assert(
    fc.property(anyRepairs, (world) => {
      for (const { lines } of world.claims)
        for (const { repair } of lines) {
          const steps = repair?.steps ?? [];
          steps.forEach(({ state }, index) => expect(before[state]).toContain(steps[index - 1]?.state ?? null));
          if (repair) expect(steps.at(-1)?.state).toBe(repair.state);
          expect(steps.map(({ on }) => on)).toEqual(steps.map(({ on }) => on).toSorted());
        }
    }),
    law(CASES),
  );
});
