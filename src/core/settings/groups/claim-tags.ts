import { z } from 'zod';
import { tags } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';

export const claimTags = settingsGroup({
  page: 'claim-tags',
  title: 'Order tags',
  help: 'How orders with a claim are tagged at your store.',
  fields: z.object({
    claimOrderTags: tags({
      label: 'Tags on returned orders',
      help: 'Added to the order of every claim.',
      default: ['makegood-return'],
      most: 40,
    }),
  }),
});
