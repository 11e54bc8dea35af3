import { z } from 'zod';
import { ClaimType, perType } from '#core/claims/types.ts';
import { claimList } from '#core/lists/claim-list.ts';
import { ANY_CHOICE, type Filter, type ListDefinition } from '#core/lists/define.ts';
import { auditList } from '#core/lists/audit-list.ts';
import { orderList } from '#core/lists/order-list.ts';
import { registrationList } from '#core/lists/registration-list.ts';
import { conciergeList } from '#core/lists/concierge-list.ts';
import { shippingClaimList } from '#core/lists/shipping-claim-list.ts';

/** Every list of the store. Another one is a definition in a file of its own and a line here. */
export const LISTS = {
  ...perType(claimList),
  Order: orderList,
  Audit: auditList,
  Registration: registrationList,
  Shipping: shippingClaimList,
};

/** Lists of the provider, over all its stores: nobody of a store opens them, and they have no saved views and no export. */
export const PROVIDER_LISTS = { Concierge: conciergeList };

export type ListKind = keyof typeof LISTS;
export type AnyList = ListKind | keyof typeof PROVIDER_LISTS;
export const ListKind = z.enum(Object.keys(LISTS) as [ListKind, ...ListKind[]]);
/** Lists of claims: the value is the type of the claims. */
export const ClaimKind = ClaimType;
export type ClaimKind = ClaimType;

const ALL_LISTS = { ...LISTS, ...PROVIDER_LISTS };
export const listOf = (kind: AnyList): ListDefinition => ALL_LISTS[kind];

/** Lists that show their table as it is, by the columns of their definition. */
export type TableKind = Exclude<ListKind, ClaimKind | 'Order'>;
export const isTableKind = (kind: ListKind): kind is TableKind => listOf(kind).columns !== null;
export const TABLE_KINDS = ListKind.options.filter(isTableKind);
/** Lists that are a page of the settings; the others have a place of their own in the menu. */
export const isInSettings = (kind: ListKind): boolean => listOf(kind).path.startsWith('settings/');

/** The filters of one list, in the order they are offered. */
export const filtersOn = (kind: AnyList): { id: FilterId; filter: Filter }[] =>
  Object.entries(listOf(kind).filters).map(([id, filter]) => ({ id: id as FilterId, filter }));

type All<Its> = (Its extends unknown ? (its: Its) => void : never) extends (its: infer Every) => void ? Every : never;
type Every = All<(typeof ALL_LISTS)[AnyList]['filters']>;
export type FilterId = keyof Every;

const values = new Map<string, Filter['value']>();
for (const kind of Object.keys(ALL_LISTS) as AnyList[])
  for (const { id, filter } of filtersOn(kind)) {
    const other = values.get(id) ?? filter.value;
    // Lists with choices of their own under one id: each list checks its own.
    values.set(id, other === filter.value ? filter.value : ANY_CHOICE);
  }
const shapes = Object.fromEntries([...values].map(([id, value]) => [id, value.optional()])) as {
  [Id in FilterId]: z.ZodOptional<Every[Id]['value']>;
};

/** The filters of a list; a missing filter narrows nothing. Words are searched in addition to the filters. */
export const ListFilters = z.strictObject({ searchTerm: z.string().trim().max(200).optional(), ...shapes });
export type ListFilters = z.infer<typeof ListFilters>;

/** The chosen filters of a list with their values. */
export const chosenFilters = (kind: AnyList, filters: ListFilters): { filter: Filter; id: FilterId; value: Chosen }[] =>
  filtersOn(kind).flatMap(({ id, filter }) => {
    const value = filters[id];
    return value === undefined ? [] : [{ id, filter, value }];
  });
type Chosen = NonNullable<ListFilters[FilterId]>;
