import { z } from 'zod';
import { ListFilters, ListKind, listOf, type AnyList } from '#core/lists/lists.ts';
import { strangeFilters } from '#core/lists/search.ts';

export const VIEW_NAME_MAX = 40;

/** C5.01. */
export const ViewName = z
  .string()
  .trim()
  .min(1, 'Name is required')
  .max(VIEW_NAME_MAX, 'Name must be less than 40 characters');

const Content = z.strictObject({ name: ViewName, kind: ListKind, filters: ListFilters });
type OfList = { kind?: ListKind | undefined; filters?: ListFilters | undefined };
/** Whether the list has every filter; without a list, whether any might. */
export const isOfList = ({ kind, filters = {} }: OfList): boolean =>
  kind === undefined || strangeFilters(kind, filters).length === 0;
export const FILTER_STRANGE = "This list doesn't have this filter";
const STRANGE = { path: ['filters'], error: FILTER_STRANGE };

/** What a list was narrowed to, kept under a name (C3.29). */
export const ViewContent = Content.refine(isOfList, STRANGE);
export type ViewContent = z.infer<typeof ViewContent>;

/** The changes to a view; everything else stays as last saved. A kind that is named has to be the view's own. */
export const ViewChange = Content.partial().refine(isOfList, STRANGE);
export type ViewChange = z.infer<typeof ViewChange>;

export type SavedView = ViewContent & { id: number };
/** A view of a list, saved or not. */
export type ListedView = Pick<SavedView, 'id' | 'name' | 'filters'>;

/** The view every list begins with; it cannot be changed or deleted. */
export const ALL_VIEW_ID = 0;
/** A view that exists in this browser only, until it is saved. */
export const UNSAVED_VIEW_ID = Number.MIN_SAFE_INTEGER;

export const allView = <Kind extends AnyList>(kind: Kind): ListedView & { kind: Kind } => ({
  id: ALL_VIEW_ID,
  name: 'All',
  kind,
  filters: {},
});
/** The views that a list begins with, apart from everything; their ids are below zero. */
export const systemViews = <Kind extends AnyList>(kind: Kind): (ListedView & { kind: Kind })[] =>
  (listOf(kind).views ?? []).map(({ name, filters }, index) => ({
    id: -1 - index,
    name,
    kind,
    filters: ListFilters.parse(filters),
  }));
/** Whether a view was made by somebody, who can change and delete it. */
export const isOwnView = ({ id }: { id: number }): boolean => id > ALL_VIEW_ID;

export const unsavedView = (kind: ListKind): SavedView => ({
  id: UNSAVED_VIEW_ID,
  name: 'New view',
  kind,
  filters: {},
});

/** Whether two sets of filters narrow a list alike: in whatever order they and their choices were made. */
export const isSameNarrowing = (one: ListFilters, other: ListFilters): boolean => canonical(one) === canonical(other);

function canonical(filters: ListFilters): string {
  const chosen = Object.entries(filters)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([id, value]) => [id, Array.isArray(value) ? value.toSorted() : value] as const);
  return JSON.stringify(chosen.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** What Save does (C4.23): nothing when nothing changed, a new view from All or an unsaved one, else the view itself. */
export function savingOf(view: SavedView, filters: ListFilters): 'nothing' | 'create' | 'update' {
  if (isSameNarrowing(view.filters, filters)) return 'nothing';
  return isOwnView(view) ? 'update' : 'create';
}
