import { describe, expect, test } from 'vitest';
import { approveLine } from '#core/claims/approve.ts';
import type { Claim } from '#core/claims/claim.ts';
import { lineEligibility, staffRefusal } from '#core/claims/eligibility.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import { allowedMethods } from '#core/claims/resolution.ts';
import { withheldMethods } from '#core/claims/store-credit.ts';
import {
  claimOf,
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
import { giveValueInstead, leftWithout, waysOfIssuing } from '#core/claims/value-instead.ts';
import type { Order } from '#core/orders/order.ts';
import type { SettingsChanges } from '#core/settings/settings.fixture.ts';

const lines = ['a', 'b'].map((idFromPlatform) => lineOf({ idFromPlatform }));
const guest = orderOf(lines, { customer: null });
const nobody = orderOf(lines, { customer: null, email: '' });
const account = {
  customerIdFromPlatform: null,
  recipient: { email: guest.email, firstName: 'Ada', lastName: 'Byron' },
};

const approved = (asked: Claim): Claim =>
  asked.lines.reduce((claim, { id }) => approveLine(claim, id, {}, NOW).claim, asked);
const carriedOut = (order: Order, method: 'storeCredit' | 'giftCard', settings: SettingsChanges = {}) =>
  finalizeClaim(
    approved(claimOf(order, { settings, selections: [selectionOf({ method })] })),
    order,
    { policy: POLICY },
    NOW,
  );

describe('store credit of an order without a customer', () => {
  test('is added to an account of the email of the order, and no refund of the order gives it', () => {
    const { claim, effects, lineErrors } = carriedOut(guest, 'storeCredit');
    expect(lineErrors).toEqual([]);
    expect(effects.map(({ kind }) => kind)).not.toContain('refund');
    expect(effects.find(({ kind }) => kind === 'giftCard')?.payload).toMatchObject({
      type: 'Store_Credit',
      ...account,
    });
    expect(claim.lines[0]?.isReturnedAtPlatform).toBe(false);
    expect(claim.settlements).toMatchObject([{ isCreditedToGuest: true }]);
  });

  test('so is a gift card that the store gives as credit, and no other', () => {
    const cardOf = (giftCardType: 'Gift_Card' | 'Store_Credit') =>
      carriedOut(guest, 'giftCard', { giftCardType }).effects.find(({ kind }) => kind === 'giftCard')?.payload;
    expect(cardOf('Store_Credit')).toMatchObject(account);
    expect(cardOf('Gift_Card')).toMatchObject({ customerIdFromPlatform: null, recipient: null });
  });

  test('so is the value of goods that could not be sent', () => {
    const exchange = selectionOf({ method: 'variantExchange', variantIdFromPlatform: 'variant-2' });
    const asked = claimOf(guest, { variants: new Map([['product-1', [variantOf()]]]), selections: [exchange] });
    const { claim, effects } = finalizeClaim(approved(asked), guest, { policy: POLICY }, NOW);
    const step = effects.find((one) => one.kind === 'exchangeOrder' || one.kind === 'returnExchange');
    if (!step) throw new Error('it is sent');
    const left = leftWithout(claim, step, guest, [claim]);
    const input = { method: 'storeCredit', policy: POLICY, left, email: null } as const;
    const given = giveValueInstead(claim, guest, step, input, NOW);
    expect(given.effects.map(({ kind }) => kind)).toEqual(['giftCard', 'releaseStock']);
    expect(given.effects[0]?.payload).toMatchObject({ type: 'Store_Credit', ...account });
    expect(given.claim.lines[0]).toMatchObject({ method: 'storeCredit', isReturnedAtPlatform: false });
    expect(waysOfIssuing(claim, nobody)).toEqual(['refund', 'giftCard']);
    expect(refusalOf(() => giveValueInstead(claim, nobody, step, input, NOW))).toBe('METHOD_NOT_ALLOWED');
  });
});

describe('store credit of an order without a customer and an email address', () => {
  const asCredit = settingsOf({ giftCardType: 'Store_Credit', exchangeRemainderMethod: 'storeCredit' });

  test('is offered neither to the shopper nor to staff', () => {
    const asGift = { ...asCredit, isGiftReturnEnabled: true };
    const [line] = lineEligibility(nobody, policyOf(nobody), [], NOW);
    expect(line?.methods).toMatchObject({ storeCredit: { reason: 'NO_ACCOUNT' }, giftCard: { isEligible: true } });
    expect(lineEligibility(nobody, policyOf(nobody, asCredit), [], NOW)[0]?.methods.giftCard.reason).toBe('NO_ACCOUNT');
    expect(
      lineEligibility(nobody, policyOf(nobody, asGift, { asker: 'recipient' }), [], NOW)[0]?.methods.giftCard
        .isEligible,
    ).toBe(true);
    const refusals = [nobody, guest].map((order) =>
      order.lines.slice(0, 1).map((one) => staffRefusal(order, one, policyOf(order), [], 'storeCredit')),
    );
    expect(refusals).toEqual([['NO_ACCOUNT'], [null]]);
  });

  test('is no way a line may end, nor what is left of an exchange', () => {
    const exchange = selectionOf({ method: 'variantExchange', variantIdFromPlatform: 'variant-2' });
    const asked = claimOf(nobody, { settings: asCredit, selections: [exchange] });
    expect(asked.lines[0]?.exchangeRemainderMethod).toBe('refund');
    const withheld = withheldMethods(asked, nobody, settingsOf());
    expect(asked.lines.flatMap((line) => allowedMethods(asked, line, withheld))).toEqual([
      'refund',
      'giftCard',
      'variantExchange',
      'replacementOrder',
    ]);
    const approve = (part: object) => () => approveLine(asked, 1, { method: 'storeCredit', withheld, ...part }, NOW);
    expect(refusalOf(approve({}))).toBe('METHOD_NOT_ALLOWED');
    expect(approve({ wasResolvedExternally: true })().claim.lines[0]?.status).toBe('approved');
    const left = (exchangeRemainderMethod: 'refund' | 'storeCredit', exchangeDeltaAmount: number) => () =>
      approveLine(
        { ...asked, lines: asked.lines.map((line) => ({ ...line, exchangeDeltaAmount })) },
        1,
        { method: 'variantExchange', withheld, exchangeRemainderMethod },
        NOW,
      );
    expect(refusalOf(left('storeCredit', -100))).toBe('METHOD_NOT_ALLOWED');
    expect(left('refund', -100)().claim.lines[0]?.status).toBe('approved');
    // Where nothing is left, none of it goes out.
    expect(left('storeCredit', 0)().claim.lines[0]?.status).toBe('approved');
  });

  test('decided all the same, it is left out, and the other lines are carried out', () => {
    const selections = [selectionOf({ method: 'storeCredit' }), selectionOf({ lineIdFromPlatform: 'b' })];
    const decided = approved(claimOf(guest, { selections }));
    const { claim, lineErrors } = finalizeClaim(decided, nobody, { policy: POLICY }, NOW);
    expect(lineErrors).toEqual([
      { lineId: 1, errors: ['The order has no customer or email address to add store credit to.'] },
    ]);
    expect(claim.lines.map(({ finalizedOn }) => finalizedOn)).toEqual([null, NOW]);
  });
});

describe('an order that only a file told of', () => {
  const filed = { ...nobody, idFromPlatform: 'csv:#1001', email: 'ada@example.com' };

  test('is offered no refund, by whatever payment, and everything else', () => {
    const [line] = lineEligibility(filed, policyOf(filed), [], NOW);
    expect(line?.methods).toMatchObject({
      refund: { reason: 'NOT_REFUNDABLE', reasonText: expect.stringContaining('another option') },
      storeCredit: { isEligible: true },
      giftCard: { isEligible: true },
    });
    const [one] = filed.lines;
    const policy = policyOf(filed, {}, { claimType: 'Warranty' });
    expect(one && staffRefusal(filed, one, policy, [], 'refund')).toBe('NOT_REFUNDABLE');
    const known = { ...filed, idFromPlatform: '1001' };
    expect(lineEligibility(known, policyOf(known), [], NOW)[0]?.methods.refund.isEligible).toBe(true);
  });

  test('is promised none by staff either, nor finalized with one that was promised before', () => {
    const asked = claimOf({ ...filed, idFromPlatform: '1001' });
    const withheld = withheldMethods(asked, filed, settingsOf());
    expect(allowedMethods(asked, asked.lines[0] ?? claimLineMissing(), withheld)).not.toContain('refund');
    expect(refusalOf(() => approveLine(asked, 1, { method: 'refund', withheld }, NOW))).toBe('METHOD_NOT_ALLOWED');
    const promised = approveLine(asked, 1, { method: 'refund' }, NOW).claim;
    const { lineErrors, effects } = finalizeClaim(promised, filed, { policy: POLICY }, NOW);
    expect(lineErrors).toEqual([{ lineId: 1, errors: [expect.stringContaining("can't be refunded")] }]);
    expect(effects).toEqual([]);
  });

  test('leaves nothing of an exchange as a refund, and adds store credit to an account directly', () => {
    const exchange = selectionOf({ method: 'variantExchange', variantIdFromPlatform: 'variant-2' });
    const asked = claimOf(filed, {
      settings: settingsOf({ exchangeRemainderMethod: 'refund' }),
      selections: [exchange],
    });
    expect(asked.lines[0]?.exchangeRemainderMethod).toBe('giftCard');
    const credit = claimOf(filed, { selections: [selectionOf({ method: 'storeCredit' })] });
    const done = finalizeClaim(approveLine(credit, 1, {}, NOW).claim, filed, { policy: POLICY }, NOW);
    expect(done.effects[0]).toMatchObject({ kind: 'giftCard', payload: { type: 'Store_Credit' } });
  });
});

function claimLineMissing(): never {
  throw new Error('the claim has a line');
}
