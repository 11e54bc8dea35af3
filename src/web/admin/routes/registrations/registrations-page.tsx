import { useNavigate, useParams } from '@tanstack/react-router';
import { TableList } from '../../lists/table-list.tsx';

/** The list of registrations; a row opens one. */
export function RegistrationsPage() {
  const { storeId } = useParams({ from: '/$storeId/registrations' });
  const navigate = useNavigate();
  return (
    <TableList
      kind="Registration"
      onOpen={({ id: registrationId }) =>
        void navigate({ to: '/$storeId/registrations/$registrationId', params: { storeId, registrationId } })
      }
    />
  );
}
