import { NumberInput } from '@mantine/core';
import { fieldError, numberFrom, shownNumber, type SettingsForm } from './settings-form.ts';

type NumberFieldProps = {
  form: SettingsForm;
  name:
    | 'refundWindowDays'
    | 'storeCreditWindowDays'
    | 'giftCardWindowDays'
    | 'exchangeWindowDays'
    | 'defaultDeliveryDays'
    | 'defaultReturnExpirationDays'
    | 'warrantyWindowDays'
    | 'instantExchangeReturnDays'
    | 'reservationDays';
  label: string;
  description?: string;
};

/** A whole number of days. */
export function DaysField({ form, name, label, description }: NumberFieldProps) {
  return (
    <NumberInput
      label={label}
      {...(description ? { description, inputWrapperOrder: ['label', 'input', 'description', 'error'] } : {})}
      suffix=" days"
      min={0}
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      value={shownNumber(form.settings[name])}
      onChange={(typed) => form.change({ [name]: numberFrom(typed) })}
      {...fieldError(form, name)}
    />
  );
}
