import { law } from '#core/law.fixture.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entriesOfChange, goodwillOf } from '#core/books/booked.ts';
import { labelEntry, type JournalEntry } from '#core/books/entry.ts';
import { goodwillEntry, owedToShopper, settlementEntry } from '#core/books/journal.ts';
import { entryOfEffect } from '#core/effects/kinds.ts';
import { claimLedger } from '#core/claims/claim-money.ts';
import { appealClaim } from '#core/claims/appeal.ts';
import type { Claim, ResolutionMethod } from '#core/claims/claim.ts';
import { WantedItem } from '#core/claims/goods-shapes.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import { approveLine } from '#core/claims/approve.ts';
import { recordPayment, refundPayment } from '#core/claims/payments.ts';
import { denyLine } from '#core/claims/resolution.ts';
import {
  claimOf,
  lineOf,
  NOW,
  orderOf,
  paymentOf,
  POLICY,
  selectionOf,
  settingsOf,
  variantOf,
} from '#core/claims/test-data.ts';
import { withoutEmails } from '#core/emails/worded.fixture.ts';

const ids = ['a', 'b', 'c', 'd'];
const order = orderOf(ids.map((idFromPlatform) => lineOf({ idFromPlatform })));
const asked: Claim = {
  ...claimOf(order, { selections: ids.map((lineIdFromPlatform) => selectionOf({ lineIdFromPlatform })) }),
  reservation: null,
};

const entriesOf = (claim: Claim, effects: ReturnType<typeof finalizeClaim>['effects']): JournalEntry[] =>
  [
    ...claim.settlements.map((record) => settlementEntry(claim, record)),
    ...withoutEmails(effects).map((effect) => entryOfEffect(effect, false, null)),
  ].filter((entry) => entry !== null);

const balanced = (entry: JournalEntry): boolean =>
  entry.postings.reduce((sum, posting) => sum + posting.amount, 0) === 0;

test('a payment at a checkout is received when the claim is made, if anything of it was taken', () => {
  const paidBy = (captureAsked: number | null): Claim => ({
    ...asked,
    payments: [{ ...paymentOf({ amount: 500 }), provider: 'platformCheckout', captureAsked }],
  });
  expect(entriesOfChange(null, paidBy(500)).map(({ kind }) => kind)).toEqual(['paymentReceived']);
  expect(entriesOfChange(null, paidBy(null))).toEqual([]);
});

test('each thing that a round took, waived and gave is booked to an account of its own', () => {
  const record = {
    settledOn: NOW,
    lineIds: [],
    issued: { refund: 1, giftCard: 2, storeCredit: 4 },
    incentive: { giftCard: 8, storeCredit: 16 },
    shopNowIncentive: 32,
    external: 64,
    goods: 128,
    shopNowCost: 0,
    fee: 256,
    returnShipping: 512,
    exchangeShipping: 1024,
    waived: 1500,
    repairs: 2048,
    paymentUsed: 2507,
  };
  const booked = settlementEntry(asked, record)?.postings.map(({ account, amount }) => [account, amount]);
  expect(booked).toEqual([
    ['store:incentives', 56],
    ['store:goodwill', 1500],
    ['shopper:claim', 2507],
    ['shopper:claim', -31],
    ['store:exchangeSales', -128],
    ['store:repairs', -2048],
    ['store:exchangeShipping', -1024],
    ['store:returnShipping', -512],
    ['store:fees', -256],
    ['external', -64],
  ]);
});

test('what is decided again after an appeal is booked as a round of its own, whatever the first one was', () => {
  const claimed: Claim = { ...asked, claimType: 'Warranty', lines: asked.lines.slice(0, 1), feeApplied: 300 };
  const carriedOut = (claim: Claim) => finalizeClaim(claim, order, { policy: POLICY }, NOW).claim;
  const denied = carriedOut(denyLine(claimed, 1, 'Not_Covered_Under_Warranty', '', NOW).claim);
  const appealed = appealClaim(denied, { message: 'Look again.', media: [] }, () => true, NOW).claim;
  const approved = approveLine(appealed, 1, { method: 'giftCard', amount: 700 }, NOW).claim;
  const given = carriedOut(approved);
  const [first, second] = [entriesOfChange(claimed, denied), entriesOfChange(appealed, given)];
  // Its fee stays due for an appeal.
  expect(first).toEqual([]);
  expect(second.map(({ postings }) => postings.map(({ account, amount }) => [account, amount]))).toEqual([
    [
      ['store:returns', 700],
      ['shopper:claim', -400],
      ['store:fees', -300],
    ],
  ]);
  expect(second.map(({ purposeKey }) => purposeKey)).toEqual(['settlement:claim:7:lines:1:2']);
  expect(entriesOfChange(given, given)).toEqual([]);
  // Worked out again from the claim as it is now, they are the same.
  expect(entriesOfChange(null, approved)).toEqual(first);
  expect(entriesOfChange(null, given)).toEqual([...first, ...second]);
});

