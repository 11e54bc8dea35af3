import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { TableList } from '../../lists/table-list.tsx';
import { meQuery } from '../../me-query.ts';
import { isAdminOf } from '../../shell/access.ts';
import '../claims/claims-list.css';

/** The list of registrations; a row opens one. */
export function RegistrationsPage() {
  const { storeId } = useParams({ from: '/$storeId/registrations' });
  const navigate = useNavigate();
  return (
    <TableList
      kind="Registration"
      primaryAction={<Tools storeId={storeId} />}
      opener={({ id: registrationId }, name) => (
        <Link
          className="mg-claim-link"
          to="/$storeId/registrations/$registrationId"
          params={{ storeId, registrationId }}
        >
          {name}
        </Link>
      )}
      onOpen={({ id: registrationId }) =>
        void navigate({ to: '/$storeId/registrations/$registrationId', params: { storeId, registrationId } })
      }
    />
  );
}

function Tools({ storeId }: { storeId: number }) {
  const { data: me } = useQuery(meQuery);
  const store = me?.stores.find(({ id }) => id === storeId);
  const params = { storeId };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
          Tools
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item renderRoot={(props) => <Link {...props} to="/$storeId/registrations/codes" params={params} />}>
          QR codes
        </Menu.Item>
        <Menu.Item
          renderRoot={(props) => (
            <Link {...props} to="/$storeId/registrations/serial-number" params={params} search={{}} />
          )}
        >
          Look up a serial number
        </Menu.Item>
        {me && store && isAdminOf(store, me.user.isProviderAdmin) ? (
          <Menu.Item renderRoot={(props) => <Link {...props} to="/$storeId/registrations/import" params={params} />}>
            Import
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
