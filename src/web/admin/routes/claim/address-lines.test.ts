import { expect, test } from 'vitest';
import { Address } from '#core/address.ts';
import { addressLines } from './address-lines.ts';

const at = (over: Partial<Address>): Address =>
  Address.parse({ firstName: 'Ada', lastName: 'Lovelace', line1: '1 Main St', ...over });

test.each([
  [
    at({ city: 'Austin', stateOrProvinceCode: 'TX', postalCode: '78701', countryCode: 'US' }),
    ['Ada Lovelace', '1 Main St', 'Austin, TX 78701', 'United States'],
  ],
  [
    at({ city: 'Berlin', postalCode: '10115', countryCode: 'DE', line2: 'Hof 2' }),
    ['Ada Lovelace', '1 Main St', 'Hof 2', '10115 Berlin', 'Germany'],
  ],
  [
    at({ city: 'London', postalCode: 'N1 9GU', countryCode: 'GB' }),
    ['Ada Lovelace', '1 Main St', 'London', 'N1 9GU', 'United Kingdom'],
  ],
  [at({ company: 'Engines Ltd', countryCode: '?' }), ['Ada Lovelace', 'Engines Ltd', '1 Main St', '?']],
])('%o', (address, lines) => {
  expect(addressLines(address)).toEqual(lines);
});
