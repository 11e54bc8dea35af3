import type { ImportKind } from '#core/imports/kinds.ts';
import { IMPORT_KINDS } from '#core/imports/kinds.ts';
import { counted, NOTHING_READ } from '#core/imports/progress.ts';
import { PartnerError } from '#partners/ports.ts';
import { saveImportProgress, type ImportRow } from '#server/db/imports.ts';
import type { ImportInto, ProductRow, WriteRows } from '#server/import/product-row.ts';
import type { Row } from '#server/import/csv-row.ts';
import { readRows } from '#server/import/csv-rows.ts';
import { namedProducts } from '#server/import/named-products.ts';
import { writeRegistrations } from '#server/import/registration-rows.ts';
import { writeSerials } from '#server/import/serial-rows.ts';
import { writeTerms } from '#server/import/term-rows.ts';

const WRITERS: Readonly<Record<ImportKind, { write: WriteRows; batch: number }>> = {
  serialNumbers: { write: writeSerials, batch: 1000 },
  registrations: { write: writeRegistrations, batch: 50 },
  warrantyTerms: { write: writeTerms, batch: 50 },
};
const TELL_MS = 500;

/** Reads a file row by row and writes it some rows at a time. Refuses (throws) CSV_COLUMNS_MISSING. */
export async function runImport(
  into: ImportInto,
  row: ImportRow,
  file: { chunks: AsyncIterable<Uint8Array> },
  isStillOurs: (() => boolean) | undefined,
): Promise<void> {
  const { database, store } = into;
  const { write, batch } = WRITERS[row.kind];
  const productsOf = namedProducts(database, store.store_id);
  let progress = NOTHING_READ;
  let bytesRead = 0;
  let toldAt = performance.now();
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of file.chunks) {
      bytesRead += chunk.byteLength;
      yield chunk;
    }
  };
  const tell = (): Promise<unknown> =>
    database.inStore(store.store_id, (db) => saveImportProgress(db, row, progress, bytesRead));
  const flush = async (rows: readonly Row[]): Promise<void> => {
    const products = await productsOf(rows);
    const known = rows.flatMap((one, index): ProductRow[] => {
      const product = products[index];
      return one.problem === undefined && product && !('problem' in product) ? [{ row: one, product }] : [];
    });
    const outcomes = new Map(known.map(({ row: one }, index): [Row, number] => [one, index]));
    const written = await write(into, known);
    for (const [index, one] of rows.entries()) {
      const product = products[index];
      const outcome = written[outcomes.get(one) ?? -1] ?? {
        refused: one.problem ?? (product && 'problem' in product ? product.problem : ''),
      };
      progress = counted(progress, one.line, outcome);
    }
    if (isStillOurs?.() === false)
      throw new PartnerError('import', 'retry', 'This took too long and was started again.');
    if (performance.now() - toldAt < TELL_MS) return;
    await tell();
    toldAt = performance.now();
  };
  let waiting: Row[] = [];
  for await (const one of readRows(chunks(), columnsOf(row.kind))) {
    waiting.push(one);
    if (waiting.length < batch) continue;
    await flush(waiting);
    waiting = [];
  }
  await flush(waiting);
  await tell();
}

const columnsOf = (kind: ImportKind) => ({
  needed: IMPORT_KINDS[kind].columns.filter(({ isNeeded }) => isNeeded === true).map(({ name }) => name),
  hint: 'The columns of each kind of file are listed where you import it.',
});
