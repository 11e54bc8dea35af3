import { describe, expect, test } from 'vitest';
import type { Claim } from '#core/claims/claim.ts';
import { approveLine, revertLine } from '#core/claims/approve.ts';
import { cancelClaim, cancelLine } from '#core/claims/cancel.ts';
import { addComment, answerMoreInfo, requestMoreInfo } from '#core/claims/more-info.ts';
import { allowedMethods, denyLine } from '#core/claims/resolution.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import { stillOwed } from '#core/claims/claim-money.ts';
import { attachShipment } from '#core/claims/shipments.ts';
import {
  claimOf,
  lineOf,
  NOW,
  orderOf,
  paymentOf,
  POLICY,
  refusalOf,
  selectionOf,
  settingsOf,
  variantOf,
  WAY,
} from '#core/claims/test-data.ts';
import { inEnglish } from '#core/emails/worded.fixture.ts';

const order = orderOf([lineOf({ idFromPlatform: 'a', paidTotal: 2000 }), lineOf({ idFromPlatform: 'b' })]);
const claim = claimOf(order, {
  selections: [
    selectionOf(),
    selectionOf({ lineIdFromPlatform: 'b', method: 'variantExchange', variantIdFromPlatform: 'variant-2' }),
  ],
});
const line = (of: Claim, id = 1) => of.lines.find((one) => one.id === id);

describe('approving', () => {
  test('by default gives what was asked for', () => {
    expect(line(approveLine(claim, 1, {}, NOW).claim)).toMatchObject({
      status: 'approved',
      method: 'refund',
      amount: 2000,
    });
    expect(line(approveLine(claim, 2, {}, NOW).claim, 2)).toMatchObject({
      method: 'variantExchange',
      amount: 1000,
      exchange: { variantIdFromPlatform: 'variant-2' },
    });
  });
  test('may give less, or another way', () => {
    const decided = approveLine(claim, 1, { method: 'giftCard', amount: 1500, noteToCustomer: 'Worn' }, NOW);
    expect(line(decided.claim)).toMatchObject({
      method: 'giftCard',
      amount: 1500,
      noteToCustomer: 'Worn',
      requestedMethod: 'refund',
    });
    expect(decided.claim.timeline.at(-1)).toMatchObject({
      subject: 'Wool sweater approved',
      message: 'Gift Card: $15.00',
    });
  });
  test.each([
    [-1, 'AMOUNT_INVALID'],
    [0.5, 'AMOUNT_INVALID'],
  ])('refuses %d', (amount, code) => {
    expect(refusalOf(() => approveLine(claim, 1, { amount }, NOW))).toBe(code);
  });
  test('gives nothing when staff say so', () => {
    expect(line(approveLine(claim, 1, { amount: 0 }, NOW).claim)).toMatchObject({ status: 'approved', amount: 0 });
  });
  test('warns above the original value, and above what was asked for', () => {
    expect(approveLine(claim, 1, { amount: 2001 }, NOW).warnings).toEqual([
      'The amount is above the original value of $20.00.',
    ]);
    expect(approveLine(claim, 1, { amount: 2200, original: 2200 }, NOW).warnings).toEqual([
      'The amount is more than the customer requested.',
    ]);
    expect(approveLine(claim, 1, { amount: 2201, original: 2200 }, NOW).warnings).toEqual([
      'The amount is above the original value of $22.00.',
    ]);
    const limited = claimOf({ ...order, totalRefunded: 1800, refunds: [] });
    expect(line(limited)?.requestedAmount).toBe(1200);
    expect(approveLine(limited, 1, { amount: 1300 }, NOW).warnings).toHaveLength(1);
    expect(approveLine(limited, 1, { amount: 1200 }, NOW).warnings).toEqual([]);
  });
  test('follows the table of final methods', () => {
    expect(refusalOf(() => approveLine(claim, 1, { method: 'other' }, NOW))).toBe('METHOD_NOT_ALLOWED');
    expect(refusalOf(() => approveLine(claim, 1, { method: 'variantExchange' }, NOW))).toBe(
      'EXCHANGE_VARIANT_REQUIRED',
    );
    expect(refusalOf(() => approveLine(claim, 9, {}, NOW))).toBe('LINE_UNKNOWN');
    const asked = line(claim);
    expect(asked && allowedMethods(claim, asked)).toEqual([
      'refund',
      'giftCard',
      'storeCredit',
      'variantExchange',
      'replacementOrder',
    ]);
  });
  test('lets a line whose goods were ordered ahead end as that exchange alone', () => {
    const ordered = { ...claim, lines: claim.lines.map((one) => ({ ...one, exchangeOrderedOn: NOW })) };
    const exchanged = line(ordered, 2);
    expect(exchanged && allowedMethods(ordered, exchanged)).toEqual(['variantExchange']);
    expect(refusalOf(() => approveLine(ordered, 2, { method: 'refund' }, NOW))).toBe('EXCHANGE_ALREADY_SENT');
  });
});

