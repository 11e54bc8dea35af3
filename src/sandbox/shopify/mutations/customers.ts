import { customerById } from '../lookup.ts';
import type { Customer, ShopState } from '../state.ts';
import { nextId, numberOf } from '../state.ts';
import type { Context, View } from '../views/connection.ts';
import { customerView } from '../views/customer.ts';
import { isoNow } from './announce.ts';

/** What is known of a new customer. */
export type CustomerInput = {
  email?: string | null;
  firstName?: string | null;
  lastName?: string | null;
  note?: string | null;
  phone?: string | null;
  tags?: string[] | null;
};

type Identifier = { emailAddress?: string; id?: string; phoneNumber?: string };

const refused = (field: string, message: string): View => ({
  customer: null,
  userErrors: [{ field: [field], message }],
});

/** By one of its identifiers, whatever the case of an email. */
export function findCustomer(shop: ShopState, { emailAddress, id, phoneNumber }: Identifier): Customer | undefined {
  if (id !== undefined) return customerById(shop, numberOf(id, 'Customer'));
  const email = emailAddress?.trim().toLowerCase() ?? '';
  return shop.customers.find(
    (each) => (email !== '' && each.email === email) || (phoneNumber !== undefined && each.phone === phoneNumber),
  );
}

/** Adds a customer without asking for anything; emails are kept in lower case. */
export function addCustomer(shop: ShopState, input: CustomerInput): Customer {
  const now = isoNow();
  const made: Customer = {
    id: nextId(shop),
    firstName: input.firstName ?? '',
    lastName: input.lastName ?? '',
    email: input.email?.trim().toLowerCase() ?? '',
    phone: input.phone ?? null,
    note: input.note ?? null,
    tags: input.tags ?? [],
    address: null,
    createdAt: now,
    updatedAt: now,
  };
  shop.customers.push(made);
  return made;
}

export function customerCreate(context: Context, input: CustomerInput): View {
  const { shop } = context;
  const email = input.email?.trim() ?? '';
  if (email === '' && !input.phone && !input.firstName && !input.lastName)
    return refused('', 'A name, phone number, or email address must be present');
  if (email !== '' && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) return refused('email', 'Email is invalid');
  if (email !== '' && findCustomer(shop, { emailAddress: email }))
    return refused('email', 'Email has already been taken');
  return { customer: customerView(context, addCustomer(shop, input)), userErrors: [] };
}
