import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { removeLater } from '#server/db/file-removals.ts';
import { savedGroups } from '#server/db/settings.ts';

/** Those that emails already sent still show stay as long as there is room. */
const MOST_KEPT = 60;

export const pictureKey = (storeId: number, name: string): string => `brand/${storeId}/${name}`;

/** Notes a picture that is about to be stored, and removes the oldest that the settings don't show where there are too many. */
export async function keepBrandPicture(
  db: Db,
  storeId: number,
  { name, size }: { name: string; size: number },
): Promise<void> {
  await db
    .insertInto('brand_picture')
    .values({ store_id: storeId, name, size })
    .onConflict((conflict) => conflict.columns(['store_id', 'name']).doUpdateSet({ used_on: sql<Date>`now()` }))
    .execute();
  const rows = await db
    .selectFrom('brand_picture')
    .select('name')
    .where('store_id', '=', storeId)
    .orderBy('used_on', 'desc')
    .execute();
  const saved = await savedGroups(db, storeId);
  const shown = JSON.stringify(['theme', 'widgetModal'].map((group) => saved.get(group)?.document));
  const surplus = rows
    .slice(MOST_KEPT)
    .map((row) => row.name)
    .filter((each) => !shown.includes(each));
  if (surplus.length === 0) return;
  await db.deleteFrom('brand_picture').where('store_id', '=', storeId).where('name', 'in', surplus).execute();
  await removeLater(
    db,
    storeId,
    surplus.map((each) => pictureKey(storeId, each)),
  );
}
