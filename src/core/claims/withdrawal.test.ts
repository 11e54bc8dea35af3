import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { approveLine } from '#core/claims/approve.ts';
import { claimLedger, settlementOf } from '#core/claims/claim-money.ts';
import { cancelLine } from '#core/claims/cancel.ts';
import type { Claim } from '#core/claims/claim.ts';
import { createClaim } from '#core/claims/create.ts';
import { lineEligibility } from '#core/claims/eligibility.ts';
import { changeFees } from '#core/claims/fees.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import { anyPaidOrder } from '#core/claims/laws/orders.fixture.ts';
import type { CreateClaimInput } from '#core/claims/new-claim.ts';
import { allowedMethods } from '#core/claims/resolution.ts';
import { inputOf, lineOf, orderOf, POLICY, refusalOf, selectionOf, WAY } from '#core/claims/test-data.ts';
import { withdrawalClock, withdrawalDueFrom } from '#core/claims/withdrawal-clock.ts';
import { withdrawalEnd } from '#core/claims/withdrawal-period.ts';
import { addDays } from '#core/dates.ts';
import { law } from '#core/law.fixture.ts';
import { registrationOrderId } from '#core/orders/order-origin.ts';
import type { Order } from '#core/orders/order.ts';
import { PAYMENT_ORDER_TAG } from '#core/orders/payment-order.ts';
import { withdrawalPolicyFor } from '#core/policy/withdrawal.ts';
import { bonusOf, storeSettingsOf, type SettingsChanges } from '#core/settings/settings.fixture.ts';
import { inEnglish } from '#core/emails/worded.fixture.ts';

const BERLIN = 'Europe/Berlin';
const NOW = '2026-03-16T12:00:00.000Z';
const OFFERED = { isWithdrawalOffered: true, withdrawalCountries: ['US' as const] };

const policyIn = (order: Order, settings?: SettingsChanges) =>
  withdrawalPolicyFor({
    settings: storeSettingsOf(settings ? { ...OFFERED, ...settings } : OFFERED),
    order,
    means: { canTakeCards: true, canMakeLabels: true },
    storeCurrencyCode: order.currencyCode,
    timeZone: BERLIN,
  });

type Units = Readonly<Record<string, number>>;

function inputFor(
  order: Order,
  units: Units,
  changes: Partial<CreateClaimInput> & { settings?: SettingsChanges } = {},
) {
  const { settings, ...rest } = changes;
  const found = policyIn(order, settings);
  if (!found) throw new Error('the order has a right of withdrawal');
  const input = inputOf(found.order, {
    selections: Object.entries(units).map(([lineIdFromPlatform, quantity]) =>
      selectionOf({ lineIdFromPlatform, quantity, reasonId: 'withdrawal', reasonDetail: '' }),
    ),
    now: NOW,
    ...rest,
    withdrawal: {
      name: 'Ada Byron',
      email: 'ada@home.example',
      lastDay: found.end?.day ?? null,
      timeZone: found.timeZone,
      storeName: 'Acme',
    },
  });
  return { ...input, policy: found.policy };
}
const withdraw = (...args: Parameters<typeof inputFor>) => createClaim(inputFor(...args));

/** Approved as asked for and carried out. */
function refunded(claim: Claim, order: Order, otherClaims: readonly Claim[] = []): Claim {
  let approved = claim;
  for (const { id } of claim.lines) approved = approveLine(approved, id, {}, NOW).claim;
  const done = finalizeClaim(approved, order, { policy: POLICY, otherClaims }, NOW);
  expect(done.lineErrors).toEqual([]);
  return done.claim;
}

