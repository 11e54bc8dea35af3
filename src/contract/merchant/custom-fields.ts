import { z } from 'zod';
import { CustomField } from '#core/claims/custom-field.ts';
import { FieldType } from '#core/claims/field-shapes.ts';
import { StoreParams } from '#contract/merchant/params.ts';
import { Nothing, route } from '#contract/route.ts';

const FieldParams = StoreParams.extend({ customFieldId: z.coerce.number().int().positive() });
const NoField = { CUSTOM_FIELD_NOT_FOUND: 'Custom field not found' };

export const CustomFieldShown = z.object({
  id: z.number().int(),
  displayName: z.string(),
  description: z.string(),
  valueType: FieldType,
  options: z.string(),
  required: z.boolean(),
  isSerialNumber: z.boolean(),
  createdOn: z.string(),
  /** Names of automations that use it; while there are any, it can't be deleted. */
  usedBy: z.array(z.string()),
});
export type CustomFieldShown = z.infer<typeof CustomFieldShown>;

export const listCustomFields = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/custom-field',
  access: 'admin',
  summary: 'List the custom fields of the store, newest first (S7.08, R7.08)',
  params: StoreParams,
  response: z.object({ customFields: z.array(CustomFieldShown) }),
});

export const createCustomField = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/custom-field',
  access: 'admin',
  summary: 'Add a custom field that automations can ask shoppers for (S7.08)',
  params: StoreParams,
  body: CustomField,
  response: CustomFieldShown,
});

export const changeCustomField = route({
  method: 'PUT',
  path: '/api/merchant/{storeId}/custom-field/{customFieldId}',
  access: 'admin',
  summary: 'Change a custom field; its value type stays, and so do answers that were given (S5.07, S7.08)',
  params: FieldParams,
  body: CustomField,
  response: CustomFieldShown,
  errors: { ...NoField, CUSTOM_FIELD_TYPE_KEPT: 'The value type of a custom field never changes' },
});

export const deleteCustomField = route({
  method: 'DELETE',
  path: '/api/merchant/{storeId}/custom-field/{customFieldId}',
  access: 'admin',
  summary: 'Delete a custom field that no automation or form uses; answers that were given stay (S7.08)',
  params: FieldParams,
  response: Nothing,
  errors: {
    ...NoField,
    CUSTOM_FIELD_USED: 'Automations or the registration form use this custom field; the text names them',
  },
});
