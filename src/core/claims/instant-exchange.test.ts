import { describe, expect, test } from 'vitest';
import { cancelClaim } from '#core/claims/cancel.ts';
import { approveLine } from '#core/claims/approve.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import { denyLine } from '#core/claims/resolution.ts';
import { paymentNeeded } from '#core/claims/claim-money.ts';
import type { Claim } from '#core/claims/claim.ts';
import { draftClaim } from '#core/claims/create.ts';
import { exchangeNotSent, exchangeSent, isStillWanted, mayBeSentAhead } from '#core/claims/instant-exchange.ts';
import { captureHold } from '#core/claims/payments.ts';
import type { ReturnShipment } from '#core/claims/shipment-shapes.ts';
import { undeliverableAhead } from '#core/claims/undeliverable.ts';
import { reservationEnded } from '#core/claims/reservation.ts';
import {
  claimOf,
  inputOf,
  POLICY,
  lineOf,
  NOW,
  orderOf,
  paymentOf,
  refusalOf,
  selectionOf,
  settingsOf,
  variantOf,
  WAY,
} from '#core/claims/test-data.ts';

const order = orderOf([lineOf({ idFromPlatform: 'a' })]);
const settings = settingsOf({
  isInstantExchangeEnabled: true,
  paymentProvider: 'stripe',
  variantExchangePricing: 'PAYMENT',
  returnFee: 100,
  exchangeShippingFee: 300,
});
const LATER = '2026-03-20T12:00:00.000Z';
const wanted = {
  settings,
  variants: new Map([['product-1', [variantOf({ price: 1500 })]]]),
  selections: [selectionOf({ method: 'variantExchange', variantIdFromPlatform: 'variant-2' })],
  isInstantExchange: true,
};
const instant = (): Claim => claimOf(order, { ...wanted, payment: paymentOf({ amount: 1900 }) });

test('staff are alerted once of a return that goods were sent ahead of and that cannot be delivered', () => {
  const claim = exchangeSent(instant(), [1], NOW);
  const shipment: ReturnShipment = {
    id: 1,
    type: 'Label',
    createdOn: NOW,
    provider: null,
    shipmentIdFromProvider: null,
    carrier: 'USPS',
    service: '',
    cost: 0,
    trackingCode: '',
    trackingUrl: '',
    trackerStatus: 'in_transit',
    trackerUpdatedOn: null,
    events: [],
    documentKey: 'k',
    qrCodeUrl: null,
    ...WAY,
    canceledOn: null,
  };
  const moving: Claim = { ...claim, shipments: [shipment] };
  const failed: Claim = { ...claim, shipments: [{ ...shipment, trackerStatus: 'return_to_sender' }] };
  expect(undeliverableAhead(moving, failed, NOW)).toBe(
    `The return of ${claim.externalId} can't be delivered. Its new items were sent ahead, and $19.00 is held on the customer's card.`,
  );
  expect(undeliverableAhead(failed, failed, NOW)).toBeNull();
  expect(undeliverableAhead(moving, moving, NOW)).toBeNull();
  const kept = (of: Claim): Claim => ({ ...of, lines: of.lines.map((line) => ({ ...line, exchangeOrderedOn: null })) });
  expect(undeliverableAhead(kept(moving), kept(failed), NOW)).toBeNull();
});

describe('what is held for an instant exchange', () => {
  test('is all that would be owed if nothing came back, fees too', () => {
    expect(paymentNeeded(draftClaim(inputOf(order, wanted)))).toEqual({ owed: 900, held: 1900 });
  });
  test('is asked for only where a card can be held', () => {
    const input = inputOf(order, { ...wanted, settings: { ...settings, paymentProvider: 'platformCheckout' } });
    expect(refusalOf(() => draftClaim(input))).toBe('INSTANT_EXCHANGE_NOT_OFFERED');
  });
  test('is missed as a hold, not as a payment', () => {
    expect(() => claimOf(order, wanted)).toThrow('Please add a card for the $19.00 hold first.');
  });
  test('is taken whole while the goods are out, and only as far as it is owed once they are back', () => {
    const claim = instant();
    const payment = paymentOf({ amount: 1900 });
    expect(captureHold(claim, payment, LATER).claim.payments[0]?.captureAsked).toBe(1900);
    const back: Claim = { ...claim, lines: claim.lines.map((line) => ({ ...line, exchangeOrderedOn: null })) };
    expect(captureHold(back, payment, LATER).claim.payments[0]?.captureAsked).toBe(900);
    expect(
      captureHold(captureHold(claim, payment, LATER).claim, { ...payment, captureAsked: 1900 }, LATER).effects,
    ).toEqual([]);
  });
  test('is taken only as far as no other payment of the claim covers it', () => {
    const claim = instant();
    const [payment = paymentOf(), ...none] = claim.payments;
    const other = paymentOf({ id: 99, amount: 300, captureAsked: 300, capturedAmount: 300, status: 'Captured' });
    const lines = claim.lines.map((line) => ({ ...line, exchangeOrderedOn: null }));
    const back: Claim = { ...claim, lines, payments: [payment, other, ...none] };
    expect(captureHold(back, payment, LATER).claim.payments[0]?.captureAsked).toBe(600);
    const covered: Claim = { ...back, payments: [payment, { ...other, amount: 900, captureAsked: 900 }] };
    expect(captureHold(covered, payment, LATER).effects).toEqual([]);
  });
});

