import type { FileServer } from '#partners/registry.ts';
import type { ServerDeps } from '#server/deps.ts';

export type AppDeps = Pick<ServerDeps, 'config' | 'secret' | 'database' | 'log' | 'metrics' | 'identity'> & {
  /** Null when files are in object storage. */
  fileServer: FileServer | null;
  /** Within how long a body of JSON has to be there; 30 seconds by default. */
  jsonWithinMs?: number;
};
