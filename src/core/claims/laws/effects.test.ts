import { expectReached, law } from '#core/law.fixture.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { approveLine } from '#core/claims/approve.ts';
import type { Claim } from '#core/claims/claim.ts';
import { createClaim } from '#core/claims/create.ts';
import { intentOf, type EffectIntent } from '#core/effects/kinds.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import { anyHistory, CASES, lawsOf, live } from '#core/claims/laws/histories.fixture.ts';
import { anyPaidOrder } from '#core/claims/laws/orders.fixture.ts';
import { sum, type Happening } from '#core/claims/laws/world.fixture.ts';
import { inputOf, NOW, POLICY, selectionOf } from '#core/claims/test-data.ts';
import { withoutEmails } from '#core/emails/worded.fixture.ts';

const ofHistory = lawsOf(anyHistory());

test(
  'law: no two effects in the life of an order have the same purpose key',
  ofHistory(() => ({
    hasEmails: true,
    ended: ({ effects }) => {
      const keys = effects.map(({ intent }) => intent.purposeKey);
      expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
    },
  })),
);

test(
  'law: every effect is one the worker can read back',
  ofHistory(() => ({
    hasEmails: true,
    ended: ({ effects }) => {
      for (const { intent } of effects) expect(intentOf(JSON.parse(JSON.stringify(intent)))).toEqual(intent);
    },
  })),
);

/** The lines an effect carries out, by what it does for them: it takes units back, gives value, or sends goods. */
function carriedBy(
  { kind, payload, purposeKey }: EffectIntent,
  { settlements }: Claim,
): { way: string; lineIds: number[] }[] {
  // The last part of the key is the round. A later round may give value for goods that could not be sent.
  const round = settlements[Number(purposeKey.split(':').at(-1)) - 1];
  const value = round?.insteadOf ? 'value instead' : 'value';
  switch (kind) {
    case 'refund':
      return [
        { way: 'units', lineIds: payload.lines.map((line) => line.claimLineId) },
        { way: value, lineIds: payload.claimLineIds },
      ];
    case 'giftCard':
      return [{ way: value, lineIds: payload.claimLineIds }];
    case 'exchangeOrder':
      return [{ way: 'goods', lineIds: [...new Set(payload.lines.flatMap((line) => line.claimLineId ?? []))] }];
    case 'returnExchange':
      return ['units', 'goods'].map((way) => ({ way, lineIds: payload.returnLines.map((line) => line.claimLineId) }));
    default:
      return [];
  }
}

test(
  'law: finalized in whatever parts, each line is carried out once',
  ofHistory(() => {
    const finalized: { claimId: number; lineId: number }[] = [];
    return {
      happened: (happening) => {
        checkFinalizedOnce(happening);
        finalized.push(...finalizedBy(happening));
      },
      ended: ({ claims, effects }) => {
        for (const claim of claims) {
          const carried = effects
            .filter(({ claimId }) => claimId === claim.id)
            .flatMap(({ intent }) =>
              carriedBy(intent, claim).flatMap(({ way, lineIds }) => lineIds.map((id) => `${way} ${id}`)),
            );
          expect(carried.filter((one, index) => carried.indexOf(one) !== index)).toEqual([]);
          const settled = claim.settlements.flatMap((record) => (record.insteadOf ? [] : record.lineIds));
          const expected = finalized.flatMap(({ claimId, lineId }) => (claimId === claim.id ? [lineId] : []));
          expect(settled.toSorted((a, b) => a - b)).toEqual(expected.toSorted((a, b) => a - b));
        }
      },
    };
  }),
);

test('law: stock reserved for a claim that has ended goes into its order or is released', () => {
  let ended = 0;
  fc.assert(
    fc.property(anyHistory(['valueInstead']), (history) => {
      const { claims, effects } = live(history);
      for (const claim of claims) {
        const isEnded = claim.finalizedOn !== null || claim.lines.every((line) => line.canceledOn !== null);
        if (!isEnded || claim.reservation === null || claim.reservation.state === 'short') continue;
        ended += 1;
        const letting = effects.filter(({ claimId, intent }) => claimId === claim.id && usesReservation(intent));
        expect(letting).not.toEqual([]);
      }
    }),
    law(CASES),
  );
  expectReached(ended, 45);
});

