import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';

export type WholeInputProps = Omit<NumberInputProps, 'value' | 'onChange'> & {
  /** NaN while it holds no number. */
  value: number;
  onChange: (number: number) => void;
};

/** Asks for a whole number. A typed fraction or minus stays, for its owner to refuse: without its point it would be ten times as much. */
export function WholeInput({ value, onChange, ...rest }: WholeInputProps) {
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

const numberOf = (typed: number | string): number => (typeof typed === 'number' ? typed : Number.NaN);
