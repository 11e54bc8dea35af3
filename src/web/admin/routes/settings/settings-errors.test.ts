import { expect, test } from 'vitest';
import { StoreSettings } from '#core/settings/settings.ts';
import { errorAt, refusedFields } from '../../field-errors.ts';
import { checkSettings } from './settings-errors.ts';

const settings = StoreSettings.parse({});

test('the defaults are fine', () => expect(checkSettings(settings)).toEqual({}));

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
  });
  expect(errors).toEqual({
    refundWindowDays: 'Must be zero or a positive number.',
    giftCardWindowDays: 'Must provide a number.',
    shippingMethods: 'Choose at least one.',
    'reasons.0.name': 'Must not be empty.',
  });
});

test('the refusal of the server lands on the same fields', () => {
  const body = {
    code: 'INVALID',
    message: '',
    fields: {
      'body.settings.brandColor': 'x',
      'settings.reasons.0.name': 'y',
      refundWindowDays: 'z',
    },
  };
  expect(refusedFields(body)).toEqual({
    brandColor: 'x',
    'reasons.0.name': 'y',
    refundWindowDays: 'z',
  });
  expect(refusedFields({ code: 'INVALID', message: '' })).toEqual({});
});

test('a field shows what is wrong inside it', () => {
  const errors = { 'finalSaleTags.3': 'too long', finalSaleTagsOther: 'no' };
  expect(errorAt(errors, 'finalSaleTags')).toBe('too long');
  expect(errorAt(errors, 'finalSale')).toBeUndefined();
});
