import { z } from 'zod';
import { days, onOff } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';
import { WINDOW_TURNED, windowProblem } from '#core/settings/window.ts';

export const storeCredit = settingsGroup({
  page: 'returns',
  title: 'Store credit',
  help: "Credit on the customer's account at your store.",
  fields: z.object({
    isStoreCreditEnabled: onOff({
      label: 'Offer store credit',
      also: 'balance wallet',
      default: true,
      turns: { field: 'storeCreditValidityDays', ...WINDOW_TURNED },
    }),
    storeCreditValidityDays: days({
      label: 'Store credit window',
      also: 'deadline period time limit',
      help: 'Days after delivery in which a shopper can ask for store credit.',
      default: 30,
      onlyWhen: { field: 'isStoreCreditEnabled', is: true },
    }),
  }),
  check: (its) => windowProblem(its.isStoreCreditEnabled, 'storeCreditValidityDays', its.storeCreditValidityDays),
});
