import type { RowOutcome } from '#core/imports/progress.ts';
import { matchesLookup } from '#core/orders/lookup.ts';
import { termEnd } from '#core/registrations/imported.ts';
import { isSerial, normalizeSerial } from '#core/registrations/serial-number.ts';
import type { Db } from '#server/db/connect.ts';
import { ordersByNumber } from '#server/db/orders.ts';
import { registrationByExternalId, registrationById, type RegistrationRow } from '#server/db/registrations.ts';
import { registrationOfSerial } from '#server/db/serial-numbers.ts';
import { setSerialTerm, setWarrantyTerm } from '#server/db/warranty-terms.ts';
import type { ProductRow, WriteRows } from '#server/import/product-row.ts';
import { setTermOf } from '#server/registrations/terms.ts';

/** How long single items are covered. */
export const writeTerms: WriteRows = async ({ database, store: { store_id: storeId } }, rows) => {
  const outcomes: RowOutcome[] = [];
  for (const one of rows) outcomes.push(await database.inStore(storeId, (db) => writeOne(db, storeId, one)));
  return outcomes;
};

const saved = (isChanged: boolean): RowOutcome => (isChanged ? 'written' : 'unchanged');

async function writeOne(db: Db, storeId: number, { row, product }: ProductRow): Promise<RowOutcome> {
  const until = termEnd(row.cell('Covered until'));
  if (until === null) return { refused: 'Covered until is neither a day like 2031-11-14 nor lifetime.' };
  const serial = row.cell('Serial number');
  const externalId = row.cell('Registration');
  if (serial !== '') {
    if (!isSerial(serial)) return { refused: 'Serial number is not one.' };
    const unit = { product: product.productIdFromPlatform, key: normalizeSerial(serial), serial };
    const id = await registrationOfSerial(db, storeId, unit);
    const its = id === null ? undefined : await registrationById(db, storeId, id);
    const line = its?.document.lines.find(
      ({ productIdFromPlatform, serialNumber }) =>
        productIdFromPlatform === unit.product && serialNumber !== null && normalizeSerial(serialNumber) === unit.key,
    );
    return its && line
      ? saved(await setTermOf(db, its, line, until))
      : saved(await setSerialTerm(db, storeId, unit, until));
  }
  if (externalId !== '') {
    const its = await registrationByExternalId(db, storeId, externalId);
    const line = its && lineOf(its, product.variantIdFromPlatform);
    if (!its) return { refused: 'There is no registration with this number.' };
    if (!line) return { refused: "This product isn't part of the registration." };
    return saved(await setTermOf(db, its, line, until));
  }
  return ofOrder(db, storeId, { row, product }, until);
}

const lineOf = ({ document }: RegistrationRow, variantId: string) =>
  document.lines.find(({ variantIdFromPlatform }) => variantIdFromPlatform === variantId);

async function ofOrder(db: Db, storeId: number, { row, product }: ProductRow, until: string): Promise<RowOutcome> {
  const orderNo = row.cell('Order number');
  const email = row.cell('Email');
  if (orderNo === '' || email === '')
    return { refused: 'Names no item. Fill in Serial number, Registration, or Order number and Email.' };
  const order = (await ordersByNumber(db, storeId, orderNo)).find(({ document }) =>
    matchesLookup(document, orderNo, email),
  );
  if (!order) return { refused: 'No order has this number and email.' };
  const lines = order.document.lines.filter(
    ({ variantIdFromPlatform }) => variantIdFromPlatform === product.variantIdFromPlatform,
  );
  if (lines.length === 0) return { refused: "This product isn't part of the order." };
  const changes = [];
  for (const { idFromPlatform: lineId } of lines)
    changes.push(await setWarrantyTerm(db, storeId, { orderId: order.order_id, lineId }, until));
  return saved(changes.includes(true));
}
