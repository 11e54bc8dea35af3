import { expect, test } from 'vitest';
import { aroundOf, type TestRule } from '#core/automations/around.fixture.ts';
import { lineOf, orderOf } from '#core/claims/test-data.ts';
import { policyMarkup } from '#core/policy/published/json-ld.ts';
import { storeSettingsOf, type SettingsChanges } from '#core/settings/settings.fixture.ts';

/** The properties of schema.org's MerchantReturnPolicy that we use, with the values that it gives each. */
const ENUMERATIONS: Readonly<Record<string, readonly string[]>> = {
  returnPolicyCategory: [
    'MerchantReturnFiniteReturnWindow',
    'MerchantReturnNotPermitted',
    'MerchantReturnUnlimitedWindow',
  ],
  refundType: ['ExchangeRefund', 'FullRefund', 'StoreCreditRefund'],
  itemCondition: ['DamagedCondition', 'NewCondition', 'RefurbishedCondition', 'UsedCondition'],
  returnMethod: ['KeepProduct', 'ReturnAtKiosk', 'ReturnByMail', 'ReturnInStore'],
  ...Object.fromEntries(
    ['returnFees', 'customerRemorseReturnFees', 'itemDefectReturnFees'].map((name) => [
      name,
      [
        'FreeReturn',
        'OriginalShippingFees',
        'RestockingFees',
        'ReturnFeesCustomerResponsibility',
        'ReturnShippingFees',
      ],
    ]),
  ),
  ...Object.fromEntries(
    ['returnLabelSource', 'customerRemorseReturnLabelSource', 'itemDefectReturnLabelSource'].map((name) => [
      name,
      ['ReturnLabelCustomerResponsibility', 'ReturnLabelDownloadAndPrint', 'ReturnLabelInBox'],
    ]),
  ),
};
const AMOUNTS = [
  'returnShippingFeesAmount',
  'customerRemorseReturnShippingFeesAmount',
  'itemDefectReturnShippingFeesAmount',
];
const OTHERS = [
  '@type',
  'applicableCountry',
  'merchantReturnDays',
  'merchantReturnLink',
  'restockingFee',
  'returnPolicyCountry',
];

type Policy = Readonly<Record<string, unknown>>;
const LINK = 'https://returns.example/p/shop/policy';

function policiesOf(changes: SettingsChanges, rules: TestRule[] = [], canMakeLabels = true): Policy[] {
  const markup = policyMarkup({
    settings: storeSettingsOf(changes),
    rules: aroundOf(orderOf([lineOf({ idFromPlatform: 'a' })]), rules).rules,
    means: { canTakeCards: false, canMakeLabels },
    storeCurrencyCode: 'USD',
    storeName: 'Shop',
    returnCountry: 'US',
    warrantyGroups: [],
    link: LINK,
  });
  expect(markup).toMatchObject({ '@context': 'https://schema.org', '@type': 'OnlineStore', name: 'Shop' });
  const policies = markup['hasMerchantReturnPolicy'] as Policy[];
  for (const policy of policies) checkVocabulary(policy);
  return policies;
}

/** What schema.org knows, and what Google needs of it. */
function checkVocabulary(policy: Policy): void {
  for (const [name, value] of Object.entries(policy)) {
    const allowed = ENUMERATIONS[name];
    if (allowed)
      for (const one of [value].flat()) expect(allowed.map((text) => `https://schema.org/${text}`)).toContain(one);
    else expect([...AMOUNTS, ...OTHERS]).toContain(name);
  }
  expect(policy['@type']).toBe('MerchantReturnPolicy');
  const isDetailed = 'applicableCountry' in policy && 'returnPolicyCategory' in policy;
  expect(isDetailed || 'merchantReturnLink' in policy).toBe(true);
  expect('merchantReturnDays' in policy).toBe(
    policy['returnPolicyCategory'] === 'https://schema.org/MerchantReturnFiniteReturnWindow',
  );
  for (const name of AMOUNTS) {
    const fees = name.replace('ShippingFeesAmount', 'Fees');
    expect(name in policy).toBe(policy[fees] === 'https://schema.org/ReturnShippingFees');
  }
}

