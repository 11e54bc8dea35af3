import { describe, expect, test } from 'vitest';
import { filingOf, filingOver, filings, type Filing, type FilingTerms } from '#core/protection/filing.ts';
import type { ShippingReason } from '#core/protection/reasons.ts';
import { lineOf, orderOf } from '#core/claims/test-data.ts';

const TERMS: FilingTerms = {
  daysAfterDelivery: { Damaged: 30, Wrong_Item: 30, Missing_Item: 30, Quality_Issue: 30 },
  stolenFromDays: 2,
  lostAfterDays: 7,
  lostAbroadAfterDays: 20,
  endsAfterDays: 60,
  homeCountryCode: 'US',
  timeZone: 'America/New_York',
};
const day = (date: string): string => `2026-03-${date}T10:00:00.000Z`;
const SENT = { createdOn: day('02'), deliveredOn: null };
const DELIVERED = { ...SENT, deliveredOn: day('06') };

const of = (
  parcel: Parameters<typeof filingOf>[0],
  reason: ShippingReason,
  now: string,
  isAbroad = false,
): Filing['state'] => filingOf(parcel, reason, { terms: TERMS, isAbroad, now }).state;

describe('a window', () => {
  test.for([
    ['Damaged', DELIVERED, day('06'), 'open'],
    ['Damaged', DELIVERED, '2026-04-05T10:00:00.000Z', 'open'],
    ['Damaged', DELIVERED, '2026-04-05T10:00:00.001Z', 'late'],
    ['Missing_Item', SENT, day('20'), 'early'],
    ['Stolen', DELIVERED, '2026-03-08T04:59:59.999Z', 'early'],
    ['Stolen', DELIVERED, '2026-03-08T05:00:00.000Z', 'open'],
    ['Stolen', SENT, day('08'), 'early'],
    // The clocks of the store went forward the day before.
    ['Lost', SENT, '2026-03-09T03:59:59.999Z', 'early'],
    ['Lost', SENT, '2026-03-09T04:00:00.000Z', 'open'],
    ['Lost', { ...SENT, movedOn: day('05') }, day('11'), 'early'],
    ['Lost', { ...SENT, movedOn: day('05') }, day('12'), 'open'],
    ['Lost', DELIVERED, day('20'), 'delivered'],
    // It would open on a day after its end.
    ['Lost', { ...SENT, movedOn: '2026-04-26T10:00:00.000Z' }, '2026-04-28T10:00:00.000Z', 'late'],
    ['Stolen', { ...SENT, deliveredOn: '2026-04-30T10:00:00.000Z' }, '2026-04-30T12:00:00.000Z', 'late'],
    ['Incorrect_Address', SENT, day('02'), 'open'],
    ['Incorrect_Address', SENT, '2026-05-01T10:00:00.001Z', 'late'],
  ] as const)('of %s for %o at %s is %s', ([reason, parcel, now, state]) => {
    expect(of(parcel, reason, now)).toBe(state);
  });

  test('of what is lost abroad opens later', () => {
    expect(of(SENT, 'Lost', day('21'), true)).toBe('early');
    expect(of(SENT, 'Lost', day('22'), true)).toBe('open');
  });

  test('ends with that of its dispatch, however late it was delivered', () => {
    const late = { createdOn: day('02'), deliveredOn: '2026-04-30T10:00:00.000Z' };
    expect(of(late, 'Damaged', '2026-05-01T09:00:00.000Z')).toBe('open');
    expect(of(late, 'Damaged', '2026-05-02T10:00:00.000Z')).toBe('late');
  });
});

describe('over several parcels', () => {
  const parcels = (...delivered: (string | null)[]) => {
    const order = orderOf(delivered.map((_, index) => lineOf({ idFromPlatform: `line-${index}` })));
    return {
      ...order,
      fulfillments: delivered.map((deliveredOn, index) => ({
        idFromPlatform: `parcel-${index}`,
        createdOn: day(`0${index + 1}`),
        deliveredOn,
        status: 'success',
        trackingCodes: [],
        lines: [{ idFromPlatform: `sent-${index}`, lineIdFromPlatform: `line-${index}`, quantity: 1 }],
      })),
    };
  };
  const over = (reason: ShippingReason, now: string, ...delivered: (string | null)[]) =>
    filingOver(filings(parcels(...delivered), reason, TERMS, now));

  test('one that is open is enough', () => {
    expect(over('Damaged', day('10'), null, day('06'))).toMatchObject({ state: 'open' });
  });
  test('else the first day counts', () => {
    expect(over('Lost', day('03'), null, null)).toMatchObject({ state: 'early', from: '2026-03-08T05:00:00.000Z' });
  });
  test('nothing that was sent is nothing that can be said', () => {
    expect(filingOver([])).toBeNull();
  });
  test('delivered parcels are not lost', () => {
    expect(over('Lost', day('20'), day('06'), day('07'))).toMatchObject({ state: 'delivered' });
  });
});
