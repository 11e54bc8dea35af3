import * as contract from '#contract/merchant/product-groups.ts';
import { Refusal } from '#core/refusal.ts';
import type { Db } from '#server/db/connect.ts';
import { isUniqueViolation } from '#server/db/contention.ts';
import { lockRuleSet } from '#server/db/draft-rules.ts';
import {
  deleteProductGroup,
  insertProductGroup,
  productGroupById,
  productGroups,
  productsOfGroup,
  updateProductGroup,
  valuesOfProducts,
  type ProductGroupRow,
} from '#server/db/product-groups.ts';
import { keptReasons, lockReasons } from '#server/db/settings.ts';
import { rulesNaming, type RulesNaming } from '#server/db/rules-naming.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { syncShown, wantSync, type SyncShown } from '#server/sync/sync-state.ts';

/** Product groups, what they can be made of, and the sync of products that keeps them right. */
export const productGroupHandlers = ({ database }: Pick<ServerDeps, 'database'>): Handler[] => [
  handle(contract.listProductGroups, (_input, { storeId }) =>
    database.readStore(storeId, async (db) => {
      const usedBy = await usersOf(db, storeId);
      const rows = await productGroups(db, storeId);
      return { groups: rows.map((row) => showGroup(row, usedBy.get(row.group_id))) };
    }),
  ),

  handle(contract.createProductGroup, ({ body }, { storeId }) =>
    database.inStore(storeId, async (db) => {
      const row = await insertProductGroup(db, storeId, body);
      if (!row) throw nameTaken();
      return showGroup(row);
    }),
  ),

  handle(contract.changeProductGroup, ({ params: { groupId }, body }, { storeId }) =>
    database.inStore(storeId, async (db) => {
      const row = await updateProductGroup(db, storeId, groupId, body).catch((error: unknown) => {
        throw isUniqueViolation(error) ? nameTaken() : error;
      });
      if (!row) throw notFound();
      return showGroup(row, (await usersOf(db, storeId)).get(groupId));
    }),
  ),

  handle(contract.deleteProductGroup, ({ params: { groupId } }, { storeId }) =>
    database.inStore(storeId, async (db) => {
      await lockRuleSet(db, storeId);
      // Held until the end, so that no reason group comes to name it meanwhile.
      await lockReasons(db, storeId);
      const usedBy = (await usersOf(db, storeId)).get(groupId);
      if (usedBy)
        throw new Refusal(
          'conflict',
          'PRODUCT_GROUP_USED',
          `This product group is used by ${usedBy.join(', ')}. Change that first.`,
        );
      if (!(await deleteProductGroup(db, storeId, groupId))) throw notFound();
      return {};
    }),
  ),

  handle(contract.listGroupProducts, ({ params: { groupId }, query }, { storeId }) =>
    database.readStore(storeId, async (db) => {
      const group = await productGroupById(db, storeId, groupId);
      if (!group) throw notFound();
      const { products, total } = await productsOfGroup(db, group, query);
      return {
        products: products.map(({ idFromPlatform: id, title, imgUrl }) => ({ id, title, imgUrl })),
        total,
        lastUpdatedOn: group.refreshed_on.toISOString(),
      };
    }),
  ),

  handle(contract.refreshGroupProducts, ({ params: { groupId } }, { storeId }) =>
    database.inStore(storeId, async (db) => {
      if (!(await productGroupById(db, storeId, groupId))) throw notFound();
      return startSync(db, storeId);
    }),
  ),

  handle(contract.syncProducts, (_input, { storeId }) => database.inStore(storeId, (db) => startSync(db, storeId))),

  handle(contract.getProductSync, (_input, { storeId }) =>
    database.readStore(storeId, (db) => syncShown(db, storeId, 'products')),
  ),

  handle(contract.listProductTags, (_input, { storeId }) =>
    database.readStore(storeId, async (db) => ({ tags: await valuesOfProducts.tags(db, storeId) })),
  ),

  handle(contract.listProductTypes, (_input, { storeId }) =>
    database.readStore(storeId, async (db) => ({ types: await valuesOfProducts.types(db, storeId) })),
  ),

  handle(contract.listProductCollections, (_input, { storeId }) =>
    database.readStore(storeId, async (db) => ({ collections: await valuesOfProducts.collections(db, storeId) })),
  ),
];

/** The names of the automations and reason groups that use each product group. */
async function usersOf(db: Db, storeId: number): Promise<RulesNaming> {
  const users = new Map(await rulesNaming(db, storeId, 'productGroup'));
  for (const { name, productGroupId } of (await keptReasons(db, storeId)).document.reasonGroups)
    users.set(productGroupId, [...(users.get(productGroupId) ?? []), name]);
  return users;
}

const notFound = (): Refusal => new Refusal('notFound', 'PRODUCT_GROUP_NOT_FOUND', "This product group doesn't exist.");

const NAME_TAKEN = 'Another product group has this name.';
const nameTaken = (): Refusal =>
  new Refusal('conflict', 'PRODUCT_GROUP_EXISTS', NAME_TAKEN, { 'body.name': NAME_TAKEN });

async function startSync(db: Db, storeId: number): Promise<SyncShown> {
  const connection = await db
    .selectFrom('store_connection')
    .select('kind')
    .where('store_id', '=', storeId)
    .limit(1)
    .executeTakeFirst();
  if (!connection)
    throw new Refusal('conflict', 'STORE_NOT_CONNECTED', "This store isn't connected to a store platform.");
  await wantSync(db, storeId, 'products');
  return syncShown(db, storeId, 'products');
}

const showGroup = (row: ProductGroupRow, usedBy: readonly string[] = []): contract.ProductGroupShown => ({
  id: row.group_id,
  name: row.name,
  createdOn: row.created_on.toISOString(),
  lastUpdatedOn: row.refreshed_on.toISOString(),
  tags: row.tags,
  types: row.types,
  collections: row.collections,
  warrantyDays: row.warranty_days,
  usedBy: [...usedBy],
});
