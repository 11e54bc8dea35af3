import type { Address, Customer, ShopState } from '../state.ts';
import { nextId } from '../state.ts';
import type { Chance } from './random.ts';

const FIRST = [
  'Ada',
  'Ben',
  'Clara',
  'David',
  'Elena',
  'Felix',
  'Grace',
  'Hugo',
  'Ines',
  'Jonas',
  'Kaya',
  'Liam',
  'Mara',
  'Noah',
  'Olga',
  'Paul',
  'Quinn',
  'Rosa',
  'Samir',
  'Tara',
  'Uma',
  'Victor',
  'Wendy',
  'Xenia',
  'Yara',
  'Zane',
  'Amelie',
  'Björn',
  'Chloé',
  'Haruto',
  'Yui',
  'Renée',
] as const;
const LAST = [
  'Abbott',
  'Becker',
  'Carter',
  'Dubois',
  'Evans',
  'Fischer',
  'Garcia',
  'Hansen',
  'Ito',
  'Jones',
  'Klein',
  'Lopez',
  'Meyer',
  'Novak',
  "O'Neill",
  'Petit',
  'Quist',
  'Rossi',
  'Sato',
  'Tanaka',
  'Ueda',
  'Vogel',
  'Walsh',
  'Young',
  'Zhang',
  'Müller',
  'Nguyen',
  'Smith',
] as const;
const STREETS = [
  'Oak Street',
  'Mill Lane',
  'Harbor Road',
  'Elm Avenue',
  'Station Street',
  'Park Row',
  'Hill Road',
  'River Walk',
  'Church Street',
  'Garden Court',
] as const;

type Place = {
  city: string;
  provinceCode: string | null;
  province: string | null;
  zip: string;
  country: string;
  countryCode: string;
};

const US: readonly Place[] = [
  ['Portland', 'OR', 'Oregon', '97201'],
  ['Seattle', 'WA', 'Washington', '98101'],
  ['Austin', 'TX', 'Texas', '78701'],
  ['Denver', 'CO', 'Colorado', '80202'],
  ['Chicago', 'IL', 'Illinois', '60601'],
  ['Brooklyn', 'NY', 'New York', '11201'],
  ['Boston', 'MA', 'Massachusetts', '02108'],
  ['Oakland', 'CA', 'California', '94607'],
  ['Nashville', 'TN', 'Tennessee', '37203'],
  ['Atlanta', 'GA', 'Georgia', '30303'],
].map(([city = '', provinceCode = '', province = '', zip = '']) => ({
  city,
  provinceCode,
  province,
  zip,
  country: 'United States',
  countryCode: 'US',
}));

export const PLACES: Readonly<Record<string, readonly Place[]>> = {
  USD: US,
  EUR: [
    { city: 'Berlin', provinceCode: null, province: null, zip: '10115', country: 'Germany', countryCode: 'DE' },
    { city: 'Lyon', provinceCode: null, province: null, zip: '69002', country: 'France', countryCode: 'FR' },
    {
      city: 'Amsterdam',
      provinceCode: null,
      province: null,
      zip: '1012 JS',
      country: 'Netherlands',
      countryCode: 'NL',
    },
  ],
  GBP: [
    {
      city: 'Bristol',
      provinceCode: 'ENG',
      province: 'England',
      zip: 'BS1 4DJ',
      country: 'United Kingdom',
      countryCode: 'GB',
    },
  ],
  CAD: [
    { city: 'Toronto', provinceCode: 'ON', province: 'Ontario', zip: 'M5V 2T6', country: 'Canada', countryCode: 'CA' },
  ],
  JPY: [
    { city: 'Kyoto', provinceCode: 'JP-26', province: 'Kyoto', zip: '604-8187', country: 'Japan', countryCode: 'JP' },
  ],
};

const ascii = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[^a-zA-Z]/g, '')
    .toLowerCase();

export type Buyer = { customer: Customer; currency: string };

/** Customers with an address in the country their currency belongs to; most of them in the United States. */
export function makeBuyers(shop: ShopState, chance: Chance, count: number, createdAt: string): Buyer[] {
  return Array.from({ length: count }, (_unused, index) => {
    const currency =
      index % 10 === 3
        ? 'EUR'
        : index % 20 === 7
          ? 'JPY'
          : index % 20 === 11
            ? 'GBP'
            : index % 20 === 17
              ? 'CAD'
              : 'USD';
    const place = chance.pick(PLACES[currency] ?? US);
    const firstName = chance.pick(FIRST);
    const lastName = chance.pick(LAST);
    const address: Address = {
      firstName,
      lastName,
      company: chance.under(0.05) ? 'Studio North' : null,
      address1: `${chance.between(1, 240)} ${chance.pick(STREETS)}`,
      address2: chance.under(0.15) ? `Apt ${chance.between(1, 40)}` : null,
      ...place,
      phone: null,
    };
    const customer: Customer = {
      id: nextId(shop),
      firstName,
      lastName,
      email: `${ascii(firstName)}.${ascii(lastName)}${index}@example.com`,
      phone: null,
      note: null,
      tags: chance.under(0.08) ? ['VIP'] : [],
      address,
      createdAt,
      updatedAt: createdAt,
    };
    return { customer, currency };
  });
}
