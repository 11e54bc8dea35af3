import { CustomField } from '#core/claims/custom-field.ts';
import { describe, expect, test } from 'vitest';
import { errorAt, refusedFields } from '../../field-errors.ts';
import { SETTINGS_GROUPS, type GroupName } from '#core/settings/settings.ts';
import { changedLabels, checkGroup, withChange, withoutSaved, type SettingsDocument } from './settings-form.ts';

const initial = (name: GroupName): SettingsDocument => SETTINGS_GROUPS[name].fields.parse({});
const check = (name: GroupName, changes: SettingsDocument) =>
  checkGroup(name, initial(name), { ...initial(name), ...changes });

test('the defaults are fine, and so are an email and a logo', () => {
  expect(check('theme', {})).toEqual({});
  const sender = {
    emailSendFromName: 'Shop',
    emailSendFrom: 'returns@shop.example',
    emailReplyToName: 'Shop',
    emailReplyTo: 'help@shop.example',
  };
  expect(check('email', { ...sender, supportEmail: 'help@shop.example' })).toEqual({});
  expect(check('email', { ...sender, emailReplyToName: ' ' })).toEqual({ emailReplyToName: 'Must not be empty.' });
  expect(check('theme', { merchantLogoUrl: 'https://shop.example/logo.svg' })).toEqual({});
});

test('every wrong field is named by its path, in the words of the specification', () => {
  const reasons = [{ id: 'a', name: '', details: [] }];
  expect(check('theme', { merchantPrimaryColor: 'red', merchantLogoUrl: 'javascript:foo' })).toEqual({
    merchantPrimaryColor: 'Must be a color such as #1f4d3f.',
    merchantLogoUrl: 'Must be a valid URL.',
  });
  expect(check('refunds', { refundValidityDays: -1 })).toEqual({
    refundValidityDays: 'Must be zero or a positive number.',
  });
  expect(check('giftCardsControl', { giftCardValidityDays: Number.NaN })).toEqual({
    giftCardValidityDays: 'Must provide a number.',
  });
  expect(check('variantExchanges', { variantExchangeValidityDays: 1.5 })).toEqual({
    variantExchangeValidityDays: 'Must be a whole number.',
  });
  expect(check('giftCards', { giftCardIncentiveType: 'percent', giftCardIncentiveAmount: 100.5 })).toEqual({
    giftCardIncentiveAmount: 'At most 100 percent.',
  });
  expect(check('giftCards', { giftCardIncentiveType: 'fixed', giftCardIncentiveAmount: 10_000 })).toEqual({
    giftCardIncentiveAmount: 'Must be under 10,000.',
  });
  expect(check('giftCards', { giftCardIncentiveType: 'fixed', giftCardIncentiveAmount: 9999.99 })).toEqual({});
  expect(check('giftCards', { giftCardIncentiveAmount: 9.999 })).toEqual({
    giftCardIncentiveAmount: 'At most two decimals.',
  });
  expect(check('variantExchanges', { minInventoryAvailableToCustomer: Number.NaN })).toEqual({
    minInventoryAvailableToCustomer: 'Must provide a number.',
  });
  expect(check('orderEditing', { orderEditingWindowMinutes: -1 })).toEqual({
    orderEditingWindowMinutes: 'Must be zero or a positive number.',
  });
  expect(check('orderEditingTexts', { orderEditDescriptionText: ' ' })).toEqual({
    orderEditDescriptionText: 'Must not be empty.',
  });
  expect(check('fees', { returnFeeName: 'Return insurance' })).toEqual({
    returnFeeName: 'Must not contain the words insure or insurance.',
  });
  expect(check('returnShipping', { returnInstructions: 'Ship it insured.' })).toEqual({});
  expect(check('email', { supportEmail: 'foo' })).toEqual({ supportEmail: 'Must be a valid email.' });
  expect(check('fees', { returnFee: 10_000_000_000 })).toEqual({ returnFee: 'At most 9999999999.' });
  expect(check('returnShipping', { shippingMethods: [] })).toEqual({ shippingMethods: 'Choose at least one.' });
  expect(check('reasons', { reasons })).toEqual({ 'reasons.0.name': 'Must not be empty.' });
});

test.each([
  ['refunds', 'isRefundsEnabled', 'refundValidityDays'],
  ['storeCredit', 'isStoreCreditEnabled', 'storeCreditValidityDays'],
  ['giftCardsControl', 'isGiftCardEnabled', 'giftCardValidityDays'],
  ['variantExchanges', 'isExchangeEnabled', 'variantExchangeValidityDays'],
] as const)('%s: off sets the window to 0 and on to 30 days, and no other pair is taken', (group, isOn, days) => {
  const saved = { ...initial(group), [days]: 45 };
  const off = withChange({}, group, () => saved, [isOn, false]);
  expect(off).toEqual({ [group]: { [isOn]: false, [days]: 0 } });
  expect(withChange(off, group, () => saved, [isOn, true])).toEqual({ [group]: { [days]: 30 } });
  expect(check(group, { [isOn]: false, [days]: 0 })).toEqual({});
  expect(check(group, { [isOn]: false, [days]: 30 })).toEqual({ [days]: 'Must be 0 while this is not offered.' });
  expect(check(group, { [isOn]: true, [days]: 0 })).toEqual({
    [days]: 'Must be at least 1 day while this is offered.',
  });
});

