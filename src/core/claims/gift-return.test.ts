import { describe, expect, test } from 'vitest';
import { Address } from '#core/address.ts';
import { approveLine } from '#core/claims/approve.ts';
import { claimLedger } from '#core/claims/claim-money.ts';
import type { Claim } from '#core/claims/claim.ts';
import { createClaim } from '#core/claims/create.ts';
import type { CreateClaimInput } from '#core/claims/new-claim.ts';
import { lineEligibility } from '#core/claims/eligibility.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import {
  claimOf,
  inputOf,
  type InputChanges,
  lineOf,
  NOW,
  orderOf,
  POLICY,
  policyOf,
  refusalOf,
  selectionOf,
  settingsOf,
  variantOf,
} from '#core/claims/test-data.ts';
import type { SettingsChanges } from '#core/settings/settings.fixture.ts';
import { englishEmail } from '#core/emails/worded.fixture.ts';

const order = orderOf([lineOf({ idFromPlatform: 'a', quantity: 2 })]);
const address = Address.parse({
  firstName: 'Grace',
  lastName: 'Hopper',
  line1: '9 Harbour Road',
  city: 'Albany',
  countryCode: 'US',
});
const RECIPIENT = { name: 'Grace Hopper', email: 'grace@example.com', shippingAddress: address };

const giftInput = (settings: SettingsChanges = {}, changes: InputChanges = {}): CreateClaimInput =>
  inputOf(order, {
    settings: { isGiftReturnEnabled: true, ...settings },
    isGiftReturn: true,
    customer: RECIPIENT,
    selections: [selectionOf({ method: 'giftCard' })],
    ...changes,
  });
const giftOf = (...input: Parameters<typeof giftInput>): Claim => createClaim(giftInput(...input)).claim;

const exchange = (variantIdFromPlatform: string) => [selectionOf({ method: 'variantExchange', variantIdFromPlatform })];
const PRICED: SettingsChanges = { variantExchangePricing: 'PAYMENT_AND_PARTIAL_REFUND' };
const variants = new Map([
  [
    'product-1',
    [
      variantOf({ idFromPlatform: 'variant-1', price: 1200 }),
      variantOf({ idFromPlatform: 'even', price: 1200 }),
      variantOf({ idFromPlatform: 'cheaper', price: 400 }),
      variantOf({ idFromPlatform: 'dearer', price: 1201 }),
    ],
  ],
]);

const finalized = (claim: Claim) =>
  finalizeClaim(
    claim.lines.reduce((so, { id }) => approveLine(so, id, {}, NOW).claim, claim),
    order,
    { policy: POLICY },
    NOW,
  );

describe('what a recipient can ask for', () => {
  test('never a refund, whatever the store offers others', () => {
    const [line] = lineEligibility(order, giftInput().policy, [], NOW);
    expect(
      Object.entries(line?.methods ?? {}).flatMap(([method, { isEligible }]) => (isEligible ? method : [])),
    ).toEqual(['storeCredit', 'giftCard', 'variantExchange']);
    expect(refusalOf(() => giftOf({}, { selections: [selectionOf()] }))).toBe('METHOD_NOT_ELIGIBLE');
  });

  test.each([{ isGiftReturnEnabled: false }, { isReturnsEnabled: false }])('nothing where it is off: %j', (settings) =>
    expect(refusalOf(() => giftOf(settings))).toBe('METHOD_NOT_ELIGIBLE'),
  );

  test.each(['otherProduct', 'shopNow', 'instant'])('nothing that has a price to be told or held: %s', (what) => {
    const input = {
      otherProduct: { selections: [{ ...exchange('x')[0], productIdFromPlatform: 'product-2' }] },
      shopNow: {
        selections: [selectionOf({ method: 'giftCard', isShopNow: true })],
        shopNowItems: [{ productIdFromPlatform: 'product-1', variantIdFromPlatform: 'even', quantity: 1 }],
      },
      instant: { selections: exchange('even'), isInstantExchange: true },
    }[what];
    const settings = { isInstantExchangeEnabled: true, paymentProvider: 'stripe' } as const;
    expect(
      refusalOf(() => createClaim({ ...giftInput(settings, { variants }), ...input } as CreateClaimInput)),
    ).toMatch(/NOT_OFFERED$/);
  });

  test('a label only from where the recipient is', () => {
    const input = { shippingMethod: 'label', returnAddress: address } as const;
    expect(giftOf({}, input).shippingAddress).toEqual(address);
    const nowhere = { ...input, customer: { name: 'Grace', email: 'grace@example.com' } };
    expect(refusalOf(() => giftOf({}, nowhere))).toBe('SHIPPING_ADDRESS_MISSING');
  });
});

