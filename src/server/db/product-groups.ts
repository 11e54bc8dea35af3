import { sql, type Selectable } from 'kysely';
import type { ProductPlaces } from '#core/automations/order-facts.ts';
import { groupNameKey, groupsOf, keysOfGroup, warrantyDaysOf, type ProductGroup } from '#core/orders/product-groups.ts';
import type { Collection, OrderLine, Product } from '#core/orders/order.ts';
import { asksForProductGroups, type ProductGroupsOf } from '#core/policy/policy-for.ts';
import type { Db } from '#server/db/connect.ts';
import { settingsOf, type KeptSettings } from '#server/db/settings.ts';
import type { Tables } from '#server/db/tables.ts';

export type ProductGroupRow = Selectable<Tables['product_group']>;

/** The groups of a store, newest first. */
export const productGroups = (db: Db, storeId: number): Promise<ProductGroupRow[]> =>
  db.selectFrom('product_group').selectAll().where('store_id', '=', storeId).orderBy('group_id', 'desc').execute();

export const productGroupById = (db: Db, storeId: number, groupId: number): Promise<ProductGroupRow | undefined> =>
  one(db, storeId, groupId).executeTakeFirst();

const one = (db: Db, storeId: number, groupId: number) =>
  db.selectFrom('product_group').selectAll().where('store_id', '=', storeId).where('group_id', '=', groupId);

const columnsOf = (group: ProductGroup) => ({
  name: group.name,
  name_key: groupNameKey(group.name),
  tags: group.tags,
  types: group.types,
  collections: JSON.stringify(group.collections),
  warranty_days: group.warrantyDays,
  group_keys: keysOfGroup(group),
});

/** Null when another group of the store has the name. */
export const insertProductGroup = async (
  db: Db,
  storeId: number,
  group: ProductGroup,
): Promise<ProductGroupRow | null> =>
  (await db
    .insertInto('product_group')
    .values({ store_id: storeId, ...columnsOf(group) })
    .onConflict((conflict) => conflict.columns(['store_id', 'name_key']).doNothing())
    .returningAll()
    .executeTakeFirst()) ?? null;

/** Throws the database's unique violation when another group of the store has the name. */
export const updateProductGroup = (
  db: Db,
  storeId: number,
  groupId: number,
  group: ProductGroup,
): Promise<ProductGroupRow | undefined> =>
  db
    .updateTable('product_group')
    .set({ ...columnsOf(group), refreshed_on: new Date() })
    .where('store_id', '=', storeId)
    .where('group_id', '=', groupId)
    .returningAll()
    .executeTakeFirst();

export const deleteProductGroup = async (db: Db, storeId: number, groupId: number): Promise<boolean> => {
  const removed = await db
    .deleteFrom('product_group')
    .where('store_id', '=', storeId)
    .where('group_id', '=', groupId)
    .executeTakeFirst();
  return removed.numDeletedRows === 1n;
};

/** All products of the store were just compared with the store platform. */
export const groupsRefreshed = (db: Db, storeId: number): Promise<unknown> =>
  db.updateTable('product_group').set({ refreshed_on: new Date() }).where('store_id', '=', storeId).execute();

const inGroup = (db: Db, { store_id: storeId, group_keys: keys }: ProductGroupRow) =>
  db
    .selectFrom('product')
    .where('store_id', '=', storeId)
    .where(sql<boolean>`product.group_keys && ${keys}::text[]`);

/** A page of the products of a group, by title, and how many there are. */
export async function productsOfGroup(
  db: Db,
  group: ProductGroupRow,
  { offset, take }: { offset: number; take: number },
): Promise<{ products: Product[]; total: number }> {
  const { total } = await inGroup(db, group)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await inGroup(db, group)
    .select('document')
    .orderBy(sql`lower(product.document ->> 'title')`)
    .orderBy('id_from_platform')
    .offset(offset)
    .limit(take)
    .execute();
  return { products: rows.map((row) => row.document), total };
}

