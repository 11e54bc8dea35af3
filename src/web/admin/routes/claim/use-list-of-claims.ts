import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClaimKind } from '#core/lists/lists.ts';
import { meQuery } from '../../me-query.ts';
import { viewsQuery } from '../../list-queries.ts';
import { keptAddress } from '../../lists/kept-state.ts';
import { listAddress, openView, searchRequest, startOfToday, type ListAddress } from '../../lists/list-address.ts';
import type { ListOfClaims } from './claim-queries.ts';

/**
 * The list a claim was opened from: of the address bar, or else as the list was left. Null while the view it
 * shows is on its way.
 */
export function useListOfClaims(storeId: number, kind: ClaimKind, address: ListAddress): ListOfClaims | null {
  const userId = useQuery(meQuery).data?.user.id;
  const [left] = useState(() =>
    listAddress(kind, (userId === undefined ? null : keptAddress({ userId, storeId, kind })) ?? {}),
  );
  const [startOfDay] = useState(startOfToday);
  const from = Object.keys(address).length > 0 ? address : left;
  const needsView = from.filters === undefined && from.view !== undefined;
  const views = useQuery({ ...viewsQuery(storeId, kind), enabled: needsView });
  if (needsView && views.isPending) return null;
  const filters = from.filters ?? openView(kind, from, views.data ?? []).filters;
  const { orderBy, filters: asked } = searchRequest(kind, from, filters, startOfDay);
  return { orderBy, filters: asked };
}
