import { Button, Checkbox, Stack, TextInput, Textarea } from '@mantine/core';
import { Address } from '#core/address.ts';
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

type Line = { name: Exclude<keyof Address, 'company'>; label: string; maxLength: number };
const addressFields: readonly (readonly Line[])[] = [
  [
    { name: 'firstName', label: 'First name', maxLength: 100 },
    { name: 'lastName', label: 'Last name', maxLength: 100 },
  ],
  [
    { name: 'line1', label: 'Street', maxLength: 255 },
    { name: 'line2', label: 'Apartment, suite, etc.', maxLength: 255 },
  ],
  [
    { name: 'city', label: 'City', maxLength: 100 },
    { name: 'stateOrProvinceCode', label: 'State or province code', maxLength: 20 },
  ],
  [
    { name: 'postalCode', label: 'Postal code', maxLength: 20 },
    { name: 'countryCode', label: 'Country code, two letters', maxLength: 2 },
  ],
  [{ name: 'phone', label: 'Phone', maxLength: 40 }],
];

export function AddressSection(form: SettingsForm) {
  const { settings, change } = form;
  const address = settings.returnAddress;
  const set = (part: Partial<Address>): void =>
    change({ returnAddress: { ...(address ?? Address.parse({})), ...part } });
  return (
    <SettingsSection
      title="Return address"
      help="Where shoppers send items back to. Labels need it; packing slips print it."
    >
      {address ? (
        <>
          <TextInput
            label="Company"
            maxLength={200}
            value={address.company ?? ''}
            onChange={(event) => set({ company: event.currentTarget.value })}
            {...fieldError(form, 'returnAddress.company')}
          />
          {addressFields.map((row) => (
            <div key={row[0]?.name} className="mg-field-row">
              {row.map(({ name, ...field }) => (
                <TextInput
                  key={name}
                  autoComplete="off"
                  {...field}
                  value={address[name]}
                  onChange={(event) =>
                    set({
                      [name]:
                        name === 'countryCode' ? event.currentTarget.value.toUpperCase() : event.currentTarget.value,
                    })
                  }
                  {...fieldError(form, `returnAddress.${name}`)}
                />
              ))}
            </div>
          ))}
          <div>
            <Button variant="default" onClick={() => change({ returnAddress: null })}>
              Remove return address
            </Button>
          </div>
        </>
      ) : (
        <div>
          <Button variant="default" onClick={() => set({})}>
            Add return address
          </Button>
        </div>
      )}
    </SettingsSection>
  );
}
