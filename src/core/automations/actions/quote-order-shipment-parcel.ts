import { z } from 'zod';
import { firstWinsAction } from '#core/automations/action.ts';

/** Inches. */
const Side = z.number('Must provide a number.').min(1, 'Must be at least 1').max(999);

export const quoteOrderShipmentParcel = firstWinsAction({
  label: 'Custom Parcel',
  description: 'Choose the parcel that carriers quote for.',
  hooks: ['orderCheckoutBegin', 'orderCheckoutQuoteShipping'],
  perLine: false,
  params: z.strictObject({
    parcel: z.strictObject({
      name: z.string().trim().min(1, 'Name is required').max(128),
      length: Side,
      width: Side,
      height: Side,
    }),
  }),
  initial: { parcel: { name: '', length: 10, width: 10, height: 10 } },
  summary: ({ parcel: { name, length, width, height } }) => [`${name}: ${length} × ${width} × ${height} in`],
});
