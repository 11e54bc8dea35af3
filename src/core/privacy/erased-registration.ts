import type { Registration } from '#core/registrations/registration.ts';

/** The registration without its owner; products, serial numbers and dates stay. */
export const erasedRegistration = (registration: Registration, now: string): Registration => ({
  ...registration,
  owner: { email: '', firstName: '', lastName: '', phone: '', address: null },
  customerProvidedOrderNumber: null,
  proofs: [],
  consent: null,
  customFields: [],
  referrer: null,
  updatedOn: now,
  erasedOn: registration.erasedOn ?? now,
});
