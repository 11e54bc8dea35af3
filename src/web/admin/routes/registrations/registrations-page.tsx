import { Button } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { TableList } from '../../lists/table-list.tsx';

/** The list of registrations; a row opens one. */
export function RegistrationsPage() {
  const { storeId } = useParams({ from: '/$storeId/registrations' });
  const navigate = useNavigate();
  return (
    <TableList
      kind="Registration"
      primaryAction={
        <Button
          variant="default"
          leftSection={<IconQrcode size={16} aria-hidden />}
          renderRoot={(props) => <Link {...props} to="/$storeId/registrations/codes" params={{ storeId }} />}
        >
          QR codes
        </Button>
      }
      onOpen={({ id: registrationId }) =>
        void navigate({ to: '/$storeId/registrations/$registrationId', params: { storeId, registrationId } })
      }
    />
  );
}
