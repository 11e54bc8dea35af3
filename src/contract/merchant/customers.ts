import { z } from 'zod';
import { OrderListed } from '#contract/merchant/lists.ts';
import { ClaimOfOrder, ShippingClaimOfOrder } from '#contract/merchant/orders.ts';
import { StoreParams } from '#contract/merchant/params.ts';
import { route } from '#contract/route.ts';

const Email = z.string().trim().max(255).pipe(z.email('Must be a valid email.'));

/** C3.36. */
export const CustomerShown = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** The newest first. */
  orders: z.array(
    OrderListed.pick({
      id: true,
      orderNo: true,
      idFromPlatform: true,
      createdOn: true,
    }).extend({
      claims: z.array(ClaimOfOrder),
      shipProtectClaims: z.array(ShippingClaimOfOrder),
    }),
  ),
  /** Older orders are left out; the order lookup finds them. */
  hasMoreOrders: z.boolean(),
  registrations: z.array(z.object({ id: z.number().int(), externalId: z.string() })),
});
export type CustomerShown = z.infer<typeof CustomerShown>;

export const getCustomer = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/customer',
  access: 'staff',
  summary: 'Get a customer by email with orders and claims, for the helpdesk card (C2.10, C7.07)',
  params: StoreParams,
  query: z
    .object({ email: Email.optional(), customerEmail: Email.optional() })
    .refine(({ email, customerEmail }) => (email ?? customerEmail) !== undefined, {
      path: ['customerEmail'],
      error: 'Must not be empty.',
    }),
  response: CustomerShown,
  errors: { CUSTOMER_NOT_FOUND: 'No order in the store has this email' },
});
