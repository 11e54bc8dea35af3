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
  }),
});
