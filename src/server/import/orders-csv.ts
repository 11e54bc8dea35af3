import { pipeline, Readable } from 'node:stream';
import { parse, type CsvError } from 'csv-parse';
import type { Order } from '#core/orders/order.ts';
import { Refusal } from '#core/refusal.ts';
import { orderFromRows } from '#server/import/csv-order.ts';
import { textOf, UNREADABLE } from '#server/import/csv-text.ts';
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
// An order with more rows than this is refused; the limit also bounds memory.
const MOST_LINES = 5_000;

/**
 * Reads the orders of a Shopify admin's CSV export one by one; memory doesn't grow with the file. Unreadable rows are
 * reported with line and reason, and reading continues. Refuses (throws) a file without required columns:
 * CSV_COLUMNS_MISSING.
 */
export async function* readOrdersCsv(stream: Readable): AsyncGenerator<CsvOutcome> {
  let group: Row[] = [];
  for await (const row of readRows(stream)) {
    if (group.length > 0 && !continues(group, row)) {
      yield outcomeOf(group);
      group = [];
    }
    if (row.isBroken) {
      group = [];
      yield outcomeOf([row]);
      continue;
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
  // Leaving out one line would change what the others cost: the order goes with its row.
  const wrong = [first, ...others].find(({ problem }) => problem !== undefined);
  if (wrong?.problem !== undefined) return { refused: { line: wrong.line, reason: wrong.problem } };
  try {
    return { order: orderFromRows([first, ...others]) };
  } catch (error) {
    if (error instanceof RowRefused) return { refused: { line: error.line, reason: error.message } };
    throw error;
  }
}

type Parsed = { info: { lines: number }; record: string[] };
type Broken = { line: number; problem: string; raw: string };

/** Rows in the file's order; one that cannot be split into cells has nothing but its name, as far as that can be seen. */
async function* readRows(stream: Readable): AsyncGenerator<Row> {
  const broken: Broken[] = [];
  const text = textOf(stream);
  const head = await headOf(text);
  const separator = separatorOf(head);
  const parser = parse({
    delimiter: separator,
    info: true,
    raw: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: LONGEST_ROW,
    on_skip: (error, raw) => void broken.push(brokenOf(error, raw)),
  });
  // An error of the file ends the parser, and with it the loop below.
  pipeline(Readable.from(joined(head, text)), parser, () => undefined);
  let columns: Map<string, number> | null = null;
  let line = 1;
  for await (const { info, record } of parser as AsyncIterable<Parsed>) {
    // The parser is ahead: some of them come later in the file.
    while (columns !== null && broken[0] && broken[0].line < info.lines) {
      const [first] = broken.splice(0, 1);
      if (first) yield brokenRow(first, columns, separator);
      line = Math.max(line, (first?.line ?? 0) + 1);
    }
    if (columns === null) columns = columnsOf(record);
    else yield rowOf(record, columns, line);
    line = info.lines + 1;
  }
  if (columns === null) throw missingColumns(NEEDED);
  for (const one of broken) yield brokenRow(one, columns, separator);
}

function brokenOf(error: CsvError | undefined, raw: string | undefined): Broken {
  const line = typeof error?.lines === 'number' ? error.lines : 0;
  const problem =
    error?.code === 'CSV_MAX_RECORD_SIZE'
      ? 'A quotation mark is never closed.'
      : 'The row cannot be split into cells; look for a quotation mark.';
  return { line, problem, raw: raw ?? '' };
}

/** The name tells to which order the row belongs; exports begin with it. Without one it counts to the order above. */
function brokenRow({ line, problem, raw }: Broken, columns: ReadonlyMap<string, number>, separator: string): Row {
  const [start = ''] = raw.trimStart().replace(/^"/, '').split(separator, 1);
  const name = columns.get('name') === 0 ? start.replace(/".*$/s, '').trim() : '';
  return { line, problem, isBroken: true, cell: (column) => (column === 'Name' ? name : '') };
}

/** The beginning of the text, with its first row where that is not too long. */
async function headOf(text: AsyncIterator<string>): Promise<string> {
  let head = '';
  while (!head.includes('\n') && head.length < LONGEST_ROW) {
    const next = await text.next();
    if (next.done) break;
    head += next.value;
  }
  return head;
}

async function* joined(head: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield head;
  yield* rest;
}

/** Shopify separates by commas; a spreadsheet by what its country is used to. Names of columns contain none of them. */
function separatorOf(head: string): string {
  const [columns = ''] = head.split('\n', 1);
  const countOf = (separator: string): number => columns.split(separator).length;
  return [';', '\t'].find((separator) => countOf(separator) > countOf(',')) ?? ',';
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

function rowOf(record: readonly string[], columns: ReadonlyMap<string, number>, line: number): Row {
  const row: Row = { line, cell: (column) => record[columns.get(columnKey(column)) ?? -1]?.trim() ?? '' };
  if (record.length > columns.size)
    return { ...row, problem: `The row has ${record.length} cells, more than there are columns.` };
  if (record.some((cell) => cell.includes(UNREADABLE)))
    return { ...row, problem: 'The row has characters that cannot be read. Save the file as UTF-8.' };
  return row;
}
