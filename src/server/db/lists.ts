import { sql, type QueryCreator, type RawBuilder } from 'kysely';
import { ClaimType } from '#core/claims/types.ts';
import { rangeOf, rangeOfDays, type DateFilter, type DateRange } from '#core/lists/date-filter.ts';
import { chosenFilters, filtersOn, listOf, type AnyList, type ClaimKind, type ListFilters } from '#core/lists/lists.ts';
import { exactFacet, wantedFacets, type ListSearch } from '#core/lists/search.ts';
import { normalizeEmail, normalizeOrderNo, normalizeTrackingCode } from '#core/orders/lookup.ts';
import type { Tables } from '#server/db/tables.ts';

/**
 * How words are looked for: as a whole number, address, code or SKU; anywhere in these and in names; or as
 * words much like those of the claim. The first that finds something is used, and kept from page to page.
 */
export const WAYS = ['exact', 'words', 'alike'] as const;
export type Way = (typeof WAYS)[number];

/** Where a page starts: next to a row, on the following or the preceding side. */
export type Place = { direction: 'prev' | 'next'; createdOn: string; id: number };

export type RowsWanted = {
  filters: ListFilters;
  /** The ways to search for the words, tried in order until one finds something. */
  ways: readonly Way[];
  place: Place | null;
  orderBy: ListSearch['orderBy'];
  take: number;
};
export type Page<Row> = { rows: Row[]; hasPrev: boolean; hasNext: boolean };

/** The columns read of each row and from other tables; `also` narrows the rows further. */
export type Read = {
  columns: readonly string[] | RawBuilder<unknown>;
  beside?: RawBuilder<unknown>;
  also?: RawBuilder<boolean>;
};
/**
 * Every row says how it was found, when it was created, and its id. `created_exactly`: with the microseconds that a Date
 * loses, for the place of the next page.
 */
export type Found<Row> = Row & { way: Way; created_on: Date; created_exactly: string; row_id: number };

/**
 * One page of rows plus one more, which `pageOf` turns into the page, in one statement and in order. By keyset, so that
 * page 1,000 costs as much as the first, and rows that arrive in between move nothing.
 */
export function listRows<Row>(
  /** Null for the lists of the provider, which are over all stores. */
  storeId: number | null,
  kind: AnyList,
  { columns, beside = sql``, also = sql`true` }: Read,
  wanted: RowsWanted,
): RawBuilder<Found<Row>> {
  const { table, id, createdOn } = placesOf(kind);
  const { isDescending, direction } = walkOf(wanted);
  const take = wanted.take + 1;
  const isSearched = isIndexNeeded(kind, wanted.filters);
  const found = isSearched
    ? sql`${waysTo(kind, { ...wanted, take }, isDescending)} as found join ${table} on ${id} = found.id`
    : table;
  const fits = isSearched ? sql`true` : plainly(kind, wanted, isDescending);
  const read =
    columns instanceof Array ? sql.join(columns.map((column) => sql.ref(`${listOf(kind).table}.${column}`))) : columns;
  // The number comes from a query, so that the plan doesn't depend on it and is cached.
  return sql<Found<Row>>`
    select ${read}, ${createdOn} as created_on, ${exactly(createdOn)} as created_exactly, ${id} as row_id, ${isSearched ? sql`found.way` : sql`'exact'`} as way
    from ${found} ${beside}
    where ${storeId === null ? sql`true` : sql`${table}.store_id = ${storeId}`} and ${fits} and ${also}
    order by ${createdOn} ${direction}, ${id} ${direction}
    limit (select ${take}::integer)`;
}

const exactly = (instant: RawBuilder<unknown>): RawBuilder<string> =>
  sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const placesOf = (kind: AnyList) => {
  const { table, id, createdOn } = listOf(kind);
  return { table: sql.table(table), id: sql.ref(`${table}.${id}`), createdOn: sql.ref(`${table}.${createdOn}`) };
};

/** Whether rows are found by the index of the list; else the table itself, in its order, is the index. */
function isIndexNeeded(kind: AnyList, filters: ListFilters): boolean {
  const list = listOf(kind);
  if (typeof list.words !== 'string') return false;
  return (
    wordsOf(filters) !== '' ||
    chosenFilters(kind, filters).some(({ filter }) => !('column' in filter.at && filter.at.column === list.createdOn))
  );
}

