import { expect, test } from 'vitest';
import { initialIcon } from './brand.ts';

const backgroundColor = '#f6f7f6';

test('the icon carries the initial and no markup of the name', () => {
  expect(decodeURIComponent(initialIcon({ name: 'northwind', brandColor: '#1f4d3f', backgroundColor }))).toContain(
    '>N</text>',
  );
  expect(decodeURIComponent(initialIcon({ name: '<script>', brandColor: '#1f4d3f', backgroundColor }))).not.toContain(
    '><<',
  );
});
