import { z } from 'zod';
import { onOff, percent } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';

export const shopNow = settingsGroup({
  page: 'returns',
  title: 'Shop Now',
  help: 'Lets customers spend the value of what they return on anything in your store.',
  fields: z.object({
    isShopNowEnabled: onOff({ label: 'Offer Shop Now', also: 'spend credit cart', default: true }),
    shopNowIncentiveBasisPoints: percent({
      label: 'Bonus on Shop Now',
      also: 'incentive extra encourage',
      help: 'A percentage of the amount spent; 0 for none.',
      default: 500,
      onlyWhen: { field: 'isShopNowEnabled', is: true },
    }),
    isShopCartUsed: onOff({
      label: "Shop in the store's own pages",
      also: 'cart session snippet theme',
      help: 'An automation names the page where customers begin. They fill the cart there and bring it back to their return. Add the snippet below to your theme first.',
      default: false,
      onlyWhen: { field: 'isShopNowEnabled', is: true },
    }),
  }),
});
