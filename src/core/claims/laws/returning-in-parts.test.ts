import { law } from '#core/law.fixture.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { approveLine } from '#core/claims/approve.ts';
import type { Claim } from '#core/claims/claim.ts';
import { createClaim } from '#core/claims/create.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import { CASES } from '#core/claims/laws/histories.fixture.ts';
import { anyPaidOrder } from '#core/claims/laws/orders.fixture.ts';
import { carryOut, settleDown } from '#core/claims/laws/partners.fixture.ts';
import { decide, nowOf, orderOfWorld, othersOf, sum, worldOf, type World } from '#core/claims/laws/world.fixture.ts';
import { inputOf, selectionOf, settingsOf } from '#core/claims/test-data.ts';
import { LIFETIME_DAYS } from '#core/dates.ts';
import type { Minor } from '#core/money.ts';
import { withRefund } from '#core/orders/movements.ts';
import type { Order } from '#core/orders/order.ts';
import { bonusOf } from '#core/settings/settings.fixture.ts';

const FOR_EVER = {
  refundValidityDays: LIFETIME_DAYS,
  storeCreditValidityDays: LIFETIME_DAYS,
  giftCardValidityDays: LIFETIME_DAYS,
};
const WITH_BONUS = settingsOf(FOR_EVER);
const WITHOUT_BONUS = settingsOf({ ...FOR_EVER, ...bonusOf(0) });

/** Every unit of the order, in any order and cut into any claims, each with what becomes of the claim at once. */
const anyWayBack = anyPaidOrder.chain((order) => {
  const units = order.lines.flatMap((line) => Array.from({ length: line.quantity }, () => line.idFromPlatform));
  const exactly = { minLength: units.length, maxLength: units.length };
  return fc.record({
    order: fc.constant(order),
    units: fc.shuffledSubarray(units, exactly),
    cuts: fc.array(fc.constantFrom(false, false, false, false, false, true), exactly),
    fates: fc.array(fc.constantFrom('left', 'finalized', 'carriedOut', 'told'), exactly),
    hasBonus: fc.boolean(),
    takenIn: fc.array(fc.constantFrom('byTheClaim', 'byTheClaim', 'restocked', 'noted'), exactly),
    methods: fc.array(fc.constantFrom('refund', 'storeCredit', 'giftCard'), exactly),
  });
});

type WayBack = typeof anyWayBack extends fc.Arbitrary<infer Value> ? Value : never;

/** The units of each claim, one selection for those of the same line. */
function claimsOf({ units, cuts }: WayBack): Map<string, number>[] {
  const claims: Map<string, number>[] = [new Map()];
  units.forEach((unit, index) => {
    const claim = claims.at(-1);
    claim?.set(unit, (claim.get(unit) ?? 0) + 1);
    if (cuts[index] === true && index < units.length - 1) claims.push(new Map());
  });
  return claims;
}

function returnAll(way: WayBack): World {
  const world = worldOf(way.order, way.hasBonus ? WITH_BONUS : WITHOUT_BONUS, new Map());
  claimsOf(way).forEach((units, index) => {
    world.minute += 1;
    const method = way.methods[index] ?? 'refund';
    const claim = ask(world, units, method);
    const fate = way.fates[index] ?? 'left';
    // Bonuses can make an order look fully refunded.
    const takenIn = way.hasBonus ? 'byTheClaim' : (way.takenIn[index] ?? 'byTheClaim');
    // The platform was already told to take these back, so it isn't told again.
    const isByHand = claim && (method === 'giftCard' ? takenIn !== 'byTheClaim' : takenIn === 'restocked');
    if (isByHand) takeInByHand(world, claim, takenIn === 'noted');
    world.minute += 1;
    if (claim && fate !== 'left') finish(world, claim);
    if (isByHand) refundByHand(world, claim);
    if (fate === 'carriedOut') world.effects.forEach((_, effect) => carryOut(world, effect));
    if (fate === 'told') settleDown(world);
  });
  return world;
}