const usesReservation = ({ kind, payload }: EffectIntent): boolean =>
  kind === 'releaseStock' || ((kind === 'exchangeOrder' || kind === 'returnExchange') && payload.reservedBy !== null);

function finalizedBy({ before, decision: { claim } }: Happening): { claimId: number; lineId: number }[] {
  const wasFinalized = new Set(before?.lines.flatMap((line) => (line.finalizedOn === null ? [] : [line.id])));
  return claim.lines.flatMap(({ id, finalizedOn }) =>
    finalizedOn === null || wasFinalized.has(id) ? [] : [{ claimId: claim.id, lineId: id }],
  );
}

function checkFinalizedOnce({ what, before, decision }: Happening): void {
  if (what === 'valueInstead') return;
  for (const line of before?.lines ?? []) {
    if (line.finalizedOn === null) continue;
    // An appeal opens what was denied again, which carried nothing out.
    if (what === 'appeal' && line.status === 'denied') continue;
    const after = decision.claim.lines.find((one) => one.id === line.id);
    // A repair that was finalized before it was done goes on.
    const isRepairGoingOn = what === 'workOnRepair' || what === 'sendBack';
    expect(after && isRepairGoingOn ? { ...after, repair: line.repair } : after).toEqual(line);
  }
}

test(
  'law: store credit is given by a refund only of an order with a customer, and else to an account of somebody',
  ofHistory(() => ({
    ended: ({ effects, bought }) => {
      for (const { intent } of effects) {
        if (intent.kind === 'refund' && intent.payload.to === 'storeCredit') expect(bought.customer).not.toBeNull();
        if (intent.kind === 'giftCard' && intent.payload.type === 'Store_Credit')
          expect(intent.payload.customerIdFromPlatform ?? intent.payload.recipient?.email ?? '').not.toBe('');
      }
    },
  })),
);

/** A claim for money, and the round of finalizing each of its lines goes into. */
const anyParts = anyPaidOrder.chain((order) =>
  fc.record({
    order: fc.constant(order),
    methods: fc.array(fc.constantFrom('refund', 'giftCard', 'storeCredit'), { minLength: 6, maxLength: 6 }),
    rounds: fc.array(fc.nat(3), { minLength: 18, maxLength: 18 }),
  }),
);

const sumsOf = (effects: readonly EffectIntent[]) => {
  const amounts = effects.flatMap((effect) =>
    effect.kind === 'refund' || effect.kind === 'giftCard'
      ? [
          {
            way: effect.kind === 'refund' ? effect.payload.to : 'giftCard',
            amount: effect.payload.amount.amount,
            bonus: effect.payload.incentiveAmount,
          },
        ]
      : [],
  );
  const of = (way: string) => amounts.filter((one) => one.way === way);
  return ['originalPayment', 'storeCredit', 'giftCard'].map((way) => [
    sum(of(way).map(({ amount }) => amount)),
    sum(of(way).map(({ bonus }) => bonus)),
  ]);
};

test('law: where no line depends on another, the parts come to what it is at once', () => {
  fc.assert(
    fc.property(anyParts, ({ order, methods, rounds }) => {
      const selections = order.lines.flatMap((line, index) =>
        line.paidTotal === 0
          ? []
          : [
              selectionOf({
                lineIdFromPlatform: line.idFromPlatform,
                quantity: line.quantity,
                method: methods[index] ?? 'refund',
              }),
            ],
      );
      fc.pre(selections.length > 0);
      const asked = createClaim(inputOf(order, { source: 'Merchant_App', selections })).claim;
      const decided = asked.lines.reduce((claim, line) => approveLine(claim, line.id, {}, NOW).claim, asked);
      const atOnce = finalizeClaim(decided, order, { policy: POLICY }, NOW).effects;
      let claim: Claim = decided;
      const inParts = [0, 1, 2, 3].flatMap((round) => {
        const lineIds = claim.lines.filter((_, index) => rounds[index] === round).map((line) => line.id);
        if (lineIds.length === 0) return [];
        const done = finalizeClaim(claim, order, { policy: POLICY, lineIds }, NOW);
        claim = done.claim;
        return done.effects;
      });
      expect(claim.finalizedOn).toBe(NOW);
      expect(sumsOf(withoutEmails(inParts))).toEqual(sumsOf(withoutEmails(atOnce)));
    }),
    law(CASES),
  );
});
