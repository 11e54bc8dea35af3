import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineEligibility, staffRefusal, warrantyEligibility } from '#core/claims/eligibility.ts';
import { law } from '#core/law.fixture.ts';
import { policyFor } from '#core/policy/policy-for.ts';
import { registrationFormFor } from '#core/policy/registration-form.ts';
import { addProducts, removeProduct, transferRegistration } from '#core/registrations/change.ts';
import { register, RegisterRequest, sameThing } from '#core/registrations/register.ts';
import { orderLineId, registrationOrder } from '#core/registrations/registration-order.ts';
import { Registration } from '#core/registrations/registration.ts';
import { isSerial, normalizeSerial } from '#core/registrations/serial-number.ts';
import { storeSettingsOf, type SettingsChanges } from '#core/settings/settings.fixture.ts';

const NOW = '2026-03-16T12:00:00.000Z';
const TODAY = '2026-03-16';
const ON = { isRegistrationEnabled: true, offeredSalesChannels: ['Retail store', 'Marketplace'] };
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
const FREE = { hasClaims: false, hasOpenClaims: false };

function registered(changes: object = {}, settings: SettingsChanges = ON): Registration {
  return register({
    request: RegisterRequest.parse({
      variantIdFromPlatform: 'v1',
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Byron',
      registrationChannelName: 'Retail store',
      estimatedPurchaseDate: '2026-03-01',
      ...changes,
    }),
    form: registrationFormFor(storeSettingsOf(settings), []),
    product: KETTLE,
    externalId: 'G-00000001',
    now: NOW,
    today: TODAY,
    consent: { textHash: 'hash', language: 'en' },
    language: 'en',
  });
}

const coverage = (registration: Registration, settings: SettingsChanges = ON) => {
  const order = registrationOrder(registration, { currencyCode: 'USD', isWorthListPrice: false });
  const policy = policyFor({
    settings: storeSettingsOf(settings),
    order,
    claimType: 'Warranty',
    asker: 'buyer',
    means: { canTakeCards: false, canMakeLabels: false },
    storeCurrencyCode: 'USD',
  });
  const line = order.lines.find(({ idFromPlatform }) => idFromPlatform === orderLineId(1));
  return line && warrantyEligibility(order, line, policy, [], NOW);
};

describe('what is registered', () => {
  test('is covered from the day of purchase on', () => {
    expect(coverage(registered(), { ...ON, defaultWarrantyDays: 30 })).toMatchObject({
      isEligible: true,
      lastEligibleDate: '2026-03-31T23:59:59.999Z',
    });
  });

  test('with one channel only, nobody is asked for it', () => {
    const one = { ...ON, offeredSalesChannels: ['Our shop'] };
    expect(registered({ registrationChannelName: '' }, one).registrationChannelName).toBe('Our shop');
    expect(() => registered({ registrationChannelName: '' })).toThrow('Choose where you bought it.');
  });

  test('keeps nothing that the settings do not ask for', () => {
    const asked = registered({ proofs: ['one'], isConsentGiven: true, address: { line1: '1 High Street' } });
    expect(asked).toMatchObject({ proofs: [], consent: null, owner: { address: null } });
  });

  test('has a phone number where the store asks for one', () => {
    const asking = { ...ON, isRegistrationPhoneRequired: true };
    for (const phone of ['', 'none']) expect(() => registered({ phone }, asking)).toThrow('Enter your phone number.');
    expect(registered({ phone: '775 0101' }, asking).owner.phone).toBe('775 0101');
  });

  test.each([
    ['2026-03-17', "The purchase date can't be in the future."],
    ['1969-12-31', 'Check the year of the purchase.'],
  ])('a purchase on %s is refused', (estimatedPurchaseDate, text) => {
    expect(() => registered({ estimatedPurchaseDate })).toThrow(text);
  });
});

const aRequest = fc.record({
  email: fc.constantFrom('ada@example.com', ' ADA@example.com', 'grace@example.com'),
  estimatedPurchaseDate: fc.constantFrom('2026-03-01', '2026-02-01'),
});

test('law: the same owner, product and day is one thing however it is typed, and nothing else is', () => {
  fc.assert(
    fc.property(aRequest, aRequest, (one, other) => {
      const email = (typed: string) => typed.trim();
      const isSame =
        one.email.trim().toLowerCase() === other.email.trim().toLowerCase() &&
        one.estimatedPurchaseDate === other.estimatedPurchaseDate;
      const things = [one, other].map((its) => sameThing(registered({ ...its, email: email(its.email) })));
      expect(things[0] === things[1]).toBe(isSame);
    }),
    law(1000),
  );
});

