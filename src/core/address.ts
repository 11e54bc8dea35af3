import { z } from 'zod';

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
