import { sql } from 'kysely';
import type { Claim } from '#core/claims/claim.ts';
import { allShipments } from '#core/claims/shipments.ts';
import { aboutClaim, aboutOrder, aboutShippingClaim, type Subject } from '#core/effects/subject.ts';
import { erasedEffect } from '#core/privacy/erased-effect.ts';
import { erasedRegistration } from '#core/privacy/erased-registration.ts';
import { erasedShippingClaim } from '#core/privacy/erased-shipping-claim.ts';
import { erasedOrder } from '#core/privacy/erased-order.ts';
import { SHIPPING_STATUSES } from '#core/protection/shipping-claim.ts';
import type { OpenClaim } from '#core/privacy/requests.ts';
import { BACKGROUND, changeClaim } from '#server/claims/change.ts';
import { removeMailsOfClaims } from '#server/db/claim-mail.ts';
import { claimForChange } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import { subjectOf, type EffectRow } from '#server/db/effects.ts';
import { lockOrders } from '#server/db/file-orders.ts';
import { removeLater } from '#server/db/file-removals.ts';
import { keysOfOther, nobodysKey, registrationsOfOrder, saveRegistration } from '#server/db/registrations.ts';
import { removeReceipts } from '#server/db/rule-receipts.ts';
import { saveShippingClaim, shippingClaimForChange, type ShippingClaimRow } from '#server/db/shipping-claims.ts';
import { mediaKeys } from '#server/uploads.ts';

const CLOSED: readonly string[] = ['Completed', 'Denied', 'Closed'];

/** Erased together, or not at all. Without an order: claims a gift's recipient made on an order of somebody else. */
export type Erasable = {
  storeId: number;
  orderId: number | null;
  claimIds: readonly number[];
  shippingClaimIds: readonly number[];
  requestId: string;
};
export type Erased = { waitsFor: OpenClaim[]; files: number };

/**
 * Erases the customer from an order and its claims, with all that hangs on them. Changes nothing and names what is
 * still open when someone still has to work on it with the customer.
 */
export async function eraseOrder(
  db: Db,
  secret: string,
  { storeId, orderId, claimIds, shippingClaimIds, requestId }: Erasable,
): Promise<Erased> {
  const now = new Date().toISOString();
  await lockOrders(db, storeId);
  const claims: Claim[] = [];
  for (const id of claimIds) {
    const loaded = await claimForChange(db, storeId, id);
    if (loaded) claims.push(loaded.claim);
  }
  const shippingClaims: ShippingClaimRow[] = [];
  for (const id of shippingClaimIds) {
    const row = await shippingClaimForChange(db, storeId, id);
    if (row) shippingClaims.push(row);
  }
  const order = orderId === null ? undefined : await holdOrder(db, storeId, orderId);
  const subjects: Subject[] = [
    ...claims.map(aboutClaim),
    ...shippingClaims.map(({ document }) => aboutShippingClaim(document)),
    ...(orderId === null ? [] : [aboutOrder(orderId)]),
  ];
  const effects = await effectsAbout(db, storeId, subjects);
  const waitsFor = await openClaimsOf(db, storeId, {
    claimIds,
    shippingClaimIds,
    orderIds: orderId === null ? [] : [orderId],
  });
  if (waitsFor.length > 0) return { waitsFor, files: 0 };

  const documents = claims.flatMap((claim) => allShipments(claim).map((shipment) => shipment.documentKey));
  const media = await removeMedia(db, storeId, orderId, subjects);
  const files = [...documents.filter((key) => key !== ''), ...media];
  await removeLater(db, storeId, files);
  await removeInbox(db, storeId, claims);
  for (const { id } of claims)
    await changeClaim(
      db,
      { storeId, claimId: id, requestId, by: BACKGROUND, now },
      {
        kind: 'customerErased',
        input: {},
      },
    );
  await removeMailsOfClaims(db, storeId, shippingClaimIds);
  for (const row of shippingClaims)
    await saveShippingClaim(db, row, erasedShippingClaim(row.document, now), row.version);
  for (const effect of effects) await eraseEffect(db, effect);
  for (const subject of subjects) await eraseWords(db, storeId, subject);
  for (const id of claimIds) await eraseAround(db, storeId, id);
  if (orderId !== null) await eraseRegistrations(db, secret, { storeId, orderId }, now);
  if (order && orderId !== null) {
    await db
      .updateTable('store_order')
      .set({
        email_key: '',
        postal_key: '',
        tracking_keys: [],
        erased_on: now,
        segment_ids: null,
        segments_asked_on: null,
        claims_version: sql`claims_version + 1`,
        document: JSON.stringify(erasedOrder(order.document, now)),
      })
      .where('store_id', '=', storeId)
      .where('order_id', '=', orderId)
      .execute();
    await db.deleteFrom('filing_reminder').where('store_id', '=', storeId).where('order_id', '=', orderId).execute();
    await db
      .updateTable('customer_payment')
      .set({ client_secret: null, pay_url: null, reusable_method: null })
      .where('store_id', '=', storeId)
      .where('order_id', '=', orderId)
      .execute();
  }
  return { waitsFor, files: files.length };
}

