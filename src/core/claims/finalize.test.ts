import { describe, expect, test } from 'vitest';
import type { Claim } from '#core/claims/claim.ts';
import { intentOf } from '#core/effects/kinds.ts';
import { summaryOf } from '#core/effects/kinds.ts';
import { canFinalize, finalizeClaim } from '#core/claims/finalize.ts';
import { approveLine } from '#core/claims/approve.ts';
import { cancelClaim, cancelLine } from '#core/claims/cancel.ts';
import { denyLine } from '#core/claims/resolution.ts';
import { claimOf, lineOf, NOW, orderOf, POLICY as policy, refusalOf, selectionOf } from '#core/claims/test-data.ts';
import { inEnglish } from '#core/emails/worded.fixture.ts';

const order = orderOf(['a', 'b', 'c', 'd', 'e'].map((id) => lineOf({ idFromPlatform: id })));
const claim = claimOf(order, {
  selections: [
    selectionOf({ lineIdFromPlatform: 'a' }),
    selectionOf({ lineIdFromPlatform: 'b' }),
    selectionOf({ lineIdFromPlatform: 'c', method: 'giftCard' }),
    selectionOf({ lineIdFromPlatform: 'd', method: 'storeCredit' }),
    selectionOf({ lineIdFromPlatform: 'e', method: 'variantExchange', variantIdFromPlatform: 'variant-2' }),
  ],
});
const approveAll = (of: Claim): Claim => of.lines.reduce((so, line) => approveLine(so, line.id, {}, NOW).claim, of);

describe('finalizing', () => {
  const { claim: done, effects } = finalizeClaim(
    approveAll(claim),
    order,
    { policy, noteToCustomer: 'Thank you', orderTags: ['returned'] },
    NOW,
  );

  test('moves one sum per way, each under its own key', () => {
    expect(effects.map((effect) => effect.purposeKey)).toEqual([
      'refund:claim:7:1',
      'storeCredit:claim:7:1',
      'giftCard:claim:7:1',
      'exchangeOrder:claim:7:1',
      'orderTags:finalized:claim:7:1',
      'email:finalized:claim:7:1',
    ]);
    expect(inEnglish({ claim: done, effects }).map(summaryOf)).toEqual([
      'Refund $20.00 to the original payment method',
      'Refund $11.00 as store credit',
      'Issue a gift card of $11.00',
      'Create an exchange order of 1 item',
      'Tag the order returned',
      'Email "Your return R-7K2M9QXD is complete" to ada@example.com',
    ]);
    for (const effect of inEnglish({ claim: done, effects })) expect(intentOf(effect)).toEqual(effect);
  });
  test('keeps the bonus that was asked for beside the one that was given', () => {
    const less = approveLine(approveAll(claim), 3, { amount: 500 }, NOW).claim;
    const [, , card] = finalizeClaim(less, order, { policy }, NOW).claim.lines;
    expect(card).toMatchObject({ incentiveAmount: 50, requestedIncentiveAmount: 100 });
  });
  test('names the sent units the platform has to take back', () => {
    expect(effects[0]).toMatchObject({
      payload: {
        lines: [
          { fulfillmentLineIdFromPlatform: 'sent-a', quantity: 1, amount: 1000 },
          { fulfillmentLineIdFromPlatform: 'sent-b' },
        ],
      },
    });
  });
  test('closes every line; the note is one of the claim, not of each line, and a paragraph of its email', () => {
    expect(done.finalizedOn).toBe(NOW);
    expect(done.lines.every((line) => line.finalizedOn === NOW && line.noteToCustomer === '')).toBe(true);
    expect(done.noteToCustomer).toBe('Thank you');
    const mail = inEnglish({ claim: done, effects }).find((effect) => effect.kind === 'email');
    expect(mail?.payload).toMatchObject({ content: { paragraphs: expect.arrayContaining(['Thank you']) } });
  });
  test("a line's own note stays unless another takes its place", () => {
    const noted = {
      ...approveAll(claim),
      lines: approveAll(claim).lines.map((line) => ({ ...line, noteToCustomer: 'Old' })),
    };
    const lineNotes = new Map([[2, ' New ']]);
    const { claim: ended } = finalizeClaim(noted, order, { policy, noteToCustomer: 'All', lineNotes }, NOW);
    expect(ended.lines.map((line) => line.noteToCustomer)).toEqual(['Old', 'New', 'Old', 'Old', 'Old']);
    expect(ended.noteToCustomer).toBe('All');
  });
  test('a later round without a note keeps the earlier one, and does not send it again', () => {
    const first = finalizeClaim(approveAll(claim), order, { policy, noteToCustomer: 'First', lineIds: [1] }, NOW);
    const { claim: ended, effects: moved } = finalizeClaim(first.claim, order, { policy }, NOW);
    expect(ended.noteToCustomer).toBe('First');
    expect(JSON.stringify(moved)).not.toContain('First');
  });
  test('happens once', () => {
    expect(refusalOf(() => finalizeClaim(done, order, { policy }, NOW))).toBe('CLAIM_ALREADY_FINALIZED');
    expect(refusalOf(() => approveLine(done, 1, {}, NOW))).toBe('CLAIM_ALREADY_FINALIZED');
  });
});

