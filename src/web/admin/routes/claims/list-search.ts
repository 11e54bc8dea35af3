import type { searchClaims } from '#contract/merchant/merchant.ts';
import type { RouteInput } from '#contract/route.ts';
import { rollupOptions, type Rollup } from '#core/claims/status.ts';

/** The views of the list: a rollup name each, beside everything and what has errors. */
export type ViewId = 'all' | 'error' | Rollup;
export const views: readonly { id: ViewId; label: string }[] = [
  { id: 'all', label: 'All' },
  ...rollupOptions().map(({ code, name }) => ({ id: code, label: name })),
  { id: 'error', label: 'With errors' },
];

export const sorts = [
  { id: 'newest', label: 'Newest to oldest' },
  { id: 'oldest', label: 'Oldest to newest' },
] as const;

/** What the address bar holds; what is usual is left out. `cursor` is the direction, a dot, and the id. */
export type ListSearch = {
  status?: Exclude<ViewId, 'all'>;
  q?: string;
  sort?: 'oldest';
  cursor?: string;
};

const isView = (value: unknown): value is ViewId => views.some((view) => view.id === value);
const parseCursor = (text: string | undefined): { direction: 'prev' | 'next'; id: string } | null => {
  const [, direction, id] = /^(prev|next)\.(.{1,200})$/.exec(text ?? '') ?? [];
  return id !== undefined && (direction === 'prev' || direction === 'next') ? { direction, id } : null;
};

/** The state of the list from whatever the address bar holds; what makes no sense is dropped. */
export function listSearch(raw: Record<string, unknown>): ListSearch {
  // The router reads a bare number in the address as a number.
  const q = typeof raw['q'] === 'string' || typeof raw['q'] === 'number' ? String(raw['q']).trim().slice(0, 200) : '';
  const cursor = typeof raw['cursor'] === 'string' && parseCursor(raw['cursor']) ? raw['cursor'] : undefined;
  const status = isView(raw['status']) && raw['status'] !== 'all' ? raw['status'] : undefined;
  return {
    ...(status ? { status } : {}),
    ...(q ? { q } : {}),
    ...(raw['sort'] === 'oldest' ? { sort: 'oldest' as const } : {}),
    ...(cursor ? { cursor } : {}),
  };
}

/** The request of this state. */
export function searchRequest({ status, q, sort, cursor }: ListSearch): RouteInput<typeof searchClaims>['body'] {
  return {
    kind: 'Return',
    cursor: parseCursor(cursor),
    orderBy: sort ?? 'newest',
    take: 50,
    filters: {
      statusCodes: status === undefined || status === 'error' ? [] : [status],
      ...(status === 'error' ? { hasError: true } : {}),
      searchTerm: q ?? '',
    },
  };
}

/** The state after another view, search or sort was chosen: always its first page. */
export function changed(search: ListSearch, change: { view?: string; q?: string; sort?: string }): ListSearch {
  return listSearch({
    status: change.view ?? search.status,
    q: change.q ?? search.q,
    sort: change.sort ?? search.sort,
  });
}

/** The state of the page before or after. */
export const paged = (search: ListSearch, direction: 'prev' | 'next', id: string): ListSearch => ({
  ...search,
  cursor: `${direction}.${id}`,
});

/** How many claims a view holds, from the counts by rollup name. */
export function viewCount(
  view: ViewId,
  counts: { counts: Record<string, number>; withError: number } | undefined,
): number | undefined {
  if (!counts) return undefined;
  if (view === 'error') return counts.withError;
  if (view === 'all') return Object.values(counts.counts).reduce((all, count) => all + count, 0);
  return counts.counts[view] ?? 0;
}

/** The line under the list. */
export function footerText(shown: number | undefined, total: number | undefined, search: ListSearch): string {
  if (shown === undefined) return 'Loading claims';
  const claims = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'claim' : 'claims'}`;
  if (search.q || total === undefined || total <= shown) return `${claims(shown)} shown`;
  return `${shown.toLocaleString('en-US')} of ${claims(total)} shown`;
}
