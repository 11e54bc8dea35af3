import { TextInput, type TextInputProps } from '@mantine/core';
import { fieldError, type SettingsForm } from './settings-form.ts';

type TextName =
  | 'exchangeOrderPrefix'
  | 'giftCardOrderPrefix'
  | 'logoUrl'
  | 'portalHeading'
  | 'returnFeeName'
  | 'supportEmail';

type TextFieldProps = Pick<TextInputProps, 'type' | 'placeholder' | 'dir'> & {
  form: SettingsForm;
  name: TextName;
  label: string;
  description?: string;
  maxLength: number;
  isDisabled?: boolean;
};

/** A line of text. */
export function TextField({ form, name, description, isDisabled = false, ...input }: TextFieldProps) {
  return (
    <TextInput
      {...input}
      {...(description ? { description, inputWrapperOrder: ['label', 'input', 'description', 'error'] } : {})}
      disabled={isDisabled}
      value={form.settings[name]}
      onChange={(event) => form.change({ [name]: event.currentTarget.value })}
      {...fieldError(form, name)}
    />
  );
}
