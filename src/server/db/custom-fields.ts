import type { Selectable } from 'kysely';
import { optionList, type CustomField } from '#core/claims/custom-field.ts';
import type { AskedField } from '#core/claims/field-shapes.ts';
import type { FieldOfStore } from '#core/policy/registration-form.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';

export type CustomFieldRow = Selectable<Tables['custom_field']>;

/** The custom fields of a store, newest first. */
export const customFields = (db: Db, storeId: number): Promise<CustomFieldRow[]> =>
  db
    .selectFrom('custom_field')
    .selectAll()
    .where('store_id', '=', storeId)
    .orderBy('custom_field_id', 'desc')
    .execute();

/** The same as people are asked them. */
export const fieldsToAsk = async (db: Db, storeId: number): Promise<AskedField[]> =>
  (await customFields(db, storeId)).map(askedField);

/** The same, with whether their answers are serial numbers. */
export const fieldsOfStore = async (db: Db, storeId: number): Promise<FieldOfStore[]> =>
  (await customFields(db, storeId)).map((row) => ({ ...askedField(row), isSerialNumber: row.is_serial_number }));

const askedField = (row: CustomFieldRow): AskedField => ({
  id: String(row.custom_field_id),
  displayName: row.display_name,
  description: row.description,
  options: row.options.join(','),
  valueType: row.value_type,
  required: row.required,
});

const columnsOf = ({ displayName, description, valueType, options, required, isSerialNumber }: CustomField) => ({
  is_serial_number: isSerialNumber,
  display_name: displayName,
  description,
  value_type: valueType,
  options: optionList(options),
  required,
});

export const insertCustomField = (db: Db, storeId: number, field: CustomField): Promise<CustomFieldRow> =>
  db
    .insertInto('custom_field')
    .values({ store_id: storeId, ...columnsOf(field) })
    .returningAll()
    .executeTakeFirstOrThrow();

/** For a change: it stays as it is until the end of the transaction. */
export const customFieldForChange = (db: Db, storeId: number, id: number): Promise<CustomFieldRow | undefined> =>
  db
    .selectFrom('custom_field')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('custom_field_id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Which of these fields the store has. They stay until the end of the transaction. */
export async function fieldsThere(db: Db, storeId: number, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('custom_field')
    .select('custom_field_id')
    .where('store_id', '=', storeId)
    .where('custom_field_id', 'in', [...ids])
    .forShare()
    .execute();
  return new Set(rows.map(({ custom_field_id: id }) => id));
}

export const updateCustomField = (db: Db, storeId: number, id: number, field: CustomField): Promise<CustomFieldRow> =>
  db
    .updateTable('custom_field')
    .set(columnsOf(field))
    .where('store_id', '=', storeId)
    .where('custom_field_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const deleteCustomField = async (db: Db, storeId: number, id: number): Promise<boolean> => {
  const removed = await db
    .deleteFrom('custom_field')
    .where('store_id', '=', storeId)
    .where('custom_field_id', '=', id)
    .executeTakeFirst();
  return removed.numDeletedRows === 1n;
};
