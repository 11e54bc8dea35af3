import { Checkbox, Stack, Textarea } from '@mantine/core';
import type { StoreSettings } from '#core/settings/settings.ts';
import { SettingsSection } from '../../../ui/settings-page.tsx';
import { fieldError, type SettingsForm } from './settings-form.ts';

const ways = [
  ['label', 'Prepaid shipping label'],
  ['packingSlip', 'Packing slip, the shopper pays for shipping'],
] as const;

export function ShippingSection(form: SettingsForm) {
  const { settings, change } = form;
  return (
    <SettingsSection
      title="Shipping"
      help="How returned items may come back to you, and what the shopper reads on the slip."
    >
      <Checkbox.Group
        label="Ways to send it back"
        value={settings.shippingMethods}
        onChange={(chosen) =>
          change({
            shippingMethods: ways
              .map(([way]) => way)
              .filter((way) => chosen.includes(way)) satisfies StoreSettings['shippingMethods'],
          })
        }
        {...fieldError(form, 'shippingMethods')}
      >
        <Stack gap="sm" mt="sm">
          {ways.map(([way, label]) => (
            <Checkbox key={way} value={way} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Textarea
        label="Instructions"
        autosize
        minRows={3}
        maxLength={2000}
        value={settings.returnInstructions}
        onChange={(event) => change({ returnInstructions: event.currentTarget.value })}
        {...fieldError(form, 'returnInstructions')}
      />
    </SettingsSection>
  );
}
