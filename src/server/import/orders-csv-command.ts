import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Order } from '#core/orders/order.ts';
import { Refusal } from '#core/refusal.ts';
import { readConfig, SetupError } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import { upsertFileOrders } from '#server/db/orders.ts';
import { storeBySlug } from '#server/db/stores.ts';
import { setUpDatabase } from '#server/setup-database.ts';
import { readOrdersCsv, type CsvOutcome } from '#server/import/orders-csv.ts';

const USAGE = 'Usage: npm run import -- --store <slug> orders.csv';
const BATCH = 200;
const REPORTED = 1000;

export type ImportReport = {
  read: number;
  /** New, or with something new in them. */
  written: number;
  unchanged: number;
  /** Known better from the platform itself, which wins. */
  synced: number;
  refused: { line: number; reason: string }[];
  refusedCount: number;
};

/** Writes the orders of an export into a store, in batches; a second run changes nothing. The first 1000 refusals are kept for the report. */
export async function importOrders(
  database: Database,
  storeId: number,
  outcomes: AsyncIterable<CsvOutcome>,
  onBatch: (report: ImportReport) => void = () => undefined,
): Promise<ImportReport> {
  const report: ImportReport = { read: 0, written: 0, unchanged: 0, synced: 0, refused: [], refusedCount: 0 };
  let batch = new Map<string, Order>();
  const flush = async (): Promise<void> => {
    const done = await database.inStore(storeId, (db) => upsertFileOrders(db, storeId, [...batch.values()]));
    report.written += done.written;
    report.unchanged += done.unchanged;
    report.synced += done.synced;
    batch = new Map();
    onBatch(report);
  };
  for await (const outcome of outcomes) {
    if ('refused' in outcome) {
      report.refusedCount += 1;
      if (report.refused.length < REPORTED) report.refused.push(outcome.refused);
      continue;
    }
    report.read += 1;
    // One statement cannot write the same row twice: of an order that is in the file twice, the later counts.
    batch.set(outcome.order.idFromPlatform, outcome.order);
    if (batch.size === BATCH) await flush();
  }
  await flush();
  return report;
}

async function main(args: string[]): Promise<void> {
  const { store, file } = argumentsOf(args);
  const size = await sizeOf(file);
  const database = await setUpDatabase(readConfig(process.env));
  try {
    const [row] = await database.rowsAsOwner((db) => storeBySlug(db, store));
    if (!row) throw new SetupError(`There is no store called ${store}.`);
    const stream = createReadStream(file);
    print(
      await importOrders(database, row.store_id, readOrdersCsv(stream), (so) =>
        showProgress(stream.bytesRead / size, so),
      ),
    );
  } finally {
    await database.close();
  }
}

function argumentsOf(args: string[]): { store: string; file: string } {
  try {
    const { values, positionals } = parseArgs({ args, options: { store: { type: 'string' } }, allowPositionals: true });
    const [file] = positionals;
    if (values.store && file && positionals.length === 1) return { store: values.store, file };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  throw new SetupError(USAGE);
}

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw new SetupError(`There is no file ${file}.`);
  return Math.max(1, found.size);
}

function showProgress(share: number, report: ImportReport): void {
  if (!process.stderr.isTTY) return;
  const done = Math.round(Math.min(1, share) * 30);
  process.stderr.write(
    `\r[${'='.repeat(done)}${' '.repeat(30 - done)}] ${Math.round(Math.min(1, share) * 100)}%  ${report.read} orders, ${report.refusedCount} refused `,
  );
}

function print(report: ImportReport): void {
  if (process.stderr.isTTY) process.stderr.write('\n');
  const lines = report.refused.map(({ line, reason }) => `line ${line}: ${reason}`);
  const more = report.refusedCount - report.refused.length;
  if (more > 0) lines.push(`and ${more} more`);
  process.stdout.write(`${[summaryOf(report), ...lines].join('\n')}\n`);
}

const summaryOf = ({ read, written, unchanged, synced, refusedCount }: ImportReport): string =>
  `${read} orders read: ${written} written, ${unchanged} unchanged, ${synced} kept as the platform has them. ${refusedCount} refused.`;

if (import.meta.main) {
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof SetupError) && !(error instanceof Refusal)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
