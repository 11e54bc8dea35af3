import { pipeline, Readable } from 'node:stream';
import { parse, type CsvError } from 'csv-parse';
import { Refusal } from '#core/refusal.ts';
import { columnKey, type Row } from '#server/import/csv-row.ts';
import { textOf, UNREADABLE } from '#server/import/csv-text.ts';

/** What a file has to have in its first row. */
export type Columns = {
  needed: readonly string[];
  /** What to do about a missing one. */
  hint: string;
  /** The column that tells which rows belong together; absent where each stands alone. */
  first?: string;
};

// A row longer than this is a quotation mark that was never closed: without a limit the rest of the file would be one cell.
const LONGEST_ROW = 1_000_000;

type Parsed = { info: { lines: number }; record: string[] };
type Broken = { line: number; problem: string; raw: string };

/**
 * Rows in the file's order; memory doesn't grow with it. One that cannot be split into cells has nothing but its first
 * cell, as far as that can be seen. Refuses (throws) a file without needed columns: CSV_COLUMNS_MISSING.
 */
export async function* readRows(stream: AsyncIterable<Uint8Array | string>, wanted: Columns): AsyncGenerator<Row> {
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
      if (first) yield brokenRow(first, columns, separator, wanted);
      line = Math.max(line, (first?.line ?? 0) + 1);
    }
    if (columns === null) columns = columnsOf(record, wanted);
    else yield rowOf(record, columns, line);
    line = info.lines + 1;
  }
  if (columns === null) throw missingColumns(wanted.needed, wanted);
  for (const one of broken) yield brokenRow(one, columns, separator, wanted);
}

function brokenOf(error: CsvError | undefined, raw: string | undefined): Broken {
  const line = typeof error?.lines === 'number' ? error.lines : 0;
  const problem =
    error?.code === 'CSV_MAX_RECORD_SIZE'
      ? 'A quotation mark is never closed.'
      : 'The row cannot be split into cells; look for a quotation mark.';
  return { line, problem, raw: raw ?? '' };
}

/** Of its cells the first is known at most, which tells what the row belongs to. */
function brokenRow(
  { line, problem, raw }: Broken,
  columns: ReadonlyMap<string, number>,
  separator: string,
  { first }: Columns,
): Row {
  const [start = ''] = raw.trimStart().replace(/^"/, '').split(separator, 1);
  const name = first !== undefined && columns.get(columnKey(first)) === 0 ? start.replace(/".*$/s, '').trim() : '';
  return { line, problem, isBroken: true, cell: (column) => (column === first ? name : '') };
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

function columnsOf(record: readonly string[], wanted: Columns): Map<string, number> {
  const columns = new Map(record.map((name, index) => [columnKey(name), index]));
  const missing = wanted.needed.filter((name) => !columns.has(columnKey(name)));
  if (missing.length > 0) throw missingColumns(missing, wanted);
  return columns;
}

const missingColumns = (missing: readonly string[], { hint }: Columns): Refusal =>
  new Refusal(
    'malformed',
    'CSV_COLUMNS_MISSING',
    `The first row must have these columns: ${missing.join(', ')}. ${hint}`,
  );

function rowOf(record: readonly string[], columns: ReadonlyMap<string, number>, line: number): Row {
  const row: Row = { line, cell: (column) => record[columns.get(columnKey(column)) ?? -1]?.trim() ?? '' };
  if (record.length > columns.size)
    return { ...row, problem: `The row has ${record.length} cells, more than there are columns.` };
  if (record.some((cell) => cell.includes(UNREADABLE)))
    return { ...row, problem: 'The row has characters that cannot be read. Save the file as UTF-8.' };
  return row;
}
