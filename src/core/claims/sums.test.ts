import { law } from '#core/law.fixture.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { claimLedger, settlementOf } from '#core/claims/claim-money.ts';
import type { Claim, ClaimLine, ResolutionMethod } from '#core/claims/claim.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import { approveLine } from '#core/claims/approve.ts';
import { cancelClaim } from '#core/claims/cancel.ts';
import { cancelLine } from '#core/claims/cancel.ts';
import { claimTotals, incentiveOf, quoteClaim } from '#core/claims/sums.ts';
import { claimOf, lineOf, NOW, orderOf, POLICY, refusalOf, selectionOf, termsBy } from '#core/claims/test-data.ts';
import { bonusOf } from '#core/settings/settings.fixture.ts';
import type { Minor } from '#core/money.ts';

const amountsOf = (claims: readonly Claim[]) =>
  claims.flatMap((claim) => claim.lines).reduce((sum, line) => sum + line.requestedAmount, 0);

const anyLine = fc.record({
  quantity: fc.integer({ min: 1, max: 12 }),
  paidTotal: fc.integer({ min: 1, max: 100_000 }),
  taxTotal: fc.integer({ min: 0, max: 20_000 }),
});
const anyOrder = fc
  .record({ lines: fc.array(anyLine, { minLength: 1, maxLength: 4 }), taxesIncluded: fc.boolean() })
  .map(({ lines, taxesIncluded }) =>
    orderOf(
      lines.map((line, index) =>
        lineOf({
          idFromPlatform: `l${index}`,
          ...line,
          taxTotal: taxesIncluded ? Math.min(line.taxTotal, line.paidTotal) : line.taxTotal,
        }),
      ),
      { taxesIncluded },
    ),
  );
/** Every unit of the order, in any order and cut into any claims. */
const anyWayBack = anyOrder.chain((order) => {
  const units = order.lines.flatMap((line) => Array.from({ length: line.quantity }, () => line.idFromPlatform));
  return fc.record({
    order: fc.constant(order),
    units: fc.shuffledSubarray(units, { minLength: units.length, maxLength: units.length }),
    cuts: fc.array(fc.boolean(), { minLength: units.length, maxLength: units.length }),
    canceled: fc.array(fc.boolean(), { minLength: units.length, maxLength: units.length }),
  });
});

function claimsOf(
  order: Parameters<typeof claimOf>[0],
  units: readonly string[],
  cuts: readonly boolean[],
): string[][] {
  const groups: string[][] = [[]];
  units.forEach((unit, index) => {
    groups.at(-1)?.push(unit);
    if (cuts[index] === true && index < units.length - 1) groups.push([]);
  });
  return groups;
}
const selectionsOf = (units: readonly string[]) =>
  units.map((unit) => selectionOf({ lineIdFromPlatform: unit, quantity: 1 }));

describe('laws', () => {
  test('returning everything, in any order and over any number of claims, gives exactly what was paid', () => {
    fc.assert(
      fc.property(anyWayBack, ({ order, units, cuts }) => {
        const claims: Claim[] = [];
        for (const group of claimsOf(order, units, cuts)) {
          claims.push(
            claimOf(order, {
              priorClaims: claims,
              selections: selectionsOf(group),
              ids: { claimId: claims.length + 1, externalId: 'R-1', orderId: 1 },
            }),
          );
        }
        expect(amountsOf(claims)).toBe(order.totalPaid);
      }),
      law(1000),
    );
  });

  test('claims canceled on the way change nothing in the end', () => {
    fc.assert(
      fc.property(anyWayBack, ({ order, units, canceled }) => {
        const kept: Claim[] = [];
        const all: Claim[] = [];
        units.forEach((unit, index) => {
          const claim = claimOf(order, {
            priorClaims: all,
            selections: selectionsOf([unit]),
            ids: { claimId: index + 1, externalId: 'R-1', orderId: 1 },
          });
          if (canceled[index] !== true) return void (kept.push(claim), all.push(claim));
          all.push(cancelClaim(claim, NOW).claim);
          const again = claimOf(order, {
            priorClaims: all,
            selections: selectionsOf([unit]),
            ids: { claimId: 1000 + index, externalId: 'R-1', orderId: 1 },
          });
          kept.push(again);
          all.push(again);
        });
        expect(amountsOf(kept)).toBe(order.totalPaid);
      }),
      law(1000),
    );
  });

  test('never more than paid and not yet refunded, whatever else was given back', () => {
    fc.assert(
      fc.property(anyOrder, fc.nat(200_000), fc.nat(200_000), (order, refunded, unpaid) => {
        const totalPaid = Math.max(0, order.totalPaid - unpaid);
        const poorer = { ...order, totalPaid, totalRefunded: Math.min(refunded, totalPaid) };
        const quote = quoteClaim(
          poorer,
          termsBy(),
          order.lines.map((line) => ({
            lineIdFromPlatform: line.idFromPlatform,
            quantity: line.quantity,
            method: 'refund' as const,
          })),
          [],
        );
        const sum = quote.lines.reduce((all, line) => all + line.requestedAmount, 0);
        expect(sum).toBe(Math.min(order.totalPaid, poorer.totalPaid - poorer.totalRefunded));
        expect(quote.lines.every((line) => line.requestedAmount >= 0)).toBe(true);
      }),
      law(1000),
    );
  });

  test('quote, claim and finalize agree to the minor unit, bonus included', () => {
    const methods = fc.constantFrom('refund' as const, 'giftCard' as const, 'storeCredit' as const);
    fc.assert(
      fc.property(
        anyOrder,
        fc.array(methods, { minLength: 4, maxLength: 4 }),
        fc.nat(5000),
        (order, wanted, basisPoints) => {
          const settings = bonusOf(basisPoints);
          const selections = order.lines.map((line, index) =>
            selectionOf({
              lineIdFromPlatform: line.idFromPlatform,
              quantity: line.quantity,
              method: wanted[index] ?? 'refund',
            }),
          );
          const { totals } = quoteClaim(order, termsBy(settings), selections, []);
          let claim = claimOf(order, { settings, selections });
          for (const line of claim.lines) claim = approveLine(claim, line.id, {}, NOW).claim;
          const { effects } = finalizeClaim(claim, order, { policy: POLICY }, NOW);
          const moved = effects.reduce(
            (sum, effect) =>
              sum + (effect.kind === 'refund' || effect.kind === 'giftCard' ? effect.payload.amount.amount : 0),
            0,
          );
          expect(moved).toBe(totals.refund + totals.giftCard + totals.storeCredit + totals.incentive);
          expect(totals.refund + totals.giftCard + totals.storeCredit).toBe(order.totalPaid);
        },
      ),
      law(1000),
    );
  });
});

