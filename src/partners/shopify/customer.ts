import { z } from 'zod';
import type { CallContext, CustomerOfShop } from '#partners/ports.ts';
import type { ShopifyClient } from './client.ts';
import { refused, retryLater } from './client.ts';
import { tailOf } from './gid.ts';
import { CUSTOMER_BY_EMAIL, CUSTOMER_CREATE } from './operations.ts';
import { UserErrors, refuseUserErrors } from './user-errors.ts';

const Found = z.object({ id: z.string() });
type Caller = { client: ShopifyClient; context: CallContext };

/**
 * The customer of an email address, made if there is none. The platform keeps one customer for each address,
 * so of two attempts at the same time one makes it and the other finds it. A name that is there is left as it is.
 */
export async function customerOnce(caller: Caller, person: CustomerOfShop): Promise<{ idFromPlatform: string }> {
  const email = person.email.trim().toLowerCase();
  if (email === '') throw refused('a customer needs an email address');
  const known = await find(caller, email);
  if (known !== null) return known;
  const input = { email, firstName: person.firstName, lastName: person.lastName };
  const answer = z.object({ customerCreate: z.object({ customer: Found.nullable(), userErrors: UserErrors }) });
  const { customerCreate } = await caller.client.run(CUSTOMER_CREATE, { input }, answer, caller.context);
  const made = customerCreate.customer;
  if (made) return { idFromPlatform: tailOf(made.id) };
  if (customerCreate.userErrors.some(({ field, message }) => field?.includes('email') && /taken/i.test(message))) {
    const since = await find(caller, email);
    if (since !== null) return since;
    throw retryLater('Shopify holds this customer already but does not show it yet', CUSTOMER_CREATE.settleMs);
  }
  refuseUserErrors(CUSTOMER_CREATE, customerCreate.userErrors);
  throw refused('Shopify made no customer and gave no reason');
}

async function find({ client, context }: Caller, email: string): Promise<{ idFromPlatform: string } | null> {
  const answer = z.object({ customerByIdentifier: Found.nullable() });
  const { customerByIdentifier: found } = await client.run(CUSTOMER_BY_EMAIL, { email }, answer, context);
  return found && { idFromPlatform: tailOf(found.id) };
}
