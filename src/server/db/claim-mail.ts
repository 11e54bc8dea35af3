import { sql, type ExpressionBuilder, type ExpressionWrapper, type Selectable, type SqlBool } from 'kysely';
import type { KeptAttachment } from '#core/mail/attachments.ts';
import type { WhyUnplaced } from '#core/mail/match-claim.ts';
import type { MailKind } from '#core/mail/mail-kind.ts';
import { normalizeEmail } from '#core/orders/lookup.ts';
import type { Database, Db } from '#server/db/connect.ts';
import type { EffectRow } from '#server/db/effects.ts';
import type { Tables } from '#server/db/tables.ts';

export type ClaimMailRow = Selectable<Tables['claim_mail']>;
/** With how far the effect that sends it has come; null of what came in. */
export type ShownMailRow = ClaimMailRow & { state: EffectRow['state'] | null };

/** The conversation of a claim, the oldest first. */
export const mailsOfClaim = (db: Db, storeId: number, shippingClaimId: number): Promise<ShownMailRow[]> =>
  db
    .selectFrom('claim_mail as mail')
    .leftJoin('effect', (join) =>
      join.onRef('effect.store_id', '=', 'mail.store_id').onRef('effect.purpose_key', '=', 'mail.purpose_key'),
    )
    .selectAll('mail')
    .select('effect.state')
    .where('mail.store_id', '=', storeId)
    .where('mail.shipping_claim_id', '=', shippingClaimId)
    .orderBy('mail.created_on')
    .orderBy('mail.mail_id')
    .execute();

export const mailById = (db: Db, storeId: number, mailId: number): Promise<ClaimMailRow | undefined> =>
  db
    .selectFrom('claim_mail')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('mail_id', '=', mailId)
    .executeTakeFirst();

type NewMail = Pick<
  ClaimMailRow,
  | 'shipping_claim_id'
  | 'direction'
  | 'kind'
  | 'message_id'
  | 'purpose_key'
  | 'from_name'
  | 'from_address'
  | 'to_address'
  | 'subject'
  | 'html'
  | 'body_text'
  | 'by'
> & { is_cut?: boolean; attachments?: readonly KeptAttachment[]; created_on?: Date | string };