/** What products have that are in any of these groups; a group that is gone has none. */
export async function keysOfGroups(db: Db, storeId: number, groupIds: readonly number[]): Promise<string[]> {
  const groups = (await productGroups(db, storeId)).filter(({ group_id: id }) => groupIds.includes(id));
  return [...new Set(groups.flatMap(({ group_keys: keys }) => keys))];
}

/** The groups and collections of the products of an order; those not synced are left out. */
export async function productPlaces(
  db: Db,
  storeId: number,
  { lines }: { lines: readonly Pick<OrderLine, 'productIdFromPlatform'>[] },
): Promise<ProductPlaces> {
  const ids = lines.flatMap(({ productIdFromPlatform: id }) => id ?? []);
  if (ids.length === 0) return new Map();
  const groups = (await productGroups(db, storeId)).map((row) => ({
    id: row.group_id,
    groupKeys: row.group_keys,
    warrantyDays: row.warranty_days,
  }));
  const rows = await db
    .selectFrom('product')
    .select(['id_from_platform', 'group_keys'])
    .select(sql<Collection[] | null>`document -> 'collections'`.as('collections'))
    .where('store_id', '=', storeId)
    .where('id_from_platform', 'in', [...new Set(ids)])
    .execute();
  return new Map(
    rows.map(({ id_from_platform: id, group_keys: groupKeys, collections }) => {
      const groupIds = groupsOf({ groupKeys }, groups);
      return [
        id,
        {
          groupIds,
          warrantyDays: warrantyDaysOf(groupIds, groups),
          collections: collections && collections.map(({ name }) => name),
        },
      ];
    }),
  );
}

const NONE: ProductGroupsOf = new Map();

/** Whether any product group of the store has a warranty of its own. */
export const hasGroupTerms = (storeId: number) =>
  sql<boolean>`exists (select from product_group where store_id = ${storeId} and warranty_days is not null)`;

/** The product groups of the products of lines, where reasons or terms of the store depend on them. */
export const productGroupsOf = async (
  db: Db,
  storeId: number,
  store: { settings: KeptSettings; hasGroupTerms?: boolean },
  lines: readonly Pick<OrderLine, 'productIdFromPlatform'>[],
): Promise<ProductGroupsOf> =>
  store.hasGroupTerms === true || asksForProductGroups(settingsOf(store))
    ? productPlaces(db, storeId, { lines })
    : NONE;

/** What groups can be made of: everything that products of the store have, by name. */
export const valuesOfProducts = {
  tags: async (db: Db, storeId: number): Promise<string[]> => {
    const { rows } = await sql<{ value: string }>`
      select distinct on (lower(value)) value from product, jsonb_array_elements_text(document -> 'tags') as value
      where store_id = ${storeId} order by lower(value), value limit ${MOST_VALUES}`.execute(db);
    return rows.map(({ value }) => value);
  },
  types: async (db: Db, storeId: number): Promise<string[]> => {
    const { rows } = await sql<{ value: string }>`
      select distinct on (lower(value)) value from product, lateral (select document ->> 'productType' as value) as its
      where store_id = ${storeId} and value <> '' order by lower(value), value limit ${MOST_VALUES}`.execute(db);
    return rows.map(({ value }) => value);
  },
  collections: async (db: Db, storeId: number): Promise<{ id: string; name: string }[]> => {
    const { rows } = await sql<{ id: string; name: string }>`
      select id, name from (
        select distinct on (each ->> 'id') each ->> 'id' as id, each ->> 'name' as name
        from product, jsonb_array_elements(document -> 'collections') as each
        where store_id = ${storeId} order by each ->> 'id', product.updated_on desc
      ) as known order by lower(name), id limit ${MOST_VALUES}`.execute(db);
    return rows;
  },
};

const MOST_VALUES = 5000;
