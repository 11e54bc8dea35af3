import { describe, expect, test } from 'vitest';
import { recipientOf, recipientProblems } from './recipient.ts';

const GRACE = {
  email: ' grace@example.com ',
  firstName: 'Grace',
  lastName: 'Hopper ',
  line1: '9 Harbour Road',
  line2: '',
  city: 'San Diego',
  stateOrProvinceCode: 'CA',
  postalCode: '92101',
  countryCode: 'US',
  phone: '',
};
const NOBODY = Object.fromEntries(Object.keys(GRACE).map((name) => [name, ''])) as typeof GRACE;

test('whoever returns a gift is told apart without what was typed around it', () => {
  expect(recipientProblems(GRACE)).toEqual({});
  const { email, address } = recipientOf(GRACE);
  expect([email, address.lastName, address.stateOrProvinceCode]).toEqual(['grace@example.com', 'Hopper', 'CA']);
});

describe('what is missing is told in the order of the form', () => {
  test('nothing filled in', () => {
    expect(Object.keys(recipientProblems(NOBODY))).toEqual([
      'email',
      'firstName',
      'lastName',
      'countryCode',
      'line1',
      'city',
      'postalCode',
    ]);
  });

  test.each([
    [{ email: 'grace' }, 'email'],
    [{ lastName: '  ' }, 'lastName'],
    [{ stateOrProvinceCode: '' }, 'stateOrProvinceCode'],
    [{ stateOrProvinceCode: 'California' }, 'stateOrProvinceCode'],
    [{ countryCode: 'AU' }, 'stateOrProvinceCode'],
    [{ countryCode: 'JP', stateOrProvinceCode: '' }, 'stateOrProvinceCode'],
  ])('%j', (change, field) => {
    expect(Object.keys(recipientProblems({ ...GRACE, ...change }))).toEqual([field]);
  });

  test('a phone number where one is asked for, and a country that is served', () => {
    expect(Object.keys(recipientProblems(GRACE, { isPhoneRequired: true }))).toEqual(['phone']);
    expect(recipientProblems({ ...GRACE, phone: '775 0101' }, { isPhoneRequired: true })).toEqual({});
    expect(recipientProblems({ ...GRACE, phone: '٧٧٥ ٠١٠١' }, { isPhoneRequired: true })).toEqual({});
    expect(Object.keys(recipientProblems(GRACE, { countryCodes: ['DE', 'FR'] }))).toEqual(['countryCode']);
    expect(recipientProblems(GRACE, { countryCodes: ['DE', 'US'] })).toEqual({});
  });

  test('a country without states needs none', () => {
    expect(recipientProblems({ ...GRACE, countryCode: 'DE', stateOrProvinceCode: '' })).toEqual({});
  });
});