/** Rows of the list from a place on, narrowed by columns of the table. */
function plainly(kind: AnyList, { filters, place }: RowsWanted, isDescending: boolean): RawBuilder<boolean> {
  const list = listOf(kind);
  const { id, createdOn } = placesOf(kind);
  const column = (name: string): RawBuilder<unknown> => sql.ref(`${list.table}.${name}`);
  const words = wordsOf(filters);
  return allOf([
    ...Object.entries(list.within).map(([name, value]) => sql<boolean>`${column(name)} = ${value}`),
    ...rangesOf(kind, filters).flatMap(({ column: name, start, end }) => [
      ...(start === null ? [] : [sql<boolean>`${column(name)} >= ${start}::timestamptz`]),
      ...(end === null ? [] : [sql<boolean>`${column(name)} < ${end}::timestamptz`]),
    ]),
    ...flagsOf(kind, filters).map(({ column: name, is }) => sql<boolean>`${column(name)} = ${is}`),
    ...chosenFilters(kind, filters).flatMap(({ filter, value }) =>
      'column' in filter.at && Array.isArray(value)
        ? [sql<boolean>`${column(filter.at.column)}::text = any(${value}::text[])`]
        : [],
    ),
    ...(words === '' || typeof list.words === 'string'
      ? []
      : [sql<boolean>`folded(concat_ws(' ', ${sql.join(list.words.map(column))})) like ${textWith(words)}`]),
    ...(place === null ? [] : [beyond(sql`${createdOn}, ${id}`, place, isDescending)]),
  ]);
}

const allOf = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;

/** Ids by each way in turn, until one finds something: the database comes to the next only when those before it found nothing. */
function waysTo(kind: AnyList, wanted: RowsWanted, isDescending: boolean): RawBuilder<{ id: number; way: Way }> {
  const [first = 'exact', ...others] = wanted.ways;
  const by = (way: Way): RawBuilder<number> => idsBy(way, kind, wanted, isDescending);
  return others.length === 0
    ? sql`(select ${sql.lit(first)} as way, id from ${by(first)} as found (id))`
    : sql`(with found as materialized (select id from ${by(first)} as found (id))
      select ${sql.lit(first)} as way, id from found
      union all select way, id from ${waysTo(kind, { ...wanted, ways: others }, isDescending)} as others where not exists (select from found))`;
}

const idsBy = (way: Way, kind: AnyList, wanted: RowsWanted, isDescending: boolean): RawBuilder<number> =>
  listOf(kind).words === 'orderIndex'
    ? orderIds(way, kind, wanted, isDescending)
    : claimIds(way, kind, wanted, isDescending);

function claimIds(
  way: Way,
  kind: AnyList,
  { filters, place, take }: RowsWanted,
  isDescending: boolean,
): RawBuilder<number> {
  const words = wordsOf(filters);
  const facets = wantedFacets(kind, filters);
  const exact = words !== '' && way === 'exact' ? [[exactFacet(words)]] : [];
  const columns = [...rangesOf(kind, filters), ...flagsOf(kind, filters)];
  if (way === 'exact' && words !== '' && facets.length === 0 && columns.length === 0 && place === null)
    return sql`(select claims_known_as(${kind}, ${exactFacet(words)}, ${isDescending}::boolean, ${take}::integer))`;
  return sql`(select claim_page(${kind}, ${JSON.stringify([...facets, ...exact])}::jsonb, ${JSON.stringify(columns)}::jsonb,
    ${words !== '' && way === 'words' ? textWith(words) : null}::text,
    ${words !== '' && way === 'alike' ? sql`folded(${words}::text)` : null}::text,
    ${place?.createdOn ?? null}::timestamptz, ${place?.id ?? null}::bigint, ${isDescending}::boolean, ${take}::integer))`;
}

function orderIds(
  way: Way,
  kind: AnyList,
  { filters, place, take }: RowsWanted,
  isDescending: boolean,
): RawBuilder<number> {
  const words = wordsOf(filters);
  const typed = filters.searchTerm ?? '';
  const [{ start, end } = OPEN] = rangesOf(kind, filters);
  const span = sql`${start}::timestamptz, ${end}::timestamptz, ${place?.createdOn ?? null}::timestamptz,
    ${place?.id ?? null}::bigint, ${isDescending}::boolean, ${take}::integer`;
  // Tracking numbers and SKUs are compared alike.
  return way === 'exact'
    ? sql`(select orders_known_as(${normalizeOrderNo(typed)}, ${normalizeEmail(typed)}, ${normalizeTrackingCode(typed)}, ${span}))`
    : sql`(select order_page(${way === 'words' ? textWith(words) : null}::text, folded(${words}::text), ${span}))`;
}

