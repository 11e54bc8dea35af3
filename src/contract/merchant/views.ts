import { z } from 'zod';
import { ListKind } from '#core/lists/filters.ts';
import { ViewChange, ViewContent } from '#core/lists/saved-view.ts';
import { StoreParams } from '#contract/merchant/params.ts';
import { Nothing, route } from '#contract/route.ts';

const ViewParams = StoreParams.extend({ viewId: z.coerce.number().int().positive() });
const ViewShown = z.object({ ...ViewContent.shape, id: z.number().int() });
const NoView = { VIEW_NOT_FOUND: 'No such view in this store' };

export const listViews = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/view',
  access: 'staff',
  summary: 'Saved views of one list, the oldest first; the view of everything is not among them (C7.05)',
  params: StoreParams,
  query: z.object({ kind: ListKind }),
  response: z.object({ views: z.array(ViewShown) }),
});

export const createView = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/view',
  access: 'staff',
  summary: 'Saves what a list is narrowed to under a name',
  params: StoreParams,
  body: ViewContent,
  response: ViewShown,
  errors: { TOO_MANY_VIEWS: 'A list has at most 100 views' },
});

export const getView = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/view/{viewId}',
  access: 'staff',
  summary: 'One saved view',
  params: ViewParams,
  response: ViewShown,
  errors: NoView,
});

export const updateView = route({
  method: 'PUT',
  path: '/api/merchant/{storeId}/view/{viewId}',
  access: 'staff',
  summary: 'Changes the name or the filters of a saved view; what is left out, and its list, stay',
  params: ViewParams,
  body: ViewChange,
  response: ViewShown,
  errors: NoView,
});

export const deleteView = route({
  method: 'DELETE',
  path: '/api/merchant/{storeId}/view/{viewId}',
  access: 'staff',
  summary: 'Deletes a saved view',
  params: ViewParams,
  response: Nothing,
  errors: NoView,
});
