import { z } from 'zod';

/** What a warehouse says of a claim's items. */
export const WarehouseReport = z.object({
  /** In the warehouse's own word. */
  status: z.string(),
  updatedOn: z.string(),
  lines: z.array(z.object({ lineId: z.number().int(), isReceived: z.boolean(), disposition: z.string().nullable() })),
});
export type WarehouseReport = z.infer<typeof WarehouseReport>;

export const CLAIM_WAREHOUSE = {
  /** The latest; absent until a warehouse reported. */
  warehouseReport: WarehouseReport.exactOptional(),
};
