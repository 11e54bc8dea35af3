import { expect, test } from 'vitest';
import { draftProblems, EMPTY, filledFrom, saidStill } from './register-draft.ts';

const TEE = { idFromPlatform: 'p', title: 'Tee', imgUrl: null, variants: [{ idFromPlatform: 'v', title: 'S' }] };
const SAID = {
  purchasedOn: '2026-03-03',
  firstName: 'Ada',
  lastName: 'Byron',
  phone: '775',
  address: { line1: '1 Main St', city: 'Reno', countryCode: 'US' },
  items: [{ product: TEE, variantIdFromPlatform: 'v' }],
};

test('an order fills what is empty', () => {
  const filled = filledFrom(SAID, { ...EMPTY, owner: { ...EMPTY.owner, email: 'ada@example.com' } });
  expect(filled).toMatchObject({
    date: '2026-03-03',
    product: TEE,
    variantId: 'v',
    owner: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron', city: 'Reno', phone: '775' },
  });
});

test('what was typed stays, and an address is never mixed of two', () => {
  const typed = { ...EMPTY, date: '2026-03-01', owner: { ...EMPTY.owner, firstName: 'Grace', line1: '2 Side St' } };
  const filled = filledFrom({ ...SAID, items: [...SAID.items, ...SAID.items] }, typed);
  expect(filled).toMatchObject({
    date: '2026-03-01',
    product: null,
    owner: { firstName: 'Grace', lastName: 'Byron', line1: '2 Side St', city: '' },
  });
});

test.each([
  ['', 'register.phone.missing'],
  ['no', 'register.phone.missing'],
  ['775 0101', undefined],
])('where a phone number is asked for, %j is missing: %s', (phone, problem) => {
  const form = { channels: [], wantsProof: false, wantsAddress: true, isPhoneRequired: true, today: '2026-03-03' };
  expect(draftProblems({ ...EMPTY, owner: { ...EMPTY.owner, phone } }, form)['phone']).toBe(problem);
});

test('what the server said of a field goes once the field is another', () => {
  const said = { 'address.countryCode': 'Not here.', email: 'Wrong.' };
  const sent = { email: 'a@b.c', address: { countryCode: 'CH' } };
  expect(saidStill(said, sent, { ...sent })).toEqual(said);
  expect(saidStill(said, sent, { ...sent, address: { countryCode: 'DE' } })).toEqual({ email: 'Wrong.' });
});
