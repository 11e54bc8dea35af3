import { ColorInput, TagsInput } from '@mantine/core';
import { normalColor } from '#core/settings/color.ts';
import { SettingsSection } from '../../../ui/settings-page.tsx';
import { fieldError, type SettingsForm } from './settings-form.ts';
import { TextField } from './text-field.tsx';

export function ThemeSection(form: SettingsForm) {
  const { settings, change } = form;
  return (
    <SettingsSection
      title="Brand"
      help="How the portal and your e-mails look. Text on your colour stays readable by itself."
    >
      <TextField form={form} name="portalHeading" label="Heading of the portal" maxLength={200} />
      <ColorInput
        label="Colour"
        format="hex"
        value={settings.brandColor}
        // Three digits may become six.
        onChange={(typed) => change({ brandColor: typed.length < 6 ? typed : (normalColor(typed) ?? typed) })}
        onBlur={() => change({ brandColor: normalColor(settings.brandColor) ?? settings.brandColor })}
        fixOnBlur={false}
        eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
        {...fieldError(form, 'brandColor')}
      />
      <TextField form={form} name="logoUrl" label="Address of your logo" placeholder="https://" maxLength={2000} />
    </SettingsSection>
  );
}

export const EmailSection = (form: SettingsForm) => (
  <SettingsSection title="Sender" help="E-mails to your customers go out under the name of your store.">
    <TextField
      form={form}
      name="supportEmail"
      label="Support e-mail"
      description="Where answers to your e-mails go, and what the portal names for questions."
      type="email"
      maxLength={255}
    />
  </SettingsSection>
);

export const ExclusionsSection = (form: SettingsForm) => (
  <SettingsSection title="Exclusions" help="What cannot come back. Gift cards are always excluded.">
    <TagsField
      form={form}
      name="finalSaleTags"
      label="Final-sale product tags"
      description="Items of products with one of these tags cannot be returned."
    />
    <TagsField
      form={form}
      name="protectionSkus"
      label="Protection product SKUs"
      description="Shipping protection and the like: never offered for return."
    />
  </SettingsSection>
);

export const OrderTagsSection = (form: SettingsForm) => (
  <SettingsSection title="Orders at the store" help="How the orders of claims are marked where you sell.">
    <TagsField
      form={form}
      name="claimOrderTags"
      label="Tags on returned orders"
      description="Added at the store to the order of every return."
    />
  </SettingsSection>
);

type TagsFieldProps = {
  form: SettingsForm;
  name: 'finalSaleTags' | 'protectionSkus' | 'claimOrderTags';
  label: string;
  description: string;
};

function TagsField({ form, name, label, description }: TagsFieldProps) {
  return (
    <TagsInput
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder="Type one and press Enter"
      value={form.settings[name]}
      onChange={(values) => form.change({ [name]: values })}
      {...fieldError(form, name)}
    />
  );
}
