import type { RowOutcome } from '#core/imports/progress.ts';
import type { Database } from '#server/db/connect.ts';
import type { StoreRow } from '#server/db/stores.ts';
import type { Row } from '#server/import/csv-row.ts';
import type { NamedProduct } from '#server/import/named-products.ts';

/** A row whose product is known. */
export type ProductRow = { row: Row; product: Exclude<NamedProduct, { problem: string }> };
export type WriteRows = (database: Database, store: StoreRow, rows: readonly ProductRow[]) => Promise<RowOutcome[]>;
