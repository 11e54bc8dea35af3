import { allShipments } from '#core/claims/shipments.ts';
import type { Filter } from '#core/lists/define.ts';
import { z } from 'zod';
import { filteredBy, type ListedClaim } from '#core/lists/claim-list.ts';
import { chosenFilters, filtersOn, ListFilters, ListKind, type AnyList } from '#core/lists/lists.ts';
import { tagKey } from '#core/lists/tags.ts';

/** Page of a list, and where it starts: after (`next`) or before (`prev`) the row the opaque id names. */
export const ListCursor = z.object({ direction: z.enum(['prev', 'next']), id: z.string().min(1).max(200) });
export type ListCursor = z.infer<typeof ListCursor>;

export const PAGE_SIZE = 50;

export const ListSort = z.strictObject({ column: z.enum(['createdOn']), direction: z.enum(['asc', 'desc']) });
export type ListSort = z.infer<typeof ListSort>;

export const NEWEST_FIRST: ListSort = { column: 'createdOn', direction: 'desc' };
/** The sort menu (C3.32). */
export const LIST_SORTS: readonly { label: string; sort: ListSort }[] = [
  { label: 'Newest to oldest', sort: NEWEST_FIRST },
  { label: 'Oldest to newest', sort: { column: 'createdOn', direction: 'asc' } },
];

/** The filters that this list does not have, or not with such a value. */
export function strangeFilters(kind: AnyList, { searchTerm: _words, ...filters }: ListFilters): string[] {
  const own = new Map<string, z.ZodType>(filtersOn(kind).map(({ id, filter }) => [id, filter.value]));
  return Object.entries(filters).flatMap(([id, value]) =>
    value === undefined || own.get(id)?.safeParse(value).success === true ? [] : [id],
  );
}

const Page = {
  cursor: ListCursor.nullable().default(null),
  take: z.number().int().min(1).max(100).default(PAGE_SIZE),
  filters: ListFilters.prefault({}),
};
const STRANGE = { path: ['filters'], message: "This list doesn't have this filter" };

/** C3.33: the one request of every list of a store. */
export const ListSearch = z
  .strictObject({ kind: ListKind, orderBy: ListSort.default(NEWEST_FIRST), ...Page })
  .refine(({ kind, filters }) => strangeFilters(kind, filters).length === 0, STRANGE);
export type ListSearch = z.infer<typeof ListSearch>;

/** A page of the provider's queue, which has one order: the longest waiting first. */
export const QueueSearch = z
  .strictObject(Page)
  .refine(({ filters }) => strangeFilters('Concierge', filters).length === 0, STRANGE);
export type QueueSearch = z.infer<typeof QueueSearch>;

/** One value of one filter, as stored in the index. */
const facet = (id: string, value: string): string => `${id}:${value}`;
const key = (text: string): string => facet('is', text.trim().toLowerCase().replace(/^#/, ''));

/** Everything a claim is found by exactly: the values of its filters, and its number, order, email, parcels and SKUs. */
export function facetsOf(listed: ListedClaim): string[] {
  const { claim } = listed;
  const filtered = filteredBy(listed).flatMap(([id, values]) => values.map((value) => facet(id, value)));
  const identifiers = [
    claim.externalId,
    claim.orderNo,
    claim.customerEmail,
    ...allShipments(claim).map((shipment) => shipment.trackingCode),
    ...claim.lines.map((line) => line.sku),
  ].filter((text) => text.trim() !== '');
  return [...new Set([...filtered, ...identifiers.map(key)])];
}

/** For each chosen filter with stored values: the facets, any of which matches. */
export const wantedFacets = (kind: AnyList, filters: ListFilters): string[][] =>
  chosenFilters(kind, filters).flatMap(({ id, filter, value }) =>
    typeof filter.at === 'function'
      ? [(Array.isArray(value) ? value : [JSON.stringify(value)]).map((one) => facet(id, keptAs(filter, one)))]
      : [],
  );

/** A choice as it is compared: claims may have a tag in another spelling than the list. */
const keptAs = (filter: Filter, value: string): string =>
  filter.kind === 'multiselect' && filter.options === 'tags' ? tagKey(value) : value;

/** The facet of a claim that one of its identifiers equals these words. */
export const exactFacet = (words: string): string => key(words);
