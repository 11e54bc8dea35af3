import { z } from 'zod';
import { Address } from '#core/address.ts';
import { endOfDay, LIFETIME } from '#core/dates.ts';
import { instantFrom } from '#core/imports/instant.ts';
import { dateProblem, type RegisteredProduct } from '#core/registrations/register.ts';
import { Day, type Registration } from '#core/registrations/registration.ts';
import { isSerial } from '#core/registrations/serial-number.ts';

/** The cell of a column; empty where the file has none. */
export type Cells = (column: string) => string;

export type Imported = {
  product: RegisteredProduct;
  externalId: string;
  /** ISO instant, and the day it is where the store is. */
  now: string;
  today: string;
  hash: (text: string) => string;
};

const MOST_UNITS = 9999;

/** A row of another system as a registration, or what is wrong with it. */
export function importedRegistration(cells: Cells, its: Imported): Registration | { problem: string } {
  const email = z.email().max(255).safeParse(cells('Email'));
  if (!email.success) return { problem: 'Email is not an email address.' };
  const day = Day.safeParse(cells('Purchase date'));
  if (!day.success) return { problem: 'Purchase date is not a day like 2026-11-14.' };
  const wrongDay = dateProblem(day.data, its.today);
  if (wrongDay !== null) return { problem: wrongDay };
  const serial = cells('Serial number');
  if (serial !== '' && !isSerial(serial)) return { problem: 'Serial number is not one.' };
  const quantity = cells('Quantity') === '' ? 1 : Number(cells('Quantity'));
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > MOST_UNITS)
    return { problem: `Quantity is not a number from 1 to ${MOST_UNITS}.` };
  if (serial !== '' && quantity > 1) return { problem: 'A serial number names a single item, but Quantity is more.' };
  const unreadable = ['Registered on', 'Consent date'].find(
    (column) => cells(column) !== '' && instantFrom(cells(column)) === null,
  );
  if (unreadable !== undefined) return { problem: `${unreadable} is not a date like 2026-11-14 10:00:00 +0100.` };
  const address = addressIn(cells);
  if (address !== null && 'problem' in address) return address;
  return {
    externalId: its.externalId,
    createdOn: instantFrom(cells('Registered on')) ?? its.now,
    updatedOn: its.now,
    canceledOn: null,
    owner: {
      email: email.data,
      firstName: cells('First name'),
      lastName: cells('Last name'),
      phone: cells('Phone'),
      address,
    },
    registrationChannelName: cells('Sales channel'),
    estimatedPurchaseDate: day.data,
    customerProvidedOrderNumber: cells('Order number') || null,
    proofs: [],
    consent: consentIn(cells, its),
    customFields: [],
    lines: [{ ...its.product, id: 1, quantity, serialNumber: serial === '' ? null : serial }],
    referrer: null,
    transferredOn: [],
  };
}

const ADDRESS_COLUMNS: Readonly<Record<Exclude<keyof Address, 'company'>, string>> = {
  firstName: 'First name',
  lastName: 'Last name',
  line1: 'Address 1',
  line2: 'Address 2',
  city: 'City',
  stateOrProvinceCode: 'Province code',
  postalCode: 'Zip',
  countryCode: 'Country code',
  phone: 'Phone',
};

function addressIn(cells: Cells): Address | null | { problem: string } {
  if (cells('Address 1') === '') return null;
  const said = Object.fromEntries(Object.entries(ADDRESS_COLUMNS).map(([field, column]) => [field, cells(column)]));
  const address = Address.safeParse({ ...said, countryCode: cells('Country code').toUpperCase() });
  if (address.success) return address.data;
  const wrong = address.error.issues.map(({ path: [field] }) => ADDRESS_COLUMNS[field as keyof typeof ADDRESS_COLUMNS]);
  if (wrong.includes(ADDRESS_COLUMNS.countryCode)) return { problem: 'Country code is not two letters like DE.' };
  return { problem: `${wrong[0]} is too long.` };
}

/** Kept only with the words and the time: anything less proves nothing. */
function consentIn(cells: Cells, { hash }: Imported): Registration['consent'] {
  const text = cells('Consent text');
  const collectedOn = instantFrom(cells('Consent date'));
  if (text === '' || collectedOn === null) return null;
  return {
    text,
    textHash: hash(text),
    policyUrl: cells('Consent policy URL'),
    language: cells('Consent language'),
    collectedOn,
  };
}

/** The last instant of a term: of a day, or for life. Null where the text is neither. */
export function termEnd(text: string): string | null {
  if (text.trim().toLowerCase() === 'lifetime') return LIFETIME;
  const day = Day.safeParse(text);
  return day.success ? endOfDay(`${day.data}T00:00:00Z`) : null;
}
