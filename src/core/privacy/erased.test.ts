import { expect, test } from 'vitest';
import { entriesOfChange } from '#core/books/booked.ts';
import { Claim } from '#core/claims/claim.ts';
import { rollupOf } from '#core/claims/status.ts';
import { samplesOf } from '#core/lists/samples.ts';
import { Order } from '#core/orders/order.ts';
import { erasedClaim } from '#core/privacy/erased-claim.ts';
import { erasedShippingClaim } from '#core/privacy/erased-shipping-claim.ts';
import { erasedOrder } from '#core/privacy/erased-order.ts';
import { withoutTexts } from '#core/privacy/without-texts.ts';
import { withoutWords } from '#core/privacy/without-words.ts';
import { heldBy } from '#core/protection/held.ts';
import { ShippingClaim } from '#core/protection/shipping-claim.ts';

const NOW = '2026-05-05T00:00:00.000Z';
const SAMPLES = 200;

const sampleClaims = samplesOf(Claim, SAMPLES).map(({ erasedOn: _erased, ...claim }): Claim => claim);
const sampleOrders = samplesOf(Order, SAMPLES).map(({ erasedOn: _erased, ...order }): Order => order);

test('erased claims still are claims, of the same status and money', () => {
  expect(sampleClaims.length).toBeGreaterThan(SAMPLES / 2);
  for (const claim of sampleClaims) {
    const erased = erasedClaim(claim, NOW);
    expect(Claim.parse(erased)).toEqual(erased);
    expect(rollupOf(erased, false)).toEqual(rollupOf(claim, false));
    expect(entriesOfChange(claim, erased)).toEqual([]);
    expect(erasedClaim(erased, '2027-01-01T00:00:00.000Z')).toBe(erased);
  }
});

test('erased claims of shipping protection still are claims, of the same decisions, and hold the same', () => {
  const samples = samplesOf(ShippingClaim, SAMPLES).map(({ erasedOn: _erased, ...claim }): ShippingClaim => claim);
  expect(samples.length).toBeGreaterThan(SAMPLES / 2);
  for (const claim of samples) {
    const erased = erasedShippingClaim(claim, NOW);
    expect(ShippingClaim.parse(erased)).toEqual(erased);
    expect(heldBy(erased)).toEqual(heldBy(claim));
    expect(erased).toMatchObject({ resolution: claim.resolution, status: claim.status, reason: claim.reason });
    expect(erased).toMatchObject({ noteFromCustomer: '', noteFromMerchant: '', customerEmail: '', customerPhone: '' });
    expect(erased).toMatchObject({ shippingAddress: null, media: [], erasedOn: NOW });
    expect(erased.denial?.note ?? '').toBe('');
    expect(erasedShippingClaim(erased, '2027-01-01T00:00:00.000Z')).toBe(erased);
  }
});

test('erased orders still are orders, and erasing them again changes nothing', () => {
  expect(sampleOrders.length).toBeGreaterThan(SAMPLES / 2);
  for (const order of sampleOrders) {
    const erased = erasedOrder(order, NOW);
    expect(Order.parse(erased)).toEqual(erased);
    expect(erasedOrder(erased, '2027-01-01T00:00:00.000Z')).toEqual(erased);
    expect([erased.total, erased.totalPaid, erased.lines.length]).toEqual([
      order.total,
      order.totalPaid,
      order.lines.length,
    ]);
  }
});

test('what is said about the shopper goes, what was sold and paid stays', () => {
  const claim = sampleClaims.find(({ timeline }) => timeline.length > 0);
  if (!claim) throw new Error('no sample has a timeline');
  const [line] = claim.lines;
  if (!line) throw new Error('a claim has a line');
  const address = { firstName: 'Ann', lastName: 'Smith', line1: '1 Main', line2: '', city: 'Town' };
  const told: Claim = {
    ...claim,
    externalId: 'R-1',
    customerName: 'Ann Smith',
    customerEmail: 'ann@smith.example',
    shippingAddress: { ...address, stateOrProvinceCode: 'CA', postalCode: '94107', countryCode: 'US', phone: '555-1' },
    question: { text: 'Who are you?', answer: 'It is Ann', isOpen: false },
    lines: [{ ...line, name: 'Scarf', comments: 'Ann says', requestedAmount: 4200, errors: ['no Ann there'] }],
    timeline: claim.timeline.map((entry) => ({ ...entry, message: 'from Ann', by: 'Ann Smith' })),
  };
  const erased = erasedClaim(told, NOW);
  expect(JSON.stringify(erased)).not.toMatch(/Ann|Smith|smith|Main|94107|555-1/);
  expect(erased).toMatchObject({ externalId: 'R-1', lines: [{ name: 'Scarf', requestedAmount: 4200 }] });
});

test('a field nobody named loses its text', () => {
  expect(withoutTexts({ id: 'x', added: 'Ann', list: ['Ann'], count: 3, at: { deep: 'Ann' } }, new Set())).toEqual({
    id: 'x',
    added: '',
    list: [],
    count: 3,
    at: { deep: '' },
  });
});

test('words are found in any text of a document, whatever their case', () => {
  const said = { message: 'Mail to ANN@smith.example (a+b)', list: ['ann@smith.example'], count: 1 };
  expect(withoutWords(said, ['ann@smith.example', '(a+b)'])).toEqual({
    message: 'Mail to [erased] [erased]',
    list: ['[erased]'],
    count: 1,
  });
});
