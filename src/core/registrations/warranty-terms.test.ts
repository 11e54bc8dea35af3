import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { REPLACEMENT_DAYS, warrantyEligibility } from '#core/claims/eligibility.ts';
import { addDays, endOfDay, LIFETIME, LIFETIME_DAYS } from '#core/dates.ts';
import { law } from '#core/law.fixture.ts';
import { warrantyDaysOf } from '#core/orders/product-groups.ts';
import type { OwnWarranty } from '#core/policy/claim-policy.ts';
import { policyFor, type ProductGroupsOf } from '#core/policy/policy-for.ts';
import { importedRegistration, termEnd } from '#core/registrations/imported.ts';
import { registrationOrder } from '#core/registrations/registration-order.ts';
import { storeSettingsOf, type SettingsChanges } from '#core/settings/settings.fixture.ts';

const BOUGHT = '2026-03-01';
const NOW = '2026-03-16T12:00:00.000Z';
const KETTLE = {
  productIdFromPlatform: 'p1',
  variantIdFromPlatform: 'v1',
  name: 'Kettle',
  variantTitle: '',
  sku: 'KET-1',
  imgUrl: null,
  options: [],
  unitListPrice: 4900,
};
const ROW = {
  Email: 'ada@example.com',
  'Purchase date': BOUGHT,
  'First name': 'Ada',
  'Country code': 'DE',
  'Address 1': 'Am Markt 1',
};

const read = (changes: Readonly<Record<string, string>> = {}) => {
  const cells: Readonly<Record<string, string>> = { ...ROW, ...changes };
  return importedRegistration((column) => cells[column] ?? '', {
    product: KETTLE,
    externalId: 'G-00000001',
    now: NOW,
    today: '2026-03-16',
    hash: (text) => `hash of ${text}`,
  });
};

type Promised = { own?: OwnWarranty; products?: ProductGroupsOf; settings?: SettingsChanges };

function coveredUntil({ own, products, settings = {} }: Promised = {}): string | null {
  const registration = read();
  if ('problem' in registration) throw new Error(registration.problem);
  const order = registrationOrder(registration, { currencyCode: 'USD', isWorthListPrice: false });
  const [line] = order.lines;
  if (!line) throw new Error('an order has a line');
  const policy = policyFor({
    settings: storeSettingsOf({ isRegistrationEnabled: true, defaultWarrantyDays: 365, ...settings }),
    order,
    claimType: 'Warranty',
    asker: 'buyer',
    means: { canTakeCards: false, canMakeLabels: false },
    storeCurrencyCode: 'USD',
    ...(products ? { products } : {}),
    ...(own ? { ownWarranties: new Map([[line.idFromPlatform, own]]) } : {}),
  });
  return warrantyEligibility(order, line, policy, [], BOUGHT).lastEligibleDate;
}

const ofGroup = (warrantyDays: number | null): ProductGroupsOf => new Map([['p1', { groupIds: [1], warrantyDays }]]);
const afterDays = (days: number): string => endOfDay(addDays(`${BOUGHT}T00:00:00Z`, days));

describe('how long something is covered', () => {
  test.each([
    ['by the settings', {}, afterDays(365)],
    ['by its product group', { products: ofGroup(730) }, afterDays(730)],
    ['by a group without a term', { products: ofGroup(null) }, afterDays(365)],
    ['for life by its group', { products: ofGroup(LIFETIME_DAYS) }, LIFETIME],
    ['by what was promised of it', { own: { until: afterDays(20), isReplacement: false } }, afterDays(20)],
    ['for life', { own: { until: LIFETIME, isReplacement: false }, products: ofGroup(1) }, LIFETIME],
  ])('%s', (_how, promised, until) => {
    expect(coveredUntil(promised)).toBe(until);
  });

  test('of several groups, the longest term counts', () => {
    const groups = [
      { id: 1, warrantyDays: 30 },
      { id: 2, warrantyDays: null },
      { id: 3, warrantyDays: 90 },
    ];
    expect(warrantyDaysOf([1, 2, 3], groups)).toBe(90);
    expect(warrantyDaysOf([2], groups)).toBeNull();
  });
});

test('law: terms never shrink by a replacement: it keeps what was left, and at least 90 days', () => {
  fc.assert(
    fc.property(fc.integer({ min: -400, max: 4000 }), fc.integer({ min: 0, max: 4000 }), (left, days) => {
      const original = afterDays(left);
      const until = coveredUntil({
        own: { until: original, isReplacement: true },
        settings: { defaultWarrantyDays: days },
      });
      expect(until).toBe(left > REPLACEMENT_DAYS ? original : afterDays(REPLACEMENT_DAYS));
    }),
    law(1000),
  );
});

describe('a row of another system', () => {
  test('becomes a registration with consent word for word', () => {
    expect(
      read({
        'Serial number': 'SN-1',
        'Consent text': 'Yes, mail me.',
        'Consent date': '2025-01-02',
        'Registered on': '2025-01-02',
      }),
    ).toMatchObject({
      createdOn: '2025-01-02T00:00:00.000Z',
      owner: { email: 'ada@example.com', address: { countryCode: 'DE' } },
      consent: { text: 'Yes, mail me.', textHash: 'hash of Yes, mail me.', collectedOn: '2025-01-02T00:00:00.000Z' },
      lines: [{ sku: 'KET-1', quantity: 1, serialNumber: 'SN-1' }],
    });
    expect(read({ 'Consent text': 'Yes, mail me.' })).toMatchObject({ consent: null });
    expect(read({ 'Registered on': '2025-01-02 23:30:00 -0500' })).toMatchObject({
      createdOn: '2025-01-03T04:30:00.000Z',
    });
  });

  test.each([
    [{ Email: 'ada' }, 'Email is not an email address.'],
    [{ 'Purchase date': '01/03/2026' }, 'Purchase date is not a day like 2026-11-14.'],
    [{ 'Purchase date': '2026-03-17' }, "The purchase date can't be in the future."],
    [{ Quantity: '1.5' }, 'Quantity is not a number from 1 to 9999.'],
    [{ Quantity: '2', 'Serial number': 'SN-1' }, 'A serial number names a single item, but Quantity is more.'],
    [{ 'Serial number': '<b>' }, 'Serial number is not one.'],
    [{ 'Registered on': '11/12/2024' }, 'Registered on is not a date like 2026-11-14 10:00:00 +0100.'],
    [{ 'Registered on': '2025-02-30' }, 'Registered on is not a date like 2026-11-14 10:00:00 +0100.'],
    [
      { 'Consent text': 'Mail me.', 'Consent date': '14.11.2024' },
      'Consent date is not a date like 2026-11-14 10:00:00 +0100.',
    ],
    [{ 'Country code': 'Germany' }, 'Country code is not two letters like DE.'],
    [{ Zip: '1'.repeat(30) }, 'Zip is too long.'],
  ])('%j is refused', (changes: Readonly<Record<string, string>>, problem) => {
    expect(read(changes)).toEqual({ problem });
  });

  test.each([
    ['2031-11-14', '2031-11-14T23:59:59.999Z'],
    ['Lifetime', LIFETIME],
    ['soon', null],
    ['', null],
  ])('a term of %j ends on %j', (text, end) => {
    expect(termEnd(text)).toBe(end);
  });
});
