import { oldestRemovals, removalDone, removeAgainLater } from '#server/db/file-removals.ts';
import type { ServerDeps } from '#server/deps.ts';

const AT_ONCE = 50;
const MINUTES_AFTER_FAILURE = 60;

/**
 * Removes files that nothing points to anymore; one that cannot be removed waits for an hour, and holds up no other.
 * Returns how many entries it worked on.
 */
export async function removeFiles({
  database,
  files,
  log,
}: Pick<ServerDeps, 'database' | 'files' | 'log'>): Promise<number> {
  const removals = await database.asOwner((db) => oldestRemovals(db, AT_ONCE));
  for (const removal of removals) {
    try {
      if (removal.key.endsWith('/')) await files.removeBelow(removal.key);
      else await files.remove(removal.key);
    } catch (error) {
      log.error({ err: error, storeId: removal.store_id, key: removal.key }, 'a file could not be removed');
      await database.asOwner((db) => removeAgainLater(db, removal, MINUTES_AFTER_FAILURE));
      continue;
    }
    await database.asOwner((db) => removalDone(db, removal));
  }
  return removals.length;
}