describe('an exchange', () => {
  test('for what is no dearer in the shop today is even, though the buyer paid less', () => {
    const claim = giftOf(PRICED, { variants, selections: exchange('even') });
    expect(claim.lines[0]).toMatchObject({ requestedAmount: 1000, exchangeDeltaAmount: 0 });
    expect(finalized(claim).settlement).toMatchObject({ owed: 0, stillOwed: 0 });
  });

  test('for something cheaper leaves a gift card, where the store gives a rest', () => {
    const { effects } = finalized(giftOf(PRICED, { variants, selections: exchange('cheaper') }));
    expect(effects.find((effect) => effect.kind === 'giftCard')?.payload).toMatchObject({
      amount: { amount: 600 },
      recipient: { email: 'grace@example.com' },
    });
  });

  test('for something dearer is refused, unless no difference counts', () => {
    const dearer = { variants, selections: exchange('dearer') };
    expect(refusalOf(() => giftOf(PRICED, dearer))).toBe('EXCHANGE_NOT_OFFERED');
    expect(giftOf({}, dearer).lines[0]?.exchangeDeltaAmount).toBe(0);
  });

  test('is ordered for the recipient, apart from the order of the buyer', () => {
    const claim = giftOf({ isReturnProcessApiEnabled: true }, { variants, selections: exchange('even') });
    const { effects } = finalized(claim);
    expect(effects.map(({ kind }) => kind)).not.toContain('returnExchange');
    expect(effects.find((effect) => effect.kind === 'exchangeOrder')?.payload).toMatchObject({
      originalOrder: { email: 'grace@example.com', customerIdFromPlatform: null, shippingAddress: address },
      recipient: { email: 'grace@example.com', firstName: 'Grace', lastName: 'Hopper' },
    });
  });

  test('costs nothing to send: what the store charges others is waived', () => {
    const fees = { returnFee: 300, exchangeShippingFee: 500 };
    const { settlement } = finalized(giftOf(fees, { variants, selections: exchange('even') }));
    expect(settlement).toMatchObject({ owed: 0, waived: 800 });
    const both = [...exchange('even'), selectionOf({ method: 'giftCard' })];
    expect(finalized(giftOf(fees, { variants, selections: both })).settlement.issued.giftCard).toBe(200);
  });
});

describe('what staff decide', () => {
  test('does not end as a refund', () => {
    const claim = giftOf();
    expect(refusalOf(() => approveLine(claim, 1, { method: 'refund' }, NOW))).toBe('METHOD_NOT_ALLOWED');
  });

  test('leaves no rest of an exchange to the buyer', () => {
    const claim = giftOf(PRICED, { variants, selections: exchange('cheaper') });
    const pricing = settingsOf(PRICED);
    const { claim: decided } = approveLine(claim, 1, { exchangeRemainderMethod: 'refund', pricing }, NOW);
    expect(decided.lines[0]?.exchangeRemainderMethod).toBe('giftCard');
    const asked = { ...claim, lines: claim.lines.map((line) => ({ ...line, exchangeRemainderMethod: null })) };
    expect(finalized(asked).settlement.issued).toEqual({ refund: 0, giftCard: 600, storeCredit: 0 });
  });

  test('credits the recipient apart from the order, which takes nothing back for it', () => {
    const done = finalized(giftOf({}, { selections: [selectionOf({ method: 'storeCredit' })] }));
    expect(done.effects.map(({ kind }) => kind)).not.toContain('refund');
    expect(done.effects.find((effect) => effect.kind === 'giftCard')).toMatchObject({
      purposeKey: 'storeCredit:claim:7:1',
      payload: { type: 'Store_Credit', amount: { amount: 1100 }, recipient: { email: 'grace@example.com' } },
    });
    expect(done.claim.lines[0]?.isReturnedAtPlatform).toBe(false);
    expect(claimLedger(done.claim).balance).toBe(1100);
  });
});

test('the emails say how a line ends, never what it was worth', () => {
  const { claim } = finalized(giftOf());
  for (const type of ['received', 'labelReady', 'needsInformation', 'finalized'] as const)
    expect(JSON.stringify(englishEmail(type, claim))).not.toMatch(/\d\.\d\d|Ada|Byron/);
  expect(englishEmail('finalized', claim).content.lines[0]?.detail).toBe('Gift Card.');
});

describe('units that are gone', () => {
  const both = selectionOf({ quantity: 2, method: 'giftCard' });
  const textsFor = (asker: 'staff' | 'buyer' | 'recipient', prior: Claim): (string | null)[] =>
    lineEligibility(order, policyOf(order, { isGiftReturnEnabled: true }, { asker }), [prior], NOW).flatMap((line) => [
      line.reasonText,
      line.methods.giftCard.reasonText,
    ]);
  const RETURNED = 'This item is part of another return or claim.';
  const HIDDEN = 'This item can no longer be returned online.';

  test('by a gift return: the buyer is not told why, staff are', () => {
    const gift = giftOf({}, { selections: [both] });
    expect(textsFor('buyer', gift)).toEqual([HIDDEN, HIDDEN]);
    expect(textsFor('staff', gift)).toEqual([RETURNED, RETURNED]);
  });

  test("by the buyer's own return: the recipient is not told why, the buyer is", () => {
    const own = claimOf(order, { selections: [both] });
    expect(textsFor('recipient', own)).toEqual([HIDDEN, HIDDEN]);
    expect(textsFor('buyer', own)).toEqual([RETURNED, RETURNED]);
  });
});
