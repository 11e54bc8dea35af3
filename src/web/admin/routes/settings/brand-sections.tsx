import { ColorInput, TagsInput, TextInput } from '@mantine/core';
import { SettingsSection } from '../../../ui/settings-page.tsx';
import { fieldError, type SettingsForm } from './settings-form.ts';

export function BrandSection(form: SettingsForm) {
  const { settings, change } = form;
  return (
    <SettingsSection
      title="Brand"
      help="How the portal and your e-mails look. Text on your colour stays readable by itself."
    >
      <TextInput
        label="Heading of the portal"
        maxLength={200}
        value={settings.portalHeading}
        onChange={(event) => change({ portalHeading: event.currentTarget.value })}
        {...fieldError(form, 'portalHeading')}
      />
      <div className="mg-field-row">
        <ColorInput
          label="Colour"
          format="hex"
          value={settings.brandColor}
          onChange={(brandColor) => change({ brandColor })}
          eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
          {...fieldError(form, 'brandColor')}
        />
        <TextInput
          label="Support e-mail"
          type="email"
          maxLength={255}
          value={settings.supportEmail}
          onChange={(event) => change({ supportEmail: event.currentTarget.value })}
          {...fieldError(form, 'supportEmail')}
        />
      </div>
      <TextInput
        label="Address of your logo"
        placeholder="https://"
        maxLength={2000}
        value={settings.logoUrl}
        onChange={(event) => change({ logoUrl: event.currentTarget.value })}
        {...fieldError(form, 'logoUrl')}
      />
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
