import { z } from 'zod';
import { choice, percent, text } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';

export const giftCards = settingsGroup({
  page: 'returns',
  title: 'Bonus and gift card details',
  help: 'What you add when the money stays with you, and how gift cards are issued.',
  fields: z.object({
    incentiveBasisPoints: percent({
      label: 'Bonus on gift card and store credit',
      also: 'incentive extra encourage',
      help: 'A percentage of the value of the returned items; 0 for none.',
      default: 1000,
    }),
    giftCardType: choice({
      label: 'Issue gift cards as',
      options: {
        Gift_Card: 'A gift card of your store',
        Store_Credit: "Store credit on the customer's account",
        Gift_Card_Order: 'A free order for a gift card',
      },
      default: 'Gift_Card',
    }),
    giftCardOrderPrefix: text({
      label: 'Prefix for gift card order numbers',
      most: 20,
      default: '#C-GC-',
      onlyWhen: { field: 'giftCardType', is: 'Gift_Card_Order' },
    }),
  }),
});