test('denying keeps the detail and the note, and can be decided again', () => {
  const denied = denyLine(claim, 1, 'Noncompliant_Return', 'It was worn', NOW).claim;
  expect(line(denied)).toMatchObject({
    status: 'denied',
    denialDetail: 'Noncompliant_Return',
    noteToCustomer: 'It was worn',
    amount: null,
  });
  expect(line(approveLine(denied, 1, {}, NOW).claim)).toMatchObject({ status: 'approved', denialDetail: null });
});

test('an exchange that is decided otherwise in between keeps what it costs more', () => {
  const dearer = claimOf(order, {
    settings: settingsOf({ paymentProvider: 'stripe', variantExchangePricing: 'PAYMENT' }),
    source: 'Merchant_App',
    variants: new Map([['product-1', [variantOf({ price: 5000 })]]]),
    selections: [selectionOf({ method: 'variantExchange', variantIdFromPlatform: 'variant-2' })],
  });
  const owed = stillOwed(dearer);
  expect(owed).toBeGreaterThan(0);
  const refunded = approveLine(dearer, 1, { method: 'refund' }, NOW).claim;
  expect(stillOwed(refunded)).toBe(0);
  expect(stillOwed(approveLine(refunded, 1, { method: 'variantExchange' }, NOW).claim)).toBe(owed);
});

test('reverting approves what was asked for, for money lines only', () => {
  const other = approveLine(claim, 1, { method: 'storeCredit', amount: 100 }, NOW).claim;
  expect(line(revertLine(other, 1, NOW).claim)).toMatchObject({ status: 'approved', method: 'refund', amount: 2000 });
  expect(refusalOf(() => revertLine(claim, 2, NOW))).toBe('REVERT_NOT_ALLOWED');
});

describe('canceling', () => {
  const label = {
    type: 'Label',
    provider: 'Easy_Post',
    shipmentIdFromProvider: 'shp_1',
    carrier: 'USPS',
    service: 'Ground',
    cost: 700,
    trackingCode: 'T1',
    trackingUrl: '',
    documentKey: 'labels/1.pdf',
    qrCodeUrl: null,
    ...WAY,
  } as const;
  const shipped = attachShipment({ ...claim, reservation: null }, label, NOW).claim;

  test('is for good', () => {
    const canceled = cancelClaim(claim, NOW).claim;
    expect(canceled.lines.every((one) => one.status === 'closed' && one.canceledOn === NOW)).toBe(true);
    expect(refusalOf(() => approveLine(canceled, 1, {}, NOW))).toBe('CLAIM_CANCELED');
    expect(refusalOf(() => cancelClaim(canceled, NOW))).toBe('CLAIM_CANCELED');
  });
  test('gives an unused label back, once', () => {
    const { claim: canceled, effects } = cancelClaim(shipped, NOW);
    expect(effects).toMatchObject([{ kind: 'labelRefund', purposeKey: 'labelRefund:claim:7:shipment:1' }]);
    expect(canceled.shipments[0]?.canceledOn).toBe(NOW);
  });
  test('of the last line asks nothing more, and what was denied before needs no label either', () => {
    const asked: Claim = { ...shipped, question: { text: 'Which size?', answer: '', isOpen: true } };
    expect([1, 2].reduce((one, id) => cancelLine(one, id, NOW).claim, asked).question?.isOpen).toBe(false);
    const denied = denyLine(shipped, 1, 'Item_Not_Returned', '', NOW).claim;
    const decided = approveLine(denied, 2, {}, NOW).claim;
    const done = finalizeClaim(decided, order, { policy: POLICY, lineIds: [1] }, NOW).claim;
    for (const ended of [cancelLine(done, 2, NOW), cancelClaim(done, NOW)])
      expect(ended.effects.map(({ kind }) => kind)).toContain('labelRefund');
  });
  test('of one line and denial of the other needs no label either', () => {
    const half = cancelLine(shipped, 1, NOW).claim;
    const denied = denyLine(half, 2, 'Item_Not_Returned', '', NOW).claim;
    const ended = finalizeClaim(denied, order, { policy: POLICY }, NOW);
    expect(ended.effects.map(({ kind }) => kind)).toContain('labelRefund');
    expect(ended.claim.shipments[0]?.canceledOn).toBe(NOW);
    const approved = finalizeClaim(approveLine(half, 2, {}, NOW).claim, order, { policy: POLICY }, NOW);
    expect(approved.effects.map(({ kind }) => kind)).not.toContain('labelRefund');
  });
  test('gives kept stock free and a held payment back', () => {
    const payment = paymentOf({ amount: 500 });
    const { effects } = cancelClaim({ ...claim, payments: [payment] }, NOW);
    expect(effects).toMatchObject([
      { kind: 'paymentRelease', purposeKey: 'paymentRelease:payment:31' },
      { kind: 'releaseStock', payload: { reservedBy: 'reserveStock:claim:7' } },
    ]);
  });
  test('gives a payment that was returned or removed whole', () => {
    const payment = paymentOf({ amount: 500, status: 'Captured', captureAsked: 500, capturedAmount: 500 });
    const { claim: canceled, effects } = cancelClaim({ ...claim, reservation: null, payments: [payment] }, NOW);
    expect(effects).toMatchObject([{ kind: 'paymentRefund', payload: { amount: { amount: 500 } } }]);
    expect(canceled.payments[0]?.refundAsked).toBe(500);
  });
  test('does nothing about a hold that has ended by itself', () => {
    const payment = paymentOf({ amount: 500, status: 'Expired' });
    expect(cancelClaim({ ...claim, reservation: null, payments: [payment] }, NOW).effects).toEqual([]);
  });
  test('is refused by name when the goods of an instant exchange were sent', () => {
    const sent = { ...claim, lines: claim.lines.map((one) => ({ ...one, exchangeOrderedOn: NOW })) };
    expect(refusalOf(() => cancelClaim(sent, NOW))).toBe('EXCHANGE_ALREADY_SENT');
  });
  test('leaves a label that travels', () => {
    const travelling: Claim = {
      ...shipped,
      shipments: shipped.shipments.map((one) => ({ ...one, trackerStatus: 'in_transit' })),
    };
    expect(cancelClaim(travelling, NOW).effects).toEqual([]);
  });
  test('line by line ends like canceling the claim', () => {
    const half = cancelLine(shipped, 1, NOW);
    expect(half.effects).toEqual([]);
    expect(refusalOf(() => denyLine(half.claim, 1, 'Wrong_Item', '', NOW))).toBe('LINE_LOCKED');
    expect(cancelLine(half.claim, 2, NOW).effects.map((effect) => effect.kind)).toEqual(['labelRefund']);
  });
});