test('what is issued instead of a replacement after an appeal changes the entry of its own round alone', () => {
  const claimed: Claim = { ...asked, claimType: 'Warranty', lines: asked.lines.slice(0, 1) };
  const carriedOut = (claim: Claim) => finalizeClaim(claim, order, { policy: POLICY }, NOW).claim;
  const denied = carriedOut(denyLine(claimed, 1, 'Not_Covered_Under_Warranty', '', NOW).claim);
  const appealed = appealClaim(denied, { message: 'Look again.', media: [] }, () => true, NOW).claim;
  const replacementItems = [WantedItem.parse({ variantIdFromPlatform: 'v', title: 'Another one' })];
  const sent = carriedOut(approveLine(appealed, 1, { method: 'replacementOrder', replacementItems }, NOW).claim);
  expect(sent.settlements).toHaveLength(2);
  const [round] = sent.settlements;
  if (!round) throw new Error('nothing was carried out');
  const instead = {
    ...round,
    issued: { refund: 0, giftCard: 700, storeCredit: 0 },
    insteadOf: { purposeKey: 'replacementOrder:claim:1:2', credited: 700 },
  };
  const valued: Claim = {
    ...sent,
    lines: sent.lines.map((line) => ({ ...line, method: 'giftCard', amount: 700 })),
    settlements: [...sent.settlements, instead],
  };
  expect(entriesOfChange(null, valued).map(({ postings }) => postings.map(({ amount }) => amount))).toEqual([
    [700, -700],
  ]);
});

describe('the books of a claim', () => {
  const policy = POLICY;
  const approved = ['refund', 'giftCard', 'storeCredit', 'refund'].reduce(
    (claim, method, index) =>
      approveLine(claim, index + 1, { method: method as ResolutionMethod, wasResolvedExternally: index === 3 }, NOW)
        .claim,
    asked,
  );
  const { claim, effects } = finalizeClaim({ ...approved, feeApplied: 300 }, order, { policy }, NOW);

  test('say what came back, what was taken off and what is owed', () => {
    const [settlement] = claim.settlements.map((record) => settlementEntry(claim, record));
    expect(settlement?.postings).toEqual([
      { account: 'store:returns', amount: 4000, currencyCode: 'USD' },
      { account: 'shopper:claim', amount: -2700, currencyCode: 'USD' },
      { account: 'store:fees', amount: -300, currencyCode: 'USD' },
      { account: 'external', amount: -1000, currencyCode: 'USD' },
    ]);
  });
  test('name value given instead of items apart from the round it corrects', () => {
    const [round] = claim.settlements;
    if (!round) throw new Error('there is a round');
    const instead = { ...round, insteadOf: { purposeKey: 'exchangeOrder:claim:1', credited: 4000 } };
    const named = [round, instead].map((record) => settlementEntry(claim, record)?.purposeKey);
    expect(new Set(named).size).toBe(2);
    expect(named).not.toContain(undefined);
  });
  test('are even once everything has moved', () => {
    expect([...owedToShopper(entriesOf(claim, effects)).values()]).toEqual([0]);
    expect([...owedToShopper(entriesOf(claim, [])).values()]).toEqual([2700]);
  });
  test('a step done elsewhere left by no partner of ours', () => {
    const [refund] = withoutEmails(effects);
    expect(refund && entryOfEffect(refund, true, null)?.postings[1]).toMatchObject({
      account: 'external',
      amount: -700,
    });
  });
  test('what moved is booked as its partner tells it', () => {
    const [refund] = withoutEmails(effects);
    const told = refund && entryOfEffect(refund, false, { amount: { amount: 650, currencyCode: 'USD' } });
    expect(told?.postings.map(({ amount }) => amount)).toEqual([650, -650]);
  });
  test('a payment given back though it was used is borne by the store', () => {
    expect(goodwillEntry('x', { amount: 500, currencyCode: 'USD' }).postings).toHaveLength(2);
  });
});

const decision = fc.record({
  method: fc.constantFrom<ResolutionMethod>('refund', 'giftCard', 'storeCredit', 'variantExchange', 'replacementOrder'),
  amount: fc.integer({ min: 0, max: 1000 }),
  isDenied: fc.boolean(),
  isExternal: fc.boolean(),
  price: fc.integer({ min: 0, max: 3000 }),
});

