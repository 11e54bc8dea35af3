import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NOW } from '#core/claims/test-data.ts';
import { law } from '#core/law.fixture.ts';
import { percentOf } from '#core/money.ts';
import {
  BillingKind,
  missingLines,
  orderBilled,
  shareRateOf,
  shippingClaimBilled,
  type Billed,
  type BillingLine,
} from '#core/protection/billing-lines.ts';
import { billingCsv } from '#core/protection/billing-csv.ts';
import { COVER, Deed, ITEM, Platform, protectedOrder } from '#core/protection/cover-events.fixture.ts';
import { coverMoney } from '#core/protection/cover-of-order.ts';
import type { ShippingClaim } from '#core/protection/shipping-claim.ts';

const sumOf = (lines: readonly BillingLine[], kind: BillingKind): number =>
  lines.filter((line) => line.kind === kind).reduce((sum, { amount }) => sum + amount, 0);
const sums = (lines: readonly BillingLine[]) => BillingKind.options.map((kind) => sumOf(lines, kind));
const billedAt = (platform: Platform, share: number): Billed =>
  orderBilled({ order: platform.known, coverLineIds: [COVER] }, share);

/** The lines after these deeds, recorded with each news, and at the end. */
function recorded(deeds: readonly Deed[], share: number): { lines: BillingLine[]; platform: Platform } {
  const platform = new Platform();
  const lines: BillingLine[] = [];
  const record = (): void => {
    const billed = billedAt(platform, share);
    lines.push(...missingLines('order:1', lines, billed));
    // Told again, nothing is recorded again.
    expect(missingLines('order:1', lines, billed)).toEqual([]);
  };
  for (const deed of deeds) {
    platform.does(deed);
    if (deed.kind === 'news' || deed.kind === 'ours') record();
  }
  for (const kind of ['news', 'ours', 'news'] as const) {
    platform.does({ kind });
    record();
  }
  return { lines, platform };
}

test('law: whenever an order is told of, its lines add up to what it comes to, each under a key of its own', () => {
  fc.assert(
    fc.property(fc.array(Deed, { maxLength: 12 }), fc.integer({ min: 0, max: 10_000 }), (deeds, share) => {
      const { lines, platform } = recorded(deeds, share);
      const { sold, kept } = coverMoney({ order: platform.known, coverLineIds: [COVER] });
      expect(sumOf(lines, 'protectedOrder')).toBe(sold);
      expect(sumOf(lines, 'protectedOrder') + sumOf(lines, 'adjustment')).toBe(kept);
      expect(sumOf(lines, 'revenueShare')).toBe(percentOf(kept, share));
      expect(new Set(lines.map(({ purposeKey }) => purposeKey)).size).toBe(lines.length);
      expect(Math.min(kept, sold - kept)).toBeGreaterThanOrEqual(0);
    }),
    law(20_000),
  );
});

test('law: the same deeds, told of at any time and as often as you like, come to the same sums', () => {
  const theirs = Deed.filter(({ kind }) => kind !== 'news' && kind !== 'ours' && kind !== 'refundSum');
  fc.assert(
    fc.property(fc.array(theirs, { maxLength: 8 }), fc.infiniteStream(fc.nat(3)), (deeds, when) => {
      const told = deeds.flatMap((deed): Deed[] => [
        deed,
        ...Array.from({ length: when.next().value ?? 0 }, (_, at): Deed => ({ kind: at % 2 === 0 ? 'news' : 'ours' })),
      ]);
      expect(sums(recorded(told, 1250).lines)).toEqual(sums(recorded(deeds, 1250).lines));
    }),
    law(20_000),
  );
});

test('an order that nobody paid has no line, one that a tag protects has one of nothing', () => {
  const unpaid = protectedOrder({ financialStatus: 'pending', totalPaid: 0 });
  expect(missingLines('order:1', [], orderBilled({ order: unpaid, coverLineIds: [COVER] }, 1000))).toEqual([]);
  const lines = missingLines('order:1', [], orderBilled({ order: protectedOrder(), coverLineIds: [] }, 1000));
  expect(lines).toEqual([{ kind: 'protectedOrder', amount: 0, purposeKey: 'protectedOrder:order:1:1' }]);
  expect(missingLines('order:1', lines, orderBilled({ order: protectedOrder(), coverLineIds: [] }, 1000))).toEqual([]);
});

