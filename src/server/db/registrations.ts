import { createHmac, randomUUID } from 'node:crypto';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { RegistrationOfOrder } from '#core/automations/order-facts.ts';
import { normalizeEmail, normalizeOrderNo } from '#core/orders/lookup.ts';
import { isFromRegistration } from '#core/orders/order-origin.ts';
import { sameThing } from '#core/registrations/register.ts';
import { ownerName, type Registration } from '#core/registrations/registration.ts';
import { normalizeSerial } from '#core/registrations/serial-number.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';

export type RegistrationRow = Selectable<Tables['registration']>;

/** What two registrations of one thing have in common. Only this installation can make it, so an email isn't to be guessed. */
export const sameKeyOf = (secret: string, registration: Registration): string =>
  createHmac('sha256', secret)
    .update(`registration of ${sameThing(registration)}`)
    .digest('base64url');

/** The key of a registration that is the same as no other: one without an owner, who can then register again. */
export const nobodysKey = (): string => randomUUID();

/** The keys of a registration that becomes another thing, or nobody's: files know it by what it was at first. */
export const keysOfOther = (
  secret: string,
  { first_key: firstKey, document }: RegistrationRow,
  sameKey: string,
): Pick<RegistrationRow, 'same_key' | 'first_key'> => ({
  same_key: sameKey,
  first_key: firstKey === '' ? sameKeyOf(secret, document) : firstKey,
});

const columnsOf = (registration: Registration) => {
  const { owner, lines } = registration;
  return {
    updated_on: registration.updatedOn,
    canceled_on: registration.canceledOn,
    is_canceled: registration.canceledOn !== null,
    channel: registration.registrationChannelName,
    purchased_on: `${registration.estimatedPurchaseDate}T00:00:00Z`,
    order_no: normalizeOrderNo(registration.customerProvidedOrderNumber ?? ''),
    customer_name: ownerName(owner),
    customer_email: owner.email,
    email_key: normalizeEmail(owner.email),
    products: lines
      .map(({ name, variantTitle, sku }) => [name, variantTitle, sku].filter((word) => word !== '').join(' · '))
      .join(', '),
    serials: lines.flatMap(({ serialNumber }) => (serialNumber ? [normalizeSerial(serialNumber)] : [])).join(' '),
    document: JSON.stringify(registration),
  };
};

