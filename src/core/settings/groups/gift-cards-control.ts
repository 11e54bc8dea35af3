import { z } from 'zod';
import { days, onOff } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';
import { WINDOW_TURNED, windowProblem } from '#core/settings/window.ts';

export const giftCardsControl = settingsGroup({
  page: 'returns',
  title: 'Gift cards',
  help: 'A gift card for the value of the returned items.',
  fields: z.object({
    isGiftCardEnabled: onOff({
      label: 'Offer gift cards',
      also: 'voucher',
      default: true,
      turns: { field: 'giftCardValidityDays', ...WINDOW_TURNED },
    }),
    giftCardValidityDays: days({
      label: 'Gift card window',
      also: 'deadline period time limit',
      help: 'Days after delivery in which a shopper can ask for a gift card.',
      default: 30,
      onlyWhen: { field: 'isGiftCardEnabled', is: true },
    }),
  }),
  check: (its) => windowProblem(its.isGiftCardEnabled, 'giftCardValidityDays', its.giftCardValidityDays),
});
