import { z } from 'zod';
import { money, text } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';

export const fees = settingsGroup({
  page: 'returns',
  title: 'Fees',
  help: 'Deducted from every return by default; staff can change them on a claim. Orders in another currency have no fees.',
  fields: z.object({
    returnFee: money({ label: 'Return fee', also: 'restocking handling charge deduct' }),
    returnFeeName: text({ label: 'Fee name', most: 128, default: 'Handling fee', isShopperText: true }),
    returnShippingFee: money({ label: 'Return shipping', also: 'label cost postage charge' }),
    exchangeShippingFee: money({ label: 'Exchange shipping' }),
  }),
});
