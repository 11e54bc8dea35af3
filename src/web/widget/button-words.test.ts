import { expect, test } from 'vitest';
import { buttonWords } from './button-words.ts';

const texts = (...all: string[]) => all.map((nodeValue) => ({ nodeValue }));
const said = (all: readonly { nodeValue: string | null }[]) => all.map(({ nodeValue }) => nodeValue);

test('only the longest words of a button change, and they come back', () => {
  const name = buttonWords();
  const button = texts('\n      ', '🔒', ' Check out ', '$52.30', '');
  name(button, 'Pay');
  name(button, 'Pay');
  expect(said(button)).toEqual(['\n      ', '🔒', 'Pay', '$52.30', '']);
  name(button, '');
  name(button, '');
  expect(said(button)).toEqual(['\n      ', '🔒', ' Check out ', '$52.30', '']);
});

test('words that the theme puts in meanwhile come back', () => {
  const name = buttonWords();
  const button = texts('Check out', '3');
  name(button, 'Protected checkout');
  for (const text of button) if (text.nodeValue !== '3') text.nodeValue = 'To the checkout';
  name(button, 'Protected checkout');
  expect(said(button)).toEqual(['Protected checkout', '3']);
  name(button, '');
  expect(said(button)).toEqual(['To the checkout', '3']);
});

test('a button that never had our words stays as it is', () => {
  const name = buttonWords();
  const button = texts('Check out');
  name(button, '');
  name([], 'Protected checkout');
  expect(said(button)).toEqual(['Check out']);
});
