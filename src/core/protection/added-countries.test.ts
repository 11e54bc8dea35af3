import { expect, test } from 'vitest';
import { mayBeAddedIn } from '#core/protection/added-countries.ts';

test.for(['DE', 'FR', 'IE', 'NO', 'IS', 'LI', 'GB', 'CH'])('the cover is never added for shoppers in %s', (country) => {
  expect(mayBeAddedIn(country)).toBe(false);
});

test.for(['US', 'CA', 'AU', 'JP'])('a store may add it in %s', (country) => {
  expect(mayBeAddedIn(country)).toBe(true);
});
