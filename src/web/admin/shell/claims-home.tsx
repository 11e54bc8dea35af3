import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { MessagePage } from '../../ui/message-page.tsx';
import { meQuery } from '../me-query.ts';
import { isAdminOf } from './access.ts';
import { firstPage, inStore } from './store-pages.ts';
import { useIsRoute } from './use-viewer.ts';

/** `/{storeId}/claims` leads to the first area the store has on (C2.03). */
export function ClaimsHome() {
  const { storeId } = useParams({ from: '/$storeId' });
  const isRoute = useIsRoute();
  const { data } = useQuery(meQuery);
  const store = data?.stores.find((one) => one.id === storeId);
  if (!data || !store) return null;
  const path = firstPage(store.features, isRoute);
  if (path !== null) return <Navigate to={inStore(path, storeId)} replace />;
  return (
    <MessagePage
      title="Returns and warranties are off"
      actions={
        isAdminOf(store, data.user.isProviderAdmin) ? (
          <Button component="a" href={`/${storeId}/settings`}>
            Open settings
          </Button>
        ) : null
      }
    >
      This store has no type of claim switched on. An admin can do that in the settings.
    </MessagePage>
  );
}
