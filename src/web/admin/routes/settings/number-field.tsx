import { TypedNumberInput } from '../../../ui/typed-number-input.tsx';
import { fieldError, type SettingsForm } from './settings-form.ts';

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

/** A whole number of days; what is none is said to be wrong as soon as it is typed. */
export function DaysField({ form, name, label, description }: NumberFieldProps) {
  const days = form.settings[name];
  const isFraction = !Number.isNaN(days) && !Number.isInteger(days);
  return (
    <TypedNumberInput
      label={label}
      {...(description ? { description, inputWrapperOrder: ['label', 'input', 'description', 'error'] } : {})}
      suffix=" days"
      min={0}
      value={days}
      onChange={(typed) => form.change({ [name]: typed })}
      {...(isFraction ? { error: 'Must be a whole number.' } : fieldError(form, name))}
    />
  );
}
