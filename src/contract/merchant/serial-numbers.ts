import { z } from 'zod';
import { StoreParams } from '#contract/merchant/params.ts';
import { route } from '#contract/route.ts';

const UnitEvent = z.object({
  kind: z.enum(['registered', 'transferred', 'canceled', 'claimed', 'denied', 'resolved']),
  on: z.string(),
  /** Of the claim; null on other events. */
  claim: z
    .object({ id: z.number().int(), externalId: z.string(), claimType: z.string(), method: z.string().nullable() })
    .nullable(),
});

export const serialNumber = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/serial-number',
  access: 'staff',
  summary: 'Look up a serial number: whether it is known, and everything that happened to the item',
  params: StoreParams,
  query: z.object({ serialNumber: z.string().trim().min(1).max(100) }),
  response: z.object({
    /** One for each product that has the number; none where nobody has heard of it. */
    units: z.array(
      z.object({
        serialNumber: z.string(),
        productName: z.string(),
        /** It is on the store's own list. */
        isKnown: z.boolean(),
        registrations: z.array(
          z.object({
            id: z.number().int(),
            externalId: z.string(),
            ownerName: z.string(),
            isCurrent: z.boolean(),
            /** How long it is covered, or why not, in words. */
            coverage: z.string(),
            isCovered: z.boolean(),
            events: z.array(UnitEvent),
          }),
        ),
      }),
    ),
  }),
});
