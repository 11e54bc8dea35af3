import { sql, type Selectable } from 'kysely';
import { FoundRecords } from '#core/emails/domain-records.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';

export type EmailDomainRow = Omit<Selectable<Tables['email_domain']>, 'found'> & { found: FoundRecords };

const read = (row: Selectable<Tables['email_domain']>): EmailDomainRow => ({
  ...row,
  found: FoundRecords.catch({}).parse(row.found),
});

export async function emailDomainOf(db: Db, storeId: number): Promise<EmailDomainRow | null> {
  const row = await db.selectFrom('email_domain').selectAll().where('store_id', '=', storeId).executeTakeFirst();
  return row ? read(row) : null;
}

type NewDomain = { domain: string; selector: string; publicKey: string; sealedPrivateKey: string };

/** In place of the domain the store had. */
export async function replaceEmailDomain(db: Db, storeId: number, its: NewDomain): Promise<EmailDomainRow> {
  await removeEmailDomain(db, storeId);
  const row = await db
    .insertInto('email_domain')
    .values({
      store_id: storeId,
      domain: its.domain,
      selector: its.selector,
      public_key: its.publicKey,
      sealed_private_key: its.sealedPrivateKey,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return read(row);
}

export const removeEmailDomain = (db: Db, storeId: number): Promise<unknown> =>
  db.deleteFrom('email_domain').where('store_id', '=', storeId).execute();

type Checked = { found: FoundRecords; verifiedOn: Date | null; failingSince: Date | null };

/** What a look found, unless the domain was replaced meanwhile. */
export async function saveChecked(
  db: Db,
  { store_id: storeId, selector }: Pick<EmailDomainRow, 'store_id' | 'selector'>,
  { found, verifiedOn, failingSince }: Checked,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('email_domain')
    .set({
      found: JSON.stringify(found),
      checked_on: sql`now()`,
      verified_on: verifiedOn,
      failing_since: failingSince,
    })
    .where('store_id', '=', storeId)
    .where('selector', '=', selector)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Those worth a look: proven ones once in six hours, others every ten minutes for two weeks, then daily. Owner only. */
export const domainsToCheck = async (db: Db, limit: number): Promise<EmailDomainRow[]> => {
  const rows = await db
    .selectFrom('email_domain')
    .selectAll()
    .where(
      sql<boolean>`checked_on is null or checked_on < now() - case
        when verified_on is not null and failing_since is null then interval '6 hours'
        when created_on > now() - interval '14 days' or failing_since is not null then interval '10 minutes'
        else interval '1 day' end`,
    )
    .orderBy(sql`checked_on nulls first`)
    .limit(limit)
    .execute();
  return rows.map(read);
};
