import { NativeSelect, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import type { Address } from '#core/address.ts';
import { countriesByName } from '#core/countries.ts';
import { countryName } from './country-name.ts';

type Line = { name: Exclude<keyof Address, 'company' | 'countryCode'>; label: string; maxLength: number };
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
    { name: 'phone', label: 'Phone', maxLength: 40 },
  ],
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
      <CountrySelect
        code={address.countryCode}
        isWrong={errorOf('countryCode') !== undefined}
        onChange={(countryCode) => onChange({ countryCode })}
      />
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
              onChange={(event) => onChange({ [name]: event.currentTarget.value })}
            />
          ))}
        </div>
      ))}
    </>
  );
}

type CountrySelectProps = { code: string; isWrong: boolean; onChange: (code: string) => void };

function CountrySelect({ code, isWrong, onChange }: CountrySelectProps) {
  const known = useMemo(
    () => countriesByName(countryName).map(({ code: value, name: label }) => ({ value, label })),
    [],
  );
  // A platform may know a country that the list does not.
  const isListed = known.some(({ value }) => value === code);
  return (
    <NativeSelect
      label="Country"
      data={isListed ? known : [{ value: code, label: code === '' ? 'Choose a country' : code }, ...known]}
      value={code}
      error={isWrong ? 'Choose a country.' : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
