import { z } from 'zod';
import { countryName } from '#core/countries.ts';
import { mayBeAddedIn } from '#core/protection/added-countries.ts';
import { CoverPrice, MOST_COVER_PRICES, priceTableProblems, USUAL_COVER_PRICES } from '#core/protection/price.ts';
import { publicTextProblem } from '#core/public-text.ts';
import { countries, longText, special, text } from '#core/settings/field.ts';
import { at, settingsGroup } from '#core/settings/group.ts';

export const widget = settingsGroup({
  page: 'checkout-widget',
  title: 'Widget',
  help: 'What shoppers see in the cart. They turn the cover on themselves.',
  fields: z.object({
    widgetLabel: text({
      label: 'Title',
      also: 'label name heading',
      most: 128,
      default: 'Delivery Guarantee',
      isShopperText: true,
      isRequired: true,
    }),
    widgetDescription: longText({
      label: 'Description',
      most: 500,
      default: 'For lost, damaged or stolen packages.',
      isShopperText: true,
      isRequired: true,
    }),
    coverPrices: special(
      'coverPrices',
      z
        .array(CoverPrice)
        .min(1, 'At least one price is required.')
        .max(MOST_COVER_PRICES, `At most ${MOST_COVER_PRICES} prices.`)
        .default([...USUAL_COVER_PRICES]),
      {
        label: 'Price of the cover',
        also: 'premium cost fee price table cart value tiers',
        help: 'The value of a cart counts after discounts and without the cover. Items that need no shipping don’t count.',
      },
    ),
    addedForShopperCountries: countries({
      label: 'Add the cover for shoppers in',
      also: 'opt out default on preselected pre-checked automatic',
      help: 'Their cart begins with the cover, and the widget offers to remove it with its price. Not allowed in the EU, the EEA, the United Kingdom and Switzerland.',
      most: 250,
    }),
  }),
  check({ widgetDescription, coverPrices, addedForShopperCountries }) {
    const description = publicTextProblem(widgetDescription);
    const refused = addedForShopperCountries.filter((country) => !mayBeAddedIn(country));
    const names = new Intl.ListFormat('en').format(refused.map((country) => countryName(country, 'en')));
    return {
      ...(description === null ? {} : { widgetDescription: description }),
      ...at('coverPrices', priceTableProblems(coverPrices)),
      ...(refused.length === 0
        ? {}
        : { addedForShopperCountries: `Shoppers have to choose the cover themselves in ${names}.` }),
    };
  },
});
