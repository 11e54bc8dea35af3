import type { Order } from '#core/orders/order.ts';
import type { FileOrdersWritten } from '#server/db/orders.ts';
import type { CsvOutcome } from '#server/import/orders-csv.ts';

const BATCH_ORDERS = 200;
const BATCH_LINES = 5_000;
const REPORTED = 1000;

export type ImportReport = FileOrdersWritten & {
  read: number;
  /** Without an email address and a postal code, as orders taken in a shop by phone number: shoppers cannot look them up. */
  unreachable: number;
  refused: { line: number; reason: string }[];
  refusedCount: number;
};

/** Writes the orders of an export, in batches; a second run changes nothing. The report keeps the first 1000 refusals. */
export async function importOrders(
  write: (orders: readonly Order[]) => Promise<FileOrdersWritten>,
  outcomes: AsyncIterable<CsvOutcome>,
  onBatch: (report: ImportReport) => void = () => undefined,
): Promise<ImportReport> {
  const report: ImportReport = {
    read: 0,
    written: 0,
    unchanged: 0,
    synced: 0,
    unreachable: 0,
    refused: [],
    refusedCount: 0,
  };
  let batch = new Map<string, Order>();
  let lines = 0;
  const flush = async (): Promise<void> => {
    const done = await write([...batch.values()]);
    report.written += done.written;
    report.unchanged += done.unchanged;
    report.synced += done.synced;
    batch = new Map();
    lines = 0;
    onBatch(report);
  };
  for await (const outcome of outcomes) {
    if ('refused' in outcome) {
      report.refusedCount += 1;
      if (report.refused.length < REPORTED) report.refused.push(outcome.refused);
      continue;
    }
    const { order } = outcome;
    report.read += 1;
    if (!canBeLookedUp(order)) report.unreachable += 1;
    // One statement cannot write the same row twice: of an order that is in the file twice, the later counts.
    batch.set(order.idFromPlatform, order);
    lines += order.lines.length;
    if (batch.size === BATCH_ORDERS || lines >= BATCH_LINES) await flush();
  }
  await flush();
  return report;
}

const canBeLookedUp = ({ email, shippingAddress, billingAddress }: Order): boolean =>
  [email, shippingAddress?.postalCode, billingAddress?.postalCode].some((text) => text !== undefined && text !== '');