describe('questions', () => {
  test('a question is mailed and waits for its answer', () => {
    const decision = requestMoreInfo(claim, ' Which size? ', NOW);
    const { claim: asked } = decision;
    const effects = inEnglish(decision);
    expect(asked).toMatchObject({ question: { isOpen: true, text: 'Which size?' } });
    expect(effects).toMatchObject([{ kind: 'email', payload: { type: 'needsInformation', to: 'ada@example.com' } }]);
    expect(effects[0]?.kind === 'email' && effects[0].payload.content.paragraphs).toContain('Which size?');
    const answered = answerMoreInfo(asked, { message: 'Medium' }, 'customer', NOW).claim;
    expect(answered).toMatchObject({ question: { isOpen: false, answer: 'Medium' } });
    expect(refusalOf(() => answerMoreInfo(answered, { message: 'Medium' }, 'customer', NOW))).toBe('NOTHING_ASKED');
  });
  test('only a question that was mailed is an email in the timeline', () => {
    const entryOf = (email: null | undefined) => requestMoreInfo(claim, 'Which size?', NOW, email);
    expect(entryOf(undefined).claim.timeline.at(-1)).toMatchObject({ type: 'email', message: 'Which size?' });
    expect(entryOf(null)).toMatchObject({ effects: [] });
    expect(entryOf(null).claim.timeline.at(-1)).toMatchObject({ type: 'simple', message: 'Which size?' });
    // Nobody can be written to without an address.
    const unmailed = requestMoreInfo({ ...claim, customerEmail: '' }, 'Which size?', NOW);
    expect(unmailed).toMatchObject({ effects: [], claim: { question: { isOpen: true } } });
    expect(unmailed.claim.timeline.at(-1)).toMatchObject({ type: 'simple', message: 'Which size?' });
  });
  test('a second question is another email', () => {
    const first = requestMoreInfo(claim, 'One?', NOW);
    const second = requestMoreInfo(answerMoreInfo(first.claim, { message: 'Yes' }, 'staff', NOW).claim, 'Two?', NOW);
    expect(second.effects[0]?.purposeKey).not.toBe(first.effects[0]?.purposeKey);
  });
  test('staff write an answer down that came another way', () => {
    const asked = requestMoreInfo(claim, 'Which size?', NOW).claim;
    const answered = answerMoreInfo(asked, { message: ' Medium, by phone ' }, 'staff', NOW).claim;
    expect(answered).toMatchObject({ question: { isOpen: false, answer: 'Medium, by phone' } });
    expect(answered.timeline.at(-1)).toMatchObject({
      subject: 'Answered for the customer',
      message: 'Medium, by phone',
    });
  });
  test('an empty text is refused', () => {
    expect(refusalOf(() => requestMoreInfo(claim, '  ', NOW))).toBe('MESSAGE_EMPTY');
    expect(refusalOf(() => addComment(claim, { message: '', author: 'Grace' }, NOW))).toBe('MESSAGE_EMPTY');
  });
});
