import type { Receipt } from '#core/automations/rule-set.ts';
import type { Ruled } from '#core/automations/ruled.ts';
import type { Db } from '#server/db/connect.ts';

type Kept = Pick<Ruled, 'receipt' | 'decided'>;

/** Keeps why rules decided about a claim as they did, in the transaction of what they decided. */
export async function keepReceipts(db: Db, storeId: number, claimId: number, ruled: readonly Kept[]): Promise<void> {
  if (ruled.length === 0) return;
  await db
    .insertInto('rule_receipt')
    .values(
      ruled.map(({ receipt, decided }) => ({
        store_id: storeId,
        claim_id: claimId,
        moment: receipt.hook,
        version: receipt.version,
        receipt: JSON.stringify(receipt),
        decided: JSON.stringify(decided),
      })),
    )
    .execute();
}

/** The receipts of claims, the oldest first. */
export const receiptsOfClaims = (db: Db, storeId: number, claimIds: readonly number[]) =>
  db
    .selectFrom('rule_receipt')
    .select(['receipt_id', 'claim_id', 'moment', 'version', 'receipt', 'decided', 'created_on'])
    .where('store_id', '=', storeId)
    .where((row) => row('claim_id', '=', row.fn.any(row.val([...claimIds]))))
    .orderBy('receipt_id')
    .execute();

/** Of whatever store. Owner only. */
export const receiptById = (db: Db, receiptId: number) =>
  db
    .selectFrom('rule_receipt')
    .select(['store_id', 'claim_id', 'version', 'receipt'])
    .where('receipt_id', '=', receiptId)
    .executeTakeFirst();

export const removeReceipts = (db: Db, storeId: number, claimId: number): Promise<unknown> =>
  db.deleteFrom('rule_receipt').where('store_id', '=', storeId).where('claim_id', '=', claimId).execute();

/** What rules answered about each of these claims, the oldest first. */
export async function receiptsBefore(
  db: Db,
  storeId: number,
  claimIds: readonly number[],
): Promise<ReadonlyMap<number, Receipt[]>> {
  const found = new Map<number, Receipt[]>();
  for (const { claim_id, receipt } of await receiptsOfClaims(db, storeId, claimIds))
    found.set(claim_id, [...(found.get(claim_id) ?? []), receipt]);
  return found;
}
