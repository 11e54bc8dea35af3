import { sql } from 'kysely';
import { ERASED_NAME } from '#core/privacy/erased-claim.ts';
import type { OpenClaim, PrivacyCounts, PrivacySubject } from '#core/privacy/requests.ts';
import { withoutWords } from '#core/privacy/without-words.ts';
import { removeUnplacedOf } from '#server/db/claim-mail.ts';
import type { Db } from '#server/db/connect.ts';
import { removeLater } from '#server/db/file-removals.ts';
import { removeFilingReminders } from '#server/db/filing-reminders.ts';
import type { ServerDeps } from '#server/deps.ts';
import { eraseOrder, type Erasable } from '#server/privacy/erase-order.ts';
import { findCustomer, type FoundClaim, type Held } from '#server/privacy/find-customer.ts';

export type CustomerErased = { counts: PrivacyCounts; waitsFor: OpenClaim[] };

/** Erases a customer from everything that is closed, and names what has to be closed first. */
export async function eraseCustomer(
  { database, secret }: Pick<ServerDeps, 'database' | 'secret'>,
  {
    storeId,
    about,
    requestId,
    before,
  }: {
    storeId: number;
    about: PrivacySubject;
    requestId: string;
    /** What earlier tries of the same request have erased. */
    before: PrivacyCounts;
  },
): Promise<CustomerErased> {
  const held = await database.readStore(storeId, (db) => findCustomer(db, storeId, about));
  const words = await database.readStore(storeId, (db) => wordsFor(db, storeId, about, held));
  const counts = { ...before };
  const waitsFor: OpenClaim[] = [];
  for (const unit of unitsOf(storeId, held, requestId)) {
    const erased = await database.inStore(storeId, (db) => eraseOrder(db, secret, unit));
    waitsFor.push(...erased.waitsFor);
    if (erased.waitsFor.length > 0) continue;
    counts.orders += unit.orderId === null ? 0 : 1;
    counts.claims += unit.claimIds.length + unit.shippingClaimIds.length;
    counts.files += erased.files;
  }
  counts.files += await database.inStore(storeId, async (db) => {
    await removeFilingReminders(db, storeId, about.email);
    await removeUnplacedOf(db, storeId, about.email);
    await eraseWordsElsewhere(db, storeId, words);
    const exports = await removeExports(db, storeId, about);
    const isNothingErased = counts.claims === before.claims && counts.orders === before.orders;
    return exports + (isNothingErased ? 0 : await removeReports(db, storeId));
  });
  if (about.email !== '')
    await database.asOwner(async (db) => {
      await removeSignUps(db, about.email);
      await removeUnplacedOf(db, null, about.email);
    });
  return { counts, waitsFor };
}

/** Orders with their claims, and then claims on orders of others, each by itself. */
function unitsOf(storeId: number, { orders, claims, shippingClaims }: Held, requestId: string): Erasable[] {
  const own = new Set(orders.map(({ orderId }) => orderId));
  const idsOf = (found: readonly FoundClaim[]): number[] => found.map(({ claimId }) => claimId);
  const ofOrders = orders
    .map(({ orderId, isErased }) => ({
      orderId,
      isErased,
      of: claims.filter((claim) => claim.orderId === orderId),
      shipping: shippingClaims.filter((claim) => claim.orderId === orderId),
    }))
    .filter(({ isErased, of, shipping }) => !isErased || [...of, ...shipping].some((claim) => !claim.isErased))
    .map(({ orderId, of, shipping }) => ({
      storeId,
      orderId,
      claimIds: idsOf(of),
      shippingClaimIds: idsOf(shipping),
      requestId,
    }));
  const isAlone = ({ orderId, isErased }: FoundClaim): boolean => !own.has(orderId) && !isErased;
  const alone = { storeId, orderId: null, claimIds: [], shippingClaimIds: [], requestId };
  return [
    ...ofOrders,
    ...claims.filter(isAlone).map(({ claimId }) => ({ ...alone, claimIds: [claimId] })),
    ...shippingClaims.filter(isAlone).map(({ claimId }) => ({ ...alone, shippingClaimIds: [claimId] })),
  ];
}

const LEAST_LETTERS = 5;

