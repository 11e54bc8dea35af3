import { Button } from '@mantine/core';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { TableList } from '../../lists/table-list.tsx';

/** The list of claims of shipping protection (C2.05); a row opens one. */
export function ShippingClaimsPage() {
  const { storeId } = useParams({ from: '/$storeId/claims/shipping' });
  const navigate = useNavigate();
  return (
    <TableList
      kind="Shipping"
      primaryAction={
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} to="/$storeId/orders/lookup" params={{ storeId }} search={{}} />}
        >
          Order Lookup
        </Button>
      }
      onOpen={({ id: shippingClaimId }) =>
        void navigate({ to: '/$storeId/claims/shipping/$shippingClaimId', params: { storeId, shippingClaimId } })
      }
    />
  );
}
