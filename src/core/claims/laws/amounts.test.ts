import { law } from '#core/law.fixture.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { claimLedger } from '#core/claims/claim-money.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { SettlementRecord } from '#core/claims/settlement-shapes.ts';
import { anyHistory, CASES, live } from '#core/claims/laws/histories.fixture.ts';
import type { World } from '#core/claims/laws/world.fixture.ts';
import type { Minor } from '#core/money.ts';
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
