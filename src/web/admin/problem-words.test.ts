import { expect, test } from 'vitest';
import { ApiError } from '#contract/client.ts';
import { loadProblemText, problemText } from './problem-words.ts';

test('what somebody did fails in the words of the server, else in ours (C8.02)', () => {
  const refused = { code: 'LINE_LOCKED', message: 'Locked', clientMessage: "This item can't be changed anymore." };
  expect(problemText(new ApiError(409, refused))).toBe("This item can't be changed anymore.");
  expect(problemText(new ApiError(409, { message: 'Locked' }))).toBe('Locked');
  for (const error of [new ApiError(502, '<h1>Bad gateway</h1>'), new ApiError(500, ''), new TypeError('x is not a y')])
    expect(problemText(error)).toBe('Something went wrong. Please try again.');
});

test('what cannot be shown has the words of C8.01', () => {
  expect(loadProblemText(new ApiError(502, '<h1>Bad gateway</h1>'))).toBe(
    'Something went wrong, please try again later.',
  );
});
