import { sql, type Selectable } from 'kysely';
import type { UsageLine } from '#core/billing.ts';
import type { CurrencyCode, Minor } from '#core/money.ts';
import { isProtection } from '#server/db/analytics/claimed.ts';
import { isWithin, type Asked } from '#server/db/analytics/span.ts';
import { typeWord } from '#server/db/claim-type.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';

export type InvoiceRow = Selectable<Tables['invoice']>;

/** The invoices of a store, the newest first. */
export const lastInvoices = (db: Db, storeId: number, most: number): Promise<InvoiceRow[]> =>
  db
    .selectFrom('invoice')
    .selectAll()
    .where('store_id', '=', storeId)
    .orderBy('to_on', 'desc')
    .orderBy('invoice_id', 'desc')
    .limit(most)
    .execute();

export type Used = { line: UsageLine; count: number; currencyCode: CurrencyCode | null; amount: Minor };

/** What was used in a period, in parts by currency where it is counted in money. `orderTag`: of protected orders; empty for none. */
export async function usedWithin(db: Db, asked: Asked, orderTag: string): Promise<Used[]> {
  const isCover = isProtection(asked.protectionSkus);
  const { rows } = await sql<Used>`
    select 'protectedOrders' as line, count(distinct order_id) as count, document ->> 'currencyCode' as "currencyCode",
      coalesce(sum(line."paidTotal") filter (where ${isCover}), 0)::bigint as amount
    from store_order cross join lateral jsonb_to_recordset(document -> 'lines') as line (
      sku text, "isProtection" boolean, "paidTotal" bigint)
    where store_id = ${asked.storeId} and ${isWithin(asked, 'created_on')} and document ->> 'canceledOn' is null
      and (${isCover} or (${orderTag}::text <> '' and lower(document ->> 'tags')::jsonb @> to_jsonb(array[lower(${orderTag}::text)])))
    group by 3
    union all
    select ${typeWord(sql`claim_type`, ({ usage }) => usage)}, count(*), null, 0
    from claim where store_id = ${asked.storeId} and ${isWithin(asked, 'created_on')}
    group by claim_type
    union all
    select 'labels', sum(case kind when 'label' then 1 else -1 end), currency_code, sum(amount)::bigint
    from journal_entry entry join journal_posting posting using (store_id, entry_id)
    where entry.store_id = ${asked.storeId} and ${isWithin(asked, 'entry.booked_on')} and posting.account = 'store:labels'
    group by currency_code`.execute(db);
  return rows;
}