/** Its id; null where the effect has one already. */
export async function addMail(db: Db, storeId: number, { attachments = [], ...mail }: NewMail): Promise<number | null> {
  const added = await db
    .insertInto('claim_mail')
    .values({ store_id: storeId, ...mail, attachments: JSON.stringify(attachments) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('mail_id')
    .executeTakeFirst();
  return added?.mail_id ?? null;
}

/** How many came in, or were written by staff, within the last hour. */
export async function mailsWithinHour(
  db: Db,
  storeId: number,
  shippingClaimId: number,
  of: 'in' | 'out',
): Promise<number> {
  const { count } = await db
    .selectFrom('claim_mail')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('store_id', '=', storeId)
    .where('shipping_claim_id', '=', shippingClaimId)
    .where('direction', '=', of)
    .where('kind', '<>', 'news')
    .where('created_on', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  return count;
}

const MOST_REFERENCES = 20;

/** What the next email of a claim answers: its first and its last mails, the nearest last; and what they are about. */
export async function threadOf(
  db: Db,
  storeId: number,
  shippingClaimId: number,
): Promise<{ references: string[]; subject: string | null }> {
  const rows = await db
    .selectFrom('claim_mail')
    .select(['message_id', 'subject'])
    .where('store_id', '=', storeId)
    .where('shipping_claim_id', '=', shippingClaimId)
    .where('kind', 'in', ['message', 'news'])
    .where('message_id', 'is not', null)
    .orderBy('created_on')
    .orderBy('mail_id')
    .execute();
  const ids = rows.flatMap((row) => row.message_id ?? []);
  const references = ids.length <= MOST_REFERENCES ? ids : [...ids.slice(0, 1), ...ids.slice(1 - MOST_REFERENCES)];
  return { references, subject: rows[0]?.subject ?? null };
}

/** An email was sent: what mail programs call it. */
export const mailSent = (db: Db, storeId: number, mailId: number, messageId: string): Promise<unknown> =>
  db
    .updateTable('claim_mail')
    .set({ message_id: messageId })
    .where('store_id', '=', storeId)
    .where('mail_id', '=', mailId)
    .execute();

/** An email didn't arrive. The subject of it; null where it is in no conversation. */
export async function mailUndelivered(
  db: Db,
  storeId: number,
  purposeKey: string,
  reason: string,
): Promise<string | null> {
  const changed = await db
    .updateTable('claim_mail')
    .set({ undelivered: reason })
    .where('store_id', '=', storeId)
    .where('purpose_key', '=', purposeKey)
    .where('undelivered', 'is', null)
    .returning('subject')
    .executeTakeFirst();
  return changed?.subject ?? null;
}

/** Claims whose emails of ours have these Message-IDs, in the order of the ids. Owner only. */
export async function claimsOfMessages(
  database: Database,
  messageIds: readonly string[],
): Promise<{ storeId: number; shippingClaimId: number }[]> {
  if (messageIds.length === 0) return [];
  return database.rowsAsOwner(
    () => sql<{ storeId: number; shippingClaimId: number }>`
      select store_id as "storeId", shipping_claim_id as "shippingClaimId"
      from claim_mail join unnest(${[...messageIds]}::text[]) with ordinality as asked (id, place) on message_id = asked.id
      where direction = 'out' order by place`,
  );
}

/** Whether a mail came before. Owner only. */
export async function wasTaken(database: Database, digest: string): Promise<boolean> {
  const rows = await database.rowsAsOwner(() => sql`select 1 from mail_taken where digest = ${digest}`);
  return rows.length > 0;
}

/** False where it came before, also where another process takes the same one right now. */
export async function takeMail(db: Db, digest: string): Promise<boolean> {
  const taken = await db
    .insertInto('mail_taken')
    .values({ digest })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return taken.numInsertedOrUpdatedRows === 1n;
}

export type UnplacedRow = Omit<Selectable<Tables['unplaced_mail']>, 'raw'>;
const UNPLACED_COLUMNS = [
  'mail_id',
  'store_id',
  'kind',
  'why',
  'from_name',
  'from_address',
  'from_key',
  'to_address',
  'subject',
  'body_text',
  'attachments',
  'received_on',
] as const;

export const addUnplaced = (
  db: Db,
  mail: {
    store_id: number | null;
    kind: MailKind;
    why: WhyUnplaced;
    from_name: string;
    from_address: string;
    to_address: string;
    subject: string;
    body_text: string;
    attachments: readonly KeptAttachment[];
    raw: Uint8Array | null;
  },
): Promise<unknown> =>
  db
    .insertInto('unplaced_mail')
    .values({
      ...mail,
      from_key: normalizeEmail(mail.from_address),
      attachments: JSON.stringify(mail.attachments),
      raw: mail.raw && Buffer.from(mail.raw),
    })
    .execute();

const isListed =
  (storeId: number, isAlsoOfNone: boolean) =>
  (mail: ExpressionBuilder<Tables, 'unplaced_mail'>): ExpressionWrapper<Tables, 'unplaced_mail', SqlBool> =>
    mail.or([mail('store_id', '=', storeId), ...(isAlsoOfNone ? [mail('store_id', 'is', null)] : [])]);

const unplaced = (db: Db, storeId: number, isAlsoOfNone: boolean) =>
  db.selectFrom('unplaced_mail').where(isListed(storeId, isAlsoOfNone));

/** The newest first. `isAlsoOfNone`: with those of no store, which only the owner role sees. */
export const unplacedMails = (db: Db, storeId: number, isAlsoOfNone: boolean, limit: number): Promise<UnplacedRow[]> =>
  unplaced(db, storeId, isAlsoOfNone)
    .select(UNPLACED_COLUMNS)
    .orderBy('received_on', 'desc')
    .orderBy('mail_id', 'desc')
    .limit(limit)
    .execute();

export async function countUnplaced(db: Db, storeId: number, isAlsoOfNone: boolean): Promise<number> {
  const { count } = await unplaced(db, storeId, isAlsoOfNone)
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** One of the list as it came; null where it is gone, or was never kept. */
export async function unplacedRaw(
  db: Db,
  storeId: number,
  isAlsoOfNone: boolean,
  mailId: number,
): Promise<Uint8Array | null> {
  const found = await unplaced(db, storeId, isAlsoOfNone)
    .select('raw')
    .where('mail_id', '=', mailId)
    .executeTakeFirst();
  return found?.raw ? new Uint8Array(found.raw) : null;
}

/** Takes one off the list. */
export const takeUnplaced = (db: Db, storeId: number, isAlsoOfNone: boolean, mailId: number) =>
  db
    .deleteFrom('unplaced_mail')
    .where('mail_id', '=', mailId)
    .where(isListed(storeId, isAlsoOfNone))
    .returning('received_on')
    .executeTakeFirst();

/** Claims of a store that somebody of these addresses made, by address, the newest first. */
export const claimsOfSenders = (db: Db, storeId: number, keys: readonly string[]) =>
  db
    .selectFrom('shipping_claim')
    .select(['shipping_claim_id', 'external_id', 'customer_name', 'order_no', 'status', 'email_key'])
    .where('store_id', '=', storeId)
    .where(sql<boolean>`email_key = any(${[...keys]}::text[])`)
    .orderBy('created_on', 'desc')
    .limit(200)
    .execute();

/** The conversations of erased claims. */
export const removeMailsOfClaims = (db: Db, storeId: number, shippingClaimIds: readonly number[]): Promise<unknown> =>
  db
    .deleteFrom('claim_mail')
    .where('store_id', '=', storeId)
    .where(sql<boolean>`shipping_claim_id = any(${[...shippingClaimIds]}::bigint[])`)
    .execute();

/** What somebody sent that no claim has. Without a store: those of none, for the owner alone. */
export const removeUnplacedOf = (db: Db, storeId: number | null, email: string): Promise<unknown> =>
  db
    .deleteFrom('unplaced_mail')
    .where('store_id', storeId === null ? 'is' : '=', storeId)
    .where('from_key', '=', normalizeEmail(email))
    .where('from_key', '<>', '')
    .execute();
