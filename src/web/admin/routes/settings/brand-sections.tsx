import { ColorInput, TagsInput } from '@mantine/core';
import { SettingsSection } from '../../../ui/settings-page.tsx';
import { fieldError, type SettingsForm } from './settings-form.ts';
import { TextField } from './text-field.tsx';

export function BrandSection(form: SettingsForm) {
  const { settings, change } = form;
  return (
    <SettingsSection
      title="Brand"
      help="How the portal and your e-mails look. Text on your colour stays readable by itself."
    >
      <TextField form={form} name="portalHeading" label="Heading of the portal" maxLength={200} />
      <div className="mg-field-row">
        <ColorInput
          label="Colour"
          format="hex"
          value={settings.brandColor}
          onChange={(brandColor) => change({ brandColor })}
          eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
          {...fieldError(form, 'brandColor')}
        />
        <TextField form={form} name="supportEmail" label="Support e-mail" type="email" maxLength={255} />
      </div>
      <TextField form={form} name="logoUrl" label="Address of your logo" placeholder="https://" maxLength={2000} />
    </SettingsSection>
  );
}

const tagFields = [
  ['finalSaleTags', 'Final-sale product tags', 'Items of products with one of these tags cannot be returned.'],
  ['protectionSkus', 'Protection product SKUs', 'Shipping protection and the like: never offered for return.'],
  ['claimOrderTags', 'Tags on returned orders', 'Added at the store to the order of every return.'],
] as const;

export function ExclusionsSection(form: SettingsForm) {
  return (
    <SettingsSection
      title="Exclusions"
      help="What cannot come back, and how returned orders are marked at the store. Gift cards are always excluded."
    >
      {tagFields.map(([name, label, description]) => (
        <TagsInput
          key={name}
          label={label}
          description={description}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder="Type one and press Enter"
          value={form.settings[name]}
          onChange={(values) => form.change({ [name]: values })}
          {...fieldError(form, name)}
        />
      ))}
    </SettingsSection>
  );
}