test('law: whatever staff decide, every entry balances, and nothing is owed when all of it has moved', () => {
  fc.assert(
    fc.property(
      fc.array(decision, { minLength: 4, maxLength: 4 }),
      fc.integer({ min: 0, max: 5000 }),
      fc.integer({ min: 0, max: 3000 }),
      (decisions, fee, paid) => {
        const item = (price: number) => ({ ...variantOf(), unitPrice: price });
        const decided = decisions.reduce((claim, each, index) => {
          if (each.isDenied) return denyLine(claim, index + 1, 'Wrong_Item', '', NOW).claim;
          const wanted = {
            variantIdFromPlatform: item(each.price).idFromPlatform,
            productIdFromPlatform: 'product-9',
            title: 'Coat',
            sku: '',
            imgUrl: null,
            quantity: 1,
            unitPrice: each.price,
            unitTax: 0,
          };
          return approveLine(
            claim,
            index + 1,
            {
              method: each.method,
              amount: each.amount,
              exchange: wanted,
              replacementItems: [wanted],
              wasResolvedExternally: each.isExternal,
              pricing: POLICY,
            },
            NOW,
          ).claim;
        }, asked);
        const payments =
          paid === 0 ? [] : [paymentOf({ amount: paid, status: 'Captured', captureAsked: paid, capturedAmount: paid })];
        const { claim, effects } = finalizeClaim(
          { ...decided, feeApplied: fee, payments },
          order,
          { policy: POLICY, waiveBalance: true },
          NOW,
        );
        const received = paid === 0 ? [] : [{ kind: 'paymentCapture' as const, amount: paid }];
        const entries = entriesOf(claim, effects);
        expect(entries.every(balanced)).toBe(true);
        const owed = owedToShopper(entries).get('USD') ?? 0;
        expect(owed + received.reduce((sum, each) => sum + each.amount, 0)).toBe(0);
        expect(claim.finalizedOn).toBe(NOW);
        const given = claim.settlements.reduce(
          (sum, { issued, incentive }) =>
            sum + issued.refund + issued.giftCard + issued.storeCredit + incentive.giftCard + incentive.storeCredit,
          0,
        );
        expect(claimLedger(claim).balance).toBe(given);
      },
    ),
    law(3000),
  );
});

test('a payment of which others gave a part back, and staff the rest, leaves the claim even and is told in its parts', () => {
  const paid = paymentOf({ amount: 500, captureAsked: 500, capturedAmount: 500, status: 'Captured' });
  const selections = [selectionOf({ method: 'variantExchange', variantIdFromPlatform: 'variant-2' })];
  const dearer = {
    settings: settingsOf({ paymentProvider: 'stripe', variantExchangePricing: 'PAYMENT' }),
    variants: new Map([['product-1', [variantOf({ price: 1500 })]]]),
  };
  const exchanged = claimOf(order, { ...dearer, selections, payment: { ...paid, captureAsked: null } });
  const taken = { ...exchanged, payments: [paid] };
  const done = finalizeClaim(approveLine(taken, 1, {}, NOW).claim, order, { policy: POLICY }, NOW).claim;
  const news = { ...paid, refundedAmount: 100 };
  const byHand = recordPayment(done, paid.id, news, NOW);
  const { claim, effects } = refundPayment(byHand, { paymentId: paid.id, left: 400 }, NOW);
  const moved = withoutEmails(effects).flatMap((effect) => entryOfEffect(effect, false, {}) ?? []);
  const owed = (one: Claim, entries: JournalEntry[]) =>
    owedToShopper([...entriesOfChange(null, one), ...entries]).get('USD');
  expect(owed(claim, moved)).toBe(owed(done, []));
  const told = recordPayment(claim, paid.id, { ...paid, status: 'Refunded', refundedAmount: 500 }, NOW);
  expect(told.timeline.map(({ subject }) => subject).filter((subject) => subject.endsWith('refunded'))).toEqual([
    "$1.00 of the customer's payment refunded",
    "$4.00 of the customer's payment refunded",
  ]);
});

test('a label is a cost owed to its provider, and given back it is so much less of it', () => {
  const cost = { amount: 593, currencyCode: 'USD' };
  const amounts = (way: 'bought' | 'givenBack') =>
    labelEntry('label:claim:7', cost, way)?.postings.map(({ account, amount }) => [account, amount]);
  expect(amounts('bought')).toEqual([
    ['store:labels', 593],
    ['labels:provider', -593],
  ]);
  expect(amounts('givenBack')).toEqual([
    ['store:labels', -593],
    ['labels:provider', 593],
  ]);
});

test('a hold that lapsed after its money was used is no goodwill: nobody gave it back', () => {
  const order = orderOf([lineOf({ idFromPlatform: 'a' })]);
  const used = paymentOf({ amount: 500, captureAsked: 500, status: 'Captured', capturedAmount: 500 });
  const settled = finalizeClaim(
    { ...approveLine(claimOf(order), 1, {}, NOW).claim, payments: [used] },
    order,
    { policy: POLICY },
    NOW,
  ).claim;
  const records = settled.settlements.map((record) => ({ ...record, paymentUsed: 500 }));
  const claim = { ...settled, settlements: records, payments: [used] };
  expect(goodwillOf(claim)).toBe(0);
  expect(goodwillOf({ ...claim, payments: [{ ...used, status: 'Expired', capturedAmount: 0 }] })).toBe(0);
  expect(goodwillOf({ ...claim, payments: [{ ...used, refundAsked: 200 }] })).toBe(200);
});
