import { law } from '#core/law.fixture.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyHistory, CASES, live } from '#core/claims/laws/histories.fixture.ts';
import { settleDown } from '#core/claims/laws/partners.fixture.ts';
import { orderOfWorld, type World } from '#core/claims/laws/world.fixture.ts';
import type { Claim } from '#core/claims/claim.ts';
import { orderBalance } from '#core/orders/balance.ts';
import { withRefund } from '#core/orders/movements.ts';
import type { Order } from '#core/orders/order.ts';

/** A history after which all our effects are carried out and reported, with other people's changes in between. */
const anyEnd = fc.record({ history: anyHistory(), shuffle: fc.infiniteStream(fc.nat(1000)), hidden: fc.nat(255) });

const endOf = (history: Parameters<typeof live>[0]): World => {
  const world = live(history);
  settleDown(world);
  return world;
};

const leftOf = (order: Order, claims: readonly Claim[]) => {
  const { left, held, lines } = orderBalance(order, claims);
  return { left, held, lines: [...lines].map(([id, line]) => [id, line.left, line.claimed]) };
};

test('law: in whatever order things are reported, and before our refunds are, the same is left', () => {
  fc.assert(
    fc.property(anyEnd, ({ history, shuffle, hidden }) => {
      const world = endOf(history);
      const order = orderOfWorld(world);
      const end = leftOf(order, world.claims);
      const shuffled = <T>(items: readonly T[]): T[] =>
        items
          .map((item) => ({ item, at: shuffle.next().value ?? 0 }))
          .toSorted((one, other) => one.at - other.at)
          .map(({ item }) => item);
      expect(
        leftOf(
          { ...order, refunds: shuffled(order.refunds), returns: shuffled(order.returns) },
          shuffled(world.claims),
        ),
      ).toEqual(end);
      const some = world.refunds.map((one, at) =>
        one.isOurs && (hidden >> (at % 8)) % 2 === 1 ? 'nothing' : one.shown,
      );
      const before = { ...world, refunds: world.refunds.map((one, at) => ({ ...one, shown: some[at] ?? one.shown })) };
      const { left, held } = leftOf(orderOfWorld(before), world.claims);
      expect({ left, held }).toEqual({ left: end.left, held: end.held });
    }),
    law(CASES),
  );
});

test('law: the answer of the platform and the key in its note say the same, and hearing it twice is hearing it once', () => {
  fc.assert(
    fc.property(anyEnd, ({ history }) => {
      const world = endOf(history);
      const order = orderOfWorld(world);
      const end = leftOf(order, world.claims);
      const answered = world.claims.map((claim) =>
        order.refunds
          .filter(({ purposeKey }) => purposeKey?.endsWith(`:${claim.externalId}`))
          .flatMap((refund) => [refund, refund])
          .reduce(
            (one, { idFromPlatform, total: amount }) =>
              withRefund(one, { idFromPlatform, amount, lineIds: one.lines.map(({ id }) => id) }),
            claim,
          ),
      );
      expect(leftOf(order, answered)).toEqual(end);
      const unmarked = {
        ...order,
        refunds: order.refunds.map((refund) => ({ ...refund, purposeKey: null })),
      };
      expect(leftOf(unmarked, answered).left).toBe(end.left);
    }),
    law(CASES),
  );
});

test('law: never more is left than was paid, nor more units than were sent and not claimed or taken back', () => {
  fc.assert(
    fc.property(anyHistory(), (history) => {
      const world = live(history);
      const { left, paid, held, given, lines } = orderBalance(orderOfWorld(world), world.claims);
      expect(left).toBe(paid - held - given);
      expect(left).toBeLessThanOrEqual(paid);
      expect(Math.min(held, given)).toBeGreaterThanOrEqual(0);
      for (const { bought, sent, claimed, back, paidBack, left: units } of lines.values()) {
        expect(units).toBeLessThanOrEqual(Math.min(sent, Math.max(0, bought - claimed - back)));
        expect(Math.min(units, back, paidBack)).toBeGreaterThanOrEqual(0);
      }
    }),
    law(CASES),
  );
});
