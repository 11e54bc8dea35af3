import { z } from 'zod';
import { days, onOff } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';
import { WINDOW_TURNED, windowProblem } from '#core/settings/window.ts';

export const refunds = settingsGroup({
  page: 'returns',
  title: 'Refunds',
  help: 'Money back to the original payment method.',
  fields: z.object({
    isRefundsEnabled: onOff({
      label: 'Offer refunds',
      also: 'money back original payment',
      default: true,
      turns: { field: 'refundValidityDays', ...WINDOW_TURNED },
    }),
    refundValidityDays: days({
      label: 'Refund window',
      also: 'deadline period time limit',
      help: 'Days after delivery in which a shopper can ask for a refund.',
      default: 30,
      onlyWhen: { field: 'isRefundsEnabled', is: true },
    }),
  }),
  check: (its) => windowProblem(its.isRefundsEnabled, 'refundValidityDays', its.refundValidityDays),
});
