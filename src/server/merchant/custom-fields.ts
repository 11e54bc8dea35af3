import * as contract from '#contract/merchant/custom-fields.ts';
import { Refusal } from '#core/refusal.ts';
import {
  customFieldForChange,
  customFields,
  deleteCustomField,
  insertCustomField,
  updateCustomField,
  type CustomFieldRow,
} from '#server/db/custom-fields.ts';
import { refuseNamed, rulesNaming } from '#server/db/rules-naming.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';

/** Questions that automations ask shoppers. */
export const customFieldHandlers = ({ database }: Pick<ServerDeps, 'database'>): Handler[] => [
  handle(contract.listCustomFields, (_input, { storeId }) =>
    database.readStore(storeId, async (db) => {
      const usedBy = await rulesNaming(db, storeId, 'customField');
      const rows = await customFields(db, storeId);
      return { customFields: rows.map((row) => showField(row, usedBy.get(row.custom_field_id))) };
    }),
  ),

  handle(contract.createCustomField, ({ body }, { storeId }) =>
    database.inStore(storeId, async (db) => showField(await insertCustomField(db, storeId, body))),
  ),

  handle(contract.changeCustomField, ({ params: { customFieldId }, body }, { storeId }) =>
    database.inStore(storeId, async (db) => {
      const before = await customFieldForChange(db, storeId, customFieldId);
      if (!before) throw notFound();
      if (before.value_type !== body.valueType)
        throw new Refusal('conflict', 'CUSTOM_FIELD_TYPE_KEPT', TYPE_KEPT, { 'body.valueType': TYPE_KEPT });
      const row = await updateCustomField(db, storeId, customFieldId, body);
      return showField(row, (await rulesNaming(db, storeId, 'customField')).get(customFieldId));
    }),
  ),

  handle(contract.deleteCustomField, ({ params: { customFieldId } }, { storeId }) =>
    database.inStore(storeId, async (db) => {
      const thing = { of: 'customField', id: customFieldId, what: 'custom field', code: 'CUSTOM_FIELD_USED' } as const;
      await refuseNamed(db, storeId, thing);
      if (!(await deleteCustomField(db, storeId, customFieldId))) throw notFound();
      return {};
    }),
  ),
];

const TYPE_KEPT = 'A saved custom field keeps its value type. Add another custom field instead.';

const notFound = (): Refusal => new Refusal('notFound', 'CUSTOM_FIELD_NOT_FOUND', "This custom field doesn't exist.");

const showField = (row: CustomFieldRow, usedBy: readonly string[] = []): contract.CustomFieldShown => ({
  id: row.custom_field_id,
  displayName: row.display_name,
  description: row.description,
  valueType: row.value_type,
  options: row.options.join(', '),
  required: row.required,
  isSerialNumber: row.is_serial_number,
  createdOn: row.created_on.toISOString(),
  usedBy: [...usedBy],
});
