import { sql, type Selectable } from 'kysely';
import type { AnswerText } from '#core/protection/answer-template.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';

// Of no store: everything here is asked as the owner.

export type AnswerRow = Selectable<Tables['answer_template']>;

export const answerTemplates = (db: Db): Promise<AnswerRow[]> =>
  db.selectFrom('answer_template').selectAll().orderBy('position').orderBy('template_id').execute();

/** The same, held until the end of the transaction. */
export async function holdAnswerTemplates(db: Db): Promise<AnswerRow[]> {
  // Rows that are added meanwhile have no lock to wait for.
  await sql`lock table answer_template in share row exclusive mode`.execute(db);
  return answerTemplates(db);
}

export const addAnswerTemplate = (db: Db, position: number, { name, body }: AnswerText, by: string): Promise<unknown> =>
  db.insertInto('answer_template').values({ position, name, body, updated_by: by }).execute();

export const saveAnswerTemplate = (
  db: Db,
  { template_id: id, version }: AnswerRow,
  { name, body }: AnswerText,
  by: string,
): Promise<unknown> =>
  db
    .updateTable('answer_template')
    .set({ name, body, version: version + 1, updated_by: by, updated_on: sql`now()` })
    .where('template_id', '=', id)
    .execute();

export const removeAnswerTemplate = (db: Db, id: number): Promise<unknown> =>
  db.deleteFrom('answer_template').where('template_id', '=', id).execute();

/** Puts them in the order of these ids. */
export const placeAnswerTemplates = (db: Db, ids: readonly number[]): Promise<unknown> =>
  db
    .updateTable('answer_template')
    .set({ position: sql<number>`array_position(${[...ids]}::bigint[], template_id)` })
    .where('template_id', 'in', [...ids])
    .where('position', '<>', sql<number>`array_position(${[...ids]}::bigint[], template_id)`)
    .execute();

const KEPT_IN_VIEW = 50;

/** The latest changes of what is the provider's own. */
export const providerEntries = (db: Db): Promise<Selectable<Tables['provider_audit_entry']>[]> =>
  db.selectFrom('provider_audit_entry').selectAll().orderBy('entry_id', 'desc').limit(KEPT_IN_VIEW).execute();
