import { sql, type QueryCreator, type RawBuilder, type Selectable } from 'kysely';
import type { ClaimKind, ListFilters } from '#core/lists/filters.ts';
import type { ListSearch } from '#core/lists/search.ts';
import { rangeOf, type DateRange } from '#core/lists/date-filter.ts';
import { dueColumns, exactFacet, wantedFacets } from '#core/lists/search.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';

// Not the document: a page of fifty would parse fifty aggregates to show a line of each.
const rowColumns = [
  'claim_id',
  'external_id',
  'claim_type',
  'created_on',
  'order_no',
  'customer_name',
  'customer_email',
  'status_code',
  'status_detail',
  'resolution_methods',
  'requested_total',
  'currency_code',
  'tags',
  'has_error',
  'line_count',
] as const;
/** A claim as lists show it. */
export type ClaimRow = Pick<Selectable<Tables['claim']>, (typeof rowColumns)[number]>;

/**
 * How words are looked for: as a whole number, address, code or SKU; anywhere in these and in names; or as
 * words much like those of the claim. The first that finds something is used, and kept from page to page.
 */
export const WAYS = ['exact', 'words', 'alike'] as const;
export type Way = (typeof WAYS)[number];

/** Where a page begins: beside a row, on the side that comes next in the list or came before. */
export type Place = { direction: 'prev' | 'next'; createdOn: string; id: number };

export type PageWanted = {
  filters: ListFilters;
  way: Way;
  place: Place | null;
  orderBy: ListSearch['orderBy'];
  take: number;
};
export type Page<Row> = { rows: Row[]; hasPrev: boolean; hasNext: boolean };

/**
 * One page by keyset, so that page 1,000 costs what the first costs and rows that arrive meanwhile move
 * nothing. In the order asked for.
 */
export const claimsPage = async (
  db: Db,
  storeId: number,
  kind: ClaimKind,
  wanted: PageWanted,
): Promise<Page<ClaimRow>> =>
  pageOf(await claimRows(db, storeId, kind, { ...wanted, ways: [wanted.way] }).execute(), wanted);

export type RowsWanted = Omit<PageWanted, 'way'> & { ways: readonly Way[] };
/** A claim found, and how it was. */
export type FoundRow = ClaimRow & { way: Way };

/** The rows of such a page, which `pageOf` makes it of, in one statement: by the first of the ways that finds something. */
export function claimRows(db: QueryCreator<Tables>, storeId: number, kind: ClaimKind, wanted: RowsWanted) {
  const { isDescending, direction } = walkOf(wanted);
  const take = wanted.take + 1;
  const query =
    plainClaims(db, storeId, kind, wanted)?.select([...rowColumns, sql<Way>`'exact'`.as('way')]) ??
    db
      .selectFrom(waysToClaims(kind, { ...wanted, take }, isDescending).as('found'))
      .innerJoin('claim', 'claim.claim_id', 'found.id')
      .where('claim.store_id', '=', storeId)
      .select([...rowColumns, 'found.way']);
  return (
    query
      .orderBy('created_on', direction)
      .orderBy('claim_id', direction)
      // Told by a query, so that the plan does not hang on the number and is made once.
      .limit(sql<number>`(select ${take}::integer)`)
  );
}

/** Ids by each way in turn, until one finds something: the database comes to the next only when those before it found nothing. */
function waysToClaims(
  kind: ClaimKind,
  wanted: RowsWanted,
  isDescending: boolean,
): RawBuilder<{ id: number; way: Way }> {
  const [first = 'exact', ...others] = wanted.ways;
  const by = (way: Way): RawBuilder<number> => claimIds(kind, { ...wanted, way }, isDescending);
  return others.length === 0
    ? sql`(select ${sql.lit(first)} as way, id from ${by(first)} as found (id))`
    : sql`(with found as materialized (select id from ${by(first)} as found (id))
      select ${sql.lit(first)} as way, id from found
      union all select way, id from ${waysToClaims(kind, { ...wanted, ways: others }, isDescending)} as others where not exists (select from found))`;
}

