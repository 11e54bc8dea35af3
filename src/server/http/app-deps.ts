import type { StorefrontBySlug } from '#server/http/web-files.ts';
import type { FileServer } from '#partners/registry.ts';
import type { ServerDeps } from '#server/deps.ts';

export type AppDeps = Pick<ServerDeps, 'config' | 'secret' | 'database' | 'log' | 'metrics' | 'identity'> & {
  /** Null when files are in object storage. */
  fileServer: FileServer | null;
  /** What the portal shows of a store, by its slug; null where there is none. Left out, pages ask for it themselves. */
  storefront?: StorefrontBySlug;
  /** Within how long a body of JSON has to be there; 30 seconds by default. */
  jsonWithinMs?: number;
};
