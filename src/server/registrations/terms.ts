import { normalizeSerial } from '#core/registrations/serial-number.ts';
import { lineIn } from '#core/registrations/registration-order.ts';
import type { RegistrationLine } from '#core/registrations/registration.ts';
import type { Db } from '#server/db/connect.ts';
import { orderById } from '#server/db/orders.ts';
import type { RegistrationRow } from '#server/db/registrations.ts';
import { termsOfSerials } from '#server/db/serial-numbers.ts';
import { setWarrantyTerm } from '#server/db/warranty-terms.ts';

/** Writes the end of the warranty of a registered product; false where it is that already. */
export async function setTermOf(
  db: Db,
  { store_id: storeId, order_id: orderId }: Pick<RegistrationRow, 'store_id' | 'order_id'>,
  line: RegistrationLine,
  until: string,
): Promise<boolean> {
  const order = await orderById(db, storeId, orderId);
  const orderLine = order && lineIn(order.document.lines, line);
  if (!orderLine) return false;
  return setWarrantyTerm(db, storeId, { orderId, lineId: orderLine.idFromPlatform }, until);
}

/** A unit's own term, known before it was registered, is the term of its registration. */
export async function takeTerms(db: Db, row: RegistrationRow): Promise<void> {
  for (const { product, key, until } of await termsOfSerials(db, row.store_id, row.registration_id)) {
    const line = row.document.lines.find(
      ({ productIdFromPlatform, serialNumber }) =>
        productIdFromPlatform === product && serialNumber !== null && normalizeSerial(serialNumber) === key,
    );
    if (line && until) await setTermOf(db, row, line, until.toISOString());
  }
}
