import { z } from 'zod';
import { tags } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';

export const exclusions = settingsGroup({
  page: 'returns',
  title: 'Exclusions',
  help: "Items that can't be returned. Gift cards are always excluded.",
  fields: z.object({
    finalSaleTags: tags({
      label: 'Final-sale product tags',
      also: 'non-returnable exclude not returnable sale',
      help: "Items of products with one of these tags can't be returned.",
      default: ['final-sale'],
      most: 255,
    }),
    protectionSkus: tags({
      label: 'Protection product SKUs',
      help: 'Shipping protection and similar products, which are never offered for return.',
      most: 255,
    }),
  }),
});
