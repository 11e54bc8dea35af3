import { sql } from 'kysely';
import type { Claim } from '#core/claims/claim.ts';
import { isGiftReturn } from '#core/claims/gift-return.ts';
import { isBefore } from '#core/dates.ts';
import { normalizeEmail } from '#core/orders/lookup.ts';
import type { PrivacyCounts, PrivacySubject } from '#core/privacy/requests.ts';
import type { Db } from '#server/db/connect.ts';
import { ownedSince } from '#server/db/registrations.ts';
import { receiptsOfClaims } from '#server/db/rule-receipts.ts';
import { findCustomer, type Held } from '#server/privacy/find-customer.ts';

export type CustomerExport = { content: object; counts: PrivacyCounts };

/** Everything the store holds of a customer, for the merchant to hand over. */
export async function exportCustomer(db: Db, storeId: number, about: PrivacySubject): Promise<CustomerExport> {
  const held = await findCustomer(db, storeId, about);
  const orderIds = held.orders.map(({ orderId }) => orderId);
  const claims = await ownClaims(db, storeId, about, held);
  const claimIds = claims.map(({ document }) => document.id);
  const shippingClaimIds = held.shippingClaims.map(({ claimId }) => claimId);
  const ofThem = <Column extends string>(column: Column, ids: readonly number[]) =>
    sql<boolean>`${sql.ref(column)} = any(${[...ids]}::bigint[])`;
  const aboutThem = sql<boolean>`((subject_kind = 'claim' and subject_id = any(${claimIds}::bigint[]))
    or (subject_kind = 'shippingClaim' and subject_id = any(${shippingClaimIds}::bigint[]))
    or (subject_kind = 'order' and subject_id = any(${orderIds}::bigint[])))`;
  const shippingClaims = await db
    .selectFrom('shipping_claim')
    .select('document')
    .where('store_id', '=', storeId)
    .where(ofThem('shipping_claim_id', shippingClaimIds))
    .orderBy('shipping_claim_id')
    .execute();
  const sentFrom = await db
    .selectFrom('claim_origin')
    .select([
      'claim_id as claimId',
      'proven_by as orderFoundBy',
      'device_fingerprint as device',
      'ip_address as ipAddress',
      'created_on as createdOn',
    ])
    .where('store_id', '=', storeId)
    .where(ofThem('claim_id', claimIds))
    .execute();
  const receipts = await receiptsOfClaims(db, storeId, claimIds);
  const files = await db
    .selectFrom('media')
    .select([
      'media_id as id',
      'subject_kind as of',
      'subject_id as ofId',
      'filename',
      'content_type as contentType',
      'size',
      'created_on as createdOn',
    ])
    .where('store_id', '=', storeId)
    .where((media) =>
      media.or([media.and([ofThem('order_id', orderIds), media('subject_kind', '<>', 'claim')]), aboutThem]),
    )
    .orderBy('created_on')
    .execute();
  const messagesAndActions = await db
    .selectFrom('effect')
    .select(['subject_kind', 'subject_id', 'kind', 'summary', 'state', 'payload', 'created_on', 'done_on'])
    .where('store_id', '=', storeId)
    .where(aboutThem)
    .orderBy('effect_id')
    .execute();
  const tasks = await db
    .selectFrom('task')
    .select(['message', 'created_on as createdOn', 'done_on as doneOn', 'done_note as note'])
    .where('store_id', '=', storeId)
    .where(aboutThem)
    .orderBy('task_id')
    .execute();
  const billedForProtection = await db
    .selectFrom('billing_line')
    .select(['kind', 'reference', 'amount', 'currency_code as currencyCode', 'recorded_on as recordedOn'])
    .where('store_id', '=', storeId)
    .where(aboutThem)
    .orderBy('line_id')
    .execute();
  const conversations = await db
    .selectFrom('claim_mail')
    .select([
      'shipping_claim_id as shippingClaimId',
      'direction',
      'kind',
      'from_name as fromName',
      'from_address as fromAddress',
      'to_address as toAddress',
      'subject',
      'html',
      'attachments',
      'created_on as createdOn',
    ])
    .where('store_id', '=', storeId)
    .where(ofThem('shipping_claim_id', shippingClaimIds))
    .orderBy('created_on')
    .orderBy('mail_id')
    .execute();
  const unplacedMails = await db
    .selectFrom('unplaced_mail')
    .select([
      'from_name as fromName',
      'from_address as fromAddress',
      'to_address as toAddress',
      'subject',
      'body_text as text',
      'received_on as receivedOn',
    ])
    .where('store_id', '=', storeId)
    .where('from_key', '=', about.email === '' ? '-' : normalizeEmail(about.email))
    .orderBy('mail_id')
    .execute();
  const registrations = await db
    .selectFrom('registration')
    .select('document')
    .where('store_id', '=', storeId)
    .where(ofThem('order_id', orderIds))
    .orderBy('registration_id')
    .execute();
  const payments = await db
    .selectFrom('customer_payment')
    .select([
      'provider',
      'id_from_platform as idFromPlatform',
      'amount',
      'currency_code as currencyCode',
      'status',
      'captured',
      'refunded',
      'created_on as createdOn',
    ])
    .where('store_id', '=', storeId)
    .where(ofThem('order_id', orderIds))
    .orderBy('payment_id')
    .execute();
  return {
    content: {
      exportedOn: new Date().toISOString(),
      customer: about,
      orders: held.orders.map(({ document, segmentIds }) => ({
        ...document,
        ...(segmentIds ? { customerSegments: segmentIds } : {}),
      })),
      claims: claims.map(({ document, tags }) => ({ tags, ...document })),
      shippingClaims: shippingClaims.map(({ document }) => document),
      billedForProtection,
      conversations,
      unplacedMails,
      registrations: registrations.map(({ document }) => document),
      sentFrom,
      decidedByRules: receipts.map(({ claim_id: claimId, moment, receipt, decided, created_on: createdOn }) => ({
        claimId,
        moment,
        receipt,
        decided,
        createdOn,
      })),
      files,
      messagesAndActions,
      tasks,
      payments,
    },
    counts: { orders: orderIds.length, claims: claimIds.length + shippingClaimIds.length, files: files.length },
  };
}

/**
 * The claims that they made. Their orders have claims of others too, which are none of theirs: those of a gift's recipient,
 * and those of a former owner of a registration.
 */
async function ownClaims(
  db: Db,
  storeId: number,
  about: PrivacySubject,
  { orders, claims }: Held,
): Promise<{ document: Claim; tags: string[] }[]> {
  const emails = [
    about.email,
    ...orders.flatMap(({ document: { email, customer } }) => [email, customer?.email ?? '']),
  ];
  const own = new Set(emails.map(normalizeEmail));
  const since = new Map<number, string>();
  for (const { orderId, document } of orders) {
    const on = await ownedSince(db, { storeId, orderId, orderIdFromPlatform: document.idFromPlatform });
    if (on !== undefined) since.set(orderId, on);
  }
  const found = await db
    .selectFrom('claim')
    .select(['document', 'tags'])
    .where('store_id', '=', storeId)
    .where(sql<boolean>`claim_id = any(${claims.map(({ claimId }) => claimId)}::bigint[])`)
    .orderBy('claim_id')
    .execute();
  return found.filter(({ document: claim }) => {
    const from = since.get(claim.orderId);
    const isOfFormerOwner = from !== undefined && isBefore(claim.createdOn, from);
    return own.has(normalizeEmail(claim.customerEmail)) || !(isGiftReturn(claim) || isOfFormerOwner);
  });
}
