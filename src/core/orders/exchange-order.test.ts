import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { approveLine } from '#core/claims/approve.ts';
import type { Claim } from '#core/claims/claim.ts';
import { lineEligibility } from '#core/claims/eligibility.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import { quoteClaim } from '#core/claims/sums.ts';
import {
  claimOf,
  lineOf,
  NOW,
  orderOf,
  paymentOf,
  POLICY,
  policyOf,
  refundOf,
  selectionOf,
  termsBy,
  settingsOf,
  variantOf,
} from '#core/claims/test-data.ts';
import { law } from '#core/law.fixture.ts';
import { orderBalance } from '#core/orders/balance.ts';
import { borneBy, CHARGES_TITLE, madeForClaim, replacedBy, withWorth } from '#core/orders/exchange-order.ts';
import { sum } from '#core/orders/movements.ts';
import type { Order } from '#core/orders/order.ts';

const settings = settingsOf({
  variantExchangePricing: 'PAYMENT_AND_PARTIAL_REFUND',
  paymentProvider: 'stripe',
  exchangeRemainderMethod: 'refund',
});
const bought = orderOf([lineOf({ idFromPlatform: 'a', paidTotal: 2800, unitListPrice: 2800 })]);

/** An exchange of the one item of an order for a variant of a price, carried out. */
function exchanged(order: Order, price: number, id = 7, isGiftReturn = false): Claim {
  const delta = Math.max(0, price - 2800);
  const asked = claimOf(order, {
    ids: { claimId: id, externalId: `R-${id}`, orderId: id },
    settings,
    variants: new Map([['product-1', [variantOf({ price })]]]),
    selections: [
      selectionOf({
        lineIdFromPlatform: order.lines[0]?.idFromPlatform ?? '',
        method: 'variantExchange',
        variantIdFromPlatform: 'variant-2',
      }),
    ],
    ...(delta > 0
      ? { payment: paymentOf({ amount: delta, capturedAmount: delta, status: 'Captured', captureAsked: delta }) }
      : {}),
  });
  const claim = isGiftReturn ? { ...asked, isGiftReturn } : asked;
  return finalizeClaim(approveLine(claim, 1, {}, NOW).claim, order, { policy: settings }, NOW).claim;
}

/** What the platform tells of the order that was made: it cost nothing there. */
const made = (id: string): Order =>
  orderOf([lineOf({ idFromPlatform: `${id}-x`, variantIdFromPlatform: 'variant-2', paidTotal: 0, unitListPrice: 0 })], {
    idFromPlatform: id,
  });
const sentBy = (claim: Claim) =>
  claim.lines.map((line) => ({ claimLineId: line.id, variantIdFromPlatform: 'variant-2', quantity: line.quantity }));
const ofClaim = (claim: Claim, original: Order, id = 'E'): Order =>
  withWorth(made(id), {
    claim,
    sent: sentBy(claim),
    original,
    lost: Math.max(0, -orderBalance(original, [claim]).left),
  });
const quoted = (order: Order): number | undefined =>
  quoteClaim(order, termsBy(settings), [selectionOf({ lineIdFromPlatform: order.lines[0]?.idFromPlatform ?? '' })], [])
    .lines[0]?.requestedAmount;

test('the lines of a replacement stand for one item each, though the same variant was sent for several', () => {
  const two = orderOf([lineOf({ idFromPlatform: 'a' }), lineOf({ idFromPlatform: 'b' })]);
  const claim = claimOf(two, {
    selections: ['a', 'b'].map((lineIdFromPlatform) => selectionOf({ lineIdFromPlatform })),
  });
  const lines = ['x', 'y'].map((idFromPlatform) => lineOf({ idFromPlatform, variantIdFromPlatform: 'variant-2' }));
  const warranty: Claim = { ...claim, claimType: 'Warranty' };
  expect([...replacedBy(warranty, sentBy(claim), orderOf([...lines, lineOf({ idFromPlatform: 'z' })]))]).toEqual([
    ['x', 'a'],
    ['y', 'b'],
  ]);
  expect(replacedBy(claim, sentBy(claim), orderOf(lines)).size).toBe(0);
});

