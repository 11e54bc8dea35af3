import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyHistory, lawsOf } from '#core/claims/laws/histories.fixture.ts';
import { givenByPlatform, heldAmount, orderOfWorld } from '#core/claims/laws/world.fixture.ts';
import type { Claim } from '#core/claims/claim.ts';
import { orderBalance } from '#core/orders/balance.ts';
import { withRefund } from '#core/orders/movements.ts';
import type { Order } from '#core/orders/order.ts';

/** With an order to report things in, and which of our refunds are not reported yet. */
const ofHistory = lawsOf(
  fc
    .tuple(anyHistory(), fc.infiniteStream(fc.nat(1000)), fc.nat(255))
    .map(([history, shuffle, hidden]) => ({ ...history, shuffle, hidden })),
);

const leftOf = (order: Order, claims: readonly Claim[]) => {
  const { left, held, lines } = orderBalance(order, claims);
  return { left, held, lines: [...lines].map(([id, line]) => [id, line.left, line.claimed]) };
};

test(
  'law: in whatever order things are reported, and before our refunds are, the same is left',
  ofHistory(({ shuffle, hidden }) => ({
    settled: (world) => {
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
    },
  })),
);

test(
  'law: the answer of the platform and the key in its note say the same, and hearing it twice is hearing it once',
  ofHistory(() => ({
    settled: (world) => {
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
    },
  })),
);

test(
  'law: never more is left than was paid, nor more units than were sent and not claimed or taken back',
  ofHistory(() => ({
    ended: (world) => {
      const { left, paid, held, given, lines } = orderBalance(orderOfWorld(world), world.claims);
      // Reported or not, our refunds are held by their claims.
      const own = { held: heldAmount(world.claims), given: givenByPlatform(world) };
      expect({ held, given, left }).toEqual({ ...own, left: world.bought.totalPaid - own.held - own.given });
      expect(left).toBeLessThanOrEqual(paid);
      expect(Math.min(held, given)).toBeGreaterThanOrEqual(0);
      for (const { bought, sent, claimed, back, paidBack, left: units } of lines.values()) {
        expect(units).toBeLessThanOrEqual(Math.min(sent, Math.max(0, bought - claimed - back)));
        expect(Math.min(units, back, paidBack)).toBeGreaterThanOrEqual(0);
      }
    },
  })),
);
