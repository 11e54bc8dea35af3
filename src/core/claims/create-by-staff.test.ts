import { describe, expect, test } from 'vitest';
import { Claim, ResolutionMethod } from '#core/claims/claim.ts';
import { createClaim } from '#core/claims/create.ts';
import type { CreateClaimInput } from '#core/claims/new-claim.ts';
import {
  claimOf,
  inputOf,
  type InputChanges,
  lineOf,
  orderOf,
  refusalOf,
  selectionOf,
  settingsOf,
} from '#core/claims/test-data.ts';
import { inEnglish } from '#core/emails/worded.fixture.ts';

const order = orderOf([lineOf({ idFromPlatform: 'a', quantity: 2, paidTotal: 2000 }), lineOf({ idFromPlatform: 'b' })]);
const LATE = '2029-01-01T12:00:00.000Z';
const byStaff = (changes: InputChanges = {}): CreateClaimInput =>
  inputOf(order, { source: 'Merchant_App', shippingMethod: 'none', now: LATE, ...changes });
const made = (changes: InputChanges = {}): Claim => createClaim(byStaff(changes)).claim;

describe('a claim made by staff', () => {
  test('is bound by no window, no final sale and no method the store has switched off', () => {
    const settings = settingsOf({ isRefundsEnabled: false });
    expect(made({ settings, madeBy: 'Grace' })).toMatchObject({
      source: 'Merchant_App',
      lines: [{ requestedAmount: 1000 }],
      timeline: [{ subject: 'Return requested', message: 'Grace created the return in the back office.', by: 'Grace' }],
    });
    expect(refusalOf(() => createClaim(inputOf(order, { settings, now: LATE })))).toBe('METHOD_NOT_ELIGIBLE');
  });

  test.each(ResolutionMethod.options.filter((method) => method !== 'variantExchange'))('may ask for %s', (method) => {
    const claim = made({ claimType: 'Warranty', selections: [selectionOf({ method })] });
    expect(Claim.parse(claim)).toEqual(claim);
    const status = method === 'other' ? 'approved' : 'open';
    expect(claim).toMatchObject({ claimType: 'Warranty', lines: [{ requestedMethod: method, status }] });
  });

  test.each(['repair', 'warrantyReview', 'replacementOrder'] as const)('asks for %s in no return', (method) => {
    expect(refusalOf(() => made({ selections: [selectionOf({ method })] }))).toBe('METHOD_NOT_ELIGIBLE');
  });

  test('takes only units that are left, also over several lines of one claim', () => {
    const taken = claimOf(order);
    const selections = [selectionOf({ method: 'other' }), selectionOf({ method: 'other' })];
    expect(refusalOf(() => made({ priorClaims: [taken], selections }))).toBe('QUANTITY_TOO_LARGE');
    expect(made({ selections }).lines.map((line) => line.quantity)).toEqual([1, 1]);
    expect(refusalOf(() => made({ selections: [selectionOf({ quantity: 3 })] }))).toBe('QUANTITY_TOO_LARGE');
    expect(refusalOf(() => made({ selections: [selectionOf({ quantity: 0 })] }))).toBe('QUANTITY_INVALID');
  });

  test('asks for money only while some of what was paid is left', () => {
    const spent = { ...order, totalRefunded: order.totalPaid };
    expect(refusalOf(() => made({ order: spent }))).toBe('METHOD_NOT_ELIGIBLE');
    expect(made({ order: spent, selections: [selectionOf({ method: 'other' })] }).lines).toHaveLength(1);
  });

  test('never takes shipping protection back', () => {
    const protectedOrder = orderOf([lineOf({ idFromPlatform: 'a', isProtection: true })]);
    expect(refusalOf(() => made({ order: protectedOrder }))).toBe('METHOD_NOT_ELIGIBLE');
  });

  test('a return carries the fees of the settings, a warranty claim none, and either what staff say', () => {
    const settings = settingsOf({ returnFee: 500, exchangeShippingFee: 300 });
    expect(made({ settings })).toMatchObject({ feeApplied: 500, feeName: 'Handling fee' });
    expect(made({ settings, claimType: 'Warranty' })).toMatchObject({ feeApplied: 0, feeName: '' });
    expect(made({ settings, claimType: 'Warranty', fees: { feeApplied: 250 } })).toMatchObject({ feeApplied: 250 });
    expect(made({ settings, feeName: 'Restocking' })).toMatchObject({ feeApplied: 500, feeName: 'Restocking' });
    expect(made({ settings, fees: { feeApplied: 0 } })).toMatchObject({ feeApplied: 0, feeName: '' });
  });

  test('writes of a warranty claim, not of a return', () => {
    const effects = inEnglish(createClaim(byStaff({ claimType: 'Warranty' })));
    const email = effects.find((effect) => effect.kind === 'email');
    expect(email?.payload).toMatchObject({
      subject: 'We received your warranty claim R-7K2M9QXD',
      content: { heading: 'We received your warranty claim', button: { text: 'View your warranty claim' } },
    });
  });
});