describe('the last day to withdraw', () => {
  const around = { defaultDeliveryDays: 5, timeZone: BERLIN };
  const parcel = (deliveredOn: string | null, createdOn = '2026-03-02T10:00:00.000Z') => ({
    idFromPlatform: `parcel-${deliveredOn}`,
    createdOn,
    deliveredOn,
    status: 'success',
    trackingCodes: [],
    lines: [{ idFromPlatform: 'sent', lineIdFromPlatform: 'a', quantity: 1 }],
  });
  const endOf = (fulfillments: Order['fulfillments'], quantity = fulfillments.length, changes: Partial<Order> = {}) =>
    withdrawalEnd(orderOf([lineOf({ idFromPlatform: 'a', quantity })], { fulfillments, ...changes }), around);

  test('is 14 days after the last parcel arrived, to the end of the day in the store’s zone', () => {
    expect(endOf([parcel('2026-03-05T10:00:00.000Z'), parcel('2026-03-10T10:00:00.000Z')])).toEqual({
      day: '2026-03-24',
      instant: '2026-03-24T22:59:59.999Z',
    });
    // Half past midnight in Berlin.
    expect(endOf([parcel('2026-03-10T23:30:00.000Z')])?.day).toBe('2026-03-25');
    // Summer time has begun by then.
    expect(endOf([parcel('2026-03-17T10:00:00.000Z')])?.instant).toBe('2026-03-31T21:59:59.999Z');
  });
  test('is a Monday rather than a day of the weekend', () => {
    expect(endOf([parcel('2026-03-07T10:00:00.000Z')])?.day).toBe('2026-03-23');
    expect(endOf([parcel('2026-03-08T10:00:00.000Z')])?.day).toBe('2026-03-23');
    expect(endOf([parcel('2026-03-06T10:00:00.000Z')])?.day).toBe('2026-03-20');
  });
  test('counts from fulfillment and the usual days of delivery where nobody reported it', () =>
    expect(endOf([parcel(null, '2026-03-05T10:00:00.000Z')])?.day).toBe('2026-03-24'));
  test('is not known while something is still to be sent', () => {
    expect(endOf([parcel('2026-03-05T10:00:00.000Z')], 2)).toBeNull();
    expect(endOf([parcel('2026-03-05T10:00:00.000Z')], 1, { fulfillmentStatus: 'partial' })).toBeNull();
    expect(endOf([], 1, { fulfillmentStatus: 'unfulfilled' })).toBeNull();
  });
});

const everything = (order: Order): Units =>
  Object.fromEntries(order.lines.map(({ idFromPlatform, quantity }) => [idFromPlatform, quantity]));