/** Claims from a place on, when the list itself is their index: narrowed by nothing, or by when they were made. Null when not. */
export function plainClaims(
  db: QueryCreator<Tables>,
  storeId: number,
  kind: ClaimKind,
  { filters, place, orderBy }: Omit<PageWanted, 'way'>,
) {
  if (!isPlain(filters)) return null;
  const { start, end } = createdRange(filters);
  const { isDescending } = walkOf({ orderBy, place });
  return db
    .selectFrom('claim')
    .where('claim.store_id', '=', storeId)
    .where('claim_type', '=', kind)
    .$if(start !== null, (from) => from.where(sql<boolean>`claim.created_on >= ${start}::timestamptz`))
    .$if(end !== null, (from) => from.where(sql<boolean>`claim.created_on < ${end}::timestamptz`))
    .$if(place !== null, (from) => from.where(beyond(sql`claim.created_on, claim.claim_id`, place, isDescending)));
}

const ORDER_COLUMNS = ['order_id', 'order_no', 'id_from_platform', 'created_on', 'customer_name'] as const;
export type ListedOrderRow = Pick<Selectable<Tables['store_order']>, (typeof ORDER_COLUMNS)[number]> & {
  email: string;
};

/** As claimsPage, of orders. `exact`: what number, address and tracking number or SKU equal, as their keys. */
export async function ordersPage(
  db: Db,
  storeId: number,
  wanted: PageWanted,
  exact: { orderNoKey: string; emailKey: string; codeKey: string },
): Promise<Page<ListedOrderRow>> {
  const { filters, place, take, way } = wanted;
  const { isDescending, direction } = walkOf(wanted);
  const ofStore = db
    .selectFrom('store_order')
    .select(ORDER_COLUMNS)
    .select(sql<string>`document ->> 'email'`.as('email'))
    .where('store_id', '=', storeId);
  const words = wordsOf(filters);
  const { start, end } = createdRange(filters);
  const walked = ofStore
    .$if(start !== null, (from) => from.where(sql<boolean>`created_on >= ${start}::timestamptz`))
    .$if(end !== null, (from) => from.where(sql<boolean>`created_on < ${end}::timestamptz`))
    .$if(place !== null, (from) => from.where(beyond(sql`created_on, order_id`, place, isDescending)));
  const span = sql`${start}::timestamptz, ${end}::timestamptz, ${place?.createdOn ?? null}::timestamptz,
    ${place?.id ?? null}::bigint, ${isDescending}, ${take + 1}`;
  const ids =
    way === 'exact'
      ? sql<number>`(select orders_known_as(${exact.orderNoKey}, ${exact.emailKey}, ${exact.codeKey}, ${span}))`
      : sql<number>`(select order_page(${way === 'words' ? textWith(words) : null}::text, folded(${words}::text), ${span}))`;
  const query = words === '' ? walked : ofStore.where('order_id', 'in', ids);
  const found = await query
    .orderBy('created_on', direction)
    .orderBy('order_id', direction)
    .limit(take + 1)
    .execute();
  return pageOf(found, wanted);
}

/** Claims of these orders, for showing beside them. */
export const claimsOfOrders = (db: Db, storeId: number, orderIds: readonly number[]) =>
  db
    .selectFrom('claim')
    .select(['claim_id', 'external_id', 'claim_type', 'order_id'])
    .where('store_id', '=', storeId)
    .where('order_id', 'in', [...orderIds])
    .orderBy('claim_id')
    .execute();

/** Ids of the claims a search finds after a place, as many as asked for. */
export async function nextClaimIds(db: Db, kind: ClaimKind, wanted: PageWanted): Promise<number[]> {
  const { isDescending } = walkOf(wanted);
  const found = await sql<{ id: number }>`select id from ${claimIds(kind, wanted, isDescending)} as found (id)`.execute(
    db,
  );
  return found.rows.map((row) => row.id);
}

