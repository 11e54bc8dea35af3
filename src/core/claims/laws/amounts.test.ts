import { law } from '#core/law.fixture.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { claimLedger } from '#core/claims/claim-money.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { SettlementRecord } from '#core/claims/settlement-shapes.ts';
import { anyHistory, CASES, live } from '#core/claims/laws/histories.fixture.ts';
import { CURRENCIES } from '#core/claims/laws/orders.fixture.ts';
import { sum, type World } from '#core/claims/laws/world.fixture.ts';
import { exponentOf } from '#core/currency.ts';
import { allocate, decimalFromMinor, minorFromDecimal, percentOf, unitsValue, type Minor } from '#core/money.ts';
import { amountOf, minorOf } from '#server/amounts.ts';

const amountsOf = (record: SettlementRecord): [name: string, amount: Minor][] => {
  const parts = { '': record, issued: record.issued, incentive: record.incentive };
  return Object.entries(parts).flatMap(([part, values]) =>
    Object.entries(values).flatMap(([name, value]): [string, Minor][] =>
      typeof value === 'number' ? [[`${part} ${name}`, value]] : [],
    ),
  );
};

/** Value given in place of goods takes back what was settled before, and no more. */
function netOf(settlements: readonly SettlementRecord[]): Minor[] {
  const net = new Map<string, Minor>();
  for (const [name, amount] of settlements.flatMap(amountsOf)) net.set(name, (net.get(name) ?? 0) + amount);
  return [...net.values()];
}

/** Every amount of a claim that may not be below zero. */
const amountsIn = (claim: Claim): Minor[] => {
  const { credits, deductions } = claimLedger(claim);
  return [
    claim.feeApplied,
    claim.returnShippingAmountApplied,
    claim.exchangeOrderShippingAmountApplied,
    ...claim.lines.flatMap((line) => [
      line.subtotal,
      line.tax,
      line.requestedAmount,
      line.incentiveAmount,
      line.deductedAmount,
      line.amount ?? 0,
      // Goods never cost less than nothing.
      line.exchangeDeltaAmount + line.requestedAmount,
    ]),
    ...claim.settlements
      .filter(({ insteadOf }) => insteadOf === undefined)
      .flatMap(amountsOf)
      .map(([, amount]) => amount),
    ...netOf(claim.settlements),
    ...claim.payments.flatMap((payment) => [payment.amount, payment.captureAsked ?? 0, payment.refundAsked]),
    ...[credits, deductions].flatMap((side) => [
      side.total,
      ...side.lineItems.map((item) => item.amount),
      ...side.sections.map((section) => section.amount),
    ]),
  ];
};

const movedIn = (world: World): Minor[] =>
  world.effects.flatMap(({ intent: { payload } }) => ('amount' in payload ? [payload.amount.amount] : []));

test('law: every amount of every claim is whole, not below zero, and the same after a trip over the wire', () => {
  fc.assert(
    fc.property(anyHistory(), (history) => {
      const world = live(history);
      const { currencyCode } = world.bought;
      const moved = movedIn(world);
      const isWrong = (amount: Minor): boolean =>
        !Number.isSafeInteger(amount) || amount < 0 || minorOf(amountOf(amount, currencyCode), currencyCode) !== amount;
      // One expectation for all: it takes longer than to look at an amount.
      expect([...world.claims.flatMap(amountsIn), ...moved].filter(isWrong)).toEqual([]);
      expect(moved.filter((amount) => amount === 0)).toEqual([]);
    }),
    law(CASES),
  );
});

const anyMinor = fc.oneof(fc.integer({ min: -5000, max: 5000 }), fc.maxSafeInteger());

test('law: from minor units to decimals and back is where it began, with as many decimals as the currency has', () => {
  fc.assert(
    fc.property(anyMinor, fc.constantFrom(...CURRENCIES), (amount, currencyCode) => {
      const text = decimalFromMinor(amount, currencyCode);
      expect(minorFromDecimal(text, currencyCode)).toBe(amount);
      expect((text.split('.')[1] ?? '').length).toBe(exponentOf(currencyCode));
    }),
    law(5000),
  );
});

test('law: a percentage is rounded half up, once', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.nat(10_000), (amount, basisPoints) => {
      const exact = BigInt(amount) * BigInt(basisPoints);
      const above = exact - BigInt(percentOf(amount, basisPoints)) * 10_000n;
      expect(above >= -5000n && above < 5000n).toBe(true);
    }),
    law(5000),
  );
});

test('law: parts come to the whole, each within one unit of its share, and nothing goes to what weighs nothing', () => {
  fc.assert(
    fc.property(fc.nat(10 ** 12), fc.array(fc.nat(10_000), { minLength: 1, maxLength: 24 }), (total, weights) => {
      const parts = allocate(total, weights);
      expect(sum(parts)).toBe(total);
      const all = sum(weights);
      if (all === 0) return;
      parts.forEach((part, index) => {
        const off = BigInt(part) * BigInt(all) - BigInt(total) * BigInt(weights[index] ?? 0);
        expect(off > -BigInt(all) && off < BigInt(all)).toBe(true);
        if (weights[index] === 0) expect(part).toBe(0);
      });
    }),
    law(5000),
  );
});

test('law: units are worth the same one by one, in two parts or at once', () => {
  fc.assert(
    fc.property(fc.nat(10 ** 9), fc.integer({ min: 1, max: 500 }), fc.nat(), fc.nat(), (total, quantity, a, b) => {
      const before = a % quantity;
      const count = b % (quantity - before + 1);
      const oneByOne = Array.from({ length: count }, (_, index) => unitsValue(total, quantity, before + index, 1));
      expect(sum(oneByOne)).toBe(unitsValue(total, quantity, before, count));
      expect(unitsValue(total, quantity, 0, before) + unitsValue(total, quantity, before, quantity - before)).toBe(
        total,
      );
    }),
    law(2000),
  );
});