describe('the right of withdrawal', () => {
  const order = orderOf(
    [
      lineOf({ idFromPlatform: 'a', quantity: 2, paidTotal: 1999 }),
      lineOf({ idFromPlatform: 'b', productTags: ['custom'], madeIneligibleOn: NOW }),
    ],
    { shippingPaid: 495, total: 3494, totalPaid: 3494 },
  );

  test('is for countries of the setting, and only where it is on', () => {
    expect(policyIn(order)).not.toBeNull();
    expect(policyIn(order, { withdrawalCountries: ['DE'] })).toBeNull();
    expect(policyIn(order, { isWithdrawalOffered: false })).toBeNull();
    expect(policyIn({ ...order, shippingAddress: null, billingAddress: null })).toBeNull();
  });

  test('is of no order without a contract: of registered products, canceled, or only a payment', () => {
    expect(policyIn({ ...order, idFromPlatform: registrationOrderId('G-1') })).toBeNull();
    expect(policyIn({ ...order, canceledOn: NOW })).toBeNull();
    expect(policyIn({ ...order, tags: [PAYMENT_ORDER_TAG] })).toBeNull();
  });

  test('law: nothing the store decides itself counts for it', () => {
    const days = fc.constantFrom(0, 14, 30);
    const anySettings = fc
      .record({
        isReturnsEnabled: fc.boolean(),
        isRefundsEnabled: fc.boolean(),
        refundValidityDays: days,
        isStoreCreditEnabled: fc.boolean(),
        returnFee: fc.nat(500),
        returnShippingFee: fc.nat(500),
        isClaimImageFromCustomerRequired: fc.boolean(),
        isReturnPhoneRequired: fc.boolean(),
        allowClaimsOnPartiallyFulfilledOrders: fc.boolean(),
        bonus: fc.nat(2000).map(bonusOf),
        finalSaleTags: fc.constantFrom<string[]>([], ['custom']),
      })
      .map(({ bonus, ...others }) => ({ ...others, ...bonus }));
    const ruledOut = { madeIneligibleOn: NOW };
    const finalSale = { productTags: ['custom'] };
    const anyMarks = fc.array(fc.constantFrom({}, ruledOut, finalSale, { ...ruledOut, ...finalSale }), {
      minLength: 6,
    });
    const anyStatus = fc.constantFrom('fulfilled', 'partial');
    fc.assert(
      fc.property(anyPaidOrder, anySettings, anyMarks, anyStatus, (paid, settings, marks, fulfillmentStatus) => {
        const bought = { ...paid, fulfillmentStatus };
        const marked = { ...bought, lines: bought.lines.map((line, index) => ({ ...line, ...marks[index] })) };
        const { claim } = withdraw(marked, everything(bought), { settings });
        const { claim: usual } = withdraw(bought, everything(bought));
        expect(claim.lines.map((line) => line.requestedAmount)).toEqual(
          usual.lines.map((line) => line.requestedAmount),
        );
        expect(claim.lines.every((line) => line.incentiveAmount === 0)).toBe(true);
        expect([claim.feeApplied, claim.returnShippingAmountApplied]).toEqual([0, 0]);
      }),
      law(1000),
    );
  });

  test('ends with its last day', () => {
    const found = policyIn(order);
    if (!found?.end) throw new Error('it has an end');
    const isOpen = (now: string): boolean =>
      lineEligibility(found.order, found.policy, [], now).every(({ methods }) => methods.refund.isEligible);
    expect(isOpen(found.end.instant)).toBe(true);
    expect(isOpen(addDays(found.end.instant, 1 / 86_400_000))).toBe(false);
    expect(refusalOf(() => withdraw(order, { a: 1 }, { now: addDays(found.end?.instant ?? NOW, 1) }))).toBe(
      'METHOD_NOT_ELIGIBLE',
    );
  });

  test('is not for goods that the law exempts', () => {
    const settings = { withdrawalExemptTags: [' Custom'] };
    expect(refusalOf(() => withdraw(order, { b: 1 }, { settings }))).toBe('METHOD_NOT_ELIGIBLE');
    const { claim } = withdraw(order, { a: 2 }, { settings });
    // Part of the order stays, so its delivery is not given back.
    expect(claim.lines.map((line) => [line.requestedAmount, line.deliveryAmount])).toEqual([[1999, undefined]]);
  });

  test('gives only a refund, and no fee can be put on it', () => {
    const { claim } = withdraw(order, { a: 1 });
    expect(claim.lines.map((line) => allowedMethods(claim, line))).toEqual([['refund']]);
    expect(refusalOf(() => approveLine(claim, 1, { method: 'giftCard' }, NOW))).toBe('METHOD_NOT_ALLOWED');
    expect(refusalOf(() => changeFees(claim, { feeApplied: 100 }, NOW))).toBe('WITHDRAWAL_WITHOUT_FEES');
    expect(claim.policy.basis).toBe('withdrawal');
    expect(claim.lines.map(({ reasonName }) => reasonName)).toEqual(['Withdrawal']);
  });
});