test('the bonus is rounded once on the sum, not line by line', () => {
  const order = orderOf([
    lineOf({ idFromPlatform: 'a', paidTotal: 1005 }),
    lineOf({ idFromPlatform: 'b', paidTotal: 1005 }),
  ]);
  const quote = quoteClaim(
    order,
    termsBy(),
    ['a', 'b'].map((id) => ({ lineIdFromPlatform: id, quantity: 1, method: 'giftCard' as const })),
    [],
  );
  expect(quote.totals).toMatchObject({ giftCard: 2010, incentive: 201 });
  expect(quote.lines.map((line) => line.incentiveAmount)).toEqual([101, 100]);
});

test('what is spent on other goods has a bonus of its own, whatever becomes of the rest', () => {
  const order = orderOf(['a', 'b', 'c'].map((idFromPlatform) => lineOf({ idFromPlatform, paidTotal: 1000 })));
  const settings = { ...bonusOf(1000), shopNowIncentiveBasisPoints: 500 };
  const asked = [
    { lineIdFromPlatform: 'a', quantity: 1, method: 'giftCard' as const },
    { lineIdFromPlatform: 'b', quantity: 1, method: 'giftCard' as const, isShopNow: true },
    { lineIdFromPlatform: 'c', quantity: 1, method: 'refund' as const, isShopNow: true },
  ];
  const { lines } = quoteClaim(order, termsBy(settings), asked, []);
  expect(lines.map((line) => line.incentiveAmount)).toEqual([100, 50, 50]);
});

test('an exchange within a product is even; the difference in price is only shown', () => {
  const order = orderOf([lineOf({ idFromPlatform: 'a', quantity: 2 })]);
  const quote = quoteClaim(
    order,
    termsBy(),
    [{ lineIdFromPlatform: 'a', quantity: 2, method: 'variantExchange', exchangeVariant: { price: 1150 } }],
    [],
  );
  expect(quote.lines[0]).toMatchObject({ requestedAmount: 2000, exchangeDifference: 300, incentiveAmount: 0 });
  expect(quote.totals).toMatchObject({ exchange: 2000, refund: 0 });
});

test('more units than the line has left are refused', () => {
  const order = orderOf([lineOf({ idFromPlatform: 'a', quantity: 2 })]);
  const quote =
    (quantity: number, id = 'a') =>
    () =>
      quoteClaim(order, termsBy(), [{ lineIdFromPlatform: id, quantity, method: 'refund' }], [claimOf(order)]);
  expect(refusalOf(quote(2))).toBe('QUANTITY_TOO_LARGE');
  expect(refusalOf(quote(1, 'zzz'))).toBe('LINE_UNKNOWN');
});

test('the bonus follows the amount staff decide, and goes when the method has none', () => {
  const order = orderOf([lineOf({ idFromPlatform: 'a', paidTotal: 2000 })]);
  const claim = claimOf(order, { selections: [selectionOf({ method: 'giftCard' })] });
  const bonus = (approval: Parameters<typeof approveLine>[2]) =>
    approveLine(claim, 1, approval, NOW).claim.lines.map(incentiveOf);
  expect(bonus({})).toEqual([200]);
  expect(bonus({ amount: 1005 })).toEqual([101]);
  expect(bonus({ method: 'storeCredit' })).toEqual([200]);
  expect(bonus({ method: 'refund' })).toEqual([0]);
});

