import { expect, test } from 'vitest';
import { Address } from '#core/address.ts';
import { changeCustomerInfo } from '#core/claims/customer-info.ts';
import { claimOf, lineOf, NOW, orderOf } from '#core/claims/test-data.ts';

const claim = claimOf(orderOf([lineOf({ idFromPlatform: 'a' })]));
const address = Address.parse({ ...claim.shippingAddress });

test('email, name and address change together, and the timeline says from what to what', () => {
  const shippingAddress = { ...address, firstName: 'Augusta', line1: '2 Low Street' };
  const changed = changeCustomerInfo(claim, { customerEmail: 'augusta@example.com', shippingAddress }, NOW).claim;
  expect(changed).toMatchObject({
    customerEmail: 'augusta@example.com',
    customerName: 'Augusta Byron',
    shippingAddress: { line1: '2 Low Street' },
  });
  const entry = changed.timeline.at(-1);
  expect(entry).toMatchObject({ type: 'edit', subject: "The customer's details changed" });
  expect(entry?.message).toContain('Email: ada@example.com to augusta@example.com');
  expect(entry?.message).toContain('Name: Ada Byron to Augusta Byron');
  expect(entry?.message).toContain('2 Low Street');
});

test('the same details again are no change', () => {
  const same = { customerEmail: claim.customerEmail, shippingAddress: address };
  expect(changeCustomerInfo(claim, same, NOW).claim).toBe(claim);
});

test.each<[string, Partial<Address>, Partial<Address>]>([
  ['postal code and city', { postalCode: '1012', city: 'AB Amsterdam' }, { postalCode: '1012 AB', city: 'Amsterdam' }],
  ['first and last name', { firstName: 'Ada King', lastName: 'Byron' }, { firstName: 'Ada', lastName: 'King Byron' }],
  ['the lines', { line1: '2 Low Street', line2: '' }, { line1: '', line2: '2 Low Street' }],
  ['state and country', { stateOrProvinceCode: 'NL', countryCode: '' }, { stateOrProvinceCode: '', countryCode: 'NL' }],
])('text that moves between %s is a change', (_where, before, after) => {
  const { customerEmail } = claim;
  const shippingAddress = { ...address, ...after };
  const changed = changeCustomerInfo(
    { ...claim, shippingAddress: { ...address, ...before } },
    { customerEmail, shippingAddress },
    NOW,
  ).claim;
  expect(changed.shippingAddress).toEqual(shippingAddress);
  expect(changed.timeline.at(-1)?.message).toContain('Address: ');
});

test('an address without a company is the same as one with an empty company', () => {
  const { customerEmail } = claim;
  const shippingAddress = { ...address, company: '' };
  const { company: _none, ...bare } = address;
  const named = { ...claim, shippingAddress: bare };
  expect(changeCustomerInfo(named, { customerEmail, shippingAddress }, NOW).claim).toBe(named);
});
