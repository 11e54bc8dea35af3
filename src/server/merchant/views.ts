import * as contract from '#contract/merchant/views.ts';
import { ListFilters } from '#core/lists/lists.ts';
import { FILTER_STRANGE, isOfList, type SavedView } from '#core/lists/saved-view.ts';
import { Refusal } from '#core/refusal.ts';
import { addView, changeView, removeView, viewById, viewsOf, type ViewRow } from '#server/db/views.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';

const MOST_VIEWS = 100;

/** Saved views of the lists. */
export const viewHandlers = ({ database }: Pick<ServerDeps, 'database'>): Handler[] => [
  handle(contract.listViews, async ({ query }, { storeId }) => {
    const rows = await database.readStore(storeId, (db) => viewsOf(db, storeId, query.kind));
    return { views: rows.map(showView) };
  }),

  handle(contract.createView, ({ body }, { storeId }) =>
    database.inStore(storeId, async (db) => {
      if ((await viewsOf(db, storeId, body.kind)).length >= MOST_VIEWS)
        throw new Refusal('conflict', 'TOO_MANY_VIEWS', `A list can have up to ${MOST_VIEWS} views. Delete one first.`);
      return showView(await addView(db, storeId, body));
    }),
  ),

  handle(contract.getView, async ({ params }, { storeId }) =>
    showView(orNotFound(await database.readStore(storeId, (db) => viewById(db, storeId, params.viewId)))),
  ),

  handle(contract.updateView, async ({ params, body }, { storeId }) =>
    database.inStore(storeId, async (db) => {
      const kind = body.kind ?? orNotFound(await viewById(db, storeId, params.viewId)).kind;
      if (!isOfList({ kind, filters: body.filters }))
        throw new Refusal('malformed', 'MALFORMED', FILTER_STRANGE, { 'body.filters': FILTER_STRANGE });
      return showView(orNotFound(await changeView(db, storeId, params.viewId, kind, body)));
    }),
  ),

  handle(contract.deleteView, async ({ params }, { storeId }) => {
    if (!(await database.inStore(storeId, (db) => removeView(db, storeId, params.viewId)))) throw viewNotFound();
    return {};
  }),
];

/** A filter that is gone since the view was saved is left out of it. */
function showView(row: ViewRow): SavedView {
  const known = Object.entries(row.filters).filter(([id, value]) => ListFilters.safeParse({ [id]: value }).success);
  return { id: row.view_id, kind: row.kind, name: row.name, filters: Object.fromEntries(known) };
}

function orNotFound(row: ViewRow | undefined): ViewRow {
  if (!row) throw viewNotFound();
  return row;
}

const viewNotFound = (): Refusal => new Refusal('notFound', 'VIEW_NOT_FOUND', 'This view no longer exists.');
