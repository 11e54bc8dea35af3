import { z } from 'zod';
import { needsState } from '#core/countries.ts';

/** C3.24. A place on earth as the store platform and the carriers write it. */
export const Address = z.object({
  firstName: z.string().max(100).default(''),
  lastName: z.string().max(100).default(''),
  company: z.string().max(200).optional(),
  line1: z.string().max(255).default(''),
  line2: z.string().max(255).default(''),
  city: z.string().max(100).default(''),
  stateOrProvinceCode: z.string().max(20).default(''),
  postalCode: z.string().max(20).default(''),
  countryCode: z.string().max(2).default(''),
  phone: z.string().max(40).default(''),
});
export type Address = z.infer<typeof Address>;

const Filled = z.string().trim().min(1, 'Must not be empty.');

/** What every package needs on it in addition to the recipient's name. */
const Door = Address.extend({
  line1: Filled.max(255),
  city: Filled.max(100),
  stateOrProvinceCode: z.string().trim().max(20).default(''),
  postalCode: Filled.max(20),
  countryCode: z.string().regex(/^[A-Z]{2}$/, 'Must be two letters.'),
});
const hasState = ({ stateOrProvinceCode, countryCode }: z.output<typeof Door>): boolean =>
  stateOrProvinceCode !== '' || !needsState(countryCode);
const stateMissing = (error: string) => ({ path: ['stateOrProvinceCode'], error });
const STATE_MISSING = stateMissing('Must not be empty.');

/** A person's address (C5.09): everything but the apartment and the phone, and the state where there are none. */
export const FullAddress = Door.extend({ firstName: Filled.max(100), lastName: Filled.max(100) }).refine(
  hasState,
  STATE_MISSING,
);

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
