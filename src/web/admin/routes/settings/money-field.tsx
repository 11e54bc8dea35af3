import { decimalFromMinor, exponentOf, minorFromDecimal } from '#core/money.ts';
import { AmountInput } from '../../../ui/amount-input.tsx';
import { fieldError, type SettingsForm } from './settings-form.ts';

type MoneyFieldProps = {
  form: SettingsForm;
  currencyCode: string;
  name: 'returnFee' | 'returnShippingFee' | 'exchangeShippingFee';
  label: string;
};

/** An amount of the store's currency, kept in its minor units; empty is NaN, which no check lets pass. */
export function MoneyField({ form, currencyCode, name, label }: MoneyFieldProps) {
  const minor = form.settings[name];
  return (
    <AmountInput
      label={label}
      currencyCode={currencyCode}
      value={Number.isNaN(minor) ? null : Number(decimalFromMinor(minor, currencyCode))}
      onChange={(amount) =>
        form.change({
          [name]:
            amount === null ? Number.NaN : minorFromDecimal(amount.toFixed(exponentOf(currencyCode)), currencyCode),
        })
      }
      {...fieldError(form, name)}
    />
  );
}
