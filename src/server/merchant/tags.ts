import * as contract from '#contract/merchant/tags.ts';
import { retagged, tagDifference } from '#core/lists/tags.ts';
import { Refusal } from '#core/refusal.ts';
import { claimById } from '#server/db/claims.ts';
import { refuseNamed } from '#server/db/rules-naming.ts';
import { changeTags, namedTags, nameOfTag, removeTag, tagsOfStore } from '#server/db/tags.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { staffName } from '#server/merchant/staff-name.ts';
import { claimNotFound } from '#server/merchant/show-claim.ts';

/** The store's tags, and those of one claim. */
export const tagHandlers = ({ database }: Pick<ServerDeps, 'database'>): Handler[] => [
  handle(contract.listTags, async (_input, { storeId }) => {
    const rows = await database.readStore(storeId, (db) => tagsOfStore(db, storeId));
    return { tags: rows.map(showTag) };
  }),

  handle(contract.createTag, async ({ body }, { storeId }) => {
    const [row] = await database.inStore(storeId, (db) => namedTags(db, storeId, [body.name]));
    if (!row) throw new Error('a tag was neither there nor added');
    return showTag(row);
  }),

  handle(contract.deleteTag, ({ params: { tagId } }, { storeId }) =>
    database.inStore(storeId, async (db) => {
      const name = await nameOfTag(db, storeId, tagId);
      if (name === null) throw new Refusal('notFound', 'TAG_NOT_FOUND', "This tag doesn't exist in this store.");
      await refuseNamed(db, storeId, { of: 'claimTag', id: name, what: 'claim tag', code: 'TAG_USED' });
      await removeTag(db, storeId, tagId);
      return {};
    }),
  ),

  handle(contract.getClaimTags, async ({ params }, { storeId }) => {
    const loaded = await database.readStore(storeId, (db) => claimById(db, storeId, params.claimId));
    if (!loaded) throw claimNotFound();
    return { tags: loaded.tags };
  }),

  handle(contract.setClaimTags, ({ params, body }, { storeId, user }) =>
    database.inStore(storeId, async (db) => {
      const change = body.madeOf && tagDifference(body.madeOf, body.tags);
      const named = await namedTags(db, storeId, change?.added ?? body.tags);
      const added = named.map((tag) => tag.name);
      const tagsFrom = (tags: readonly string[]) => (change ? retagged(tags, { ...change, added }) : added);
      const changed = await changeTags(db, storeId, params.claimId, tagsFrom, staffName(user));
      if (!changed) throw claimNotFound();
      return { tags: changed.tags };
    }),
  ),
];

const showTag = (row: { tag_id: number; name: string }) => ({ id: row.tag_id, name: row.name });
