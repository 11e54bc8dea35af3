import { TextField } from '../ui/field.tsx';

/** The number of an order, as its buyer has it from the confirmation. */
export const OrderNumberField = ({
  value,
  isMissing,
  onChange,
}: {
  value: string;
  isMissing: boolean;
  onChange: (value: string) => void;
}) => (
  <TextField
    label="Order number"
    hint="You'll find it in your order confirmation, for example #1001."
    error={isMissing ? 'Enter your order number.' : ''}
    name="orderNo"
    value={value}
    maxLength={100}
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
    onChange={(event) => onChange(event.target.value)}
  />
);
