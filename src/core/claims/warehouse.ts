import type { Claim } from '#core/claims/claim.ts';
import type { Decision } from '#core/claims/decision.ts';
import { withEntry } from '#core/claims/timeline.ts';
import type { WarehouseReport } from '#core/claims/warehouse-shapes.ts';
import { isBefore } from '#core/dates.ts';

/** What a warehouse reports of a claim. A report older than the known one, or repeated, changes nothing. */
export function applyWarehouseReport(claim: Claim, report: WarehouseReport, now: string): Decision {
  const known = claim.warehouseReport;
  if (known && !isBefore(known.updatedOn, report.updatedOn)) return { claim, effects: [] };
  const reported = { ...claim, warehouseReport: report };
  if (known?.status === report.status) return { claim: { ...reported, updatedOn: now }, effects: [] };
  const entry = { type: 'shipment', subject: `Warehouse: ${report.status}`, message: '' } as const;
  return { claim: withEntry(reported, entry, now), effects: [] };
}
