import { z } from 'zod';
import { ListKind } from '#core/lists/lists.ts';
import { ViewChange, ViewContent } from '#core/lists/saved-view.ts';
import { StoreParams } from '#contract/merchant/params.ts';
import { Nothing, route } from '#contract/route.ts';

const ViewParams = StoreParams.extend({ viewId: z.coerce.number().int().positive() });
const ViewShown = z.object({ ...ViewContent.shape, id: z.number().int() });
const NoView = { VIEW_NOT_FOUND: 'View not found' };

export const listViews = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/view',
  access: 'staff',
  summary: 'List the saved views of a list, oldest first, without the default view (C7.05)',
  params: StoreParams,
  query: z.object({ kind: ListKind }),
  response: z.object({ views: z.array(ViewShown) }),
});

export const createView = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/view',
  access: 'staff',
  summary: 'Save the filters of a list under a name',
  params: StoreParams,
  body: ViewContent,
  response: ViewShown,
  errors: { TOO_MANY_VIEWS: 'A list can have up to 100 views' },
});

export const getView = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/view/{viewId}',
  access: 'staff',
  summary: 'Get one saved view',
  params: ViewParams,
  response: ViewShown,
  errors: NoView,
});

export const updateView = route({
  method: 'PUT',
  path: '/api/merchant/{storeId}/view/{viewId}',
  access: 'staff',
  summary: 'Change the name or filters of a saved view; fields that are left out stay',
  params: ViewParams,
  body: ViewChange,
  response: ViewShown,
  errors: NoView,
});

export const deleteView = route({
  method: 'DELETE',
  path: '/api/merchant/{storeId}/view/{viewId}',
  access: 'staff',
  summary: 'Delete a saved view',
  params: ViewParams,
  response: Nothing,
  errors: NoView,
});