const RETURNS: SettingsChanges = { refundValidityDays: 30, returnShippingFee: 700, shippingMethods: ['label'] };
const rule = (parts: Pick<TestRule, 'hook' | 'type' | 'params' | 'conditions'>): TestRule => ({ id: 1, ...parts });
const windows = (changes: object) => ({
  kind: 'eligibilityDays',
  refund: null,
  giftCard: null,
  exchange: null,
  warrantyReview: null,
  ineligibleLineItemFootnote: '',
  ...changes,
});

test('days, refund types, fees and the link are those of the settings', () => {
  expect(policiesOf(RETURNS)).toEqual([
    expect.objectContaining({
      applicableCountry: ['US'],
      returnPolicyCountry: 'US',
      returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
      merchantReturnDays: 30,
      returnFees: 'https://schema.org/ReturnShippingFees',
      returnShippingFeesAmount: { '@type': 'MonetaryAmount', value: 7, currency: 'USD' },
      returnLabelSource: 'https://schema.org/ReturnLabelDownloadAndPrint',
      returnMethod: 'https://schema.org/ReturnByMail',
      merchantReturnLink: LINK,
    }),
  ]);
  expect(policiesOf({ ...RETURNS, returnShippingFee: 0 })[0]).toMatchObject({
    returnFees: 'https://schema.org/FreeReturn',
  });
  expect(policiesOf(RETURNS, [], false)[0]).toMatchObject({
    returnFees: 'https://schema.org/ReturnFeesCustomerResponsibility',
  });
  expect(policiesOf({ ...RETURNS, refundValidityDays: 999_999 })[0]).toMatchObject({
    returnPolicyCategory: 'https://schema.org/MerchantReturnUnlimitedWindow',
  });
  expect(policiesOf({ isReturnsEnabled: false })[0]).toMatchObject({
    returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted',
  });
});

test('countries for which a rule says otherwise have a policy of their own', () => {
  const inGermany = rule({
    hook: 'orderLookup',
    type: 'modifyResolutionWindow',
    params: windows({ refund: 60 }),
    conditions: [{ fact: 'order/country', operator: 'in', value: ['DE'] }],
  });
  const policies = policiesOf({ ...RETURNS, policyCountries: ['US', 'DE', 'FR'] }, [inGermany]);
  expect(policies.map(({ applicableCountry, merchantReturnDays }) => [applicableCountry, merchantReturnDays])).toEqual([
    [['US', 'FR'], 30],
    [['DE'], 60],
  ]);
});

test('what a rule says for defects is said of defects', () => {
  const freeForDefects = rule({
    hook: 'beforeClaimSubmission',
    type: 'chargeForReturnLabel',
    params: { applyLabelMarkup: { shouldModify: true, type: 'fixed', amount: 0 } },
    conditions: [{ fact: 'claim/reasonCategory', operator: 'in', value: ['Defective_Item'] }],
  });
  expect(policiesOf(RETURNS, [freeForDefects])[0]).toMatchObject({
    returnFees: 'https://schema.org/ReturnShippingFees',
    itemDefectReturnFees: 'https://schema.org/FreeReturn',
  });
});

test('what the markup has no words for is left to the page', () => {
  const tillNewYear = rule({
    hook: 'orderLookup',
    type: 'modifyResolutionWindow',
    params: { ...windows({ refund: '2026-12-31' }), kind: 'returnableUntil' },
  });
  expect(policiesOf(RETURNS, [tillNewYear])).toEqual([
    { '@type': 'MerchantReturnPolicy', applicableCountry: ['US'], merchantReturnLink: LINK },
  ]);
});
