import { NativeSelect } from '@mantine/core';
import type { StoreSettings } from '#core/settings/settings.ts';
import { fieldError, type SettingsForm } from './settings-form.ts';

type ChoiceName =
  | 'giftCardType'
  | 'exchangeOrderType'
  | 'variantExchangePricing'
  | 'advancedExchangePricing'
  | 'exchangeRemainderMethod'
  | 'holdLapsePolicy'
  | 'inventoryHandling'
  | 'outOfStockAtFinalize'
  | 'paymentProvider';

type ChoiceFieldProps<Name extends ChoiceName> = {
  form: SettingsForm;
  name: Name;
  label: string;
  description?: string;
  options: readonly (readonly [value: StoreSettings[Name], label: string])[];
  isDisabled?: boolean;
};

/** One of a few named ways. */
export function ChoiceField<Name extends ChoiceName>(props: ChoiceFieldProps<Name>) {
  const { form, name, label, description, options, isDisabled = false } = props;
  return (
    <NativeSelect
      label={label}
      {...(description ? { description, inputWrapperOrder: ['label', 'input', 'description', 'error'] } : {})}
      disabled={isDisabled}
      data={options.map(([value, text]) => ({ value, label: text }))}
      value={form.settings[name]}
      onChange={(event) => {
        const chosen = options.find(([value]) => value === event.currentTarget.value);
        if (chosen) form.change({ [name]: chosen[0] });
      }}
      {...fieldError(form, name)}
    />
  );
}
