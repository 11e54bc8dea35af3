import { NativeSelect, TextInput } from '@mantine/core';
import { useMemo, type ChangeEvent } from 'react';
import type { Address } from '#core/address.ts';
import { countriesByName, statesOf, type State } from '#core/countries.ts';
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
        // A state is one of its country.
        onChange={(countryCode) => onChange({ countryCode, stateOrProvinceCode: '' })}
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
          {row.map(({ name, ...field }) => {
            const shared = {
              label: field.label,
              value: address[name],
              error: errorOf(name),
              onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
                onChange({ [name]: event.currentTarget.value }),
            };
            const states = name === 'stateOrProvinceCode' ? statesOf(address.countryCode) : [];
            return states.length > 0 ? (
              <NativeSelect key={name} {...shared} data={stateOptions(states, address[name])} />
            ) : (
              <TextInput key={name} {...shared} maxLength={field.maxLength} autoComplete="off" dir="auto" />
            );
          })}
        </div>
      ))}
    </>
  );
}

/** The states of a country; before them a choice still to be made, or what a platform wrote that is none of them. */
function stateOptions(states: readonly State[], chosen: string): { value: string; label: string }[] {
  const known = states.map(({ code, name }) => ({ value: code, label: name }));
  const isListed = known.some(({ value }) => value === chosen);
  return isListed ? known : [{ value: chosen, label: chosen === '' ? 'Choose a state' : chosen }, ...known];
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
