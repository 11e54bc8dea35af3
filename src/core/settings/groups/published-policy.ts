import { z } from 'zod';
import { choice, countries, onOff } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';

/** More than search engines read of one policy. */
const MOST_COUNTRIES = 50;

export const publishedPolicy = settingsGroup({
  page: 'returns',
  title: 'Published policy',
  help: 'A public page with your return policy, made from these settings and your live automations. Search engines read it too.',
  fields: z.object({
    isPolicyPublished: onOff({
      label: 'Publish the return policy',
      also: 'seo google schema structured data markup terms page',
      default: false,
    }),
    itemCondition: choice({
      label: 'Condition of returned items',
      help: 'Shoppers read it on the page. Staff check it when the items arrive.',
      options: { unused: 'Unused', used: 'Unused or used' },
      default: 'unused',
    }),
    policyCountries: countries({
      label: 'Countries',
      help: "Countries you sell to under this policy, for search engines. Without any, your return location's country is named.",
      most: MOST_COUNTRIES,
    }),
  }),
});
