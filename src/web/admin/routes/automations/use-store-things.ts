import { useQuery } from '@tanstack/react-query';
import { customFieldsQuery } from '../../custom-fields-query.ts';
import { meQuery } from '../../me-query.ts';
import { productGroupsQuery } from '../../product-groups-query.ts';
import { reasonsQuery } from '../../reasons-query.ts';
import { tagsQuery } from '../../list-queries.ts';
import { factValuesQuery, rulesQuery } from './rule-queries.ts';
import { locationsQuery } from '../settings/locations-query.ts';
import type { StoreThings } from './store-things.ts';

/** What rules of the store can name. */
export function useStoreThings(storeId: number): {
  things: StoreThings | null;
  error: Error | null;
  retry: () => void;
} {
  const me = useQuery(meQuery);
  const queries = {
    tags: useQuery(tagsQuery(storeId)),
    reasons: useQuery(reasonsQuery(storeId)),
    locations: useQuery(locationsQuery(storeId)),
    rules: useQuery(rulesQuery(storeId)),
    groups: useQuery(productGroupsQuery(storeId)),
    fields: useQuery(customFieldsQuery(storeId)),
    segments: useQuery(factValuesQuery(storeId, { fact: 'customer/segment' }, '')),
    warehouses: useQuery(factValuesQuery(storeId, { fact: 'order/fulfillmentLocation' }, '')),
  };
  const { tags, reasons, locations, rules, groups, fields, segments, warehouses } = queries;
  const all = Object.values(queries);
  const store = me.data?.stores.find((one) => one.id === storeId);
  const error = all.find((one) => one.error && one.data === undefined)?.error ?? null;
  const retry = (): void => {
    for (const one of all) if (one.error) void one.refetch();
  };
  if (!store || !tags.data || !reasons.data || !locations.data || !rules.data) return { things: null, error, retry };
  if (!groups.data || !fields.data || !segments.data || !warehouses.data) return { things: null, error, retry };
  const things: StoreThings = {
    currencyCode: store.currencyCode,
    canTakePayments: rules.data.canTakePayments,
    claimTags: tags.data.map(({ name }) => ({ value: name, label: name })),
    reasons: reasons.data.reasons.map(({ id, name, isDeleted }) => ({ value: id, label: name, isRetired: isDeleted })),
    returnLocations: locations.data.locations.map(({ id, name }) => ({ value: String(id), label: name })),
    fulfillmentLocations: warehouses.data.options,
    customerSegments: segments.data.options,
    isUnreachable: segments.data.isUnreachable || warehouses.data.isUnreachable,
    productGroups: groups.data.map(({ id, name }) => ({ value: String(id), label: name })),
    customFields: fields.data.map(({ id, displayName }) => ({ value: String(id), label: displayName })),
    // Kept with checkout rates, which bring them.
    shipRates: [],
  };
  return { things, error, retry };
}
