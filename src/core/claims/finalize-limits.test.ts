import { describe, expect, test } from 'vitest';
import { approveLine, type Approval } from '#core/claims/approve.ts';
import type { Claim } from '#core/claims/claim.ts';
import { createClaim } from '#core/claims/create.ts';
import { finalizeClaim, type FinalizeInput } from '#core/claims/finalize.ts';
import { reservationConfirmed } from '#core/claims/reservation.ts';
import { denyLine } from '#core/claims/resolution.ts';
import { claimOf, inputOf, lineOf, NOW, orderOf, POLICY, selectionOf } from '#core/claims/test-data.ts';

const order = orderOf([lineOf({ idFromPlatform: 'a' })]);
const WANTED = {
  variantIdFromPlatform: 'variant-3',
  productIdFromPlatform: 'product-1',
  title: 'XL / Green',
  sku: '',
  imgUrl: null,
  quantity: 1,
  unitPrice: 1000,
  unitTax: 0,
};
const finalize = (claim: Claim, changes: Partial<FinalizeInput> = {}, of = order) =>
  finalizeClaim(claim, of, { policy: POLICY, ...changes }, NOW);

describe('what was paid for the order', () => {
  const nothingLeft = 'Only $0.00 of what was paid for this order is left to refund.';
  const refunded = { ...order, totalRefunded: order.totalPaid };
  const approved = (approval: Approval) => approveLine(claimOf(order), 1, approval, NOW).claim;

  test('bounds what is given back', () => {
    const { claim: left, effects, lineErrors } = finalize(approved({}), {}, refunded);
    expect(effects).toEqual([]);
    expect(left.lines).toMatchObject([{ finalizedOn: null, errors: lineErrors[0]?.errors }]);
    expect(lineErrors[0]?.errors).toEqual([nothingLeft]);
  });
  test('leaves out the lines beyond it, and carries the others out', () => {
    const three = orderOf(['a', 'b', 'c'].map((id) => lineOf({ idFromPlatform: id })));
    const made = claimOf(three, {
      selections: ['a', 'b', 'c'].map((id) => selectionOf({ lineIdFromPlatform: id })),
    });
    const dear = [1000, 2500, 2000].reduce((so, amount, at) => approveLine(so, at + 1, { amount }, NOW).claim, made);
    const { claim: done, effects, lineErrors } = finalize(dear, {}, three);
    expect(lineErrors).toEqual([
      { lineId: 2, errors: ['Only $20.00 of what was paid for this order is left to refund.'] },
    ]);
    expect(done.lines.map((line) => line.finalizedOn !== null)).toEqual([true, false, true]);
    expect(done.finalizedOn).toBeNull();
    expect(effects).toMatchObject([{ kind: 'refund', payload: { amount: { amount: 3000 } } }, { kind: 'email' }]);
  });
  test('does not bound what staff gave outside, which the platform has counted already', () => {
    const done = finalize(approved({ wasResolvedExternally: true }), {}, refunded).claim;
    expect(done.finalizedOn).toBe(NOW);
    const beyond = approved({ wasResolvedExternally: true, amount: order.totalPaid + 1 });
    expect(finalize(beyond).lineErrors[0]?.errors).toEqual([
      'Only $10.00 of what was paid for this order is left to refund.',
    ]);
  });
  test('does not bound a replacement or a repair, which give none of it back', () => {
    const sent = approved({ method: 'replacementOrder', replacementItems: [WANTED] });
    expect(finalize(sent, {}, refunded).claim.finalizedOn).toBe(NOW);
    const made = inputOf(order, {
      source: 'Merchant_App',
      claimType: 'Warranty',
      shippingMethod: 'none',
      selections: [selectionOf({ method: 'repair' })],
    });
    const repaired = approveLine(createClaim(made).claim, 1, {}, NOW).claim;
    expect(finalize(repaired, {}, refunded).claim.finalizedOn).toBe(NOW);
  });
});

test('goods of a line that is left out are there for the next one', () => {
  const three = orderOf(['a', 'b', 'c'].map((idFromPlatform) => lineOf({ idFromPlatform })));
  const selections = ['a', 'b', 'c'].map((lineIdFromPlatform) => selectionOf({ lineIdFromPlatform }));
  const asked = claimOf(three, { selections, source: 'Merchant_App' });
  const decided = [46, 45, 1].reduce(
    (claim, quantity, at) =>
      approveLine(claim, at + 1, { method: 'replacementOrder', replacementItems: [{ ...WANTED, quantity }] }, NOW)
        .claim,
    asked,
  );
  const { lineErrors } = finalize(decided, { stock: new Map([['variant-3', 45]]) }, three);
  expect(lineErrors).toEqual([
    { lineId: 1, errors: ['Only 45 of XL / Green in stock.'] },
    { lineId: 3, errors: ['XL / Green is out of stock.'] },
  ]);
});

describe('stock kept for the claim', () => {
  const asked = claimOf(order, {
    selections: [selectionOf({ method: 'variantExchange', variantIdFromPlatform: 'variant-2' })],
  });
  const held = reservationConfirmed(asked, '2026-04-01T00:00:00.000Z', NOW);

  test('is there for what the customer chose, though nobody else could have it', () => {
    const approved = approveLine(held, 1, {}, NOW).claim;
    expect(finalize(approved, { stock: new Map([['variant-2', 0]]) }).lineErrors).toEqual([]);
    const lost = approveLine(asked, 1, {}, NOW).claim;
    expect(finalize(lost, { stock: new Map([['variant-2', 0]]) }).lineErrors).toEqual([
      { lineId: 1, errors: ['L / Green is out of stock.'] },
    ]);
  });
  test('is released when every line is denied, for nothing is sent', () => {
    const denied = denyLine(held, 1, 'Wrong_Item', '', NOW).claim;
    const { claim, effects } = finalize(denied);
    expect(effects.map(({ kind }) => kind)).toContain('releaseStock');
    expect(claim.reservation).toMatchObject({ state: 'released' });
  });
  test('says nothing about another variant that staff chose instead', () => {
    const approved = approveLine(held, 1, { exchange: WANTED, pricing: POLICY }, NOW).claim;
    expect(finalize(approved, { stock: new Map([['variant-3', 0]]) }).lineErrors).toEqual([
      { lineId: 1, errors: ['XL / Green is out of stock.'] },
    ]);
    expect(finalize(approved, { stock: new Map([['variant-3', 1]]) }).lineErrors).toEqual([]);
  });
});
