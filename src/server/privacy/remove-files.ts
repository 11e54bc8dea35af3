import { oldestRemovals, removalDone } from '#server/db/file-removals.ts';
import type { ServerDeps } from '#server/deps.ts';

const AT_ONCE = 50;

/** Removes files that nothing points to any more. Returns how many entries it worked off. */
export async function removeFiles({ database, files }: Pick<ServerDeps, 'database' | 'files'>): Promise<number> {
  const removals = await database.asOwner((db) => oldestRemovals(db, AT_ONCE));
  for (const removal of removals) {
    if (removal.key.endsWith('/')) await files.removeBelow(removal.key);
    else await files.remove(removal.key);
    await database.asOwner((db) => removalDone(db, removal));
  }
  return removals.length;
}
