import { sql } from 'kysely';
import type { CoverProblem, CoverProduct } from '#core/protection/cover-product.ts';
import type { Db } from '#server/db/connect.ts';

/** What is known of the product of a store's cover, and of the script in its shop. */
export type KeptCover = {
  /** Null while the platform has none. */
  product: CoverProduct | null;
  title: string;
  revision: number;
  scriptWanted: string;
  scriptSrc: string;
};

export async function keptCover(db: Db, storeId: number): Promise<KeptCover> {
  const row = await db.selectFrom('cover_product').selectAll().where('store_id', '=', storeId).executeTakeFirst();
  return {
    product:
      row && row.id_from_platform !== null
        ? {
            idFromPlatform: row.id_from_platform,
            handle: row.handle,
            variants: row.variants,
            problem: row.problem,
          }
        : null,
    title: row?.title ?? '',
    revision: row?.revision ?? 0,
    scriptWanted: row?.script_wanted ?? '',
    scriptSrc: row?.script_src ?? '',
  };
}

/** The product of a store's cover; null while the platform has none. */
export const coverProductOf = async (db: Db, storeId: number): Promise<CoverProduct | null> =>
  (await keptCover(db, storeId)).product;

/** The number of the next wish for the product; a wish with a lower one is overtaken. */
export async function nextRevision(db: Db, storeId: number): Promise<number> {
  const { revision } = await db
    .insertInto('cover_product')
    .values({ store_id: storeId, revision: 1, problem: null })
    .onConflict((conflict) =>
      conflict.column('store_id').doUpdateSet({ revision: sql<number>`cover_product.revision + 1` }),
    )
    .returning('revision')
    .executeTakeFirstOrThrow();
  return revision;
}

/** Notes which script the shop is to have; empty for none. Answers with the number of the wish. */
export async function wantScript(db: Db, storeId: number, src: string): Promise<number> {
  const { script_revision: revision } = await db
    .insertInto('cover_product')
    .values({ store_id: storeId, script_revision: 1, script_wanted: src, problem: null })
    .onConflict((conflict) =>
      conflict
        .column('store_id')
        .doUpdateSet({ script_wanted: src, script_revision: sql<number>`cover_product.script_revision + 1` }),
    )
    .returning('script_revision')
    .executeTakeFirstOrThrow();
  return revision;
}

const update = (db: Db, storeId: number) => db.updateTable('cover_product').where('store_id', '=', storeId);

export const keepMadeCover = (
  db: Db,
  storeId: number,
  made: Omit<CoverProduct, 'problem'> & { title: string },
): Promise<unknown> =>
  update(db, storeId)
    .set({
      id_from_platform: made.idFromPlatform,
      handle: made.handle,
      variants: JSON.stringify(made.variants),
      title: made.title,
      problem: null,
      updated_on: sql`now()`,
    })
    .execute();

/** False where the problem was known. */
export async function noteCoverProblem(db: Db, storeId: number, problem: CoverProblem | null): Promise<boolean> {
  const noted = await update(db, storeId)
    .set({ problem, updated_on: sql`now()` })
    .where(sql<boolean>`problem is distinct from ${problem}`)
    .executeTakeFirst();
  return noted.numUpdatedRows === 1n;
}

export const noteScript = (db: Db, storeId: number, src: string): Promise<unknown> =>
  update(db, storeId).set({ script_src: src }).execute();
