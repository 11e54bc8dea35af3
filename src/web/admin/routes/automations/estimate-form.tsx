import { MultiSelect, Select, TextInput } from '@mantine/core';
import {
  HOLIDAY_NAMES,
  STATIC_ESTIMATE,
  US_HOLIDAYS,
  type StaticEstimate,
} from '#core/automations/delivery-estimate.ts';
import { TypedNumberInput } from '../../../ui/typed-number-input.tsx';
import { errorAt } from '../../field-errors.ts';
import type { ActionFormProps } from './action-form-props.ts';

const HOLIDAYS = US_HOLIDAYS.map((value) => ({ value, label: HOLIDAY_NAMES[value] }));
const ZONES = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value.replaceAll('_', ' ') }));

const BOUNDS = [
  ['estimatedDeliveryRangeStartDays', 'Earliest, business days'],
  ['estimatedDeliveryRangeEndDays', 'Latest, business days'],
] as const;

/** The one delivery estimate of a storefront (R3.52, R5.14). */
export function EstimateForm({ does: { params }, errors, change }: ActionFormProps) {
  const [kept] = Array.isArray(params['themeAppConfigs']) ? params['themeAppConfigs'] : [];
  // While they are typed the days may be none.
  const its: StaticEstimate = { ...STATIC_ESTIMATE, ...(typeof kept === 'object' ? kept : {}) };
  const set = (part: Partial<StaticEstimate>): void => change({ themeAppConfigs: [{ ...its, ...part }] });
  const wrong = (name: keyof StaticEstimate): { error?: string } => {
    const error = errorAt(errors, `params.themeAppConfigs.0.${name}`);
    return error === undefined ? {} : { error };
  };
  return (
    <>
      <div className="mg-field-row">
        {BOUNDS.map(([name, label]) => (
          <TypedNumberInput
            key={name}
            label={label}
            min={0}
            allowDecimal={false}
            value={its[name]}
            onChange={(typed) => set({ [name]: typed })}
            {...wrong(name)}
          />
        ))}
      </div>
      <div className="mg-field-row">
        <TextInput
          type="time"
          label="Cut-off time"
          description="Later orders count from the next business day. Empty: no cut-off."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={timeOf(its.estimatedDeliveryShippingCutOffTime)}
          onChange={(event) => set({ estimatedDeliveryShippingCutOffTime: minutesOf(event.currentTarget.value) })}
          {...wrong('estimatedDeliveryShippingCutOffTime')}
        />
        <Select
          label="Time zone"
          description="Of the place that sends the orders."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          searchable
          allowDeselect={false}
          nothingFoundMessage="Nothing found"
          data={ZONES}
          value={its.estimatedDeliveryFulfillmentTz}
          onChange={(zone) => {
            if (zone !== null) set({ estimatedDeliveryFulfillmentTz: zone });
          }}
          {...wrong('estimatedDeliveryFulfillmentTz')}
        />
      </div>
      <MultiSelect
        label="Holidays"
        description="Nothing is sent or delivered on these days."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear holidays' }}
        data={HOLIDAYS}
        value={[...its.estimatedDeliveryHolidays]}
        onChange={(chosen) =>
          set({ estimatedDeliveryHolidays: US_HOLIDAYS.filter((holiday) => chosen.includes(holiday)) })
        }
        {...wrong('estimatedDeliveryHolidays')}
      />
    </>
  );
}

const HOUR = 60;
const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** Minutes after midnight as a field for times has them; 0 has no cut-off. */
const timeOf = (minutes: number): string =>
  minutes === 0 ? '' : `${twoDigits(Math.floor(minutes / HOUR))}:${twoDigits(minutes % HOUR)}`;

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * HOUR + minutes;
}
