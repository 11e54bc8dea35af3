import { expect, test } from 'vitest';
import { contrast, parseColor, tooPaleOnWhite, type Rgb, readableGround, tooDarkForText } from '#core/contrast.ts';

const color = (hex: string): Rgb => parseColor(hex) ?? expect.fail(hex);

test('contrast is that of WCAG, whichever color comes first', () => {
  expect(contrast(color('#000000'), color('#ffffff'))).toBeCloseTo(21, 5);
  expect(contrast(color('#777777'), color('#ffffff'))).toBeCloseTo(4.48, 2);
  expect(contrast(color('#ffffff'), color('#777777'))).toBeCloseTo(4.48, 2);
  expect(contrast(color('#ff0000'), color('#ffffff'))).toBeCloseTo(3.998, 3);
});

test('what is no color is none', () => {
  for (const typed of ['', '#fff', '1f4d3f', '#1f4d3g', '#1f4d3f0']) expect(parseColor(typed), typed).toBeNull();
});

test('a color below WCAG AA is too pale: under 4.5 for text, under 3 for shapes', () => {
  // The palest grays that pass, and the ones after them.
  expect(tooPaleOnWhite('#767676')).toBeNull();
  expect(tooPaleOnWhite('#777777')).toEqual({ for: 'text', ratio: 4.4, needed: 4.5 });
  expect(tooPaleOnWhite('#949494')).toEqual({ for: 'text', ratio: 3, needed: 4.5 });
  expect(tooPaleOnWhite('#959595')).toEqual({ for: 'shapes', ratio: 2.9, needed: 3 });
  expect(tooPaleOnWhite('#ffffff')).toEqual({ for: 'shapes', ratio: 1, needed: 3 });
  expect(tooPaleOnWhite('#1f4d3f')).toBeNull();
  expect(tooPaleOnWhite('yellow')).toBeNull();
});

test('a page too dark for quiet text is named, and lightened for shoppers', () => {
  expect(tooDarkForText('#f6f7f6')).toBeNull();
  expect(tooDarkForText('#202020')).toEqual({ ratio: 2.4, needed: 4.5 });
  expect(tooDarkForText('no color')).toBeNull();
  expect(readableGround([246, 247, 246])).toEqual([246, 247, 246]);
  expect(
    tooDarkForText(
      `#${readableGround([32, 32, 32])
        .map((part) => part.toString(16))
        .join('')}`,
    ),
  ).toBeNull();
});
