import { z } from 'zod';
import { days, onOff } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';

export const storeCredit = settingsGroup({
  page: 'returns',
  title: 'Store credit',
  help: "Credit on the customer's account at your store.",
  fields: z.object({
    isStoreCreditEnabled: onOff({ label: 'Offer store credit', also: 'balance wallet', default: true }),
    storeCreditWindowDays: days({
      label: 'Store credit window',
      also: 'deadline period time limit',
      help: 'Days after delivery in which a shopper can ask for store credit.',
      default: 45,
      onlyWhen: { field: 'isStoreCreditEnabled', is: true },
    }),
  }),
});
