import { describe, expect, test } from 'vitest';
import {
  chosenVariant,
  firstChoice,
  optionAxes,
  optionNames,
  withValue,
  type PickableVariant,
} from '#core/claims/variant-options.ts';

const SIZES = ['S', 'M', 'L'];
/** White S, M, L and Navy S, M, L; White M is the one that comes back, Navy L is sold out. */
const TEE: PickableVariant[] = ['White', 'Navy'].flatMap((color) =>
  SIZES.map((size) => ({
    id: `${color}-${size}`,
    options: [
      { name: 'Size', value: size },
      { name: 'Color', value: color },
    ],
    isCurrent: color === 'White' && size === 'M',
    whyNot: color === 'White' && size === 'M' ? 'Yours' : color === 'Navy' && size === 'L' ? 'Sold out' : null,
    imgUrl: `${color}.svg`,
  })),
);
const names = optionNames(TEE) ?? [];
const sizesFor = (choice: Record<string, string>, detail = '') =>
  optionAxes(TEE, names, choice, detail)[1]?.values ?? [];

test('color is asked first, whatever the order of the store', () => {
  expect(names).toEqual(['Color', 'Size']);
});

test('variants that options do not tell apart are no matter of options', () => {
  const [one] = TEE;
  if (!one) throw new Error('there is no variant');
  expect(optionNames([one])).toBeNull();
  expect(optionNames([one, { ...one, id: 'twin' }])).toBeNull();
  expect(optionNames([one, { ...one, id: 'bare', options: [] }])).toBeNull();
});

test('what is sold out stands there with the reason, and what comes back is marked', () => {
  expect(sizesFor({ Color: 'Navy' }).map(({ value, whyNot, isCurrent }) => [value, whyNot, isCurrent])).toEqual([
    ['S', null, false],
    ['M', null, true],
    ['L', 'Sold out', false],
  ]);
  expect(sizesFor({ Color: 'White' })[1]).toMatchObject({ whyNot: 'Yours', isCurrent: true });
  expect(sizesFor({ Color: 'White' })[0]?.imgUrl).toBe('White.svg');
});

test('what the product does not come in has no reason of its own', () => {
  const others = TEE.filter(({ id }) => id !== 'Navy-L');
  const [, sizes] = optionAxes(others, names, { Color: 'Navy' }, '');
  expect(sizes?.values.map(({ value, isAvailable, whyNot }) => [value, isAvailable, whyNot])).toEqual([
    ['S', true, null],
    ['M', true, null],
    ['L', false, null],
  ]);
});

describe('the reason suggests a size', () => {
  const suggestedFor = (detail: string, choice: Record<string, string> = { Color: 'White' }) =>
    sizesFor(choice, detail).flatMap(({ value, isSuggested }) => (isSuggested ? [value] : []));
  test('one up or one down', () => {
    expect(suggestedFor('Too small')).toEqual(['L']);
    expect(suggestedFor('Too large')).toEqual(['S']);
    expect(suggestedFor('Uncomfortable')).toEqual([]);
  });
  test('none that cannot be had', () => {
    expect(suggestedFor('Too small', { Color: 'Navy' })).toEqual([]);
  });
});

test('a color keeps the size where it comes in it, and asks for another where it does not', () => {
  expect(withValue(TEE, names, { Color: 'White', Size: 'S' }, 'Color', 'Navy')).toEqual({ Color: 'Navy', Size: 'S' });
  expect(withValue(TEE, names, { Color: 'White', Size: 'L' }, 'Color', 'Navy')).toEqual({ Color: 'Navy' });
});

test('it begins with the color that comes back, or with what was chosen before', () => {
  expect(firstChoice(TEE, names, undefined)).toEqual({ Color: 'White' });
  expect(firstChoice(TEE, names, 'Navy-S')).toEqual({ Color: 'Navy', Size: 'S' });
  expect(chosenVariant(TEE, names, { Color: 'Navy', Size: 'S' })?.id).toBe('Navy-S');
  expect(chosenVariant(TEE, names, { Color: 'Navy' })).toBeUndefined();
});