describe('the cost of delivery', () => {
  test('law: withdrawing all of an order in any parts gives back what was paid for goods and delivery, exactly once', () => {
    const anyWay = anyPaidOrder.chain((order) => {
      const units = order.lines.flatMap((line) => Array.from({ length: line.quantity }, () => line.idFromPlatform));
      return fc.record({
        order: fc.constant(order),
        units: fc.shuffledSubarray(units, { minLength: units.length, maxLength: units.length }),
        cuts: fc.array(fc.constantFrom(false, false, false, true), {
          minLength: units.length,
          maxLength: units.length,
        }),
        isFinalized: fc.boolean(),
      });
    });
    fc.assert(
      fc.property(anyWay, ({ order, units, cuts, isFinalized }) => {
        const claims: Claim[] = [];
        let part: Record<string, number> = {};
        units.forEach((unit, index) => {
          part[unit] = (part[unit] ?? 0) + 1;
          if (cuts[index] !== true && index < units.length - 1) return;
          const claimId = claims.length + 1;
          const ids = { claimId, externalId: `R-${claimId}`, orderId: 3 };
          const { claim } = withdraw(order, part, { priorClaims: claims, ids });
          const isLast = index === units.length - 1;
          expect(claim.lines.some(({ deliveryAmount }) => deliveryAmount !== undefined)).toBe(isLast);
          claims.push(isFinalized ? refunded(claim, order, claims) : claim);
          part = {};
        });
        const asked = claims.flatMap(({ lines }) => lines.map((line) => line.requestedAmount));
        expect(asked.reduce((all, one) => all + one, 0)).toBe(order.totalPaid);
        const delivery = claims.flatMap(({ lines }) => lines.map((line) => line.deliveryAmount ?? 0));
        const goods = order.lines.map((line) => line.paidTotal + (order.taxesIncluded ? 0 : line.taxTotal));
        expect([...delivery, ...goods].reduce((all, one) => all + one, 0)).toBe(order.totalPaid);
        for (const claim of claims) {
          const { issued } = isFinalized
            ? { issued: { refund: claim.settlements[0]?.issued.refund } }
            : settlementOf(claim, claim.lines);
          expect(claimLedger(claim).balance).toBe(issued.refund);
        }
      }),
      law(400),
    );
  });

  const order = orderOf([lineOf({ idFromPlatform: 'a', paidTotal: 1000 })], {
    shippingPaid: 1500,
    total: 2500,
    totalPaid: 2500,
  });

  test('is no more than the store’s standard delivery, and stands apart from the goods', () => {
    const { claim } = withdraw(order, { a: 1 }, { settings: { standardDeliveryCost: 495 } });
    expect(claimLedger(claim)).toMatchObject({
      balance: 1495,
      credits: {
        lineItems: [{ label: 'Wool sweater', amount: 1000 }],
        sections: [
          { type: 'SUBTOTAL', amount: 1000 },
          { type: 'SHIPPING', label: 'Delivery', amount: 495 },
        ],
      },
    });
    expect(refunded(claim, order).settlements).toMatchObject([{ issued: { refund: 1495 }, fee: 0 }]);
  });

  test('comes with its tax, where taxes are on top of prices', () => {
    const taxed = orderOf([lineOf({ idFromPlatform: 'a', paidTotal: 1000, taxTotal: 190 })], {
      taxesIncluded: false,
      shippingPaid: 500,
      taxTotal: 285,
      total: 1785,
      totalPaid: 1785,
    });
    const given = (standardDeliveryCost: number): number | undefined =>
      withdraw(taxed, { a: 1 }, { settings: { standardDeliveryCost } }).claim.lines[0]?.deliveryAmount;
    expect([0, 495, 590, 900].map(given)).toEqual([595, 495, 590, 595]);
  });

  test('is not given back where some of the order was returned otherwise', () => {
    const two = orderOf([lineOf({ idFromPlatform: 'a' }), lineOf({ idFromPlatform: 'b' })], {
      shippingPaid: 500,
      total: 2500,
      totalPaid: 2500,
    });
    const { claim: returned } = createClaim(inputOf(two, { selections: [selectionOf()] }));
    const { claim } = withdraw(two, { b: 1 }, { priorClaims: [returned] });
    expect(claim.lines.map((line) => line.requestedAmount)).toEqual([1000]);
  });

  test('is given back once, where an item is withdrawn again and the rest was given back in part', () => {
    const two = orderOf([lineOf({ idFromPlatform: 'a' }), lineOf({ idFromPlatform: 'b' })], {
      shippingPaid: 500,
      total: 2500,
      totalPaid: 2500,
    });
    const first = withdraw(two, { a: 1, b: 1 }).claim;
    expect(first.lines.map((line) => line.deliveryAmount)).toEqual([250, 250]);
    const lowered = approveLine(first, 1, { amount: 600 }, NOW).claim;
    const second = withdraw(two, { b: 1 }, { priorClaims: [cancelLine(lowered, 2, NOW).claim] }).claim;
    expect(second.lines.map((line) => line.deliveryAmount)).toEqual([250]);
  });
});

