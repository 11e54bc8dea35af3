import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Order } from '#core/orders/order.ts';
import { Refusal } from '#core/refusal.ts';
import { readConfig, SetupError } from '#server/config.ts';
import { askServer, readControl } from '#server/control.ts';
import type { FileOrdersWritten } from '#server/db/orders.ts';
import { Imported, IMPORT_PATH, storeIdOf, writeOrders } from '#server/import/import-on-request.ts';
import { importOrders, type ImportReport } from '#server/import/import-orders.ts';
import { readOrdersCsv } from '#server/import/orders-csv.ts';
import { setUpDatabase } from '#server/setup-database.ts';

const USAGE = 'Usage: npm run import -- --store <slug> orders.csv';

async function main(args: string[]): Promise<void> {
  const { store, file } = argumentsOf(args);
  const size = await sizeOf(file);
  const { write, close } = (await besideServer(store)) ?? (await withoutServer(store));
  try {
    const stream = createReadStream(file);
    print(await importOrders(write, readOrdersCsv(stream), (so) => showProgress(stream.bytesRead / size, so)));
  } finally {
    await close();
  }
}

type Writer = { write(orders: readonly Order[]): Promise<FileOrdersWritten>; close(): Promise<void> };

/** The server that runs with the same data folder writes the orders; null when there is none. */
async function besideServer(slug: string): Promise<Writer | null> {
  const control = readControl(readConfig(process.env).DATA_FOLDER);
  if (control === null) return null;
  const ask = async (orders: readonly Order[]): Promise<FileOrdersWritten | null> => {
    const answer = await askServer(control, IMPORT_PATH, { slug, orders });
    if (answer === null) return null;
    const told = Imported.parse(answer);
    if ('problem' in told) throw new SetupError(told.problem);
    return told;
  };
  if ((await ask([])) === null) return null;
  return {
    write: async (orders) => {
      const written = await ask(orders);
      if (written === null) throw new SetupError(`The server at ${control.url} stopped. ${AGAIN}`);
      return written;
    },
    close: async () => undefined,
  };
}

const AGAIN = 'Run the import again: orders that were written stay as they are.';

async function withoutServer(slug: string): Promise<Writer> {
  const database = await setUpDatabase(readConfig(process.env));
  try {
    const storeId = await storeIdOf(database, slug);
    return { write: (orders) => writeOrders(database, storeId, orders), close: () => database.close() };
  } catch (error) {
    await database.close();
    throw error;
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
  process.stdout.write(`${[...summaryOf(report), ...lines].join('\n')}\n`);
}

const summaryOf = ({ read, written, unchanged, synced, unreachable, refusedCount }: ImportReport): string[] => [
  `${read} orders read: ${written} written, ${unchanged} unchanged, ${synced} kept as the platform has them. ${refusedCount} refused.`,
  ...(unreachable === 0
    ? []
    : [`${unreachable} have no email address and no postal code: shoppers cannot look them up, staff can.`]),
];

if (import.meta.main) {
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof SetupError) && !(error instanceof Refusal)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
