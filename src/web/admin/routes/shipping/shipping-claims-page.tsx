import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { unplacedCountQuery } from './shipping-queries.ts';
import { TableList } from '../../lists/table-list.tsx';
import '../claims/claims-list.css';

/** The list of claims of shipping protection (C2.05); a row opens one. */
export function ShippingClaimsPage() {
  const { storeId } = useParams({ from: '/$storeId/claims/shipping' });
  const navigate = useNavigate();
  const { data: unplaced = 0 } = useQuery(unplacedCountQuery(storeId));
  return (
    <TableList
      kind="Shipping"
      primaryAction={
        <Group gap="xs">
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link {...props} to="/$storeId/claims/shipping-mail" params={{ storeId }} search={{}} />
            )}
          >
            Unknown Senders{unplaced > 0 ? ` (${unplaced.toLocaleString('en-US')})` : ''}
          </Button>
          <Button
            variant="default"
            renderRoot={(props) => <Link {...props} to="/$storeId/orders/lookup" params={{ storeId }} search={{}} />}
          >
            Order Lookup
          </Button>
        </Group>
      }
      opener={({ id: shippingClaimId }, name) => (
        <Link
          className="mg-claim-link"
          to="/$storeId/claims/shipping/$shippingClaimId"
          params={{ storeId, shippingClaimId }}
        >
          {name}
        </Link>
      )}
      onOpen={({ id: shippingClaimId }) =>
        void navigate({ to: '/$storeId/claims/shipping/$shippingClaimId', params: { storeId, shippingClaimId } })
      }
    />
  );
}
