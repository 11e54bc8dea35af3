import { z } from 'zod';
import { FILTER_IDS, FILTERS, ListFilters, ListKind, type ListedClaim } from '#core/lists/filters.ts';

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

/** The filters of a list that this kind does not have. */
export const strangeFilters = (kind: ListKind, filters: ListFilters): string[] =>
  FILTER_IDS.filter((id) => filters[id] !== undefined && !FILTERS[id].on.includes(kind));

/** C3.33: the one request of every list. */
export const ListSearch = z
  .strictObject({
    kind: ListKind,
    cursor: ListCursor.nullable().default(null),
    orderBy: ListSort.default(NEWEST_FIRST),
    take: z.number().int().min(1).max(100).default(PAGE_SIZE),
    filters: ListFilters.prefault({}),
  })
  .refine(({ kind, filters }) => strangeFilters(kind, filters).length === 0, {
    path: ['filters'],
    message: "This list doesn't have this filter",
  });
export type ListSearch = z.infer<typeof ListSearch>;

/** One value of one filter, as it stands in the index. */
const facet = (id: string, value: string): string => `${id}:${value}`;
const key = (text: string): string => facet('is', text.trim().toLowerCase().replace(/^#/, ''));

/** Everything a claim is found by exactly: the values of its filters, and its number, order, email, parcels and SKUs. */
export function facetsOf(listed: ListedClaim): string[] {
  const { claim } = listed;
  const filtered = FILTER_IDS.flatMap((id) => {
    const filter = FILTERS[id];
    return filter.kind === 'date' ? [] : filter.of(listed).map((value) => facet(id, value));
  });
  const identifiers = [
    claim.externalId,
    claim.orderNo,
    claim.customerEmail,
    ...claim.shipments.map((shipment) => shipment.trackingCode),
    ...claim.lines.map((line) => line.sku),
  ].filter((text) => text.trim() !== '');
  return [...new Set([...filtered, ...identifiers.map(key)])];
}

/** For each chosen filter but those of time, the facets of which one is enough. */
export function wantedFacets(filters: ListFilters): string[][] {
  return FILTER_IDS.flatMap((id) => {
    const filter = FILTERS[id];
    const value = filters[id];
    if (value === undefined || filter.kind === 'date' || 'column' in filter) return [];
    const chosen = Array.isArray(value) ? value : [JSON.stringify(value)];
    return [chosen.map((one) => facet(id, one))];
  });
}

/** The columns of chosen filters that become true as time goes by; `isPast`, whether their instant has to be over. */
export const dueColumns = (filters: ListFilters): { column: string; isPast: boolean }[] =>
  FILTER_IDS.flatMap((id) => {
    const filter = FILTERS[id];
    const value = filters[id];
    return 'column' in filter && typeof value === 'boolean' ? [{ column: filter.column, isPast: value }] : [];
  });

/** The facet of a claim that one of its identifiers equals these words. */
export const exactFacet = (words: string): string => key(words);
