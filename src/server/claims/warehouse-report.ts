import type { WarehouseReport } from '#core/claims/warehouse-shapes.ts';
import { BACKGROUND, changeClaim } from '#server/claims/change.ts';
import type { Db } from '#server/db/connect.ts';

/** A warehouse reported on a claim. False where the store has no such claim. */
export async function warehouseReported(
  db: Db,
  { storeId, claimId, requestId }: { storeId: number; claimId: number; requestId: string },
  report: WarehouseReport,
): Promise<boolean> {
  const at = { storeId, claimId, requestId, by: BACKGROUND };
  return (await changeClaim(db, at, { kind: 'warehouseReported', input: report })) !== null;
}
