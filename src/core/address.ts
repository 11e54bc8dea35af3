import { z } from 'zod';
import { needsState } from '#core/countries.ts';
import { cutText } from '#core/cut-text.ts';
import { asDialed } from '#core/phone.ts';

const LONGEST = {
  firstName: 100,
  lastName: 100,
  company: 200,
  line1: 255,
  line2: 255,
  city: 100,
  stateOrProvinceCode: 20,
  postalCode: 20,
  countryCode: 2,
  phone: 40,
} as const;

/** C3.24. A place on earth as the store platform and the carriers write it. */
export const Address = z.object({
  firstName: z.string().max(LONGEST.firstName).default(''),
  lastName: z.string().max(LONGEST.lastName).default(''),
  company: z.string().max(LONGEST.company).optional(),
  line1: z.string().max(LONGEST.line1).default(''),
  line2: z.string().max(LONGEST.line2).default(''),
  city: z.string().max(LONGEST.city).default(''),
  stateOrProvinceCode: z.string().max(LONGEST.stateOrProvinceCode).default(''),
  postalCode: z.string().max(LONGEST.postalCode).default(''),
  countryCode: z.string().max(LONGEST.countryCode).default(''),
  phone: z.string().overwrite(asDialed).max(LONGEST.phone).default(''),
});
export type Address = z.infer<typeof Address>;

/** An address of a partner that bounds its fields less: each is cut to what ours has room for. */
export function fittingAddress({ company, ...address }: Address): Address {
  const cut = (field: Exclude<keyof Address, 'company' | 'phone'>): string => cutText(address[field], LONGEST[field]);
  return {
    firstName: cut('firstName'),
    lastName: cut('lastName'),
    ...(company ? { company: cutText(company, LONGEST.company) } : {}),
    line1: cut('line1'),
    line2: cut('line2'),
    city: cut('city'),
    stateOrProvinceCode: cut('stateOrProvinceCode'),
    postalCode: cut('postalCode'),
    countryCode: cut('countryCode'),
    // Written in ASCII, it may be longer than it came.
    phone: cutText(asDialed(address.phone), LONGEST.phone),
  };
}

const Filled = z.string().trim().min(1, 'Must not be empty.');

/** What every package needs on it in addition to the recipient's name. */
const Door = Address.extend({
  line1: Filled.max(LONGEST.line1),
  city: Filled.max(LONGEST.city),
  stateOrProvinceCode: z.string().trim().max(LONGEST.stateOrProvinceCode).default(''),
  postalCode: Filled.max(LONGEST.postalCode),
  countryCode: z.string().regex(/^[A-Z]{2}$/, 'Must be two letters.'),
});
const hasState = ({ stateOrProvinceCode, countryCode }: z.output<typeof Door>): boolean =>
  stateOrProvinceCode !== '' || !needsState(countryCode);
const stateMissing = (error: string) => ({ path: ['stateOrProvinceCode'], error });
const STATE_MISSING = stateMissing('Must not be empty.');

/** A person's address (C5.09): everything but the apartment and the phone, and the state where there are none. */
export const FullAddress = Door.extend({
  firstName: Filled.max(LONGEST.firstName),
  lastName: Filled.max(LONGEST.lastName),
}).refine(hasState, STATE_MISSING);

/** A place goods come back to (S5.10), of a company or a person: its state is a code, not a name. */
export const ReturnPlaceAddress = Door.refine(hasState, stateMissing('State or province code is required'))
  .refine(({ company = '', firstName, lastName }) => `${company}${firstName}${lastName}`.trim() !== '', {
    path: ['company'],
    error: 'Must not be empty.',
  })
  .refine(
    ({ stateOrProvinceCode }) => stateOrProvinceCode.length <= 3,
    stateMissing('State or province code should be two or three letters'),
  );