/** Throws the database's unique violation where the same thing was registered meanwhile. */
export const insertRegistration = (
  db: Db,
  storeId: number,
  orderId: number,
  registration: Registration,
  sameKey: string,
): Promise<RegistrationRow> =>
  db
    .insertInto('registration')
    .values({
      store_id: storeId,
      external_id: registration.externalId,
      order_id: orderId,
      created_on: registration.createdOn,
      same_key: sameKey,
      first_key: sameKey,
      ...columnsOf(registration),
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/** The one that is there for the same thing. */
export const sameRegistration = (db: Db, storeId: number, sameKey: string): Promise<RegistrationRow | undefined> =>
  db
    .selectFrom('registration')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('same_key', '=', sameKey)
    .where('canceled_on', 'is', null)
    .executeTakeFirst();

/** Whether the same thing was ever registered, whether or not it was canceled, corrected or erased since. */
export const registeredBefore = async (db: Db, storeId: number, sameKey: string): Promise<boolean> =>
  (await db
    .selectFrom('registration')
    .select('registration_id')
    .where('store_id', '=', storeId)
    .where((its) => its.or([its('same_key', '=', sameKey), its('first_key', '=', sameKey)]))
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const registrationByExternalId = (
  db: Db,
  storeId: number,
  externalId: string,
): Promise<RegistrationRow | undefined> =>
  db
    .selectFrom('registration')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('external_id', '=', externalId.trim().toUpperCase())
    .executeTakeFirst();

/**
 * Writes a registration over the version that was read, with its keys where it became another thing; false where someone
 * saved first. Throws the database's unique violation where the same thing is registered.
 */
export async function saveRegistration(
  db: Db,
  { store_id: storeId, registration_id: id, version }: RegistrationRow,
  registration: Registration,
  keys: Partial<ReturnType<typeof keysOfOther>>,
): Promise<boolean> {
  const saved = await db
    .updateTable('registration')
    .set({
      ...columnsOf(registration),
      ...keys,
      version: version + 1,
    })
    .where('store_id', '=', storeId)
    .where('registration_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return saved.numUpdatedRows === 1n;
}

/** Some that have no keys yet, of all stores. Owner only. */
export const unkeyedRegistrations = (db: Db, limit: number): Promise<RegistrationRow[]> =>
  db
    .selectFrom('registration')
    .selectAll()
    .where('first_key', '=', sql.lit(''))
    .orderBy('registration_id')
    .limit(limit)
    .execute();

/** Throws the database's unique violation where `same_key` is that of another. */
export const setKeys = (
  db: Db,
  { store_id: storeId, registration_id: id }: RegistrationRow,
  keys: { same_key?: string; first_key: string },
): Promise<unknown> =>
  db
    .updateTable('registration')
    .set(keys)
    .where('store_id', '=', storeId)
    .where('registration_id', '=', id)
    .where('first_key', '=', '')
    .execute();

export const registrationById = (db: Db, storeId: number, id: number): Promise<RegistrationRow | undefined> =>
  db
    .selectFrom('registration')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('registration_id', '=', id)
    .executeTakeFirst();

/** The same, locked until the end of the transaction. */
export const registrationForChange = (db: Db, storeId: number, id: number): Promise<RegistrationRow | undefined> =>
  db
    .selectFrom('registration')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('registration_id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** The registrations whose products an order holds, the oldest first. */
export const registrationsOfOrder = (db: Db, storeId: number, orderId: number): Promise<RegistrationRow[]> =>
  db
    .selectFrom('registration')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('order_id', '=', orderId)
    .orderBy('registration_id')
    .execute();

/**
 * Since when the order that stands for a registration is its owner's; undefined for its first owner, and for all other
 * orders. What was opened or claimed before is a former owner's.
 */
export async function ownedSince(
  db: Db,
  { storeId, orderId, orderIdFromPlatform }: { storeId: number; orderId: number; orderIdFromPlatform: string },
): Promise<string | undefined> {
  if (!isFromRegistration(orderIdFromPlatform)) return undefined;
  const [registration] = await registrationsOfOrder(db, storeId, orderId);
  return registration?.document.transferredOn.at(-1);
}

/** The registrations on an order that are not canceled, the oldest first, as rules ask about them: a part of a query. */
export const registrationsOn = (storeId: RawBuilder<unknown>, orderId: RawBuilder<unknown>) =>
  sql<RegistrationOfOrder[]>`(select coalesce(jsonb_agg(jsonb_build_object(
      'registrationChannelName', registered.document -> 'registrationChannelName',
      'estimatedPurchaseDate', registered.document -> 'estimatedPurchaseDate',
      'lines', registered.document -> 'lines') order by registered.registration_id), '[]'::jsonb)
    from registration as registered
    where registered.store_id = ${storeId} and registered.order_id = ${orderId} and not registered.is_canceled)`;

/** The registration whose products the order of a claim holds. */
export const registrationOfClaim = (
  db: Db,
  storeId: number,
  claimId: number,
): Promise<Pick<RegistrationRow, 'registration_id' | 'external_id'> | undefined> =>
  db
    .selectFrom('registration')
    .select(['registration_id', 'external_id'])
    .where('store_id', '=', storeId)
    .where('order_id', '=', (of) =>
      of.selectFrom('claim').select('order_id').where('store_id', '=', storeId).where('claim_id', '=', claimId),
    )
    .orderBy('registration_id')
    .limit(1)
    .executeTakeFirst();

export const registrationsOfEmail = (db: Db, storeId: number, email: string): Promise<RegistrationRow[]> =>
  db
    .selectFrom('registration')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('email_key', '=', normalizeEmail(email))
    .orderBy('registration_id', 'desc')
    .limit(100)
    .execute();

/** Whether claims were made on an order, and whether any is still open: one that waits for its goods is, though it was finalized. */
export async function standingOf(
  db: Db,
  storeId: number,
  orderId: number,
): Promise<{ hasClaims: boolean; hasOpenClaims: boolean }> {
  const { rows } = await sql<{ all: number; open: number }>`
    select count(*)::integer as all,
      (count(*) filter (where rollup <> 'Closed'
        and (finalized_on is null or rollup not in ('Completed', 'Denied'))))::integer as open
    from claim where store_id = ${storeId} and order_id = ${orderId}`.execute(db);
  const [{ all, open } = { all: 0, open: 0 }] = rows;
  return { hasClaims: all > 0, hasOpenClaims: open > 0 };
}

/** Makes what belongs to a registration follow it: nobody else may take its serial numbers. Answers one that is taken. */
export async function takeSerials(
  db: Db,
  storeId: number,
  registrationId: number,
  { lines }: Pick<Registration, 'lines'>,
): Promise<string | null> {
  for (const { productIdFromPlatform: product, serialNumber: serial } of lines) {
    if (serial === null) continue;
    const { rows } = await sql`
      insert into serial_number as kept (store_id, product_id_from_platform, serial_key, serial, registration_id)
      values (${storeId}, ${product}, ${normalizeSerial(serial)}, ${serial}, ${registrationId})
      on conflict (store_id, product_id_from_platform, serial_key) do update set registration_id = excluded.registration_id
      where kept.registration_id is null or kept.registration_id = excluded.registration_id
      returning registration_id`.execute(db);
    if (rows.length === 0) return serial;
  }
  return null;
}

/** Lets others register what a registration no longer holds: all of it once it is canceled. */
export async function freeSerials(
  db: Db,
  storeId: number,
  registrationId: number,
  { canceledOn, lines }: Pick<Registration, 'canceledOn' | 'lines'>,
): Promise<void> {
  const kept = canceledOn === null ? lines : [];
  const products = kept.map(({ productIdFromPlatform }) => productIdFromPlatform);
  const keys = kept.map(({ serialNumber }) => normalizeSerial(serialNumber ?? ''));
  await sql`
    update serial_number set registration_id = null
    where store_id = ${storeId} and registration_id = ${registrationId}
      and (product_id_from_platform, serial_key) not in (select * from unnest(${products}::text[], ${keys}::text[]))`.execute(
    db,
  );
}

/** Whether the store imported serial numbers of a product without this one. */
export async function isUnknownSerial(db: Db, storeId: number, product: string, serial: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean; listed: boolean }>`
    select
      exists (select from serial_number where store_id = ${storeId} and product_id_from_platform = ${product}
        and is_known and serial_key = ${normalizeSerial(serial)}) as known,
      exists (select from serial_number where store_id = ${storeId} and product_id_from_platform = ${product}
        and is_known) as listed`.execute(db);
  const [found] = rows;
  return found?.listed === true && !found.known;
}
