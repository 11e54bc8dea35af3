import type { Address } from '#core/address.ts';
import { countryName } from '../../country-name.ts';

// Countries that write the postal code after the city; all others write it first.
const CODE_BEHIND = new Set(['US', 'CA', 'AU', 'NZ', 'MX', 'IN', 'TW', 'KR', 'TH', 'SG', 'PR']);

/** The lines of an address as its country writes them; empty ones are left out. */
export function addressLines(address: Address): string[] {
  const join = (...parts: string[]): string => parts.filter(Boolean).join(' ');
  const { city, stateOrProvinceCode: state, postalCode, countryCode } = address;
  // In Britain and Ireland town and code have a line each.
  const town =
    countryCode === 'GB' || countryCode === 'IE'
      ? [city, postalCode]
      : CODE_BEHIND.has(countryCode)
        ? [join([city, state].filter(Boolean).join(', '), postalCode)]
        : [join(postalCode, city, state ? `(${state})` : '')];
  return [
    join(address.firstName, address.lastName),
    address.company ?? '',
    address.line1,
    address.line2,
    ...town,
    countryName(countryCode),
  ].filter(Boolean);
}
