import { TypedNumberInput } from '../../../ui/typed-number-input.tsx';
import { fieldError, type SettingsForm } from './settings-form.ts';

type PercentFieldProps = {
  form: SettingsForm;
  name: 'incentiveBasisPoints' | 'shopNowIncentiveBasisPoints';
  label: string;
  description: string;
};

/** A percentage, kept in hundredths of a percent. */
export function PercentField({ form, name, label, description }: PercentFieldProps) {
  return (
    <TypedNumberInput
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      suffix=" %"
      min={0}
      decimalScale={2}
      value={form.settings[name] / 100}
      onChange={(typed) => form.change({ [name]: Math.round(typed * 100) })}
      {...fieldError(form, name)}
    />
  );
}
