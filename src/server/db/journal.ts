import { sql } from 'kysely';
import { entryOfEffect, intentOf } from '#core/effects/kinds.ts';
import type { Account, JournalEntry } from '#core/books/entry.ts';
import type { Subject, SubjectKind } from '#core/effects/subject.ts';
import { ClaimType } from '#core/claims/types.ts';
import type { CurrencyCode, Minor } from '#core/money.ts';
import type { Db } from '#server/db/connect.ts';

/** What entries are about, and the effect that made the movement. */
type Cause = { subject: Subject; effectId: number | null };

/** Writes entries in the transaction of their cause. One whose purpose is booked already is left as it is: a movement is booked once. */
export async function bookEntries(
  db: Db,
  storeId: number,
  { subject, effectId }: Cause,
  entries: readonly JournalEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await sql`
    with wanted as (
      select "purposeKey", kind, memo, postings from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
        as entry ("purposeKey" text, kind text, memo text, postings jsonb)
    ), booked as (
      insert into journal_entry (store_id, purpose_key, kind, subject_kind, subject_id, effect_id, memo)
      select ${storeId}::integer, "purposeKey", kind, ${subject.kind}::text, ${subject.id}::bigint, ${effectId}::bigint, memo from wanted
      on conflict (store_id, purpose_key) do nothing
      returning entry_id, purpose_key
    )
    insert into journal_posting (store_id, entry_id, position, account, subject_kind, subject_id, currency_code, amount)
    select ${storeId}::integer, booked.entry_id, posting.position, posting.what ->> 'account', ${subject.kind}::text, ${subject.id}::bigint,
      posting.what ->> 'currencyCode', (posting.what ->> 'amount')::bigint
    from booked
    join wanted on wanted."purposeKey" = booked.purpose_key
    cross join lateral jsonb_array_elements(wanted.postings) with ordinality as posting (what, position)`.execute(db);
}

type DoneEffect = {
  store_id: number;
  effect_id: number;
  subject_kind: SubjectKind;
  subject_id: number;
  kind: string;
  purpose_key: string;
  payload: object;
  state: string;
  result: unknown;
};

/** Books what a done effect moved. Code that marks an effect done calls it in the same transaction. */
export async function bookEffect(db: Db, effect: DoneEffect): Promise<void> {
  const { kind, purpose_key: purposeKey, payload, effect_id: effectId } = effect;
  const subject = { kind: effect.subject_kind, id: effect.subject_id };
  const intent = intentOf({ kind, purposeKey, subject, payload });
  const entry = intent && entryOfEffect(intent, effect.state === 'doneElsewhere', effect.result);
  if (entry) await bookEntries(db, effect.store_id, { subject, effectId }, [entry]);
}

export type BookedEntry = JournalEntry & {
  entryId: number;
  subject: Subject;
  effectId: number | null;
  bookedOn: Date;
};

/** The entries of some claims with their postings, oldest first. */
export async function entriesOfClaims(
  db: Db,
  storeId: number,
  claimIds: readonly number[],
  kind: SubjectKind = 'claim',
): Promise<BookedEntry[]> {
  if (claimIds.length === 0) return [];
  const rows = await db
    .selectFrom('journal_entry')
    .innerJoin('journal_posting', (join) =>
      join
        .onRef('journal_posting.store_id', '=', 'journal_entry.store_id')
        .onRef('journal_posting.entry_id', '=', 'journal_entry.entry_id'),
    )
    .selectAll('journal_entry')
    .select(['account', 'amount', 'currency_code'])
    .where('journal_entry.store_id', '=', storeId)
    .where('journal_entry.subject_kind', '=', kind)
    .where('journal_entry.subject_id', 'in', [...claimIds])
    .orderBy('journal_entry.entry_id')
    .orderBy('position')
    .execute();
  const entries = new Map<number, BookedEntry>();
  for (const row of rows) {
    const entry = entries.get(row.entry_id) ?? {
      entryId: row.entry_id,
      purposeKey: row.purpose_key,
      kind: row.kind,
      memo: row.memo,
      subject: { kind: row.subject_kind, id: row.subject_id },
      effectId: row.effect_id,
      bookedOn: row.booked_on,
      postings: [],
    };
    entry.postings.push({ account: row.account, amount: row.amount, currencyCode: row.currency_code });
    entries.set(row.entry_id, entry);
  }
  return [...entries.values()];
}

export type AccountEntry = {
  entryId: number;
  memo: string;
  bookedOn: Date;
  claim: { id: number; externalId: string; claimType: ClaimType } | null;
  /** Minor units: debit above zero, credit below. */
  amount: Minor;
};

/** What was booked to an account in a currency, newest first; with `before`, only what is older than that entry. */
export async function entriesOfAccount(
  db: Db,
  storeId: number,
  {
    account,
    currencyCode,
    before,
    take,
  }: { account: Account; currencyCode: CurrencyCode; before?: number; take: number },
): Promise<AccountEntry[]> {
  const rows = await db
    .selectFrom('journal_posting')
    .innerJoin('journal_entry', (join) =>
      join
        .onRef('journal_entry.store_id', '=', 'journal_posting.store_id')
        .onRef('journal_entry.entry_id', '=', 'journal_posting.entry_id'),
    )
    .leftJoin('claim', (join) =>
      join
        .onRef('claim.store_id', '=', 'journal_entry.store_id')
        .onRef('claim.claim_id', '=', 'journal_entry.subject_id')
        .on('journal_entry.subject_kind', '=', 'claim'),
    )
    .select(['journal_entry.entry_id', 'memo', 'booked_on', 'claim.claim_id', 'external_id', 'claim_type'])
    .select(sql<number>`sum(journal_posting.amount)::bigint`.as('amount'))
    .where('journal_posting.store_id', '=', storeId)
    .where('journal_posting.account', '=', account)
    .where('journal_posting.currency_code', '=', currencyCode)
    .$if(before !== undefined, (query) => query.where('journal_entry.entry_id', '<', before ?? 0))
    .groupBy(['journal_entry.entry_id', 'memo', 'booked_on', 'claim.claim_id', 'external_id', 'claim_type'])
    .orderBy('journal_entry.entry_id', 'desc')
    .limit(take)
    .execute();
  return rows.map((row) => ({
    entryId: row.entry_id,
    memo: row.memo,
    bookedOn: row.booked_on,
    claim:
      row.claim_id === null || row.external_id === null || row.claim_type === null
        ? null
        : { id: row.claim_id, externalId: row.external_id, claimType: ClaimType.parse(row.claim_type) },
    amount: row.amount,
  }));
}

/** The sum of every account by currency, minor units: debit above zero, credit below. */
export async function balancesOfStore(
  db: Db,
  storeId: number,
): Promise<{ account: Account; currencyCode: CurrencyCode; balance: Minor }[]> {
  return db
    .selectFrom('journal_posting')
    .select(['account', 'currency_code as currencyCode', sql<number>`sum(amount)::bigint`.as('balance')])
    .where('store_id', '=', storeId)
    .groupBy(['account', 'currency_code'])
    .orderBy('account')
    .orderBy('currency_code')
    .execute();
}