function claimIds(kind: ClaimKind, wanted: PageWanted, isDescending: boolean): RawBuilder<number> {
  const { filters, place, way, take } = wanted;
  const words = wordsOf(filters);
  const facets = wantedFacets(filters);
  const exact = words !== '' && way === 'exact' ? [[exactFacet(words)]] : [];
  const ranges = [
    { column: 'created_on', ...createdRange(filters) },
    ...(filters.inspectionCreatedOn ? [{ column: 'inspected_on', ...utcRange(filters.inspectionCreatedOn) }] : []),
    ...dueColumns(filters).map(({ column, isPast }) => {
      const now = new Date().toISOString();
      return { column, start: isPast ? null : now, end: isPast ? now : null };
    }),
  ];
  if (way === 'exact' && words !== '' && facets.length === 0 && ranges.every(isOpen) && place === null)
    return sql`(select claims_known_as(${kind}, ${exactFacet(words)}, ${isDescending}::boolean, ${take}::integer))`;
  return sql`(select claim_page(${kind}, ${JSON.stringify([...facets, ...exact])}::jsonb, ${JSON.stringify(ranges)}::jsonb,
    ${words !== '' && way === 'words' ? textWith(words) : null}::text,
    ${words !== '' && way === 'alike' ? sql`folded(${words}::text)` : null}::text,
    ${place?.createdOn ?? null}::timestamptz, ${place?.id ?? null}::bigint, ${isDescending}::boolean, ${take}::integer))`;
}

/** Narrowed by nothing, or only by when it was created: the list itself is its index. */
const isPlain = ({ searchTerm: _words, createdOn: _created, ...others }: ListFilters): boolean =>
  wordsOf({ searchTerm: _words }) === '' && Object.values(others).every((value) => value === undefined);

const wordsOf = ({ searchTerm = '' }: ListFilters): string =>
  searchTerm.trim().replaceAll(/\s+/g, ' ').toLowerCase().replace(/^#/, '');
/** The pattern of text with these words, however their accents were typed. */
const textWith = (words: string): RawBuilder<string> => sql<string>`text_with(${words}::text)`;

/** Days as UTC has them, for who did not say otherwise: the browser sends instants of its own zone. */
const utcRange = (filter: NonNullable<ListFilters['createdOn']>): DateRange =>
  rangeOf(filter, new Date().toISOString().slice(0, 10), (day) => `${day}T00:00:00Z`);
const isOpen = ({ start, end }: DateRange): boolean => start === null && end === null;
const createdRange = ({ createdOn }: ListFilters): DateRange =>
  createdOn ? utcRange(createdOn) : { start: null, end: null };

function walkOf({ orderBy, place }: Pick<PageWanted, 'orderBy' | 'place'>): {
  isDescending: boolean;
  direction: 'asc' | 'desc';
} {
  const isDescending = (orderBy.direction === 'desc') !== (place?.direction === 'prev');
  return { isDescending, direction: isDescending ? 'desc' : 'asc' };
}

/** On the far side of the place in the order of the list; anything without a place. */
const beyond = (row: RawBuilder<unknown>, place: Place | null, isDescending: boolean): RawBuilder<boolean> =>
  place === null
    ? sql<boolean>`true`
    : sql<boolean>`(${row}) ${isDescending ? sql`<` : sql`>`} (${place.createdOn}::timestamptz, ${place.id}::bigint)`;

/** The page of what was found, of which the row beyond it tells that there is more. */
export function pageOf<Row>(found: readonly Row[], { place, take }: Pick<PageWanted, 'place' | 'take'>): Page<Row> {
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

// A number that is almost right is another one; of two letters nothing can be told.
export const waysFor = (words: string): readonly Way[] =>
  words === '' ? ['exact'] : /\d/.test(words) || words.length < 3 ? ['exact', 'words'] : WAYS;

/** Where orders with warranty claims were bought. */
export const channelsOf = (db: QueryCreator<Tables>, storeId: number) =>
  db
    .selectFrom('claim')
    .select('channel')
    .distinct()
    .where('store_id', '=', storeId)
    .where('claim_type', '=', 'Warranty')
    .where('channel', '<>', '')
    .orderBy('channel')
    .limit(100);
