import { expect, test } from 'vitest';
import { aroundOf, type TestRule } from '#core/automations/around.fixture.ts';
import { lineOf, orderOf } from '#core/claims/test-data.ts';
import { policyStatement } from '#core/policy/published/statement.ts';
import { policySections } from '#core/policy/published/words.ts';
import { storeSettingsOf, type SettingsChanges } from '#core/settings/settings.fixture.ts';
import german from '#core/texts/catalogs/de/policy.ts';
import arabic from '#core/texts/catalogs/ar/policy.ts';
import french from '#core/texts/catalogs/fr/policy.ts';
import japanese from '#core/texts/catalogs/ja/policy.ts';
import { ENGLISH } from '#core/texts/english.ts';
import { writerOf, type Writer } from '#core/texts/writer.ts';

const sectionsOf = (changes: SettingsChanges, rules: TestRule[] = [], writer: Writer = ENGLISH) =>
  policySections(
    policyStatement({
      warrantyGroups: [],
      settings: storeSettingsOf(changes),
      rules: aroundOf(orderOf([lineOf({ idFromPlatform: 'a' })]), rules).rules,
      means: { canTakeCards: false, canMakeLabels: true },
      storeCurrencyCode: 'USD',
    }),
    { writer, productGroup: () => 'Shoes', reason: (id) => id },
  );
const sectionOf = (title: string, ...input: Parameters<typeof sectionsOf>) => {
  const section = sectionsOf(...input).find((one) => one.title === title);
  if (!section) throw new Error(`no section ${title}`);
  return section;
};

const WINDOWS = 'How long you can return items, and what you get';
const noRefund = (conditions: TestRule['conditions'] = []): TestRule => ({
  id: 1,
  hook: 'orderLookup',
  type: 'modifyResolutionWindow',
  params: {
    kind: 'eligibilityDays',
    refund: 0,
    giftCard: 60,
    exchange: null,
    warrantyReview: null,
    ineligibleLineItemFootnote: 'Sale items are final',
  },
  conditions,
});

test('windows read as days of delivery, those of a rule with when they count', () => {
  const settings = {
    isRefundsEnabled: true,
    refundValidityDays: 14,
    isStoreCreditEnabled: true,
    isGiftCardEnabled: false,
  };
  const rule = noRefund([
    { fact: 'order/country', operator: 'in', value: ['DE'] },
    { fact: 'product/group', operator: 'in', value: [3] },
  ]);
  expect(sectionOf(WINDOWS, settings, [rule])).toMatchObject({
    sentences: expect.arrayContaining(['Refund: within 14 days of delivery.', 'The last day counts in full.']),
    exceptions: [
      'If the country is Germany and the product group is “Shoes”: refund not available; store credit within 60 days of delivery. Sale items are final',
    ],
  });
});

test('each language puts the parts of a sentence in its own order', () => {
  const rule = noRefund([
    { fact: 'order/country', operator: 'in', value: ['DE', 'FR'] },
    { fact: 'order/total', operator: 'lessThan', value: 1000 },
  ]);
  const exceptions = (writer: Writer): string | undefined =>
    sectionsOf({ isRefundsEnabled: true, isStoreCreditEnabled: true, isGiftCardEnabled: false }, [rule], writer)[0]
      ?.exceptions[0];
  expect(exceptions(writerOf(german, 'de'))).toBe(
    'Wenn das Land Deutschland oder Frankreich ist und der Bestellwert kleiner als 1.000,00\u00a0$ ist: Erstattung nicht möglich; Shop-Guthaben innerhalb von 60 Tagen nach der Lieferung. Sale items are final',
  );
  expect(exceptions(writerOf(french, 'fr'))).toMatch(/^Si le pays est Allemagne ou France et le total .* : rembours/);
  expect(exceptions(writerOf(japanese, 'ja'))).toMatch(
    /^国がドイツまたはフランスである、注文の合計金額が\$1,000.00未満である場合：返金は対象外/,
  );
  expect(exceptions(writerOf(arabic, 'ar'))?.replaceAll(/[\u2066-\u2069]/g, '')).toMatch(
    /^إذا كان البلد ألمانيا أو فرنسا وكان إجمالي الطلب أقل من .*: استرداد المبلغ غير متاح؛ رصيد في المتجر/,
  );
});

test('what only the store knows is never published; the page says that it may differ', () => {
  const rule = noRefund([{ fact: 'customer/tags', operator: 'in', value: ['serial-returner'] }]);
  const section = sectionOf(WINDOWS, {}, [rule]);
  expect(section.exceptions[0]).toMatch(/^For some orders: refund not available/);
  expect(section.sentences.at(-1)).toBe(
    'Where it says “for some orders”, it may differ for yours: look up your order to see what applies.',
  );
  expect(JSON.stringify(sectionsOf({}, [rule]))).not.toContain('serial-returner');
});

test('a rule that always counts is the policy', () => {
  const { sentences, exceptions } = sectionOf(WINDOWS, {}, [noRefund()]);
  expect(sentences).toContain('Refund: not available.');
  expect(exceptions).toEqual([]);
});

test('a store without returns says so, and still tells its warranty', () => {
  const titles = sectionsOf({ isReturnsEnabled: false, isWarrantiesEnabled: true }).map(({ title }) => title);
  expect(titles).toEqual(['Returns', 'Warranty']);
});

test('charges name their sum, who pays them, and in which currency', () => {
  expect(sectionOf('Return fees', { returnFee: 250, returnFeeName: 'Handling' }).sentences).toEqual([
    'We deduct “Handling”, $2.50 for each return.',
    'You see all fees before you submit a return.',
    'Amounts apply to orders in USD only.',
  ]);
  expect(sectionOf('Return fees', { returnFee: 0 }).sentences).toEqual(['There is no return fee.']);
});
