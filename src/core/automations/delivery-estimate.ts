import { z } from 'zod';

const BusinessDays = z.number('Must provide a number.').int('Must be a whole number').min(0).max(365);
const MINUTES_OF_A_DAY = 1440;

/** The eleven federal holidays of the United States. */
export const US_HOLIDAYS = [
  'NEW_YEARS_DAY',
  'MARTIN_LUTHER_KING_JR_DAY',
  'PRESIDENTS_DAY',
  'MEMORIAL_DAY',
  'JUNETEENTH',
  'INDEPENDENCE_DAY',
  'LABOR_DAY',
  'COLUMBUS_DAY',
  'VETERANS_DAY',
  'THANKSGIVING_DAY',
  'CHRISTMAS_DAY',
] as const;

export const HOLIDAY_NAMES: Readonly<Record<(typeof US_HOLIDAYS)[number], string>> = {
  NEW_YEARS_DAY: 'New Year’s Day',
  MARTIN_LUTHER_KING_JR_DAY: 'Martin Luther King Jr. Day',
  PRESIDENTS_DAY: 'Presidents’ Day',
  MEMORIAL_DAY: 'Memorial Day',
  JUNETEENTH: 'Juneteenth',
  INDEPENDENCE_DAY: 'Independence Day',
  LABOR_DAY: 'Labor Day',
  COLUMBUS_DAY: 'Columbus Day',
  VETERANS_DAY: 'Veterans Day',
  THANKSGIVING_DAY: 'Thanksgiving Day',
  CHRISTMAS_DAY: 'Christmas Day',
};

const business = {
  /** Minutes after midnight in `estimatedDeliveryFulfillmentTz`; 0 has no cut-off. */
  estimatedDeliveryShippingCutOffTime: z
    .number('Must provide a number.')
    .int()
    .min(0)
    .max(MINUTES_OF_A_DAY - 1),
  estimatedDeliveryFulfillmentTz: z.string().min(1).max(64),
  estimatedDeliveryHolidays: z.array(z.enum(US_HOLIDAYS)),
};

export const CarrierEstimate = z.strictObject({
  strategy: z.literal('CARRIER_PROVIDED'),
  carrierEstimatedFulfillmentDays: BusinessDays,
  ...business,
});

export const StaticEstimate = z
  .strictObject({
    strategy: z.literal('STATIC'),
    estimatedDeliveryRangeStartDays: BusinessDays,
    estimatedDeliveryRangeEndDays: BusinessDays,
    ...business,
  })
  .refine((its) => its.estimatedDeliveryRangeStartDays <= its.estimatedDeliveryRangeEndDays, {
    path: ['estimatedDeliveryRangeEndDays'],
    error: "Can't be earlier than the earliest.",
  });
export type StaticEstimate = z.output<typeof StaticEstimate>;
type Estimate = StaticEstimate | z.output<typeof CarrierEstimate>;

export const STATIC_ESTIMATE: StaticEstimate = {
  strategy: 'STATIC',
  estimatedDeliveryRangeStartDays: 3,
  estimatedDeliveryRangeEndDays: 7,
  estimatedDeliveryShippingCutOffTime: 0,
  estimatedDeliveryFulfillmentTz: 'America/New_York',
  estimatedDeliveryHolidays: [...US_HOLIDAYS],
};

export const estimateText = (estimate: Estimate): string =>
  estimate.strategy === 'STATIC'
    ? `${estimate.estimatedDeliveryRangeStartDays} to ${estimate.estimatedDeliveryRangeEndDays} business days`
    : `Carrier’s estimate after ${estimate.carrierEstimatedFulfillmentDays} business days`;
