import { expect, test } from 'vitest';
import { errorAt, refusedFields } from '../../field-errors.ts';
import { SETTINGS_GROUPS, type GroupName } from '#core/settings/settings.ts';
import { changedLabels, checkGroup, withChange, type SettingsDocument } from './settings-form.ts';

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
  expect(check('theme', { logoUrl: 'https://shop.example/logo.svg' })).toEqual({});
});

test('every wrong field is named by its path, in the words of the specification', () => {
  const reasons = [{ id: 'a', name: '', details: [] }];
  expect(check('theme', { brandColor: 'red', logoUrl: 'javascript:foo' })).toEqual({
    brandColor: 'Must be a color such as #1f4d3f.',
    logoUrl: 'Must be a valid URL.',
  });
  expect(check('refunds', { refundWindowDays: -1 })).toEqual({
    refundWindowDays: 'Must be zero or a positive number.',
  });
  expect(check('giftCardsControl', { giftCardWindowDays: Number.NaN })).toEqual({
    giftCardWindowDays: 'Must provide a number.',
  });
  expect(check('variantExchanges', { exchangeWindowDays: 1.5 })).toEqual({
    exchangeWindowDays: 'Must be a whole number.',
  });
  expect(check('giftCards', { incentiveBasisPoints: 20_000 })).toEqual({
    incentiveBasisPoints: 'At most 100 percent.',
  });
  expect(check('email', { supportEmail: 'foo' })).toEqual({ supportEmail: 'Must be a valid email.' });
  expect(check('fees', { returnFee: 10_000_000_000 })).toEqual({ returnFee: 'At most 9999999999.' });
  expect(check('returnShipping', { shippingMethods: [] })).toEqual({ shippingMethods: 'Choose at least one.' });
  expect(check('reasons', { reasons })).toEqual({ 'reasons.0.name': 'Must not be empty.' });
});

test('a change back to what is saved is none', () => {
  const saved = initial('refunds');
  const changed = withChange({}, 'refunds', saved, ['refundWindowDays', 31]);
  expect(changed).toEqual({ refunds: { refundWindowDays: 31 } });
  const both = withChange(changed, 'refunds', saved, ['isRefundEnabled', false]);
  expect(withChange(both, 'refunds', saved, ['refundWindowDays', 30])).toEqual({ refunds: { isRefundEnabled: false } });
  expect(withChange(changed, 'refunds', saved, ['refundWindowDays', 30])).toEqual({});
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
    fields: { 'body.document.brandColor': 'x', 'document.reasons.0.name': 'y', refundWindowDays: 'z' },
  };
  expect(refusedFields(refused)).toEqual({ brandColor: 'x', 'reasons.0.name': 'y', refundWindowDays: 'z' });
  expect(refusedFields({ fields: {} })).toEqual({});
});

test('a field shows what is wrong inside it', () => {
  const errors = { 'finalSaleTags.3': 'too long', finalSaleTagsOther: 'no' };
  expect(errorAt(errors, 'finalSaleTags')).toBe('too long');
  expect(errorAt(errors, 'finalSale')).toBeUndefined();
});
