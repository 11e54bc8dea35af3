import { expect, test } from 'vitest';
import { mayBeAddedIn } from '#core/protection/added-countries.ts';
import { widget } from '#core/settings/groups/widget.ts';

test.for(['DE', 'FR', 'IE', 'NO', 'IS', 'LI', 'GB', 'CH'])('the cover is never added for shoppers in %s', (country) => {
  expect(mayBeAddedIn(country)).toBe(false);
});

test.for(['US', 'CA', 'AU', 'JP'])('a store may add it in %s', (country) => {
  expect(mayBeAddedIn(country)).toBe(true);
});

test('the settings name the countries that they refuse', () => {
  expect(widget.enter({}, { addedForShopperCountries: ['US', 'DE', 'CH'] }).problems).toEqual({
    addedForShopperCountries: 'Shoppers have to choose the cover themselves in Germany and Switzerland.',
  });
});