/** Words that mean this customer wherever they stand. Shorter ones could be part of anything. */
async function wordsFor(
  db: Db,
  storeId: number,
  about: PrivacySubject,
  { orders, claims, shippingClaims }: Held,
): Promise<string[]> {
  const documents =
    claims.length === 0
      ? []
      : await db
          .selectFrom('claim')
          .select(['customer_name', 'customer_email'])
          .where('store_id', '=', storeId)
          .where(
            'claim_id',
            'in',
            claims.map(({ claimId }) => claimId),
          )
          .execute();
  const ofShipping = await db
    .selectFrom('shipping_claim')
    .select('document')
    .where('store_id', '=', storeId)
    .where(sql<boolean>`shipping_claim_id = any(${shippingClaims.map(({ claimId }) => claimId)}::bigint[])`)
    .execute();
  const words = [
    about.email,
    about.phone,
    ...ofShipping.flatMap(({ document: { customerName, customerEmail, customerPhone, shippingAddress } }) => [
      customerName,
      customerEmail,
      customerPhone,
      ...(shippingAddress
        ? [`${shippingAddress.firstName} ${shippingAddress.lastName}`, shippingAddress.phone, shippingAddress.line1]
        : []),
    ]),
    ...documents.flatMap((row) => [row.customer_name, row.customer_email]),
    ...orders.flatMap(({ document: { email, phone, customer, shippingAddress, billingAddress, owner } }) => [
      email,
      phone,
      customer?.email ?? '',
      ...[customer, shippingAddress, billingAddress, owner].map((one) =>
        one ? `${one.firstName} ${one.lastName}` : '',
      ),
      ...[shippingAddress, billingAddress].flatMap((one) => (one ? [one.phone, one.line1] : [])),
    ]),
  ];
  const meant = words.map((word) => word.trim()).filter((word) => word.length >= LEAST_LETTERS && word !== ERASED_NAME);
  return [...new Set(meant)].toSorted((word, other) => other.length - word.length);
}

/** Free text of the store that is not about one order, and where the customer may be named all the same. */
const ELSEWHERE = [
  { table: 'alert', key: 'alert_id', columns: ['message'] },
  { table: 'task', key: 'task_id', columns: ['message', 'done_note'] },
  { table: 'saved_view', key: 'view_id', columns: ['name', 'filters'] },
  { table: 'webhook_inbox', key: 'webhook_id', columns: ['body', 'last_error'] },
  { table: 'sync_state', key: 'kind', columns: ['last_error'] },
  { table: 'reconciliation_run', key: 'run_id', columns: ['last_error', 'differences'] },
] as const;
const DOCUMENTS: ReadonlySet<string> = new Set(['filters', 'differences']);

async function eraseWordsElsewhere(db: Db, storeId: number, words: readonly string[]): Promise<void> {
  const patterns = words.map((word) => `%${word.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`);
  if (patterns.length === 0) return;
  for (const { table, key, columns } of ELSEWHERE)
    for (const column of columns) {
      const { rows } = await sql<{ id: string | number; words: unknown }>`
        select ${sql.ref(key)} as id, ${sql.ref(column)} as words from ${sql.table(table)}
        where store_id = ${storeId} and lower(${sql.ref(column)}::text) like any(${patterns}::text[])`.execute(db);
      for (const row of rows) {
        const erased = withoutWords(row.words, words);
        const value = DOCUMENTS.has(column) ? sql`${JSON.stringify(erased)}::jsonb` : sql`${erased}::text`;
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value}
          where store_id = ${storeId} and ${sql.ref(key)} = ${row.id}`.execute(db);
      }
    }
}

/** Copies that were handed to the merchant for a customer. */
async function removeExports(db: Db, storeId: number, { email, customerIdFromPlatform }: PrivacySubject) {
  const removed = await db
    .updateTable('privacy_request as request')
    .set({ about: null, file_key: null })
    .from('privacy_request as before')
    .whereRef('before.store_id', '=', 'request.store_id')
    .whereRef('before.request_id', '=', 'request.request_id')
    .where('request.store_id', '=', storeId)
    .where('request.kind', '=', 'export')
    .where('request.state', '=', 'done')
    .where((request) =>
      request.or([
        ...(email === '' ? [] : [request(sql<string>`lower(request.about ->> 'email')`, '=', email.toLowerCase())]),
        request(
          sql<string>`request.about ->> 'customerIdFromPlatform'`,
          '=',
          customerIdFromPlatform === '' ? '-' : customerIdFromPlatform,
        ),
      ]),
    )
    .returning('before.file_key')
    .execute();
  const keys = removed.flatMap((row) => row.file_key ?? []);
  await removeLater(db, storeId, keys);
  return keys.length;
}

/** Saved lists may name anybody. One that is being written finds its report gone, and leaves nothing. */
async function removeReports(db: Db, storeId: number): Promise<number> {
  const removed = await db.deleteFrom('report').where('store_id', '=', storeId).returning('file_key').execute();
  const keys = removed.flatMap((row) => row.file_key ?? []);
  await removeLater(db, storeId, keys);
  return keys.length;
}

/** Of requests for an invitation those that nobody will mail anymore. */
const removeSignUps = (db: Db, email: string): Promise<unknown> =>
  db
    .deleteFrom('sign_up')
    .where(sql<string>`lower(document ->> 'email')`, '=', email.trim().toLowerCase())
    .where('next_try_on', 'is', null)
    .execute();
