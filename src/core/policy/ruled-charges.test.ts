import fc from 'fast-check';
import { expect, test } from 'vitest';
import { law } from '#core/law.fixture.ts';
import { lineOf, orderOf } from '#core/claims/test-data.ts';
import { policyFor } from '#core/policy/policy-for.ts';
import { withLabelPrice } from '#core/policy/ruled-charges.ts';
import { storeSettingsOf } from '#core/settings/settings.fixture.ts';

const policy = policyFor({
  settings: storeSettingsOf({ returnShippingFee: 700 }),
  order: orderOf([lineOf({ idFromPlatform: 'a' })]),
  claimType: 'Return',
  asker: 'buyer',
  means: { canTakeCards: false, canMakeLabels: true },
  storeCurrencyCode: 'USD',
});

test('law: a part of a label is never more than the label, exact to the cent, and charged once', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 0, max: 1_000_000 }), (basisPoints, amount) => {
      const ruled = { ...policy, labelShare: { basisPoints, ruleId: 3 } };
      const once = withLabelPrice(ruled, { amount, currencyCode: 'USD' });
      const { returnShippingFee, returnLabelShare, ruledBy } = once.terms;
      // Half a cent is rounded up.
      const twice = 2 * (amount * basisPoints - returnShippingFee * 10_000);
      expect(twice).toBeGreaterThanOrEqual(-10_000);
      expect(twice).toBeLessThan(10_000);
      expect(returnShippingFee).toBeLessThanOrEqual(amount);
      expect({ returnLabelShare, ruledBy }).toEqual({
        returnLabelShare: { basisPoints, ofCost: amount },
        ruledBy: { returnLabel: 3 },
      });
      expect(withLabelPrice(once, { amount: amount + 1, currencyCode: 'USD' })).toEqual(once);
      expect(withLabelPrice(ruled, { amount, currencyCode: 'EUR' }).terms.returnShippingFee).toBe(0);
    }),
    law(2000),
  );
});