describe('goods that could not be ordered', () => {
  test('are not owed for: the claim can be called off and its hold is let go of', () => {
    expect(refusalOf(() => cancelClaim(instant(), LATER))).toBe('EXCHANGE_ALREADY_SENT');
    const unsent = exchangeNotSent(instant(), [1], 'refused', LATER);
    expect(unsent.timeline.at(-1)).toMatchObject({ type: 'warning' });
    const { claim, effects } = cancelClaim(unsent, LATER);
    expect(effects.map((effect) => effect.kind)).toContain('paymentRelease');
    expect(isStillWanted(claim, [1])).toBe(false);
    expect(exchangeSent(claim, [1], LATER).lines[0]?.exchangeOrderedOn).toBeNull();
  });
  test('are out once they were ordered after all; what is finalized stays as it is', () => {
    const unsent = exchangeNotSent(instant(), [1], 'refused', LATER);
    expect(isStillWanted(unsent, [1])).toBe(true);
    expect(exchangeSent(unsent, [1], LATER).lines[0]?.exchangeOrderedOn).toBe(LATER);
    const finalized: Claim = {
      ...instant(),
      lines: instant().lines.map((line) => ({ ...line, finalizedOn: NOW })),
    };
    expect(exchangeNotSent(finalized, [1], 'refused', LATER)).toBe(finalized);
  });
});

test('a refused order ahead is tried again only while nothing else was decided about its lines', () => {
  const unsent = exchangeNotSent(instant(), [1], 'refused', LATER);
  const withLine = (changes: Partial<Claim['lines'][number]>): Claim => ({
    ...unsent,
    lines: unsent.lines.map((line) => ({ ...line, ...changes })),
  });
  const { variantIdFromPlatform = '', quantity = 1 } = unsent.lines[0]?.exchange ?? {};
  const goods = [{ claimLineId: 1, variantIdFromPlatform, quantity }];
  expect(mayBeSentAhead(unsent, goods)).toBe(true);
  const approved = withLine({ status: 'approved', method: 'variantExchange' });
  expect(mayBeSentAhead(approved, [{ claimLineId: 1, variantIdFromPlatform: 'variant-9', quantity }])).toBe(false);
  expect(mayBeSentAhead(withLine({ status: 'approved', method: 'refund' }), goods)).toBe(false);
  expect(mayBeSentAhead(withLine({ status: 'approved', method: 'variantExchange' }), goods)).toBe(true);
  expect(mayBeSentAhead(withLine({ status: 'denied' }), goods)).toBe(false);
  expect(mayBeSentAhead(withLine({ canceledOn: LATER }), goods)).toBe(false);
  expect(mayBeSentAhead(withLine({ status: 'approved', finalizedOn: LATER }), goods)).toBe(false);
  expect(mayBeSentAhead(withLine({ finalizedOn: LATER, exchangeOrderedOn: NOW }), goods)).toBe(true);
});

test('stock is no longer kept once its time has passed, and only then', () => {
  const kept: Claim = {
    ...instant(),
    reservation: { state: 'held', expiresOn: '2026-03-18T00:00:00.000Z', lines: [] },
  };
  expect(reservationEnded(kept, '2026-03-17T23:59:59.999Z')).toBe(kept);
  expect(reservationEnded(kept, LATER)).toMatchObject({ reservation: { state: 'released' } });
  const taken: Claim = {
    ...kept,
    reservation: { state: 'released', expiresOn: '2026-03-18T00:00:00.000Z', lines: [] },
  };
  expect(reservationEnded(taken, LATER)).toBe(taken);
});

describe('while the order ahead is under way', () => {
  const both = orderOf([lineOf({ idFromPlatform: 'a' }), lineOf({ idFromPlatform: 'b' })]);
  const exchanged = (lineIdFromPlatform: string) =>
    selectionOf({ lineIdFromPlatform, method: 'variantExchange', variantIdFromPlatform: 'variant-2' });
  const selections = [exchanged('a'), exchanged('b')];
  const claim = claimOf(both, { ...wanted, selections, payment: paymentOf({ amount: 5000 }) });
  const finalizedOf = (decided: Claim, how: { aheadUnderWay: ReadonlySet<number>; lineIds?: number[] }) =>
    finalizeClaim(decided, both, { policy: POLICY, ...how }, LATER).claim.lines.map((line) => line.finalizedOn);

  test('neither an item that was denied nor those beside it are finalized', () => {
    const denied = denyLine(claim, 1, 'Wrong_Item', '', LATER).claim;
    const decided = approveLine(denied, 2, {}, LATER).claim;
    expect(finalizedOf(decided, { aheadUnderWay: new Set([1, 2]) })).toEqual([null, null]);
    expect(finalizedOf(decided, { aheadUnderWay: new Set() })).toEqual([LATER, LATER]);
  });
  test('its items are finalized together or not at all: refused, it would be tried again for some of them only', () => {
    const decided = approveLine(approveLine(claim, 1, {}, LATER).claim, 2, {}, LATER).claim;
    const underWay = new Set([1, 2]);
    expect(finalizedOf(decided, { aheadUnderWay: underWay, lineIds: [2] })).toEqual([null, null]);
    expect(finalizedOf(decided, { aheadUnderWay: underWay })).toEqual([LATER, LATER]);
    expect(finalizedOf(decided, { aheadUnderWay: new Set(), lineIds: [2] })).toEqual([null, LATER]);
  });
});
