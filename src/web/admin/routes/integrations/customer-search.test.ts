import { expect, test } from 'vitest';
import { customerSearch } from './customer-search.ts';

const customer = { customerEmail: 'nora@shop.example', customerName: 'Nora', customerId: 7 };
const helpdesk = { ref: 'gorgias', configId: 'c', token: 't', email: 'ada@shop.example', appIdVersion: 1 };

test('a helpdesk gives everything its session needs; who is signed in, only the customer', () => {
  const { customerEmail, customerName } = customer;
  expect(customerSearch({ ...customer, ...helpdesk })).toEqual({ customerEmail, customerName, helpdesk });
  expect(customerSearch(customer)).toEqual({ customerEmail, customerName, helpdesk: null });
  expect(customerSearch({})).toEqual({ customerEmail: '', customerName: '', helpdesk: null });
});

test('what is half given, or is no email, is not for this version', () => {
  for (const wrong of [
    { customerEmail: 'nora' },
    { customerEmail: ['nora@shop.example'] },
    { token: '' },
    { configId: undefined },
    { email: 'ada' },
    { appIdVersion: 'one' },
  ])
    expect(customerSearch({ ...customer, ...helpdesk, ...wrong })).toBe('invalid');
});
