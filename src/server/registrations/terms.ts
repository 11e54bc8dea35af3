import { isAfter } from '#core/dates.ts';
import { normalizeSerial } from '#core/registrations/serial-number.ts';
import { lineIn } from '#core/registrations/registration-order.ts';
import type { RegistrationLine } from '#core/registrations/registration.ts';
import type { Db } from '#server/db/connect.ts';
import { orderById } from '#server/db/orders.ts';
import { registrationsOfOrder, type RegistrationRow } from '#server/db/registrations.ts';
import { termsOfSerials } from '#server/db/serial-numbers.ts';
import { setSerialTerm, setWarrantyTerm } from '#server/db/warranty-terms.ts';

/**
 * Writes the end of the warranty of a registered product, and of its unit, which keeps it for its next registration. Units
 * of one order line share a term: the longest. False where it is that already.
 */
export async function setTermOf(
  db: Db,
  { store_id: storeId, order_id: orderId }: Pick<RegistrationRow, 'store_id' | 'order_id'>,
  line: RegistrationLine,
  until: string,
): Promise<boolean> {
  const { productIdFromPlatform: product, serialNumber: serial } = line;
  const isOfUnit =
    serial !== null && (await setSerialTerm(db, storeId, { product, key: normalizeSerial(serial), serial }, until));
  const order = await orderById(db, storeId, orderId);
  const lines = order?.document.lines ?? [];
  const orderLine = lineIn(lines, line);
  if (!orderLine) return isOfUnit;
  let longest = until;
  for (const row of await registrationsOfOrder(db, storeId, orderId))
    for (const unit of await unitTerms(db, row))
      if (lineIn(lines, unit.line) === orderLine && isAfter(unit.until, longest)) longest = unit.until;
  const isOfLine = await setWarrantyTerm(db, storeId, { orderId, lineId: orderLine.idFromPlatform }, longest);
  return isOfUnit || isOfLine;
}

/** A unit's own term, known before it was registered, is the term of its registration. */
export async function takeTerms(db: Db, row: RegistrationRow): Promise<void> {
  for (const { line, until } of await unitTerms(db, row)) await setTermOf(db, row, line, until);
}

/** What was promised of the units of a registration that have serial numbers. */
async function unitTerms(db: Db, row: RegistrationRow): Promise<{ line: RegistrationLine; until: string }[]> {
  const terms = await termsOfSerials(db, row.store_id, row.registration_id);
  return terms.flatMap(({ product, key, until }) => {
    const line = row.document.lines.find(
      ({ productIdFromPlatform, serialNumber }) =>
        productIdFromPlatform === product && serialNumber !== null && normalizeSerial(serialNumber) === key,
    );
    return line && until ? [{ line, until: until.toISOString() }] : [];
  });
}
