import * as contract from '#contract/merchant/custom-fields.ts';
import { Refusal } from '#core/refusal.ts';
import type { Db } from '#server/db/connect.ts';
import {
  customFieldForChange,
  customFields,
  deleteCustomField,
  insertCustomField,
  updateCustomField,
  type CustomFieldRow,
} from '#server/db/custom-fields.ts';
import { refuseNamed, rulesNaming } from '#server/db/rules-naming.ts';
import { storeById } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { formOf } from '#server/registrations/register.ts';

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
      // Staff who save the registration form at this moment come before, or wait until the field is gone.
      if (!(await customFieldForChange(db, storeId, customFieldId))) throw notFound();
      await refuseOnForm(db, storeId, customFieldId);
      await deleteCustomField(db, storeId, customFieldId);
      return {};
    }),
  ),
];

const TYPE_KEPT = 'A saved custom field keeps its value type. Add another custom field instead.';

const notFound = (): Refusal => new Refusal('notFound', 'CUSTOM_FIELD_NOT_FOUND', "This custom field doesn't exist.");

/** Refuses CUSTOM_FIELD_USED where owners are asked for it when they register a product. */
async function refuseOnForm(db: Db, storeId: number, customFieldId: number): Promise<void> {
  const store = await storeById(db, storeId);
  const asked = store ? (await formOf(db, store)).form.fields : [];
  if (asked.some(({ id }) => id === String(customFieldId)))
    throw new Refusal(
      'conflict',
      'CUSTOM_FIELD_USED',
      'The registration form asks for this custom field. Take it off the form first.',
    );
}

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
