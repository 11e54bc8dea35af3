import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';

export type TypedNumberInputProps = Omit<NumberInputProps, 'value' | 'onChange'> & {
  /** NaN while it holds no number. */
  value: number;
  onChange: (number: number) => void;
};

/** Asks for a number. What is typed stays as it is, for its owner to refuse: without its point or minus it would be another. */
export function TypedNumberInput({ value, onChange, ...rest }: TypedNumberInputProps) {
  const [typed, setTyped] = useState<number | string>(Number.isNaN(value) ? '' : value);
  return (
    <NumberInput
      // Half typed ("12.") it is text, which would be lost were it shown as a number.
      value={Object.is(numberOf(typed), value) ? typed : value}
      onChange={(now) => {
        setTyped(now);
        onChange(numberOf(now));
      }}
      allowedDecimalSeparators={['.', ',']}
      clampBehavior="none"
      {...rest}
    />
  );
}

// "12.50" comes as text, because as a number it would lose its zero.
const numberOf = (typed: number | string): number =>
  typeof typed === 'number' || /\d$/.test(typed) ? Number(typed) : Number.NaN;