test('waits until every line is decided', () => {
  const half = approveLine(claim, 1, {}, NOW).claim;
  expect(canFinalize(half)).toBe(false);
  expect(refusalOf(() => finalizeClaim(half, order, { policy }, NOW))).toBe('LINE_UNRESOLVED');
  expect(canFinalize(approveAll(claim))).toBe(true);
  expect(canFinalize(cancelClaim(claim, NOW).claim)).toBe(false);
});

test('denied and canceled lines move nothing; no email when staff write none', () => {
  const small = claimOf(order, { selections: [selectionOf(), selectionOf({ lineIdFromPlatform: 'b' })] });
  const decided = cancelLine(denyLine(small, 1, 'Wrong_Item', '', NOW).claim, 2, NOW).claim;
  const { claim: done, effects } = finalizeClaim(decided, order, { policy, email: null }, NOW);
  expect(effects).toEqual([]);
  expect(done.lines.map((line) => line.finalizedOn)).toEqual([NOW, null]);
});

test('the text staff wrote is the text that is sent', () => {
  const one = approveLine(claimOf(order), 1, {}, NOW).claim;
  const decision = finalizeClaim(one, order, { policy, email: { subject: 'Done\nnow', body: 'First\n\nSecond' } }, NOW);
  expect(inEnglish(decision).at(-1)).toMatchObject({
    payload: { subject: 'Done now', content: { paragraphs: ['First', 'Second'] } },
  });
});

describe('never gives back more than is left', () => {
  const one = approveLine(claimOf(order), 1, {}, NOW).claim;
  const textsOf = (totalRefunded: number, otherClaims: Claim[]) =>
    finalizeClaim(one, { ...order, totalRefunded }, { policy, otherClaims }, NOW).lineErrors.flatMap(
      (line) => line.errors,
    );
  test('when the platform refunded in the meantime', () => {
    expect(textsOf(4500, [])).toEqual(['Only $5.00 of what was paid for this order is left to refund.']);
  });
  test('when another claim holds the rest', () => {
    const other = {
      ...claimOf(order, { selections: [selectionOf({ lineIdFromPlatform: 'b' })] }),
      id: 8,
      externalId: 'R-OTHER',
    };
    expect(textsOf(3500, [other, one])).toEqual([
      'Only $5.00 of what was paid for this order is left to refund: some of it is reserved for R-OTHER.',
    ]);
    expect(textsOf(3000, [other, one])).toEqual([]);
  });
});

test('a line that was never sent cannot be refunded as a return', () => {
  const one = approveLine(claimOf(order), 1, {}, NOW).claim;
  const unsent = { ...one, lines: one.lines.map((line) => ({ ...line, fulfillmentLineIdFromPlatform: null })) };
  const { claim: left, effects, lineErrors } = finalizeClaim(unsent, order, { policy }, NOW);
  expect(effects).toEqual([]);
  expect(left).toMatchObject({ finalizedOn: null, lines: [{ finalizedOn: null, errors: lineErrors[0]?.errors }] });
  expect(lineErrors[0]?.errors).toEqual(["It hasn't shipped, so it can't be refunded as a return."]);
});
