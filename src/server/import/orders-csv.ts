import type { Readable } from 'node:stream';
import type { Order } from '#core/orders/order.ts';
import { orderFromRows } from '#server/import/csv-order.ts';
import { RowRefused, type Row } from '#server/import/csv-row.ts';
import { readRows, type Columns } from '#server/import/csv-rows.ts';

export type CsvOutcome = { order: Order } | { refused: { line: number; reason: string } };

const COLUMNS: Columns = {
  needed: [
    'Name',
    'Currency',
    'Subtotal',
    'Total',
    'Created at',
    'Financial Status',
    'Lineitem quantity',
    'Lineitem name',
    'Lineitem price',
  ],
  hint: 'Use the orders export of the Shopify admin as it is.',
  first: 'Name',
};
// An order with more rows than this is refused; the limit also bounds memory.
const MOST_LINES = 5_000;

/**
 * Reads the orders of a Shopify admin's CSV export one by one; memory doesn't grow with the file. Unreadable rows are
 * reported with line and reason, and reading continues. Refuses (throws) a file without required columns:
 * CSV_COLUMNS_MISSING.
 */
export async function* readOrdersCsv(stream: Readable): AsyncGenerator<CsvOutcome> {
  let group: Row[] = [];
  for await (const row of readRows(stream, COLUMNS)) {
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