describe('goods of an exchange order are worth what was paid for them', () => {
  test.each([
    ['an even swap', 2800],
    ['a dearer one, with what was paid on top', 12_800],
    ['a cheaper one, without what was given back', 1000],
  ])('%s', (_what, price) => {
    expect(quoted(ofClaim(exchanged(bought, price), bought))).toBe(price);
  });

  test('an exchange of an exchange, and so on', () => {
    const first = ofClaim(exchanged(bought, 2800), bought);
    const second = ofClaim(exchanged(first, 2800, 8), first, 'E2');
    expect(quoted(second)).toBe(2800);
    expect(second.exchangeOf).toMatchObject({ orderIdFromPlatform: 'order-1', refundable: 2800 });
  });

  test('also once the platform no longer knows their variant, apart from charges and what was added', () => {
    const claim = exchanged(bought, 12_800);
    const forgotten = { quantity: 1, variantIdFromPlatform: null, paidTotal: 0 };
    const lines = [
      lineOf({ ...forgotten, idFromPlatform: 'charges', name: CHARGES_TITLE, paidTotal: 500 }),
      lineOf({ ...forgotten, idFromPlatform: 'goods' }),
      lineOf({ ...forgotten, idFromPlatform: 'added', paidTotal: 300 }),
    ];
    const order = withWorth(orderOf(lines), { claim, sent: sentBy(claim), original: bought, lost: 0 });
    expect(order.lines.map(({ paidTotal }) => paidTotal)).toEqual([0, 12_800, 300]);
  });

  test('with tax on top, what is exchanged again costs its tax too', () => {
    const taxed = orderOf([lineOf({ idFromPlatform: 'a', paidTotal: 2800, unitListPrice: 2800, taxTotal: 280 })], {
      taxesIncluded: false,
    });
    const order = ofClaim(exchanged(taxed, 2800), taxed);
    expect(quoted(order)).toBe(3080);
    expect(order.totalPaid).toBe(3080);
    const [even] = exchanged(order, 2800, 8).settlements;
    expect(even).toMatchObject({ goods: 3080, issued: { refund: 0 } });
    const [cheaper] = exchanged(order, 1000, 8).settlements;
    expect(cheaper).toMatchObject({ goods: 1100, issued: { refund: 1980 } });
  });

  test('with tax on top, at the same rate where others gave back a part of what was paid', () => {
    const taxed = orderOf([lineOf({ idFromPlatform: 'a', paidTotal: 2800, unitListPrice: 2800, taxTotal: 280 })], {
      taxesIncluded: false,
      totalRefunded: 1540,
      refunds: [refundOf({ total: 1540 })],
    });
    const order = ofClaim(exchanged(taxed, 1400), taxed);
    expect(order.lines[0]).toMatchObject({ paidTotal: 1400, taxTotal: 140 });
    const [cheaper] = exchanged(order, 1000, 8).settlements;
    expect(cheaper).toMatchObject({ goods: 1100, issued: { refund: 440 } });
  });

  test('what was agreed when an instant exchange sent them ahead, and they give it back once it is carried out', () => {
    const settled = exchanged(bought, 12_800);
    const open = settled.lines.map((line) => ({ ...line, finalizedOn: null, exchangeOrderedOn: NOW }));
    const ahead: Claim = { ...settled, finalizedOn: null, settlements: [], lines: open };
    const denied: Claim = { ...ahead, lines: open.map((line) => ({ ...line, status: 'denied' })) };
    for (const claim of [ahead, denied]) {
      const early = ofClaim(claim, bought);
      expect(quoted(early)).toBe(12_800);
      const back = claimOf(early, {
        ids: { claimId: 9, externalId: 'R-9', orderId: 9 },
        settings,
        selections: [selectionOf({ lineIdFromPlatform: 'E-x', method: 'giftCard' })],
      });
      const approved = approveLine(back, 1, {}, NOW).claim;
      const tooSoon = finalizeClaim(approved, early, { policy: settings }, NOW);
      const errors = ['It was sent by the instant exchange of R-7. Finalize that first.'];
      expect(tooSoon.lineErrors).toEqual([{ lineId: 1, errors }]);
      expect(tooSoon.effects).toEqual([]);
      const { settlement } = finalizeClaim(approved, ofClaim(settled, bought), { policy: settings }, NOW);
      expect(settlement.issued.giftCard).toBe(12_800);
    }
  });

  test('nothing while the exchange is not carried out, and less by what others gave back of the original order', () => {
    const claim = exchanged(bought, 2800);
    const open = { ...claim, lines: claim.lines.map((line) => ({ ...line, finalizedOn: null })) };
    expect(ofClaim(open, bought).totalPaid).toBe(0);
    const refunded = { ...bought, totalRefunded: 1000, refunds: [refundOf({ total: 1000 })] };
    expect(quoted(ofClaim(claim, refunded))).toBe(1800);
  });

  test('in full beside goods of a credit, whose bonus takes nothing off them', () => {
    const both = orderOf([lineOf({ idFromPlatform: 'a' }), lineOf({ idFromPlatform: 'b' })]);
    const asked = claimOf(both, {
      settings: { ...settings, isShopNowEnabled: true, shopNowIncentiveBasisPoints: 2000 },
      variants: new Map([
        ['product-1', [variantOf()]],
        ['product-9', [variantOf({ idFromPlatform: 'variant-9', price: 1200 })]],
      ]),
      selections: [
        selectionOf({ method: 'variantExchange', variantIdFromPlatform: 'variant-2' }),
        selectionOf({ lineIdFromPlatform: 'b', method: 'storeCredit', isShopNow: true }),
      ],
      shopNowItems: [{ productIdFromPlatform: 'product-9', variantIdFromPlatform: 'variant-9', quantity: 1 }],
    });
    const approved = approveLine(approveLine(asked, 1, {}, NOW).claim, 2, {}, NOW).claim;
    const { claim } = finalizeClaim(approved, both, { policy: settings }, NOW);
    const sent = [
      { claimLineId: 1, variantIdFromPlatform: 'variant-2', quantity: 1 },
      { claimLineId: null, variantIdFromPlatform: 'variant-9', quantity: 1 },
    ];
    const lines = sent.map(({ variantIdFromPlatform: id }) =>
      lineOf({ idFromPlatform: id, variantIdFromPlatform: id, paidTotal: 0 }),
    );
    const worth = withWorth(orderOf(lines), { claim, sent, original: both, lost: 0 });
    expect(worth.lines.map(({ paidTotal }) => paidTotal)).toEqual([1000, 1000]);
  });

  test('without what was only held and never captured', () => {
    const paid = exchanged(bought, 12_800);
    const lapsed: Claim = {
      ...paid,
      payments: paid.payments.map((payment) => ({ ...payment, status: 'Expired', capturedAmount: 0 })),
    };
    expect(quoted(ofClaim(lapsed, bought))).toBe(2800);
    const takenElsewhere = lapsed.payments.map((payment) => ({ ...payment, isTakenElsewhere: true }));
    expect(quoted(ofClaim({ ...lapsed, payments: takenElsewhere }, bought))).toBe(12_800);
  });

  test('a replacement is worth what was paid for what it replaces', () => {
    const asked = claimOf(bought, {
      claimType: 'Warranty',
      source: 'Merchant_App',
      shippingMethod: 'none',
      selections: [selectionOf({ method: 'warrantyReview' })],
    });
    const item = {
      variantIdFromPlatform: 'variant-2',
      productIdFromPlatform: null,
      title: '',
      sku: '',
      imgUrl: null,
      quantity: 1,
      unitPrice: 0,
      unitTax: 0,
    };
    const approved = approveLine(asked, 1, { method: 'replacementOrder', replacementItems: [item] }, NOW).claim;
    const { claim } = finalizeClaim(approved, bought, { policy: POLICY }, NOW);
    expect(quoted(ofClaim(claim, bought))).toBe(2800);
  });
});

