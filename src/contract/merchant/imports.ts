import { z } from 'zod';
import { ImportKind } from '#core/imports/kinds.ts';
import { RefusedRow } from '#core/imports/progress.ts';
import { StoreParams } from '#contract/merchant/params.ts';
import { route } from '#contract/route.ts';

export const ImportShown = z.object({
  id: z.number().int(),
  kind: ImportKind,
  filename: z.string(),
  requestedBy: z.string(),
  createdOn: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** How much of the file was read, from 0 to 1. */
  share: z.number(),
  read: z.number().int(),
  written: z.number().int(),
  unchanged: z.number().int(),
  refusedCount: z.number().int(),
  /** The first thousand of them. */
  refused: z.array(RefusedRow),
  /** Why the whole file was refused. */
  problem: z.string().nullable(),
  doneOn: z.string().nullable(),
});
export type ImportShown = z.infer<typeof ImportShown>;

export const MOST_IMPORT_BYTES = 500_000_000;

export const announceImport = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/import',
  access: 'admin',
  summary: 'Announce a CSV file from another system; answers where to put it',
  params: StoreParams,
  body: z.object({
    kind: ImportKind,
    filename: z.string().min(1).max(255),
    size: z.number().int().positive().max(MOST_IMPORT_BYTES, 'A file can have at most 500 MB.'),
  }),
  response: z.object({
    importId: z.number().int(),
    url: z.string(),
    method: z.literal('PUT'),
    headers: z.record(z.string(), z.string()),
  }),
  errors: { TOO_MANY_ATTEMPTS: 'Too many imports; try again later' },
});

export const startImport = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/import/{importId}/start',
  access: 'admin',
  summary: 'Import a file that was put there, in the background; starting it twice is starting it once',
  params: StoreParams.extend({ importId: z.coerce.number().int().positive() }),
  response: ImportShown,
  errors: { IMPORT_NOT_FOUND: 'Import not found', UPLOAD_BROKEN: 'The file did not arrive as announced' },
});

export const listImports = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/import',
  access: 'admin',
  summary: 'List the latest imports, their progress and the rows they refused',
  params: StoreParams,
  response: z.object({ imports: z.array(ImportShown) }),
});