const holdOrder = (db: Db, storeId: number, orderId: number) =>
  db
    .selectFrom('store_order')
    .select('document')
    .where('store_id', '=', storeId)
    .where('order_id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();

async function effectsAbout(db: Db, storeId: number, subjects: readonly Subject[]): Promise<EffectRow[]> {
  const found: EffectRow[] = [];
  for (const { kind, id } of subjects)
    found.push(
      ...(await db
        .selectFrom('effect')
        .selectAll()
        .where('store_id', '=', storeId)
        .where('subject_kind', '=', kind)
        .where('subject_id', '=', id)
        .forUpdate()
        .execute()),
    );
  return found;
}

type Ids = { orderIds: readonly number[]; claimIds: readonly number[]; shippingClaimIds: readonly number[] };
const CLOSED_SHIPPING = Object.entries(SHIPPING_STATUSES).flatMap(([status, { isClosed }]) =>
  isClosed ? [status] : [],
);

/** What someone still has to work on with the customer. */
export async function openClaimsOf(
  db: Db,
  storeId: number,
  { orderIds, claimIds, shippingClaimIds }: Ids,
): Promise<OpenClaim[]> {
  const { rows } = await sql<OpenClaim>`
    with wanted (kind, id) as (
      select 'claim', unnest(${[...claimIds]}::bigint[]) union all select 'order', unnest(${[...orderIds]}::bigint[])
      union all select 'shippingClaim', unnest(${[...shippingClaimIds]}::bigint[])
    ), at_work (kind, id) as (
      select subject_kind, subject_id from effect
      where store_id = ${storeId} and state not in ('done', 'doneElsewhere', 'calledOff')
        and (subject_kind, subject_id) in (select kind, id from wanted)
    ), asked (kind, id) as (
      select subject_kind, subject_id from task
      where store_id = ${storeId} and done_on is null and (subject_kind, subject_id) in (select kind, id from wanted)
    ), open as (
      select claim_id::integer as "claimId", claim_type as "claimType", external_id as name, case
        when rollup <> all (${[...CLOSED]}::text[]) then 'open'
        when exists (select from at_work where kind = 'claim' and id = claim_id) then 'actions'
        when exists (select from asked where kind = 'claim' and id = claim_id) then 'tasks'
      end as why
      from claim where store_id = ${storeId} and claim_id = any(${[...claimIds]}::bigint[])
      union all
      select null, null, external_id, case
        when status <> all (${CLOSED_SHIPPING}::text[]) then 'open'
        when exists (select from at_work where kind = 'shippingClaim' and id = shipping_claim_id) then 'actions'
        when exists (select from asked where kind = 'shippingClaim' and id = shipping_claim_id) then 'tasks'
      end
      from shipping_claim where store_id = ${storeId} and shipping_claim_id = any(${[...shippingClaimIds]}::bigint[])
      union all
      select null, null, order_no, case
        when exists (select from at_work where kind = 'order' and id = order_id) then 'actions'
        when exists (select from asked where kind = 'order' and id = order_id) then 'tasks'
        when exists (
          select from customer_payment payment
          where payment.store_id = ${storeId} and payment.order_id = store_order.order_id
            and status in ('processing', 'authorized')
        ) then 'payments'
      end
      from store_order where store_id = ${storeId} and order_id = any(${[...orderIds]}::bigint[])
    )
    select * from open where why is not null order by name`.execute(db);
  return rows;
}

/** Photos, videos and what they look like. Answers the keys of their files. */
async function removeMedia(
  db: Db,
  storeId: number,
  orderId: number | null,
  subjects: readonly Subject[],
): Promise<string[]> {
  const removed = await db
    .deleteFrom('media')
    .where('store_id', '=', storeId)
    .where((media) =>
      media.or([
        media('order_id', '=', orderId ?? 0),
        ...subjects.map(({ kind, id }) => media.and([media('subject_kind', '=', kind), media('subject_id', '=', id)])),
      ]),
    )
    .returning('media_id')
    .execute();
  return removed.flatMap(({ media_id }) => mediaKeys(storeId, media_id));
}

/** News of its packages says where they were seen. */
async function removeInbox(db: Db, storeId: number, claims: readonly Claim[]): Promise<void> {
  const codes = claims.flatMap((claim) => allShipments(claim).map(({ trackingCode }) => trackingCode));
  for (const code of codes.filter((one) => one !== ''))
    await db
      .deleteFrom('webhook_inbox')
      .where('store_id', '=', storeId)
      .where(sql<boolean>`strpos(body, ${code}) > 0`)
      .execute();
}

async function eraseEffect(db: Db, row: EffectRow): Promise<void> {
  const effect = {
    kind: row.kind,
    purposeKey: row.purpose_key,
    subject: subjectOf(row),
    payload: row.payload,
    result: row.result,
    summary: row.summary,
  };
  const { payload, result, summary } = erasedEffect(effect);
  await db
    .updateTable('effect')
    .set({
      payload: JSON.stringify(payload),
      result: result === null ? null : JSON.stringify(result),
      summary,
      last_error: null,
      settled_reason: null,
    })
    .where('store_id', '=', row.store_id)
    .where('effect_id', '=', row.effect_id)
    .execute();
}

async function eraseWords(db: Db, storeId: number, { kind, id }: Subject): Promise<void> {
  await db
    .updateTable('task')
    .set({ message: 'Erased', done_note: null })
    .where('store_id', '=', storeId)
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .execute();
  await db
    .updateTable('alert')
    .set({ message: 'Erased' })
    .where('store_id', '=', storeId)
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .execute();
}

/** The registrations whose products the order holds; its files went with the order's. */
async function eraseRegistrations(
  db: Db,
  secret: string,
  { storeId, orderId }: { storeId: number; orderId: number },
  now: string,
): Promise<void> {
  for (const row of await registrationsOfOrder(db, storeId, orderId))
    await saveRegistration(db, row, erasedRegistration(row.document, now), keysOfOther(secret, row, nobodysKey()));
}

async function eraseAround(db: Db, storeId: number, claimId: number): Promise<void> {
  await db.deleteFrom('claim_origin').where('store_id', '=', storeId).where('claim_id', '=', claimId).execute();
  await removeReceipts(db, storeId, claimId);
  await db.deleteFrom('shipment_quote').where('store_id', '=', storeId).where('claim_id', '=', claimId).execute();
}
