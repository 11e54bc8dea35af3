import type { Readable } from 'node:stream';
import { parse, type CsvError } from 'csv-parse';
import type { Order } from '#core/orders/order.ts';
import { Refusal } from '#core/refusal.ts';
import { orderFromRows } from '#server/import/csv-order.ts';
import { columnKey, RowRefused, type Row } from '#server/import/csv-row.ts';

export type CsvOutcome = { order: Order } | { refused: { line: number; reason: string } };

const NEEDED = [
  'Name',
  'Currency',
  'Subtotal',
  'Total',
  'Created at',
  'Financial Status',
  'Lineitem quantity',
  'Lineitem name',
  'Lineitem price',
];
// A row longer than this is a quotation mark that was never closed: without a limit the rest of the file would be one cell.
const LONGEST_ROW = 1_000_000;
// So is an order with more rows than this; it also bounds what is held at once.
const MOST_LINES = 5_000;

/**
 * Orders in the CSV file that a Shopify admin exports, one by one as they are read; memory does not
 * grow with the file. What cannot be read is told with its line and reason, and reading goes on.
 * Refuses (throws) a file that lacks needed columns: CSV_COLUMNS_MISSING.
 */
export async function* readOrdersCsv(stream: Readable): AsyncGenerator<CsvOutcome> {
  let group: Row[] = [];
  for await (const row of readRows(stream)) {
    if (row instanceof RowRefused) {
      // Leaving out one line would change what the others cost: the order goes with its row.
      group = [];
      yield { refused: { line: row.line, reason: row.message } };
      continue;
    }
    if (group.length > 0 && !continues(group, row)) {
      yield outcomeOf(group);
      group = [];
    }
    group.push(row);
    if (group.length > MOST_LINES) {
      group = [];
      yield { refused: { line: row.line, reason: `An order has more than ${MOST_LINES} rows.` } };
    }
  }
  if (group.length > 0) yield outcomeOf(group);
}

/** Whether a row is a further line of the order above: the same name, and its own order columns blank or repeated. */
function continues(group: readonly Row[], row: Row): boolean {
  const [first] = group;
  if (!first || (row.cell('Name') !== '' && row.cell('Name') !== first.cell('Name'))) return false;
  const isSame = (column: string): boolean => row.cell(column) === '' || row.cell(column) === first.cell(column);
  return isSame('Id') && isSame('Created at') && isSame('Total');
}

function outcomeOf([first, ...others]: readonly Row[]): CsvOutcome {
  if (!first) throw new Error('an order has at least one row');
  try {
    return { order: orderFromRows([first, ...others]) };
  } catch (error) {
    if (error instanceof RowRefused) return { refused: { line: error.line, reason: error.message } };
    throw error;
  }
}

type Parsed = { info: { lines: number }; record: string[] };

/** Rows in the file's order; one that cannot be split into cells comes as its refusal. */
async function* readRows(stream: Readable): AsyncGenerator<Row | RowRefused> {
  const broken: RowRefused[] = [];
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: LONGEST_ROW,
    on_skip: (error) => void broken.push(brokenRow(error)),
  });
  stream.on('error', (error) => parser.destroy(error));
  stream.pipe(parser);
  let columns: Map<string, number> | null = null;
  let line = 1;
  for await (const { info, record } of parser as AsyncIterable<Parsed>) {
    yield* broken.splice(0);
    if (columns === null) columns = columnsOf(record);
    else yield rowOf(record, columns, line);
    line = info.lines + 1;
  }
  yield* broken;
  if (columns === null) throw missingColumns(NEEDED);
}

function brokenRow(error: CsvError | undefined): RowRefused {
  const line = typeof error?.lines === 'number' ? error.lines : 0;
  if (error?.code === 'CSV_MAX_RECORD_SIZE') return new RowRefused(line, 'A quotation mark is never closed.');
  return new RowRefused(line, 'The row cannot be split into cells; look for a quotation mark.');
}

function columnsOf(record: readonly string[]): Map<string, number> {
  const columns = new Map(record.map((name, index) => [columnKey(name), index]));
  const missing = NEEDED.filter((name) => !columns.has(columnKey(name)));
  if (missing.length > 0) throw missingColumns(missing);
  return columns;
}

const missingColumns = (missing: readonly string[]): Refusal =>
  new Refusal(
    'malformed',
    'CSV_COLUMNS_MISSING',
    `The first row must have these columns: ${missing.join(', ')}. Use the orders export of the Shopify admin as it is.`,
  );

function rowOf(record: readonly string[], columns: ReadonlyMap<string, number>, line: number): Row | RowRefused {
  if (record.length > columns.size)
    return new RowRefused(line, `The row has ${record.length} cells, more than there are columns.`);
  return { line, cell: (column) => record[columns.get(columnKey(column)) ?? -1]?.trim() ?? '' };
}
