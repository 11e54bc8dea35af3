import { z } from 'zod';
import { Address } from '#core/address.ts';
import { endOfDay, LIFETIME } from '#core/dates.ts';
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
  const createdOn = instantOf(cells('Registered on')) ?? its.now;
  return {
    externalId: its.externalId,
    createdOn,
    updatedOn: its.now,
    canceledOn: null,
    owner: {
      email: email.data,
      firstName: cells('First name'),
      lastName: cells('Last name'),
      phone: cells('Phone'),
      address: addressIn(cells),
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

function instantOf(text: string): string | null {
  const epoch = text === '' ? Number.NaN : Date.parse(text);
  return Number.isNaN(epoch) ? null : new Date(epoch).toISOString();
}

function addressIn(cells: Cells): Address | null {
  if (cells('Address 1') === '') return null;
  return Address.parse({
    firstName: cells('First name'),
    lastName: cells('Last name'),
    line1: cells('Address 1'),
    line2: cells('Address 2'),
    city: cells('City'),
    stateOrProvinceCode: cells('Province code'),
    postalCode: cells('Zip'),
    countryCode: cells('Country code').toUpperCase(),
    phone: cells('Phone'),
  });
}

/** Kept only with the words and the time: anything less proves nothing. */
function consentIn(cells: Cells, { hash }: Imported): Registration['consent'] {
  const text = cells('Consent text');
  const collectedOn = instantOf(cells('Consent date'));
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