test('bounds include what they name: 999,999 days, 128 letters of a title, 30 of a field, less than 10,000 as a bonus', () => {
  const wrong = (errors: object) => Object.keys(errors);
  expect(wrong(check('warranties', { defaultWarrantyDays: 999_999 }))).toEqual([]);
  expect(wrong(check('warranties', { defaultWarrantyDays: 1_000_000 }))).toEqual(['defaultWarrantyDays']);
  expect(wrong(check('variantExchanges', { variantExchangeShippingTitle: 'x'.repeat(128) }))).toEqual([]);
  expect(wrong(check('variantExchanges', { variantExchangeShippingTitle: 'x'.repeat(129) }))).toEqual([
    'variantExchangeShippingTitle',
  ]);
  const bonus = (giftCardIncentiveAmount: number) =>
    wrong(check('giftCards', { giftCardIncentiveType: 'fixed', giftCardIncentiveAmount }));
  expect(bonus(9_999.99)).toEqual([]);
  expect(bonus(10_000)).toEqual(['giftCardIncentiveAmount']);
  const named = (displayName: string) =>
    CustomField.safeParse({ displayName, description: 'd', valueType: 'Text' }).success;
  expect([named('x'.repeat(30)), named('x'.repeat(31))]).toEqual([true, false]);
});

test('a change back to what is saved is none', () => {
  const saved = initial('refunds');
  const changed = withChange({}, 'refunds', () => saved, ['refundValidityDays', 31]);
  expect(changed).toEqual({ refunds: { refundValidityDays: 31 } });
  expect(withChange(changed, 'refunds', () => saved, ['refundValidityDays', 30])).toEqual({});
});

describe('what is wrong where nobody can mend it', () => {
  test('goes back to what is saved once its field is hidden', () => {
    const empty = withChange({}, 'giftCards', initial, ['giftCardIncentiveAmount', Number.NaN]);
    expect(empty).toEqual({ giftCards: { giftCardIncentiveAmount: Number.NaN } });
    const none = withChange(empty, 'giftCards', initial, ['giftCardIncentiveType', 'none']);
    expect(none).toEqual({ giftCards: { giftCardIncentiveType: 'none' } });
    const kept = withChange({}, 'giftCards', initial, ['giftCardIncentiveAmount', 20]);
    expect(withChange(kept, 'giftCards', initial, ['giftCardIncentiveType', 'none'])).toEqual({
      giftCards: { giftCardIncentiveAmount: 20, giftCardIncentiveType: 'none' },
    });
  });

  test('goes back to what is saved once its field is disabled', () => {
    const on = withChange({}, 'shippingClaims', initial, ['isDecidedAutomatically', true]);
    const empty = withChange(on, 'shippingClaims', initial, ['mostDecidedAutomatically', Number.NaN]);
    expect(Object.keys(empty.shippingClaims ?? {})).toContain('mostDecidedAutomatically');
    expect(withChange(empty, 'shippingClaims', initial, ['isDecidedAutomatically', false])).toEqual({});
  });

  test('also by a switch of another group', () => {
    const title = ['variantExchangeShippingTitle', 'x'.repeat(129)] as const;
    const long = withChange({}, 'variantExchanges', initial, title);
    const hidden = withChange(long, 'returns', initial, ['isReturnProcessApiEnabled', true]);
    expect(hidden).toEqual({ returns: { isReturnProcessApiEnabled: true } });
  });
});

test('what someone else changed is named by its labels', () => {
  const saved = initial('fees');
  expect(changedLabels('fees', saved, { ...saved, returnFee: 500, returnFeeName: 'Restocking' })).toEqual([
    'Return fee',
    'Fee name',
  ]);
});

test('the refusal of the server lands on the same fields', () => {
  const refused = {
    fields: { 'body.document.merchantPrimaryColor': 'x', 'document.reasons.0.name': 'y', refundValidityDays: 'z' },
  };
  expect(refusedFields(refused)).toEqual({ merchantPrimaryColor: 'x', 'reasons.0.name': 'y', refundValidityDays: 'z' });
  expect(refusedFields({ fields: {} })).toEqual({});
});

test('a field shows what is wrong inside it', () => {
  const errors = { 'finalSaleTags.3': 'too long', finalSaleTagsOther: 'no' };
  expect(errorAt(errors, 'finalSaleTags')).toBe('too long');
  expect(errorAt(errors, 'finalSale')).toBeUndefined();
});

test('what was typed while a save was under way is still a change', () => {
  const typed = { refunds: { refundValidityDays: 32 }, theme: { merchantPrimaryColor: '#000000' } };
  expect(withoutSaved(typed, 'refunds', { refundValidityDays: 31 })).toEqual(typed);
  expect(withoutSaved(typed, 'refunds', { refundValidityDays: 32 })).toEqual({ theme: typed.theme });
});
