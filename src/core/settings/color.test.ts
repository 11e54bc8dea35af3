import { expect, test } from 'vitest';
import { normalColor } from '#core/settings/color.ts';

test.each([
  ['#1F4D3F', '#1f4d3f'],
  ['1f4d3f', '#1f4d3f'],
  [' #Abc ', '#aabbcc'],
  ['abc', '#aabbcc'],
  ['#12345678', null],
  ['#12', null],
  ['red', null],
  ['', null],
])('the color %s is %s', (typed, color) => expect(normalColor(typed)).toBe(color));