test('a claim comes to what it gave: a refund with delivery and the cover, or the worth of what is sent again', () => {
  const claim = (status: ShippingClaim['status'], changes: Partial<ShippingClaim> = {}): ShippingClaim => ({
    ...OPEN,
    status,
    ...changes,
  });
  const sums = (one: ShippingClaim) => {
    const { refund, reorder } = shippingClaimBilled(one);
    return [refund, reorder];
  };
  const given = { on: NOW, in: 'Merchant_App', by: 'Ada', refundIdFromPlatform: null, order: null } as const;
  const none = { lines: 0, shippingFee: 0, handlingFee: 0, cover: [] };
  const refund = {
    ...given,
    method: 'Refund',
    lines: 5400,
    shippingFee: 500,
    handlingFee: 0,
    cover: [{ lineIdFromPlatform: COVER, quantity: 1, subtotal: 229, tax: 18, amount: 247 }],
  } as const;
  expect(sums(claim('Open'))).toEqual([0, 0]);
  expect(sums(claim('Closed_Refunded', { resolution: { ...refund, cover: [...refund.cover] } }))).toEqual([6147, 0]);
  const reordered = claim('Closed_Reordered', { resolution: { ...given, ...none, method: 'Reorder' } });
  expect(sums(reordered)).toEqual([0, 5400]);
  // An order that the platform refuses goes back to staff, and takes the line back with it.
  const lines = missingLines('shippingClaim:1', [], shippingClaimBilled(reordered));
  const back = missingLines('shippingClaim:1', lines, shippingClaimBilled(claim('InProgress')));
  expect(back).toEqual([{ kind: 'reorder', amount: -5400, purposeKey: 'reorder:shippingClaim:1:2' }]);
  expect(sums(claim('Closed_Denied'))).toEqual([0, 0]);
});

const OPEN: ShippingClaim = {
  id: 1,
  externalId: 'S-1',
  orderId: 1,
  orderIdFromPlatform: 'order-1',
  orderNo: '#1001',
  currencyCode: 'USD',
  createdOn: NOW,
  updatedOn: NOW,
  source: 'Customer',
  reason: 'Lost',
  requestedMethod: 'Refund',
  noteFromCustomer: '',
  noteFromMerchant: '',
  customerId: null,
  customerName: 'Ada Byron',
  customerEmail: 'ada@example.com',
  customerPhone: '',
  shippingAddress: null,
  lines: [
    {
      id: 1,
      lineIdFromPlatform: ITEM,
      fulfillmentLineIdFromPlatform: null,
      productIdFromPlatform: null,
      variantIdFromPlatform: null,
      name: 'Wool sweater',
      variantTitle: '',
      sku: '',
      imgUrl: null,
      quantity: 1,
      subtotal: 5000,
      tax: 400,
      amount: 5400,
    },
  ],
  media: [],
  status: 'Open',
  turn: 'Team',
  turnOn: NOW,
  assignee: null,
  reorder: null,
  resolution: null,
  denial: null,
  timeline: [],
};

test('the share is that of the day the order was bought, rounded half up', () => {
  const rates = [
    { basisPoints: 2000, from: '2026-03-01T00:00:00.000Z' },
    { basisPoints: 1000, from: '2026-01-01T00:00:00.000Z' },
  ];
  expect(
    ['2025-12-31T23:59:59.999Z', '2026-01-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z'].map((day) =>
      shareRateOf(rates, day),
    ),
  ).toEqual([0, 1000, 2000]);
  // 2.47 at 50 percent are 1.235.
  expect(orderBilled({ order: protectedOrder(), coverLineIds: [COVER] }, 5000).revenueShare).toBe(124);
});

test('a file has a line for each line', () => {
  expect(
    billingCsv([
      {
        recordedOn: '2026-03-01T10:00:00.000Z',
        kind: 'revenueShare',
        reference: '#1001',
        money: { amount: -1.24, currencyCode: 'USD' },
        sharePercent: 50,
      },
    ]),
  ).toBe(
    'Recorded on,Kind,Order or claim,Amount,Currency,Share (%)\r\n2026-03-01T10:00:00.000Z,Revenue share,#1001,-1.24,USD,50\r\n',
  );
});
