import { TextField } from '../ui/field.tsx';
import { t } from '../texts.ts';

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
    label={t('lookup.orderNo')}
    hint={t('lookup.orderNo.hint')}
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
