import { expect, test } from 'vitest';
import { Refusal } from '#core/refusal.ts';
import { register, RegisterRequest } from '#core/registrations/register.ts';
import { draftIn, draftProblems, EMPTY, filledFrom, refusedFields, saidStill } from './register-draft.ts';

const TEE = { idFromPlatform: 'p', title: 'Tee', imgUrl: null, variants: [{ idFromPlatform: 'v', title: 'S' }] };
const SAID = {
  purchasedOn: '2026-03-03',
  firstName: 'Ada',
  lastName: 'Byron',
  phone: '775',
  address: { line1: '1 Main St', city: 'Reno', countryCode: 'US' },
  items: [{ product: TEE, variantIdFromPlatform: 'v' }],
};

test('a draft that was left behind is forgotten after a day', () => {
  const keptOn = Date.parse('2026-03-03T12:00:00Z');
  const typed = { ...EMPTY, orderNo: '1001' };
  const text = JSON.stringify({ ...typed, keptOn });
  expect(draftIn(text, keptOn + 23 * 3_600_000)).toEqual(typed);
  expect(draftIn(text, keptOn + 25 * 3_600_000)).toEqual(EMPTY);
  for (const other of [JSON.stringify(typed), 'null', '{']) expect(draftIn(other, keptOn)).toEqual(EMPTY);
});

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

const FORM = {
  isOffered: true,
  channels: ['Market', 'Retail store'],
  wantsProof: true,
  wantsAddress: true,
  isPhoneRequired: true,
  countryCodes: ['DE', 'US'],
  consent: null,
  fields: [
    {
      id: '7',
      displayName: 'Serial number',
      description: '',
      required: false,
      valueType: 'Text' as const,
      options: '',
    },
  ],
  serialFieldIds: ['7'],
};
const PLACE = { firstName: 'Ada', lastName: 'Byron', line1: '1 Main St', city: 'Reno', postalCode: '89501' };

/** What the server says of a request whose every part is wrong, with this address. */
function refusedFor(address: object): { code: string; fields: Readonly<Record<string, string>> } {
  const request = RegisterRequest.parse({
    variantIdFromPlatform: 'v',
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Byron',
    address,
    registrationChannelName: 'Closed store',
    estimatedPurchaseDate: '1969-12-31',
    customFields: [{ id: '7', value: '<b>' }],
  });
  const product = {
    productIdFromPlatform: 'p',
    variantIdFromPlatform: 'v',
    name: 'Tee',
    variantTitle: 'S',
    sku: '',
    imgUrl: null,
    options: [],
    unitListPrice: 100,
  };
  const consent = { textHash: '', language: 'en' };
  const [now, today] = ['2026-03-16T12:00:00.000Z', '2026-03-16'];
  try {
    register({ request, form: FORM, product, externalId: 'G-1', now, today, consent, language: 'en' });
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, fields: error.fields ?? {} };
    throw error;
  }
  throw new Error('nothing is refused');
}

test('every field that the server refuses is said in the language of the shopper', () => {
  const texts = [{}, { ...PLACE, countryCode: 'FR' }, { ...PLACE, countryCode: 'US' }].map((address) =>
    refusedFields(refusedFor(address), FORM),
  );
  for (const text of texts) expect(Object.entries(text).filter(([, id]) => id === null)).toEqual([]);
  expect(texts[0]).toMatchObject({
    estimatedPurchaseDate: 'register.date.old',
    proofs: 'register.proof.missing',
    'address.city': 'recipient.city.missing',
    'customFields.7': 'register.serial.wrong',
  });
  expect(texts[1]).toMatchObject({ 'address.countryCode': 'register.country.unserved' });
  expect(texts[2]).toMatchObject({ 'address.stateOrProvinceCode': 'recipient.state.missing' });
});

test('a field that a refusal of its own names says what the refusal does', () => {
  expect(refusedFields({ code: 'PROOF_UNKNOWN', fields: { proofs: 'A file is no longer there.' } }, FORM)).toEqual({
    proofs: null,
  });
});
