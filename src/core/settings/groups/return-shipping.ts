import { z } from 'zod';
import { choices, longText } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';

export const returnShipping = settingsGroup({
  page: 'shipping-policies',
  title: 'Shipping',
  help: 'How items can be sent back, and what the shopper reads on the packing slip.',
  fields: z.object({
    shippingMethods: choices({
      label: 'Return methods',
      options: { label: 'Prepaid shipping label', packingSlip: 'Packing slip, the shopper pays for shipping' },
      default: ['label', 'packingSlip'],
    }),
    returnInstructions: longText({
      label: 'Instructions',
      most: 2000,
      default: 'Pack the items in their original packaging and put this slip inside the box.',
      isShopperText: true,
    }),
  }),
});
