import { NumberInput } from '@mantine/core';
import { fieldError, numberFrom, shownNumber, type SettingsForm } from './settings-form.ts';

type PercentFieldProps = {
  form: SettingsForm;
  name: 'incentiveBasisPoints' | 'shopNowIncentiveBasisPoints';
  label: string;
  description: string;
};

/** A percentage, kept in hundredths of a percent. */
export function PercentField({ form, name, label, description }: PercentFieldProps) {
  return (
    <NumberInput
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      suffix=" %"
      min={0}
      clampBehavior="none"
      decimalScale={2}
      value={shownNumber(form.settings[name] / 100)}
      onChange={(typed) => form.change({ [name]: Math.round(numberFrom(typed) * 100) })}
      {...fieldError(form, name)}
    />
  );
}