/** Staff restock the goods of a claim, or only note their return. */
function takeInByHand(world: World, { lines }: Claim, isNoted: boolean): void {
  const isWorth = (id: string): boolean =>
    world.bought.lines.some((line) => line.idFromPlatform === id && line.paidTotal >= line.quantity);
  world.refunds.push({
    isOurs: isNoted,
    shown: isNoted ? 'return' : 'all',
    refund: {
      idFromPlatform: `refund-${world.refunds.length}`,
      purposeKey: null,
      createdOn: nowOf(world),
      note: '',
      total: 0,
      lines: lines
        .filter((line) => isWorth(line.lineIdFromPlatform))
        .map(({ lineIdFromPlatform, quantity }) => ({ lineIdFromPlatform, quantity, subtotal: 0, tax: 0 })),
    },
  });
}

/** The platform refuses to refund units that were restocked: staff give their sum, and say that it was done elsewhere. */
function refundByHand(world: World, { id }: Claim): void {
  for (const effect of world.effects) {
    if (effect.claimId !== id || effect.intent.kind !== 'refund' || effect.isDone) continue;
    effect.isDone = true;
    const { amount, claimLineIds: lineIds } = effect.intent.payload;
    const idFromPlatform = `refund-${world.refunds.length}`;
    world.refunds.push({
      isOurs: true,
      shown: 'all',
      refund: {
        idFromPlatform,
        purposeKey: null,
        createdOn: nowOf(world),
        note: '',
        total: amount.amount,
        lines: [],
      },
    });
    world.claims = world.claims.map((claim) =>
      claim.id === id ? withRefund(claim, { idFromPlatform, amount: amount.amount, lineIds, isByHand: true }) : claim,
    );
  }
}

function ask(world: World, units: Map<string, number>, method: 'refund' | 'storeCredit' | 'giftCard'): Claim | null {
  const id = world.claims.length + 1;
  const paid = [...units].filter(([line]) =>
    world.bought.lines.some((one) => one.idFromPlatform === line && one.paidTotal > 0),
  );
  if (paid.length === 0) return null;
  const input = inputOf(orderOfWorld(world), {
    ids: { claimId: id, externalId: `R-${id}`, orderId: 1 },
    settings: world.settings,
    source: 'Merchant_App',
    shippingMethod: 'none',
    priorClaims: world.claims,
    selections: paid.map(([lineIdFromPlatform, quantity]) => selectionOf({ lineIdFromPlatform, quantity, method })),
    now: nowOf(world),
  });
  return decide(world, 'create', null, () => createClaim(input), {
    refused: ({ code }) => expect(code).toBe('allowed'),
  });
}

function finish(world: World, asked: Claim): void {
  const claim = asked.lines.reduce((so, line) => approveLine(so, line.id, {}, nowOf(world)).claim, asked);
  const input = { policy: world.settings, otherClaims: othersOf(world, claim) };
  const done = decide(world, 'finalize', claim, (order) => finalizeClaim(claim, order, input, nowOf(world)), {
    refused: ({ code }) => expect(code).toBe('allowed'),
  });
  expect(done?.finalizedOn).not.toBe(null);
}

const worthOf = (order: Order, lineId: string): Minor =>
  sum(
    order.lines
      .filter((line) => line.idFromPlatform === lineId && line.paidTotal > 0)
      .map((line) => line.paidTotal + (order.taxesIncluded ? 0 : line.taxTotal)),
  );

test('law: returned in any parts, in any order, carried out or not, every line comes to what was paid for it', () => {
  fc.assert(
    fc.property(anyWayBack, (way) => {
      const lines = returnAll(way).claims.flatMap((claim) => claim.lines);
      for (const { idFromPlatform: id } of way.order.lines) {
        const parts = lines.filter((line) => line.lineIdFromPlatform === id);
        expect(sum(parts.map((line) => line.requestedAmount))).toBe(worthOf(way.order, id));
      }
    }),
    law(CASES),
  );
});