const wordsOf = ({ searchTerm = '' }: ListFilters): string =>
  searchTerm.trim().replaceAll(/\s+/g, ' ').toLowerCase().replace(/^#/, '');
/** The pattern of text with these words, however their accents were typed. */
const textWith = (words: string): RawBuilder<string> => sql<string>`text_with(${words}::text)`;

const OPEN = { start: null, end: null };
/** The spans of time that chosen filters leave, by column; none that is open at both ends. */
const rangesOf = (kind: AnyList, filters: ListFilters): (DateRange & { column: string })[] =>
  chosenFilters(kind, filters).flatMap(({ filter, value }) => {
    if (typeof value === 'boolean') return 'dueOn' in filter.at ? [dueRange(filter.at.dueOn, value)] : [];
    if (filter.kind !== 'date' || Array.isArray(value)) return [];
    const range = utcRange(value);
    return [{ column: filter.at.column, ...(filter.isOfDays ? rangeOfDays(range) : range) }];
  });

/** What chosen filters say of columns that are true or false. */
const flagsOf = (kind: AnyList, filters: ListFilters): { column: string; is: boolean }[] =>
  chosenFilters(kind, filters).flatMap(({ filter, value }) =>
    'column' in filter.at && typeof value === 'boolean' ? [{ column: filter.at.column, is: value }] : [],
  );

function dueRange(column: string, isPast: boolean): DateRange & { column: string } {
  const now = new Date().toISOString();
  return { column, start: isPast ? null : now, end: isPast ? now : null };
}

/** Days as UTC has them, for who did not say otherwise: the browser sends instants of its own zone. */
const utcRange = (filter: DateFilter): DateRange =>
  rangeOf(filter, new Date().toISOString().slice(0, 10), (day) => `${day}T00:00:00Z`);

function walkOf({ orderBy, place }: Pick<RowsWanted, 'orderBy' | 'place'>): {
  isDescending: boolean;
  direction: RawBuilder<unknown>;
} {
  const isDescending = (orderBy.direction === 'desc') !== (place?.direction === 'prev');
  return { isDescending, direction: isDescending ? sql`desc` : sql`asc` };
}

/** On the far side of the place in the order of the list. */
const beyond = (row: RawBuilder<unknown>, place: Place, isDescending: boolean): RawBuilder<boolean> =>
  sql<boolean>`(${row}) ${isDescending ? sql`<` : sql`>`} (${place.createdOn}::timestamptz, ${place.id}::bigint)`;

/** The page of the rows found; the extra row shows that there are more. */
export function pageOf<Row>(found: readonly Row[], { place, take }: Pick<RowsWanted, 'place' | 'take'>): Page<Row> {
  const hasMore = found.length > take;
  const rows = found.slice(0, take);
  if (place?.direction === 'prev') return { rows: rows.toReversed(), hasPrev: hasMore, hasNext: true };
  return { rows, hasPrev: place !== null, hasNext: hasMore };
}

/** Number of claims by rollup name, and how many of them have a failed effect. */
export const claimCounts = (db: QueryCreator<Tables>, storeId: number, kind: ClaimKind) =>
  db
    .selectFrom('claim')
    .select(['rollup', sql<number>`count(*)`.as('count'), sql<number>`count(*) filter (where has_error)`.as('errors')])
    .where('store_id', '=', storeId)
    .where('claim_type', '=', kind)
    .groupBy('rollup');

// An almost matching number is a different number, and two letters match too much.
export const waysFor = (words: string): readonly Way[] =>
  words === '' ? ['exact'] : /\d/.test(words) || words.length < 3 ? ['exact', 'words'] : WAYS;

/** Where orders with claims of the lists that ask for it were bought. */
export const channelsOf = (db: QueryCreator<Tables>, storeId: number) =>
  db
    .selectFrom('claim')
    .select('channel')
    .distinct()
    .where('store_id', '=', storeId)
    .where(
      'claim_type',
      'in',
      ClaimType.options.filter((type) => filtersOn(type).some(({ id }) => id === 'salesChannels')),
    )
    .where('channel', '<>', '')
    .union(db.selectFrom('registration').select('channel').where('store_id', '=', storeId).where('channel', '<>', ''))
    .orderBy('channel')
    .limit(100);
