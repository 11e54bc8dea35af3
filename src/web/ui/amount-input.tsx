import { NumberInput, type NumberInputProps } from '@mantine/core';
import { decimalsOf } from './money-text.tsx';

export type AmountInputProps = Omit<NumberInputProps, 'value' | 'onChange'> & {
  label: string;
  currencyCode: string;
  /** Null while it holds no amount. */
  value: number | null;
  onChange: (amount: number | null) => void;
};

/** What no amount reaches that people type (C5.14). */
const LIMIT = 100_000_000;

/** An amount of money with as many decimals as its currency has; the currency stands in the label. */
export function AmountInput({ label, currencyCode, value, onChange, ...rest }: AmountInputProps) {
  return (
    <NumberInput
      label={`${label}, ${currencyCode}`}
      value={value ?? ''}
      onChange={(typed) => onChange(typeof typed === 'number' ? typed : null)}
      min={0}
      clampBehavior="none"
      step={0.01}
      decimalScale={decimalsOf(currencyCode)}
      allowNegative={false}
      isAllowed={({ floatValue }) => floatValue === undefined || floatValue < LIMIT}
      thousandSeparator=","
      hideControls
      inputMode="decimal"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...rest}
    />
  );
}
