import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createClaim } from '#core/claims/create.ts';
import { CASES } from '#core/claims/laws/histories.fixture.ts';
import { settleDown } from '#core/claims/laws/partners.fixture.ts';
import { play, type Step } from '#core/claims/laws/steps.fixture.ts';
import { sum, worldOf, type World } from '#core/claims/laws/world.fixture.ts';
import { inputOf, selectionOf, settingsOf } from '#core/claims/test-data.ts';
import { expectReached, law } from '#core/law.fixture.ts';
import { Registration } from '#core/registrations/registration.ts';
import { registrationOrder } from '#core/registrations/registration-order.ts';

const KINDS: readonly Step['kind'][] = [
  'approve',
  'approve',
  'approve',
  'approve',
  'approveAll',
  'quoteRepair',
  'answerQuote',
  'workOnRepair',
  'sendBack',
  'deny',
  'deny',
  'appeal',
  'appeal',
  'revert',
  'cancelLine',
  'restore',
  'changeFees',
  'valueInstead',
  'refundPayment',
  'goodsBack',
  'finalize',
  'finalize',
  'finalize',
  'carryOut',
  'settleDown',
  'staffMake',
];
const WITH_CARDS = settingsOf({ paymentProvider: 'stripe' });
const seed = fc.nat(50);

/** Claims on products that were bought elsewhere, which staff try to end in every way, a refund too. */
const anyRegistered = fc
  .record({
    products: fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 3 }), price: fc.nat(20_000) }), {
      minLength: 1,
      maxLength: 3,
    }),
    isWorthListPrice: fc.boolean(),
    methods: fc.array(fc.constantFrom('warrantyReview', 'repair', 'replacementOrder'), {
      minLength: 3,
      maxLength: 3,
    }),
    fee: fc.constantFrom(0, 0, 700),
    steps: fc.array(fc.record({ kind: fc.constantFrom(...KINDS), seeds: fc.tuple(seed, seed, seed, seed) }), {
      minLength: 4,
      maxLength: 20,
    }),
  })
  .map(({ products, isWorthListPrice, methods, fee, steps }): World => {
    const registration = Registration.parse({
      externalId: 'G-00000001',
      createdOn: '2026-03-01T10:00:00.000Z',
      updatedOn: '2026-03-01T10:00:00.000Z',
      owner: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' },
      registrationChannelName: 'Retail store',
      estimatedPurchaseDate: '2026-02-20',
      lines: products.map(({ quantity, price }, index) => ({
        id: index + 1,
        productIdFromPlatform: `product-${index + 1}`,
        variantIdFromPlatform: `variant-${index + 1}`,
        name: 'Kettle',
        quantity,
        unitListPrice: price,
      })),
    });
    const order = registrationOrder(registration, { currencyCode: 'USD', isWorthListPrice });
    const world = worldOf(order, WITH_CARDS, new Map());
    const made = createClaim({
      ...inputOf(order, { claimType: 'Warranty', source: 'Merchant_App' }),
      selections: order.lines.map(({ idFromPlatform }, index) =>
        selectionOf({ lineIdFromPlatform: idFromPlatform, quantity: 1, method: methods[index] ?? 'warrantyReview' }),
      ),
      shippingMethod: 'none',
      fees: { feeApplied: fee },
    });
    world.claims.push(made.claim);
    return play(world, steps);
  });

test('law: a claim on what was not bought here never refunds money that nobody paid us', () => {
  const seen = { refundsApproved: 0, finalized: 0 };
  fc.assert(
    fc.property(anyRegistered, (world) => {
      settleDown(world);
      expect(world.effects.filter(({ intent }) => intent.kind === 'refund')).toEqual([]);
      expect(world.refunds.filter(({ isOurs }) => isOurs).map(({ refund }) => refund.total)).toEqual([]);
      for (const payment of world.payments.values()) {
        expect(payment.refunded + payment.released).toBeLessThanOrEqual(payment.amount);
        expect(payment.refunded).toBeLessThanOrEqual(payment.captured);
      }
      for (const { settlements, lines } of world.claims) {
        expect(sum(settlements.map(({ issued }) => issued.refund))).toBe(0);
        seen.refundsApproved += lines.filter(({ method }) => method === 'refund').length;
        seen.finalized += lines.filter(({ finalizedOn }) => finalizedOn !== null).length;
      }
    }),
    law(CASES),
  );
  expectReached(seen.refundsApproved, 190);
  expectReached(seen.finalized, 300);
});
