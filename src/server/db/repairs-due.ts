import { sql, type RawBuilder } from 'kysely';
import { REPAIRS_DUE, type RepairDue } from '#core/claims/repair-due.ts';
import { wantedFacets } from '#core/lists/search.ts';
import type { Db } from '#server/db/connect.ts';

/** Claims of which something like this is due next, by their index. */
export const isRepairDue = (due: readonly RepairDue[] = REPAIRS_DUE): RawBuilder<boolean> =>
  sql<boolean>`facets && ${wantedFacets('Warranty', { repairDue: [...due] }).flat()}::text[]`;

/** Claims with a quote that has waited for its answer since an instant, of which staff weren't alerted yet, the longest first. */
export async function unansweredQuotes(db: Db, storeId: number, since: Date, take: number): Promise<number[]> {
  const rows = await db
    .selectFrom('claim')
    .select('claim_id')
    .where('store_id', '=', storeId)
    .where(isRepairDue(['answer']))
    .where(sql<boolean>`(glance -> 'repairs' -> 0 ->> 'since')::timestamptz <= ${since}`)
    .where(sql<boolean>`document @? '$.lines[*].repair ? (@.state == "quoted" && !exists(@.alertedOn))'`)
    .orderBy(sql`glance -> 'repairs' -> 0 ->> 'since'`)
    .limit(take)
    .execute();
  return rows.map((row) => row.claim_id);
}