type Step = (registration: Registration, now: string) => Registration;
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.integer({ min: 1, max: 3 }).map(
    (quantity): Step =>
      (its, now) =>
        addProducts(its, [{ product: { ...KETTLE, variantIdFromPlatform: `v${quantity + 1}` }, quantity }], {
          ...FREE,
          now,
        }),
  ),
  fc.constant<Step>((its, now) => {
    const other = its.lines.find(({ id }) => id !== 1);
    return other ? removeProduct(its, other.id, { ...FREE, now }) : its;
  }),
  fc.emailAddress().map(
    (email): Step =>
      (its, now) =>
        transferRegistration(
          its,
          { email: `x${email}`, firstName: 'New', lastName: 'Owner', phone: '', language: 'en' },
          FREE,
          now,
        ),
  ),
);

test('the place of a removed product is given to no other, whose warranty it would be', () => {
  const moment = { ...FREE, now: NOW };
  const pot = { ...KETTLE, variantIdFromPlatform: 'v2' };
  const add = (its: Registration) => addProducts(its, [{ product: pot, quantity: 1 }], moment);
  const placesOf = ({ lines }: Registration) => lines.map(({ id }) => id);
  const both = add(registered());
  expect(placesOf(both)).toEqual([1, 2]);
  const again = add(removeProduct(both, 2, moment));
  expect(placesOf(again)).toEqual([1, 3]);
  expect(placesOf(add(Registration.parse(removeProduct(again, 3, moment))))).toEqual([1, 4]);
});

test('law: whatever happens to it in whatever order, a product is covered as long as on the first day', () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 8 }), fc.integer({ min: 0, max: 800 }), (done, days) => {
      const settings = { ...ON, defaultWarrantyDays: days };
      const begun = registered();
      const ended = done.reduce((its, step, index) => {
        try {
          return step(its, `2026-03-${String(17 + index)}T00:00:00.000Z`);
        } catch {
          return its;
        }
      }, begun);
      expect(coverage(ended, settings)).toEqual(coverage(begun, settings));
    }),
    law(1000),
  );
});

test('law: nothing is ever returned or refunded for what was not bought here, and no more than its list price is given', () => {
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 0, max: 99_999 }),
      (isWorth, units, price) => {
        const its = registered({ quantity: units });
        const registration = { ...its, lines: its.lines.map((line) => ({ ...line, unitListPrice: price })) };
        const order = registrationOrder(registration, { currencyCode: 'USD', isWorthListPrice: isWorth });
        expect(order.totalPaid).toBe(isWorth ? price * units : 0);
        const policy = (claimType: 'Return' | 'Warranty', asker: 'buyer' | 'staff') =>
          policyFor({
            settings: storeSettingsOf(ON),
            order,
            claimType,
            asker,
            means: { canTakeCards: true, canMakeLabels: true },
            storeCurrencyCode: 'USD',
          });
        expect(lineEligibility(order, policy('Return', 'buyer'), [], NOW).map(({ reason }) => reason)).toEqual([
          'REGISTERED',
        ]);
        for (const line of order.lines) {
          expect(staffRefusal(order, line, policy('Return', 'staff'), [], 'giftCard')).toBe('REGISTERED');
          expect(staffRefusal(order, line, policy('Warranty', 'staff'), [], 'refund')).toBe('NOT_REFUNDABLE');
          expect(staffRefusal(order, line, policy('Warranty', 'staff'), [], 'replacementOrder')).toBeNull();
          const card = staffRefusal(order, line, policy('Warranty', 'staff'), [], 'giftCard');
          expect(card).toBe(isWorth && price > 0 ? null : 'NOTHING_PAID');
        }
      },
    ),
    law(1000),
  );
});

test.each([
  ['SN 100-a', 'SN100A', true],
  ['ＳＮ１００', 'SN100', true],
  ['<b>', '<B>', false],
  ['', '', false],
  ['x'.repeat(101), 'X'.repeat(101), false],
])('the serial number %j is compared as %j', (typed, compared, isOne) => {
  expect([normalizeSerial(typed), isSerial(typed)]).toEqual([compared, isOne]);
});
