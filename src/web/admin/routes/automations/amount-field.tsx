import { NativeSelect } from '@mantine/core';
import { AmountType } from '#core/automations/amounts.ts';
import { AmountInput } from '../../../ui/amount-input.tsx';
import { TypedNumberInput } from '../../../ui/typed-number-input.tsx';

type AmountFieldProps = {
  label: string;
  type: AmountType;
  /** A fraction when it is a percentage; NaN while nothing is typed. */
  amount: number;
  error: string | undefined;
  currencyCode: string;
  onType: (type: AmountType) => void;
  onAmount: (amount: number) => void;
};

/** A fixed amount or a percentage. Percentages are typed as people say them and kept as fractions (R5.03). */
export function AmountField({ label, type, amount, error, currencyCode, onType, onAmount }: AmountFieldProps) {
  const wrong = error === undefined ? {} : { error };
  return (
    <div className="mg-field-row">
      <NativeSelect
        label="Type"
        aria-label={`Type, ${label}`}
        data={[
          { value: 'fixed', label: 'Fixed amount' },
          { value: 'percent', label: 'Percentage' },
        ]}
        value={type}
        onChange={(event) => onType(AmountType.parse(event.currentTarget.value))}
      />
      {type === 'fixed' ? (
        <AmountInput
          label="Amount"
          currencyCode={currencyCode}
          value={Number.isNaN(amount) ? null : amount}
          onChange={(typed) => onAmount(typed ?? Number.NaN)}
          {...wrong}
        />
      ) : (
        <PercentInput label="Percentage" fraction={amount} onChange={onAmount} error={error} />
      )}
    </div>
  );
}

type PercentInputProps = {
  label: string;
  fraction: number;
  error: string | undefined;
  onChange: (fraction: number) => void;
};

export const PercentInput = ({ label, fraction, error, onChange }: PercentInputProps) => (
  <TypedNumberInput
    label={label}
    suffix=" %"
    min={0}
    max={100}
    decimalScale={2}
    value={Math.round(fraction * 10_000) / 100}
    onChange={(typed) => onChange(Math.round(typed * 100) / 10_000)}
    {...(error === undefined ? {} : { error })}
  />
);
