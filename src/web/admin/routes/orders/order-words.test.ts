import { expect, test } from 'vitest';
import { codeBadge } from './order-words.ts';

test('a code of the platform is told in words, in American spelling', () => {
  expect(codeBadge('PARTIALLY_REFUNDED')).toEqual({ label: 'Partially refunded', tone: 'neutral' });
  expect(codeBadge('CANCELLED')).toEqual({ label: 'Canceled', tone: 'bad' });
});