test('the bonus of another amount is the percentage of it, rounded once', () => {
  const order = orderOf([
    lineOf({ idFromPlatform: 'a', paidTotal: 1135 }),
    lineOf({ idFromPlatform: 'b', paidTotal: 9000 }),
  ]);
  const claim = claimOf(order, { selections: [selectionOf({ method: 'giftCard' })] });
  expect(claim.lines[0]).toMatchObject({ incentiveAmount: 114, incentiveBasisPoints: 1000 });
  const given = (asked: Claim): Minor[] => approveLine(asked, 1, { amount: 9526 }, NOW).claim.lines.map(incentiveOf);
  expect(given(claim)).toEqual([953]);
  const decided = approveLine({ ...claim, feeApplied: 2800 }, 1, { amount: 9526 }, NOW).claim;
  expect(settlementOf(decided, decided.lines).incentive.giftCard).toBe(673);
});

type Shown = { approved: number; credits: number; external: number };
/** What the summary of a claim shows of one line of $20 (C2.20), what its ledger credits (C3.28), and why. */
const SHOWN: readonly [requested: ResolutionMethod, ends: Partial<ClaimLine> | null, shown: Shown, why: string][] = [
  ['refund', { method: 'refund', amount: 1500 }, { approved: 1500, credits: 1500, external: 0 }, 'what staff give'],
  ['giftCard', { method: 'giftCard' }, { approved: 2000, credits: 2000, external: 0 }, 'its value, the bonus apart'],
  ['storeCredit', { method: 'storeCredit' }, { approved: 2000, credits: 2000, external: 0 }, 'its value'],
  [
    'variantExchange',
    { method: 'variantExchange' },
    { approved: 2000, credits: 2000, external: 0 },
    'it pays for the other goods',
  ],
  [
    'replacementOrder',
    { method: 'replacementOrder' },
    { approved: 0, credits: 0, external: 0 },
    'goods are sent for nothing',
  ],
  ['repair', { method: 'repair' }, { approved: 0, credits: 0, external: 0 }, 'the same goods go back mended'],
  ['warrantyReview', null, { approved: 0, credits: 0, external: 0 }, 'nothing is decided while it is reviewed'],
  ['warrantyReview', { method: 'repair' }, { approved: 0, credits: 0, external: 0 }, 'reviewed, and mended'],
  ['warrantyReview', { method: 'refund' }, { approved: 2000, credits: 2000, external: 0 }, 'reviewed, and refunded'],
  ['other', null, { approved: 0, credits: 0, external: 0 }, 'staff settle it in their own way; editing is blocked'],
  ['other', { method: 'other' }, { approved: 0, credits: 0, external: 0 }, 'whatever it was, we moved nothing'],
  ['refund', null, { approved: 0, credits: 2000, external: 0 }, 'not decided: the ledger shows what is asked for'],
  ['refund', { status: 'denied' }, { approved: 0, credits: 0, external: 0 }, 'nothing is given for it'],
  [
    'refund',
    { status: 'closed', canceledOn: NOW },
    { approved: 0, credits: 0, external: 0 },
    'nothing is issued for it',
  ],
  [
    'refund',
    { method: 'refund', wasResolvedExternally: true },
    { approved: 2000, credits: 2000, external: 2000 },
    'it was given, outside',
  ],
  [
    'variantExchange',
    { method: 'variantExchange', wasResolvedExternally: true },
    { approved: 2000, credits: 2000, external: 2000 },
    'other goods were given outside for it',
  ],
  [
    'repair',
    { method: 'repair', wasResolvedExternally: true },
    { approved: 0, credits: 0, external: 0 },
    'mended outside it is worth no money either',
  ],
  [
    'replacementOrder',
    { method: 'replacementOrder', wasResolvedExternally: true },
    { approved: 0, credits: 0, external: 0 },
    'sent outside it was for nothing too',
  ],
];

test.each(SHOWN)('a line asked for as %s that ends as %o shows %o: %s', (requestedMethod, ends, shown) => {
  const claim = claimOf(orderOf([lineOf({ idFromPlatform: 'a', paidTotal: 2000 })]));
  const decided: Partial<ClaimLine> = ends === null ? {} : { status: 'approved', amount: 2000, ...ends };
  const lines = claim.lines.map((line) => ({ ...line, requestedMethod, ...decided }));
  const ended = { ...claim, lines };
  expect({
    approved: claimTotals(ended).approved,
    credits: claimLedger(ended).credits.total,
    external: settlementOf(ended, lines).external,
  }).toEqual(shown);
});

test('a canceled line counts for nothing in the sums of its claim', () => {
  const two = orderOf(['a', 'b'].map((idFromPlatform) => lineOf({ idFromPlatform })));
  const claim = claimOf(two, { selections: ['a', 'b'].map((id) => selectionOf({ lineIdFromPlatform: id })) });
  expect(claimTotals(claim).byMethod.refund).toBe(2000);
  expect(claimTotals(cancelLine(claim, 2, NOW).claim).byMethod.refund).toBe(1000);
});