describe('the money goes back', () => {
  const giveBack = (order: Order, method: 'refund' | 'storeCredit' | 'giftCard') => {
    const asked = claimOf(order, {
      ids: { claimId: 9, externalId: 'R-9', orderId: 9 },
      settings,
      selections: [selectionOf({ lineIdFromPlatform: order.lines[0]?.idFromPlatform ?? '', method })],
    });
    return finalizeClaim(approveLine(asked, 1, {}, NOW).claim, order, { policy: settings }, NOW);
  };

  test("through the original order's payment, as a sum, and counts once in the chain", () => {
    const claim = exchanged(bought, 2800);
    const order = ofClaim(claim, bought);
    const { effects, claim: done } = giveBack(order, 'refund');
    expect(effects[0]).toMatchObject({
      kind: 'refund',
      payload: { orderIdFromPlatform: 'order-1', lines: [], amount: { amount: 2800 } },
    });
    expect(done.lines[0]?.isReturnedAtPlatform).toBe(false);
    expect(orderBalance(order, [done]).left).toBe(0);
    const refund = { ...refundOf({ total: 2800 }, { way: 'refund', claim: done }), isForExchange: true as const };
    const told = { ...bought, totalRefunded: 2800, refunds: [refund] };
    expect(orderBalance(told, [claim])).toMatchObject({ left: 0, given: 0 });
    expect(ofClaim(claim, told)).toMatchObject({ totalPaid: 2800, exchangeOf: { refundable: 2800 } });
  });

  test('as store credit to the account, and as a gift card', () => {
    const order = ofClaim(exchanged(bought, 2800), bought);
    expect(giveBack(order, 'storeCredit').effects[0]).toMatchObject({
      kind: 'giftCard',
      payload: { type: 'Store_Credit' },
    });
    expect(giveBack(order, 'giftCard').effects[0]).toMatchObject({ kind: 'giftCard' });
  });

  test('not as a refund where the original payment is too small for what was paid on top, nor to the buyer of a gift', () => {
    const dearer = ofClaim(exchanged(bought, 12_800), bought);
    const gift = ofClaim(exchanged(bought, 2800, 7, true), bought);
    for (const order of [dearer, gift])
      expect(lineEligibility(order, policyOf(order, settings), [], NOW)[0]?.methods).toMatchObject({
        refund: { reason: 'PAID_APART' },
        giftCard: { isEligible: true },
        storeCredit: { isEligible: true },
      });
  });
});

