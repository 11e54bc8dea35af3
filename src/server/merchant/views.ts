import * as contract from '#contract/merchant/views.ts';
import { ListFilters } from '#core/lists/lists.ts';
import { FILTER_STRANGE, isOfList, type SavedView } from '#core/lists/saved-view.ts';
import { Refusal } from '#core/refusal.ts';
import { addView, changeView, removeView, viewById, viewsOf, type ViewRow } from '#server/db/views.ts';
import type { ServerDeps } from '#server/deps.ts';
import type { StoreContext } from '#server/http/context.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { checkMayOpen } from '#server/merchant/may-open-lists.ts';

const MOST_VIEWS = 100;

/** Saved views of the lists. Those of a list for admins are for admins, as the list is. */
export function viewHandlers({ database }: Pick<ServerDeps, 'database'>): Handler[] {
  const known = async (context: StoreContext, viewId: number): Promise<ViewRow> => {
    const { storeId } = context;
    const row = orNotFound(await database.readStore(storeId, (db) => viewById(db, storeId, viewId)));
    await checkMayOpen(database, context, row.kind);
    return row;
  };

  return [
    handle(contract.listViews, async ({ query: { kind } }, context) => {
      await checkMayOpen(database, context, kind);
      const rows = await database.readStore(context.storeId, (db) => viewsOf(db, context.storeId, kind));
      return { views: rows.map(showView) };
    }),

    handle(contract.createView, async ({ body }, context) => {
      const { storeId } = context;
      await checkMayOpen(database, context, body.kind);
      return database.inStore(storeId, async (db) => {
        if ((await viewsOf(db, storeId, body.kind)).length >= MOST_VIEWS) throw tooManyViews();
        return showView(await addView(db, storeId, body));
      });
    }),

    handle(contract.getView, async ({ params }, context) => showView(await known(context, params.viewId))),

    handle(contract.updateView, async ({ params, body }, context) => {
      const { storeId } = context;
      const { kind } = await known(context, params.viewId);
      if (!isOfList({ kind: body.kind ?? kind, filters: body.filters }))
        throw new Refusal('malformed', 'MALFORMED', FILTER_STRANGE, { 'body.filters': FILTER_STRANGE });
      // A view stays on its list.
      if (body.kind !== undefined && body.kind !== kind) throw viewNotFound();
      return database.inStore(storeId, async (db) =>
        showView(orNotFound(await changeView(db, storeId, params.viewId, body))),
      );
    }),

    handle(contract.deleteView, async ({ params }, context) => {
      const { storeId } = context;
      await known(context, params.viewId);
      if (!(await database.inStore(storeId, (db) => removeView(db, storeId, params.viewId)))) throw viewNotFound();
      return {};
    }),
  ];
}

/** A filter that is gone since the view was saved is left out of it. */
function showView(row: ViewRow): SavedView {
  const known = Object.entries(row.filters).filter(([id, value]) => ListFilters.safeParse({ [id]: value }).success);
  return { id: row.view_id, kind: row.kind, name: row.name, filters: Object.fromEntries(known) };
}

function orNotFound(row: ViewRow | undefined): ViewRow {
  if (!row) throw viewNotFound();
  return row;
}

const tooManyViews = (): Refusal =>
  new Refusal('conflict', 'TOO_MANY_VIEWS', `A list can have up to ${MOST_VIEWS} views. Delete one first.`);
const viewNotFound = (): Refusal => new Refusal('notFound', 'VIEW_NOT_FOUND', 'This view no longer exists.');
