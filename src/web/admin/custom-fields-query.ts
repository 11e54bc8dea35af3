import { queryOptions } from '@tanstack/react-query';
import { call } from '#contract/client.ts';
import { listCustomFields } from '#contract/merchant/custom-fields.ts';

/** The custom fields of a store, newest first. */
export const customFieldsQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['custom-fields', storeId],
    queryFn: async ({ signal }) => (await call(listCustomFields, { params: { storeId } }, { signal })).customFields,
  });