describe('what others gave back is borne once by the orders that stand for the goods', () => {
  test.each([
    ['in proportion to their worth, to the unit', 101, [300, 100], [300, 100], [76, 25]],
    ['by those that have not given it back themselves', 110, [100, 100], [20, 100], [20, 90]],
    ['by the one whose goods are still there', 1400, [2800, 2800], [0, 2800], [0, 1400]],
    ['the same before and after one of them gave back the rest', 1400, [2800, 2800], [700, 2800], [700, 700]],
    ['by each, as far as none of them can', 150, [100, 100], [0, 100], [50, 150]],
    ['by each, where they are worth nothing', 5, [0, 0], [0, 0], [5, 5]],
  ])('%s', (_what, lost, worths, lefts, borne) => {
    expect(borneBy(lost, worths, lefts)).toEqual(borne);
  });

  test('law: with what they give back, in whatever order, it never comes to more than what was paid', () => {
    const anOrder = fc.nat(1000);
    fc.assert(
      fc.property(
        fc.array(anOrder, { minLength: 1, maxLength: 4 }),
        fc.array(fc.record({ by: fc.nat(3), wanted: fc.nat(1000), goodwill: fc.nat(300) }), { maxLength: 8 }),
        (worths, steps) => {
          const lefts = [...worths];
          let lost = 0;
          for (const { by, wanted, goodwill } of steps) {
            lost += Math.min(goodwill, sum(lefts, (left) => left) - lost);
            const at = by % worths.length;
            const before = lefts[at] ?? 0;
            lefts[at] = before - Math.min(wanted, before - (borneBy(lost, worths, lefts)[at] ?? 0));
            expect(lost).toBeLessThanOrEqual(sum(lefts, (left) => left));
            expect(Math.min(...lefts)).toBeGreaterThanOrEqual(0);
          }
        },
      ),
      law(1000),
    );
  });
});

test('the key an order bears says which claim it was made for', () => {
  expect(madeForClaim('exchangeOrder:claim:81:2:R-7K2M9QXD')).toEqual({
    claimId: 81,
    stepKey: 'exchangeOrder:claim:81:2',
  });
  expect(madeForClaim('replacementOrder:claim:81:1:W-1')?.claimId).toBe(81);
  expect(madeForClaim('exchangeOrder:claim:81:ahead:R-1')?.stepKey).toBe('exchangeOrder:claim:81:ahead');
  for (const key of [null, '', 'giftCard:claim:81:2:R-1', 'amazon-1']) expect(madeForClaim(key)).toBeNull();
});
