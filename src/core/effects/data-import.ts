import { z } from 'zod';
import { defineEffect } from '#core/effects/define.ts';

export const DataImportPayload = z.object({ importId: z.number().int(), filename: z.string() });

export const dataImport = defineEffect({
  payload: DataImportPayload,
  summary: ({ filename }) => `Import of ${filename}`,
});
