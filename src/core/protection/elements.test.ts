import { expect, test } from 'vitest';
import { elementProblems, newElement } from '#core/protection/elements.ts';

const BOTH = [newElement('checkoutInfo'), newElement('altCheckoutButton')] as const;

test('one element of each kind is needed', () => {
  expect(elementProblems(BOTH)).toEqual({});
  expect(elementProblems([BOTH[0], BOTH[0]])).toEqual({ '': 'At least one of each element type is required.' });
  expect(elementProblems([])).toEqual({ '': 'At least one of each element type is required.' });
});

test('a wrong field is named by its element', () => {
  const [info, button] = BOTH;
  expect(
    elementProblems([
      { ...info, title: ' ', imgUrl: 'http://shop.example/a.png' },
      { ...button, description: 'Insured', customCss: '</style>' },
    ]),
  ).toEqual({
    '0.title': 'Must not be empty.',
    '0.imgUrl': 'Must be a valid URL.',
    '1.description': 'Must not contain the words insure or insurance.',
    '1.customCss': 'Must not contain <.',
  });
});
