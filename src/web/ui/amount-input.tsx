import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { exponentOf } from '#core/currency.ts';
import { pastedAmount, regrouped } from './typed-comma.ts';

export type AmountInputProps = Omit<NumberInputProps, 'value' | 'onChange'> & {
  label: string;
  currencyCode: string;
  /** Null while it holds no amount. */
  value: number | null;
  onChange: (amount: number | null) => void;
};

const BELOW_ZERO = 'Must be zero or a positive number.';
const NOT_WHOLE = 'Must be a whole number.';

/** What no amount reaches that people type (C5.14). */
const LIMIT = 100_000_000;

/** An amount with as many decimals as its currency has; the label names the currency. */
export function AmountInput({ label, currencyCode, value, onChange, ...rest }: AmountInputProps) {
  const [typed, setTyped] = useState<number | string>(value ?? '');
  const decimals = exponentOf(currencyCode);
  const read = (text: number | string): number | null => {
    const amount = amountOf(text);
    return amount !== null && decimals === 0 && !Number.isInteger(amount) ? null : amount;
  };
  const change = (now: number | string): void => {
    setTyped(now);
    onChange(read(now));
  };
  /** Where the browser's own input is not wanted. */
  const write = (input: HTMLInputElement, text: string): void => {
    const toEnd = (): void => input.setSelectionRange(input.value.length, input.value.length);
    flushSync(() => change(text));
    toEnd();
    // The component moves the caret to where it was, a moment later once more.
    setTimeout(toEnd);
  };
  const isCommaRead = useRef(false);
  const readComma = (event: KeyboardEvent<HTMLInputElement>): void => {
    const { value: shown, selectionStart } = event.currentTarget;
    if (!shown.includes('.')) isCommaRead.current = event.key === ',';
    const isAtEnd = selectionStart === shown.length;
    const grouped = isCommaRead.current && isAtEnd ? regrouped(shown, event.key, decimals) : null;
    if (grouped === null) return;
    event.preventDefault();
    isCommaRead.current = false;
    write(event.currentTarget, grouped);
  };
  const readPasted = (event: ClipboardEvent<HTMLInputElement>): void => {
    const { value: shown, selectionStart, selectionEnd } = event.currentTarget;
    const isAllReplaced = selectionStart === 0 && selectionEnd === shown.length;
    const amount = isAllReplaced ? pastedAmount(event.clipboardData.getData('text'), decimals) : null;
    if (amount === null) return;
    event.preventDefault();
    write(event.currentTarget, amount);
  };
  const isFraction = value === null && read(typed) === null && amountOf(typed) !== null;
  return (
    <NumberInput
      label={`${label}, ${currencyCode}`}
      // Half typed ("42.", "10.0") it is text of the same amount, which would be lost were it shown as a number.
      value={read(typed) === value ? typed : (value ?? '')}
      onChange={change}
      onKeyDown={readComma}
      onPaste={readPasted}
      min={0}
      clampBehavior="none"
      step={10 ** -decimals}
      // Without a point to follow, "1.5" would be 15.
      {...(decimals === 0 ? {} : { decimalScale: decimals })}
      isAllowed={({ floatValue }) => floatValue === undefined || floatValue < LIMIT}
      thousandSeparator=","
      hideControls
      inputMode="decimal"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...rest}
      error={value !== null && value < 0 ? BELOW_ZERO : isFraction ? NOT_WHOLE : rest.error}
    />
  );
}

function amountOf(typed: number | string): number | null {
  const amount = typed === '' ? Number.NaN : Number(typed);
  return Number.isNaN(amount) ? null : amount;
}