describe('the statement', () => {
  const order = orderOf([lineOf({ idFromPlatform: 'a', quantity: 2 }), lineOf({ idFromPlatform: 'b', name: 'Scarf' })]);

  test('is kept as it was confirmed, with the time in the store’s zone, and copied to its sender and the buyer', () => {
    const { claim, effects } = withdraw(order, { a: 1 });
    expect(claim.withdrawal).toEqual({
      statedOn: NOW,
      name: 'Ada Byron',
      email: 'ada@home.example',
      lastDay: '2026-03-20',
      timeZone: BERLIN,
      refundDueDay: '2026-03-30',
      refundDueOn: '2026-03-30T21:59:59.999Z',
      statement: [
        'To Acme: I withdraw from my contract for these goods of order #1001, ordered on March 1, 2026:',
        '1 of 2 x Wool sweater - M / Green',
        'Name: Ada Byron',
        'Email: ada@home.example',
      ],
    });
    const emails = inEnglish({ claim, effects }).flatMap((effect) => (effect.kind === 'email' ? [effect] : []));
    expect(emails.map(({ purposeKey, payload }) => [purposeKey, payload.type, payload.to])).toEqual([
      ['email:withdrawal:claim:7', 'withdrawal', 'ada@home.example'],
      ['email:withdrawal:claim:7:buyer', 'withdrawal', 'ada@example.com'],
    ]);
    expect(emails.map(({ payload }) => payload.content.button !== null)).toEqual([false, true]);
    const [copy] = emails.map(({ payload }) => payload.content);
    for (const paragraph of claim.withdrawal?.statement ?? []) expect(copy?.paragraphs).toContain(paragraph);
    expect(copy?.paragraphs.join(' ')).toContain('March 16, 2026 at 1:00:00 PM GMT+1');
    expect(copy?.lines).toMatchObject([{ text: 'Wool sweater - M / Green', detail: 'Refund $10.00.' }]);
    expect(claim.timeline.map(({ subject, message }) => [subject, message])).toEqual([
      ['Withdrawal stated', expect.stringContaining('Refund by March 30, 2026')],
    ]);
  });

  test('says so where it is for all of the order', () => {
    const { claim } = withdraw(order, everything(order));
    expect(claim.withdrawal?.statement[0]).toContain('for all goods of order #1001');
    expect(
      withdraw({ ...order, email: 'Ada@Home.example' }, { a: 2 }).effects.filter(({ kind }) => kind === 'email'),
    ).toHaveLength(1);
  });
});

describe('the deadline of the refund', () => {
  const order = orderOf([lineOf({ idFromPlatform: 'a' })]);
  const { claim } = withdraw(order, { a: 1 });
  const shipment = (trackerStatus: 'pre_transit' | 'in_transit' | 'delivered'): Claim => ({
    ...claim,
    shipments: [
      {
        ...WAY,
        id: 1,
        type: 'Label',
        createdOn: NOW,
        provider: 'Easy_Post',
        shipmentIdFromProvider: 'shp_1',
        carrier: 'UPS',
        service: 'Ground',
        cost: 0,
        trackingCode: '1Z',
        trackingUrl: '',
        trackerStatus,
        trackerUpdatedOn: null,
        events: [],
        documentKey: 'x',
        qrCodeUrl: null,
        canceledOn: null,
      },
    ],
  });
  const LATE = '2026-04-05T12:00:00.000Z';

  test('waits until the goods are on their way, and is then 14 days from the statement', () => {
    expect(withdrawalClock(claim, LATE)).toEqual({
      state: 'waiting',
      dueDay: '2026-03-30',
    });
    expect(withdrawalClock(shipment('pre_transit'), LATE)?.state).toBe('waiting');
    expect(withdrawalClock(shipment('in_transit'), NOW)?.state).toBe('due');
    expect(withdrawalClock(shipment('in_transit'), LATE)?.state).toBe('overdue');
    expect(withdrawalClock(refunded(claim, order), LATE)?.state).toBe('done');
  });

  test('lists find it three days before', () => {
    expect(withdrawalDueFrom(claim)).toBeNull();
    expect(withdrawalDueFrom(shipment('delivered'))).toBe('2026-03-27T21:59:59.999Z');
    expect(withdrawalDueFrom(refunded(shipment('delivered'), order))).toBeNull();
  });
});
