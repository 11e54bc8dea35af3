import fc from 'fast-check';
import { expect, test } from 'vitest';
import { law } from '#core/law.fixture.ts';
import { contrast } from '#core/contrast.ts';
import { brandVariables } from '#core/brand-colors.ts';

const backgroundColor = '#f6f7f6';
const rgb = (css: string | undefined): [number, number, number] => {
  const [r, g, b] = (css ?? '').match(/\d+/g)?.map(Number) ?? [];
  return [r ?? NaN, g ?? NaN, b ?? NaN];
};

test('a dark brand gets white text, a light brand dark text', () => {
  expect(brandVariables({ brandColor: '#1f4d3f', backgroundColor })['--on-brand']).toBe('rgb(255 255 255)');
  expect(brandVariables({ brandColor: '#ffe14d', backgroundColor })['--on-brand']).toBe('rgb(17 19 18)');
});

test('text is readable on and in any brand color', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
      const color = `#${number.toString(16).padStart(6, '0')}`;
      const colors = brandVariables({ brandColor: color, backgroundColor: color });
      expect(contrast(rgb(colors['--page']), [86, 93, 90])).toBeGreaterThanOrEqual(4.5);
      expect(contrast(rgb(colors['--brand']), rgb(colors['--on-brand']))).toBeGreaterThanOrEqual(4.5);
      expect(contrast(rgb(colors['--brand-ink']), rgb(colors['--brand-tint']))).toBeGreaterThanOrEqual(4.5);
      expect(contrast(rgb(colors['--brand-ink']), [255, 255, 255])).toBeGreaterThanOrEqual(4.5);
    }),
    law(5000),
  );
});
