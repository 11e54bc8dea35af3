import type { RowOutcome } from '#core/imports/progress.ts';
import type { Database } from '#server/db/connect.ts';
import type { StoreRow } from '#server/db/stores.ts';
import type { Row } from '#server/import/csv-row.ts';
import type { NamedProduct } from '#server/import/named-products.ts';

/** A row whose product is known. */
export type ProductRow = { row: Row; product: Exclude<NamedProduct, { problem: string }> };
/** Where they are written. */
export type ImportInto = { database: Database; store: StoreRow; secret: string };
export type WriteRows = (into: ImportInto, rows: readonly ProductRow[]) => Promise<RowOutcome[]>;
