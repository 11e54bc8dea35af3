import { expect, test } from 'vitest';
import { isPictureAddress, keptSize, pictureAddress, pictureProblem } from '#core/brand/pictures.ts';

test.for([
  ['logo', 200, 100, 200, 100],
  ['logo', 1600, 800, 400, 200],
  ['logo', 800, 100, 400, 200],
  ['logo', 100, 100, 200, 100],
  ['favicon', 64, 64, 64, 64],
  ['favicon', 512, 256, 128, 128],
  ['background', 4800, 1200, 2400, 600],
  ['background', 900, 700, 900, 700],
] as const)('a %s of %i by %i pixels is kept at %i by %i', ([kind, width, height, keptWidth, keptHeight]) => {
  expect(pictureProblem(kind, { width, height })).toBeNull();
  expect(keptSize(kind, { width, height })).toEqual({ width: keptWidth, height: keptHeight });
});

test.for([
  ['logo', 40, 20, 'This picture is 40 by 20 pixels. Choose one of at least 60 by 30.'],
  ['logo', 900, 100, 'This picture is 900 by 100 pixels, which is too wide for a logo.'],
  ['logo', 100, 300, 'This picture is 100 by 300 pixels, which is too high for a logo.'],
  ['favicon', 8, 8, 'This picture is 8 by 8 pixels. Choose one of at least 16 by 16.'],
  ['background', 300, 200, 'This picture is 300 by 200 pixels. Choose one of at least 320 by 320.'],
] as const)('a %s of %i by %i pixels is refused', ([kind, width, height, words]) => {
  expect(pictureProblem(kind, { width, height })).toBe(words);
});

test('only addresses made here are addresses of pictures', () => {
  const name = `${'a1'.repeat(32)}.png`;
  expect(isPictureAddress(pictureAddress(7, name))).toBe(true);
  for (const other of ['', name, `/pictures/0/${name}`, `/pictures/7/../${name}`, `/pictures/7/${name}?x`, '/files/7'])
    expect(isPictureAddress(other), other).toBe(false);
});
