import { z } from 'zod';
import { longText } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';

export const orderEditingTexts = settingsGroup({
  page: 'order-editing',
  part: 'theme',
  title: 'Texts',
  help: 'What shoppers read beside the order, while it can be edited and afterwards.',
  fields: z.object({
    orderEditDescriptionText: longText({
      label: 'Description',
      most: 500,
      default: 'You can still change or cancel this order.',
      isShopperText: true,
      isRequired: true,
    }),
    orderEditExpiredDescriptionText: longText({
      label: 'Expired description',
      most: 500,
      default: 'This order can no longer be changed or canceled. Contact us if you need help.',
      isShopperText: true,
      isRequired: true,
    }),
  }),
});
