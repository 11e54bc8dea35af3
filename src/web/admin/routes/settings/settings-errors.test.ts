import { expect, test } from 'vitest';
import { StoreSettings } from '#core/settings/settings.ts';
import { errorAt, refusedFields } from '../../field-errors.ts';
import { checkSettings } from './settings-errors.ts';

const settings = StoreSettings.parse({});

test('the defaults are fine, and so are an e-mail and a logo', () => {
  expect(checkSettings(settings)).toEqual({});
  const filled = { supportEmail: 'help@shop.example', logoUrl: 'https://shop.example/logo.svg' };
  expect(checkSettings({ ...settings, ...filled })).toEqual({});
});

test('every wrong field is named by its path', () => {
  const errors = checkSettings({
    ...settings,
    brandColor: 'red',
    refundWindowDays: -1,
    reasons: [{ id: 'a', name: '', details: [] }],
  });
  expect(Object.keys(errors).sort()).toEqual(['brandColor', 'reasons.0.name', 'refundWindowDays']);
  expect(errors['brandColor']).toContain('six hexadecimal digits');
});

test('the texts are those of the specification', () => {
  const errors = checkSettings({
    ...settings,
    refundWindowDays: -1,
    giftCardWindowDays: Number.NaN,
    shippingMethods: [],
    reasons: [{ id: 'a', name: '', details: [] }],
    supportEmail: 'foo',
    logoUrl: 'javascript:foo',
    returnFee: 10_000_000_000,
    exchangeWindowDays: 1.5,
    incentiveBasisPoints: 20_000,
  });
  expect(errors).toEqual({
    exchangeWindowDays: 'Must be a whole number.',
    incentiveBasisPoints: 'At most 100 percent.',
    supportEmail: 'Must be a valid email.',
    logoUrl: 'Must be a valid URL.',
    returnFee: 'At most 9999999999.',
    refundWindowDays: 'Must be zero or a positive number.',
    giftCardWindowDays: 'Must provide a number.',
    shippingMethods: 'Choose at least one.',
    'reasons.0.name': 'Must not be empty.',
  });
});

test('the refusal of the server lands on the same fields', () => {
  const refused = {
    fields: {
      'body.settings.brandColor': 'x',
      'settings.reasons.0.name': 'y',
      refundWindowDays: 'z',
    },
  };
  expect(refusedFields(refused)).toEqual({
    brandColor: 'x',
    'reasons.0.name': 'y',
    refundWindowDays: 'z',
  });
  expect(refusedFields({ fields: {} })).toEqual({});
});

test('a field shows what is wrong inside it', () => {
  const errors = { 'finalSaleTags.3': 'too long', finalSaleTagsOther: 'no' };
  expect(errorAt(errors, 'finalSaleTags')).toBe('too long');
  expect(errorAt(errors, 'finalSale')).toBeUndefined();
});
