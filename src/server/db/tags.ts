import { withEntry } from '#core/claims/timeline.ts';
import { distinctTags, tagDifference, tagKey, tagsChangedText } from '#core/lists/tags.ts';
import { claimForChange, saveTags, type LoadedClaim } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';

type TagRow = { tag_id: number; name: string };

export const tagsOfStore = (db: Db, storeId: number): Promise<TagRow[]> =>
  db
    .selectFrom('claim_tag')
    .select(['tag_id', 'name'])
    .where('store_id', '=', storeId)
    .orderBy('name_key')
    .limit(1000)
    .execute();

/** The tags of these names, as the list spells them; what it does not have is added. In the order of the names. */
export async function namedTags(db: Db, storeId: number, names: readonly string[]): Promise<TagRow[]> {
  const wanted = distinctTags(names);
  if (wanted.length === 0) return [];
  await db
    .insertInto('claim_tag')
    .values(wanted.map((name) => ({ store_id: storeId, name, name_key: tagKey(name) })))
    .onConflict((conflict) => conflict.columns(['store_id', 'name_key']).doNothing())
    .execute();
  const rows = await db
    .selectFrom('claim_tag')
    .select(['tag_id', 'name', 'name_key'])
    .where('store_id', '=', storeId)
    .where('name_key', 'in', wanted.map(tagKey))
    .execute();
  return wanted.flatMap((name) => rows.find((row) => row.name_key === tagKey(name)) ?? []);
}

/** What a tag of the list is called; null when it is not there. */
export async function nameOfTag(db: Db, storeId: number, tagId: number): Promise<string | null> {
  const row = await db
    .selectFrom('claim_tag')
    .select('name')
    .where('store_id', '=', storeId)
    .where('tag_id', '=', tagId)
    .executeTakeFirst();
  return row?.name ?? null;
}

/** Takes a tag off the list. */
export const removeTag = (db: Db, storeId: number, tagId: number): Promise<unknown> =>
  db.deleteFrom('claim_tag').where('store_id', '=', storeId).where('tag_id', '=', tagId).execute();

/**
 * Gives a claim the tags that `change` makes of those it has, and returns it; null when there is no such
 * claim. The timeline tells whose change it was. Tags are not part of what a decision is made on, so the claim's version stays.
 */
export async function changeTags(
  db: Db,
  storeId: number,
  claimId: number,
  change: (tags: readonly string[]) => readonly string[],
  by: string,
): Promise<LoadedClaim | null> {
  const loaded = await claimForChange(db, storeId, claimId);
  if (!loaded) return null;
  const tags = distinctTags(change(loaded.tags));
  const message = tagsChangedText(tagDifference(loaded.tags, tags));
  if (message === '') return loaded;
  const entry = { type: 'edit', subject: 'Tags changed', message, by } as const;
  const claim = withEntry(loaded.claim, entry, new Date().toISOString());
  const tagged = { ...loaded, claim, tags };
  await saveTags(db, storeId, tagged);
  return tagged;
}
