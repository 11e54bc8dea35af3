import { useStore } from '../store.tsx';
import { TextField } from '../ui/field.tsx';
import { t } from '../texts.ts';

type OrderNumberFieldProps = { value: string; isMissing: boolean; onChange: (value: string) => void };

/** The number of an order, as its buyer has it from the confirmation. */
export function OrderNumberField({ value, isMissing, onChange }: OrderNumberFieldProps) {
  const { orderNumberDescriptionText: hint } = useStore();
  return (
    <TextField
      label={t('lookup.orderNo')}
      hint={hint === '' ? t('lookup.orderNo.hint') : hint}
      error={isMissing ? t('lookup.orderNo.missing') : ''}
      name="orderNo"
      value={value}
      maxLength={100}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
