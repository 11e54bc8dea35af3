import { TextInput } from '@mantine/core';
import type { Address } from '#core/address.ts';

type Line = { name: Exclude<keyof Address, 'company'>; label: string; maxLength: number };
const rows: readonly (readonly Line[])[] = [
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
    { name: 'stateOrProvinceCode', label: 'State or province', maxLength: 20 },
  ],
  [
    { name: 'postalCode', label: 'Postal code', maxLength: 20 },
    { name: 'countryCode', label: 'Country code', maxLength: 2 },
  ],
  [{ name: 'phone', label: 'Phone', maxLength: 40 }],
];

export type AddressFieldsProps = {
  address: Address;
  errorOf: (name: keyof Address) => string | undefined;
  onChange: (part: Partial<Address>) => void;
};

/** An address, part by part, as it is stored. */
export function AddressFields({ address, errorOf, onChange }: AddressFieldsProps) {
  return (
    <>
      <TextInput
        label="Company"
        maxLength={200}
        dir="auto"
        value={address.company ?? ''}
        error={errorOf('company')}
        onChange={(event) => onChange({ company: event.currentTarget.value })}
      />
      {rows.map((row) => (
        <div key={row[0]?.name} className="mg-field-row">
          {row.map(({ name, ...field }) => (
            <TextInput
              key={name}
              autoComplete="off"
              dir="auto"
              {...field}
              value={address[name]}
              error={errorOf(name)}
              onChange={(event) =>
                onChange({
                  [name]: name === 'countryCode' ? event.currentTarget.value.toUpperCase() : event.currentTarget.value,
                })
              }
            />
          ))}
        </div>
      ))}
    </>
  );
}
