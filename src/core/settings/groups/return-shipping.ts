import { LABEL_PROVIDERS } from '#core/claims/label-providers.ts';
import { z } from 'zod';
import { choice, choices, longText } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';

export const returnShipping = settingsGroup({
  page: 'shipping-policies',
  title: 'Shipping',
  help: 'How items can be sent back, and what the shopper reads on the packing slip.',
  fields: z.object({
    shippingMethods: choices({
      label: 'Return methods',
      also: 'label slip shipping carrier',
      options: { label: 'Prepaid shipping label', packingSlip: 'Packing slip, the shopper pays for shipping' },
      default: ['label', 'packingSlip'],
    }),
    labelProvider: choice({
      label: 'Label provider',
      help: 'Sells the prepaid shipping labels.',
      options: LABEL_PROVIDERS,
      default: 'Easy_Post',
    }),
    returnInstructions: longText({
      label: 'Instructions',
      also: 'packing slip note',
      most: 2000,
      default: 'Pack the items in their original packaging and put this slip inside the box.',
      isShopperText: true,
    }),
  }),
});
