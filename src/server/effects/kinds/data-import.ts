import { DataImportPayload } from '#core/effects/data-import.ts';
import { Refusal } from '#core/refusal.ts';
import { PartnerError } from '#partners/ports.ts';
import { endImport, importById } from '#server/db/imports.ts';
import { removeLater } from '#server/db/file-removals.ts';
import { storeById } from '#server/db/stores.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import type { EffectKind } from '#server/effects/worker.ts';
import { runImport } from '#server/import/run-import.ts';

/** Reads a file from another system into the store. Begun again, it reads from the start: what was written stays. */
export const dataImport: EffectKind<EffectDeps> = {
  priority: 'background',
  async run({ store_id: storeId, payload }, { database, files, secret }, { isStillOurs }) {
    const { importId, filename } = DataImportPayload.parse(payload);
    const [row, store] = await database.readStore(storeId, (db) =>
      Promise.all([importById(db, storeId, importId), storeById(db, storeId)]),
    );
    const file = row && (await files.getStream(row.file_key));
    if (!row || !store || !file) throw new PartnerError('import', 'refused', 'The file of this import is gone.');
    try {
      await runImport({ database, store, secret }, row, file, isStillOurs);
    } catch (error) {
      // A wrong file stays wrong: it is not read again.
      if (error instanceof Refusal) throw new PartnerError('import', 'refused', error.message);
      throw error;
    }
    return { label: filename, url: null };
  },
  async record(db, { store_id: storeId, payload }) {
    const { importId } = DataImportPayload.parse(payload);
    await endImport(db, storeId, importId, { state: 'done', problem: null });
    const row = await importById(db, storeId, importId);
    if (row) await removeLater(db, storeId, [row.file_key]);
  },
  async failed(db, { store_id: storeId, payload }, problem) {
    await endImport(db, storeId, DataImportPayload.parse(payload).importId, { state: 'failed', problem });
  },
};
