import { ApiError } from '#contract/client.ts';
import type { RouteInput } from '#contract/route.ts';
import type { search as searchRoute } from '#contract/merchant/lists.ts';
import { rangeOf } from '#core/lists/date-filter.ts';
import type { ListDefinition } from '#core/lists/define.ts';
import { ListFilters, type AnyList, type ListKind } from '#core/lists/lists.ts';
import {
  ALL_VIEW_ID,
  allView,
  systemViews,
  UNSAVED_VIEW_ID,
  unsavedView,
  type SavedView,
} from '#core/lists/saved-view.ts';
import { PAGE_SIZE, strangeFilters } from '#core/lists/search.ts';
import { dayOf, midnightOf } from '../../ui/calendar-day.ts';

/**
 * What the address bar holds of a list; what is usual is left out. With `filters` the list is being searched
 * and they count, be they none; without, those of the view do. `cursor` is the direction, a dot, and the id.
 */
export type ListAddress = { view?: number; filters?: ListFilters; sort?: 'oldest'; cursor?: string };

/** Direction and id of a cursor as the address bar has it; null for what is none. */
export const parseCursor = (text: string | undefined): { direction: 'prev' | 'next'; id: string } | null => {
  const [, direction, id] = /^(prev|next)\.(.{1,200})$/.exec(text ?? '') ?? [];
  return id !== undefined && (direction === 'prev' || direction === 'next') ? { direction, id } : null;
};

/**
 * Reads the state of a list from the address bar and drops invalid values. Null: any list; the caller decides which.
 */
export function listAddress(kind: AnyList | null, raw: ListAddress | Record<string, unknown>): ListAddress {
  const view = Number.isSafeInteger(raw['view']) && raw['view'] !== ALL_VIEW_ID ? Number(raw['view']) : undefined;
  const filters = raw['filters'] === undefined ? undefined : knownFilters(kind, raw['filters']);
  const cursor = typeof raw['cursor'] === 'string' && parseCursor(raw['cursor']) ? raw['cursor'] : undefined;
  return {
    ...(view === undefined ? {} : { view }),
    ...(filters === undefined ? {} : { filters }),
    ...(raw['sort'] === 'oldest' ? { sort: 'oldest' as const } : {}),
    ...(cursor === undefined ? {} : { cursor }),
  };
}

/** Filters one by one: a wrong one does not take the others with it. */
function knownFilters(kind: AnyList | null, raw: unknown): ListFilters | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined;
  let known: ListFilters = {};
  for (const [id, value] of Object.entries(raw)) {
    const one = ListFilters.safeParse({ [id]: typeof value === 'number' ? String(value) : value });
    if (one.success && (kind === null || strangeFilters(kind, one.data).length === 0))
      known = { ...known, ...one.data };
  }
  return withoutEmpty(known);
}

/** Without what narrows nothing. */
export function withoutEmpty(filters: ListFilters): ListFilters {
  const { searchTerm, ...others } = filters;
  return { ...others, ...(searchTerm === undefined || searchTerm.trim() === '' ? {} : { searchTerm }) };
}

/** The view that is open, as it is saved; everything while its views are not known or it is gone. */
export function openView(kind: ListKind, { view = ALL_VIEW_ID }: ListAddress, views: readonly SavedView[]): SavedView {
  if (view === UNSAVED_VIEW_ID) return unsavedView(kind);
  return [...systemViews(kind), ...views].find((one) => one.id === view) ?? allView(kind);
}

type Body = RouteInput<typeof searchRoute>['body'];

/** The request of a list. Spans that move with the day are those of the reader's own day. */
export function searchRequest<K extends ListKind>(
  kind: K,
  { sort, cursor }: ListAddress,
  filters: ListFilters,
  startOfDay: Date,
): Body & { kind: K } {
  return {
    kind,
    cursor: parseCursor(cursor),
    orderBy: { column: 'createdOn', direction: sort === 'oldest' ? 'asc' : 'desc' },
    take: PAGE_SIZE,
    filters: inInstants(filters, startOfDay),
  };
}

/** The filters with every span of days as instants. */
export function inInstants(filters: ListFilters, startOfDay: Date): ListFilters {
  const dates = Object.entries(filters).flatMap(([id, value]) =>
    typeof value === 'object' && !Array.isArray(value) ? [[id, rangeOf(value, dayOf(startOfDay), midnightOf)]] : [],
  );
  return { ...filters, ...Object.fromEntries(dates) };
}

/** Midnight of the reader's day. */
export function startOfToday(): Date {
  const midnight = new Date();
  midnight.setHours(0, 0, 0, 0);
  return midnight;
}

/** Another view: as it is saved, from its first page. */
export const atView = ({ sort }: ListAddress, view: number): ListAddress => ({
  ...(view === ALL_VIEW_ID ? {} : { view }),
  ...(view === UNSAVED_VIEW_ID ? { filters: {} } : {}),
  ...(sort ? { sort } : {}),
});

/** No longer searched: the view as it is saved, and everything where the view is none yet. */
export const leftSearch = (address: ListAddress, view: number): ListAddress =>
  atView(address, view === UNSAVED_VIEW_ID ? ALL_VIEW_ID : view);

/** Narrowed otherwise: from the first page. */
export const narrowed = ({ cursor: _cursor, ...address }: ListAddress, filters: ListFilters): ListAddress => ({
  ...address,
  filters: withoutEmpty(filters),
});

export const sorted = (
  { cursor: _cursor, sort: _sort, ...address }: ListAddress,
  sort: 'newest' | 'oldest',
): ListAddress => ({ ...address, ...(sort === 'oldest' ? { sort } : {}) });

/** The page before or after. */
export const paged = (address: ListAddress, direction: 'prev' | 'next', id: string): ListAddress => ({
  ...address,
  cursor: `${direction}.${id}`,
});

/** The line under a list. */
export function footerText(
  shown: number | undefined,
  total: number | undefined,
  { noun, nouns }: Pick<ListDefinition, 'noun' | 'nouns'>,
): string {
  if (shown === undefined) return 'Loading';
  const named = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? noun : nouns}`;
  if (total === undefined || total <= shown) return `${named(shown)} shown`;
  return `${shown.toLocaleString('en-US')} of ${named(total)} shown`;
}

type PageEnds = { prevCursor: string | null; nextCursor: string | null };

/** Where a list turns its pages to; null at either end, and before anything is known of them. */
export const pageTurns = (
  address: ListAddress,
  { prevCursor, nextCursor }: PageEnds = { prevCursor: null, nextCursor: null },
  move: (next: ListAddress) => void,
): { onPrev: (() => void) | null; onNext: (() => void) | null } => ({
  onPrev: prevCursor === null ? null : () => move(paged(address, 'prev', prevCursor)),
  onNext: nextCursor === null ? null : () => move(paged(address, 'next', nextCursor)),
});

type Trouble = { error: { title?: string; message: string } | null; onRetry: () => void; retryLabel?: string };

/** Why a list is not there (C8.08), and the way on: the same again, or the first page where the one asked for is gone. */
export function listTrouble(
  { cursor: _cursor, ...first }: ListAddress,
  error: Error | null,
  retry: () => void,
  move: (next: ListAddress) => void,
): Trouble {
  if (error instanceof ApiError && error.code === 'CURSOR_INVALID')
    return { error: { message: error.message }, onRetry: () => move(first), retryLabel: 'First page' };
  const told = { title: 'Something went wrong', message: 'We encountered an error while fetching the data.' };
  return { error: error && told, onRetry: retry };
}
